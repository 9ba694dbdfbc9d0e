// Batches of prepared products: the bytes of one call for each, wherever the
// matrices lie and however many threads there are.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemm_batch.h"
#include "../../public/gemmlowp.h"
#include "../../public/prepared_gemm.h"
#include "../support/for_each_backend.h"
#include "../support/random_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::BatchOperand;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::PreparedGemm;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;
using gemmlowp::internal::Backend;

template <typename T>
using Rows = MatrixMap<T, MapOrder::RowMajor>;
template <typename T>
using Columns = MatrixMap<T, MapOrder::ColMajor>;

// Heads side by side in rows of q and of kv, as attention has them: scores of
// head h are q_h times the transpose of k_h.
struct Heads {
  Heads(int heads, int m, int n, int k)
      : heads(heads),
        m(m),
        n(n),
        k(k),
        q(static_cast<std::size_t>(m) * Width()),
        kv(static_cast<std::size_t>(n) * Width()),
        scores(static_cast<std::size_t>(heads) * Size()) {
    Random random(static_cast<std::uint64_t>(heads * 1000 + m));
    for (std::uint8_t& x : q) x = static_cast<std::uint8_t>(random.Bits());
    for (std::int8_t& x : kv) x = static_cast<std::int8_t>(random.Bits());
  }
  std::size_t Width() const { return static_cast<std::size_t>(heads * k); }
  std::size_t Size() const { return static_cast<std::size_t>(m * n); }
  Rows<const std::uint8_t> Q(int head) const {
    return {q.data() + head * k, m, k, heads * k};
  }
  Columns<const std::int8_t> KTransposed(int head) const {
    return {kv.data() + head * k, k, n, heads * k};
  }
  Rows<std::int8_t> Scores(int head) {
    return {scores.data() + static_cast<std::size_t>(head) * Size(), m, n};
  }
  BatchOperand AllQ() const { return BatchOperand::Strided(q.data(), k); }
  BatchOperand AllK() const { return BatchOperand::Strided(kv.data(), k); }
  BatchOperand AllScores() {
    return BatchOperand::Strided(scores.data(),
                                 static_cast<std::ptrdiff_t>(Size()));
  }
  static auto Pipeline() {
    return std::make_tuple(
        gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{1 << 30, -9, 3},
        gemmlowp::OutputStageSaturatingCastToInt8());
  }
  Status Prepare(GemmContext* context, PreparedGemm* prepared) {
    return PreparedGemm::Prepare(context, Q(0), KTransposed(0), Scores(0), -128,
                                 5, Pipeline(), prepared);
  }
  Status RunBatch(GemmContext* context, const PreparedGemm& prepared) {
    return prepared.RunBatch(context, heads, AllQ(), AllK(), AllScores());
  }
  // By a call for each head.
  std::vector<std::int8_t> Expected(GemmContext* context) {
    for (int head = 0; head < heads; ++head) {
      auto result = Scores(head);
      const Status status = gemmlowp::TryGemm(
          context, Q(head), KTransposed(head), &result, -128, 5, Pipeline());
      EXPECT_TRUE(status.ok()) << status.message();
    }
    return scores;
  }

  int heads, m, n, k;
  std::vector<std::uint8_t> q;
  std::vector<std::int8_t> kv;
  std::vector<std::int8_t> scores;
};

TEST(PreparedBatchTest, StridesEqualCalls) {
  const struct {
    int heads, m, n, k;
  } shapes[] = {{1, 5, 7, 9},      {12, 64, 64, 32},  {7, 1, 200, 64},
                {33, 17, 19, 16},  {3, 130, 257, 40}, {2, 300, 300, 128},
                {3, 1, 900, 4000}, {3, 700, 33, 300}, {1, 250, 250, 250}};
  for (const auto& shape : shapes) {
    SCOPED_TRACE(shape.heads);
    Heads heads(shape.heads, shape.m, shape.n, shape.k);
    ForEachBackend([&](const Backend& backend) {
      GemmContext single;
      UseBackend(backend, &single);
      const std::vector<std::int8_t> expected = heads.Expected(&single);
      for (const int threads : {1, 2, 3, 8}) {
        GemmContext context;
        UseBackend(backend, &context);
        context.set_max_num_threads(threads);
        PreparedGemm prepared;
        Status status = heads.Prepare(&context, &prepared);
        ASSERT_TRUE(status.ok()) << status.message();
        heads.scores.assign(heads.scores.size(), 0);
        status = heads.RunBatch(&context, prepared);
        ASSERT_TRUE(status.ok()) << status.message();
        ASSERT_EQ(heads.scores, expected) << threads;
      }
    });
  }
}

TEST(PreparedBatchTest, RunsInTheCallersMemoryAndThreads) {
  for (const int size : {24, 150, 260}) {
    Heads heads(5, size, size, 64);
    auto backwards = [](int count, gemmlowp::ExecutorTask task) {
      while (count > 0) task(--count);
    };
    GemmContext context;
    context.set_max_num_threads(3);
    const std::vector<std::int8_t> expected = heads.Expected(&context);
    PreparedGemm prepared;
    ASSERT_TRUE(heads.Prepare(&context, &prepared).ok());
    for (const int concurrency : {1, 3}) {
      const std::size_t bytes = prepared.batch_workspace_bytes(concurrency);
      std::vector<std::uint8_t> memory(bytes);
      heads.scores.assign(heads.scores.size(), 0);
      const auto run = [&](std::size_t lent) {
        return prepared.RunBatch(
            heads.heads, heads.AllQ(), heads.AllK(), heads.AllScores(),
            memory.data(), lent,
            gemmlowp::MakeExecutor(&backwards, concurrency));
      };
      Status status = run(bytes);
      ASSERT_TRUE(status.ok()) << status.message();
      EXPECT_EQ(heads.scores, expected);
      status = run(63);
      EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
      EXPECT_STREQ(status.argument(), "workspace");
    }
  }
}

// Places in any order, and an operand that all products have in common.
TEST(PreparedBatchTest, PointersEqualCalls) {
  constexpr int kM = 9, kN = 70, kK = 50, kCount = 20;
  Random random(4);
  std::vector<std::uint8_t> lhs(kM * kK * kCount);
  std::vector<std::int8_t> weights(kK * kN);
  for (std::uint8_t& x : lhs) x = static_cast<std::uint8_t>(random.Bits());
  for (std::int8_t& x : weights) x = static_cast<std::int8_t>(random.Bits());
  const Rows<const std::int8_t> map(weights.data(), kK, kN);
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    PackedMatrix packed;
    ASSERT_TRUE(
        PackedMatrix::Pack(map, Side::kRhs, &packed, backend.name).ok());
    std::vector<std::int32_t> result(kM * kN * kCount), expected(result.size());
    std::vector<const std::uint8_t*> from;
    std::vector<std::int32_t*> to;
    for (int i = 0; i < kCount; ++i) {
      from.push_back(lhs.data() + i * 7 % kCount * kM * kK);
      to.push_back(result.data() + i * 3 % kCount * kM * kN);
      Rows<std::int32_t> one(expected.data() + (to.back() - result.data()), kM,
                             kN);
      ASSERT_TRUE(gemmlowp::TryGemm(
                      &context, Rows<const std::uint8_t>(from.back(), kM, kK),
                      map, &one, 1, 2, std::make_tuple())
                      .ok());
    }
    PreparedGemm prepared, in_common;
    const Rows<const std::uint8_t> shape(nullptr, kM, kK);
    const Rows<std::int32_t> result_shape(nullptr, kM, kN);
    ASSERT_TRUE(PreparedGemm::Prepare(&context, shape, packed, result_shape, 1,
                                      2, std::make_tuple(), &prepared)
                    .ok());
    ASSERT_TRUE(PreparedGemm::Prepare(&context, shape, map, result_shape, 1, 2,
                                      std::make_tuple(), &in_common)
                    .ok());
    Status status =
        prepared.RunBatch(&context, kCount, BatchOperand::At(from.data()),
                          BatchOperand(), BatchOperand::At(to.data()));
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(result, expected);
    result.assign(result.size(), 0);
    status = in_common.RunBatch(&context, kCount, BatchOperand::At(from.data()),
                                BatchOperand::Strided(weights.data(), 0),
                                BatchOperand::At(to.data()));
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(result, expected);
  });
}

struct ListedShape {
  int m, n, k;
  bool is_packed, by_column;
};

// Products of their own offsets and pipelines, and what each of them yields.
class ListedProducts {
 public:
  ListedProducts(const Backend& backend, int threads)
      : backend_(backend),
        values_(700 * 300),
        weights_(1000 * 800),
        factors_(1000),
        exponents_(1000, -1) {
    Random random(7);
    for (std::uint8_t& x : values_)
      x = static_cast<std::uint8_t>(random.Bits());
    for (std::uint8_t& x : weights_) {
      x = static_cast<std::uint8_t>(random.Bits());
    }
    for (std::int32_t& x : factors_) x = random.Between(1 << 24, 1 << 28);
    UseBackend(backend, &context_);
    context_.set_max_num_threads(threads);
  }

  void Add(const ListedShape& shape) {
    const Columns<const std::uint8_t> b(weights_.data(), shape.k, shape.n);
    const auto size = static_cast<std::size_t>(shape.m * shape.n);
    results_.emplace_back(size);
    expected_.emplace_back(size);
    products_.emplace_back();
    lhs_.push_back(values_.data());
    rhs_.push_back(weights_.data());
    places_.push_back(results_.back().data());
    if (!shape.is_packed) return AddWith(shape, b);
    PackedMatrix packed;
    ASSERT_TRUE(PackedMatrix::Pack(b, Side::kRhs, &packed, backend_.name).ok());
    AddWith(shape, packed);
  }

  void ExpectEqual() {
    const Status status = gemmlowp::RunGemmBatch(
        &context_, products_.data(), static_cast<int>(products_.size()),
        BatchOperand::At(lhs_.data()), BatchOperand::At(rhs_.data()),
        BatchOperand::At(places_.data()));
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < results_.size(); ++i) {
      ASSERT_EQ(results_[i], expected_[i]) << i;
    }
  }

 private:
  template <typename Rhs>
  void AddWith(const ListedShape& shape, const Rhs& rhs) {
    std::int8_t* const expected = expected_.back().data();
    if (shape.by_column) {
      Prepare(shape, rhs, Columns<std::int8_t>(expected, shape.m, shape.n));
    } else {
      Prepare(shape, rhs, Rows<std::int8_t>(expected, shape.m, shape.n));
    }
  }

  template <typename Rhs, typename Result>
  void Prepare(const ListedShape& shape, const Rhs& rhs, Result result) {
    using OfRows =
        gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>;
    const OfRows factors(factors_.data(), shape.m);
    const auto pipeline = std::make_tuple(
        gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<
            gemmlowp::VectorShape::Col>{factors,
                                        OfRows(exponents_.data(), shape.m), 3},
        gemmlowp::OutputStageSaturatingCastToInt8());
    const Rows<const std::uint8_t> lhs(values_.data(), shape.m, shape.k);
    const int offset = shape.m - shape.n;
    Status status = PreparedGemm::Prepare(&context_, lhs, rhs, result, factors,
                                          offset, pipeline, &products_.back());
    ASSERT_TRUE(status.ok()) << status.message();
    status = gemmlowp::TryGemm(
        &context_, lhs,
        Columns<const std::uint8_t>(weights_.data(), shape.k, shape.n), &result,
        factors, offset, pipeline);
    ASSERT_TRUE(status.ok()) << status.message();
  }

  const Backend& backend_;
  GemmContext context_;
  std::vector<std::uint8_t> values_, weights_;
  std::vector<std::int32_t> factors_, exponents_;
  std::vector<PreparedGemm> products_;
  std::vector<std::vector<std::int8_t>> results_, expected_;
  std::vector<const void*> lhs_, rhs_;
  std::vector<void*> places_;
};

// Of several shapes and orders, some of which are larger than all others
// together: any of them may be cut.
TEST(PreparedBatchTest, ListsEqualCalls) {
  const ListedShape shapes[] = {
      {5, 7, 9, false, false},       {700, 150, 300, true, false},
      {1, 1000, 800, true, true},    {64, 64, 64, false, true},
      {130, 900, 200, false, false}, {0, 3, 4, false, false},
      {900, 40, 100, true, true},    {300, 300, 130, false, true}};
  ForEachBackend([&](const Backend& backend) {
    for (const int threads : {1, 3, 8}) {
      SCOPED_TRACE(threads);
      ListedProducts products(backend, threads);
      for (const ListedShape& shape : shapes) products.Add(shape);
      products.ExpectEqual();
    }
  });
}

TEST(PreparedBatchTest, ListsRefuse) {
  Heads heads(2, 6, 8, 16);
  GemmContext context;
  PreparedGemm products[2];
  ASSERT_TRUE(heads.Prepare(&context, &products[0]).ok());
  const auto run = [&](GemmContext* in, const PreparedGemm* list, int count) {
    return gemmlowp::RunGemmBatch(in, list, count, heads.AllQ(), heads.AllK(),
                                  heads.AllScores());
  };
  const std::vector<std::int8_t> before = heads.scores;
  const Status status = run(&context, products, 2);
  EXPECT_STREQ(status.argument(), "products");
  EXPECT_EQ(status.value(), 1);
  EXPECT_EQ(heads.scores, before);
  products[1] = products[0];
  EXPECT_TRUE(run(&context, products, 2).ok());
  EXPECT_TRUE(run(&context, nullptr, 0).ok());
  EXPECT_STREQ(run(&context, products, -1).argument(), "count");
  EXPECT_STREQ(run(&context, nullptr, 1).argument(), "products");
  EXPECT_STREQ(run(nullptr, products, 2).argument(), "context");
}

TEST(PreparedBatchTest, Refuses) {
  Heads heads(4, 6, 8, 16);
  GemmContext context;
  PreparedGemm prepared;
  EXPECT_STREQ(heads.RunBatch(&context, prepared).argument(), "prepared");
  EXPECT_EQ(prepared.batch_workspace_bytes(), 0u);
  ASSERT_TRUE(heads.Prepare(&context, &prepared).ok());
  const auto run = [&](int count, const BatchOperand& lhs,
                       const BatchOperand& rhs, const BatchOperand& result) {
    return prepared.RunBatch(&context, count, lhs, rhs, result);
  };
  const BatchOperand q = heads.AllQ(), k = heads.AllK();
  const BatchOperand scores = heads.AllScores(), none;
  const auto every = [&](int first, std::ptrdiff_t stride) {
    return BatchOperand::Strided(heads.scores.data() + first, stride);
  };
  EXPECT_TRUE(run(4, q, k, scores).ok());
  EXPECT_TRUE(run(0, q, k, scores).ok());
  EXPECT_STREQ(run(-1, q, k, scores).argument(), "count");
  EXPECT_STREQ(run(4, none, k, scores).argument(), "lhs.data");
  EXPECT_STREQ(run(4, q, none, scores).argument(), "rhs.data");
  EXPECT_STREQ(run(4, q, k, none).argument(), "result.data");
  EXPECT_TRUE(run(2, q, k, every(0, 48)).ok());
  EXPECT_STREQ(run(2, q, k, every(0, 47)).argument(), "result.stride");
  EXPECT_STREQ(run(3, q, k, every(0, 24)).argument(), "result.stride");
  EXPECT_STREQ(run(2, q, k, every(99, -7)).argument(), "result.stride");
  EXPECT_TRUE(run(1, q, k, every(0, 0)).ok());
  // The last product's result lies in q: nothing is written before that is
  // found.
  const std::vector<std::int8_t> before = heads.scores;
  const std::vector<void*> results = {heads.scores.data(),
                                      heads.q.data() + heads.k};
  EXPECT_STREQ(run(2, q, k, BatchOperand::At(results.data())).argument(),
               "result.data");
  EXPECT_EQ(heads.scores, before);
  EXPECT_STREQ(
      prepared.RunBatch(static_cast<GemmContext*>(nullptr), 4, q, k, scores)
          .argument(),
      "context");
}

}  // namespace
}  // namespace lowp_test
