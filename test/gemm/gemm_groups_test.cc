// Groups of rows with prepared products: the bytes of one product for each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/gemm_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/random_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::PreparedGemm;
using gemmlowp::RunGemmGroups;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;
using gemmlowp::internal::Backend;

template <typename T>
using Rows = MatrixMap<T, MapOrder::RowMajor>;
using OfRows = VectorMap<const std::int32_t, VectorShape::Col>;
using OfColumns = VectorMap<const std::int32_t, VectorShape::Row>;
using Indices = std::vector<std::int32_t>;

std::vector<std::int32_t> AnyInts(int count, int low, int high) {
  Random random(static_cast<std::uint64_t>(count + high));
  std::vector<std::int32_t> ints;
  for (int i = 0; i < count; ++i) ints.push_back(random.Between(low, high));
  return ints;
}

// Experts whose pipelines differ in kind. Vectors along rows have an entry for
// each row of the result.
struct Experts {
  Experts(int count, int k, int n, int rows, const char* backend)
      : k(k),
        n(n),
        rows(rows),
        of_rows(AnyInts(rows + 1, 1 << 24, 1 << 28)),
        of_columns(AnyInts(n, 1 << 24, 1 << 28)),
        exponents(static_cast<std::size_t>(rows + n), 0),
        residual(static_cast<std::size_t>((rows + 1) * n)) {
    Random random(static_cast<std::uint64_t>(k * n));
    for (std::int8_t& x : residual) x = static_cast<std::int8_t>(random.Bits());
    for (int i = 0; i < count; ++i) {
      weights.emplace_back(static_cast<std::size_t>(k * n));
      for (std::int8_t& x : weights.back()) {
        x = static_cast<std::int8_t>(random.Bits());
      }
      packed.emplace_back();
      EXPECT_TRUE(
          PackedMatrix::Pack(Map(i), Side::kRhs, &packed.back(), backend).ok());
    }
  }
  Rows<const std::int8_t> Map(int expert) const {
    return {weights[static_cast<std::size_t>(expert)].data(), k, n};
  }

  // function(lhs_offset, rhs_offset, pipeline) of an expert, for rows
  // [first, first + count) of the result.
  template <typename Function>
  Status With(int expert, int first, int count,
              const Function& function) const {
    const OfRows rows_of(of_rows.data() + first, count);
    const OfColumns columns_of(of_columns.data(), n);
    const OfRows exponents_of_rows(exponents.data(), count);
    const OfColumns exponents_of_columns(exponents.data(), n);
    const gemmlowp::OutputStageSaturatingCastToInt8 cast;
    switch (expert % 4) {
      case 0:
        return function(
            -3, 7,
            std::make_tuple(
                gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{1 << 30,
                                                                       -8, -1},
                cast));
      case 1:
        return function(
            11, columns_of,
            std::make_tuple(
                gemmlowp::OutputStageBiasAddition<OfColumns>{columns_of},
                gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<
                    VectorShape::Row>{columns_of, exponents_of_columns, 5},
                gemmlowp::OutputStageClamp{-100, 90}, cast));
      case 2:
        return function(
            rows_of, 1,
            std::make_tuple(
                gemmlowp::OutputStageBiasAddition<OfRows>{rows_of},
                gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<
                    VectorShape::Col>{rows_of, exponents_of_rows, -2},
                cast));
      default:
        return function(
            0, 0,
            std::make_tuple(
                gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{1 << 30,
                                                                       -7, 0},
                gemmlowp::OutputStageMatrixAddition<Rows<const std::int8_t>>{
                    Rows<const std::int8_t>(
                        residual.data() + std::ptrdiff_t{first} * n, count, n)},
                cast));
    }
  }

  std::vector<PreparedGemm> Prepare(GemmContext* context) const {
    std::vector<PreparedGemm> products(packed.size());
    for (std::size_t i = 0; i < packed.size(); ++i) {
      const Status status =
          With(static_cast<int>(i), 0, rows,
               [&](const auto& lhs_offset, const auto& rhs_offset,
                   const auto& pipeline) {
                 return PreparedGemm::Prepare(
                     context, Rows<const std::uint8_t>(nullptr, rows, k),
                     packed[i], Rows<std::int8_t>(nullptr, rows, n), lhs_offset,
                     rhs_offset, pipeline, &products[i]);
               });
      EXPECT_TRUE(status.ok()) << status.message();
    }
    return products;
  }

  // Group by group, with rows copied together.
  std::vector<std::int8_t> Expected(const std::vector<std::uint8_t>& x,
                                    const Indices& offsets,
                                    const Indices& index,
                                    GemmContext* context) const {
    std::vector<std::int8_t> y(static_cast<std::size_t>(rows * n));
    for (int g = 0; g + 1 < static_cast<int>(offsets.size()); ++g) {
      const int first = offsets[static_cast<std::size_t>(g)];
      const int count = offsets[static_cast<std::size_t>(g) + 1] - first;
      std::vector<std::uint8_t> part;
      for (int row = first; row < first + count; ++row) {
        const auto from =
            x.begin() +
            k * (index.empty() ? row : index[static_cast<std::size_t>(row)]);
        part.insert(part.end(), from, from + k);
      }
      if (count == 0) continue;
      Rows<std::int8_t> result(y.data() + std::ptrdiff_t{first} * n, count, n);
      const Status status =
          With(g, first, count,
               [&](const auto& lhs_offset, const auto& rhs_offset,
                   const auto& pipeline) {
                 return gemmlowp::TryGemm(
                     context, Rows<const std::uint8_t>(part.data(), count, k),
                     Map(g), &result, lhs_offset, rhs_offset, pipeline);
               });
      EXPECT_TRUE(status.ok()) << status.message();
    }
    return y;
  }

  int k, n, rows;
  std::vector<std::int32_t> of_rows, of_columns, exponents;
  std::vector<std::int8_t> residual;
  std::vector<std::vector<std::int8_t>> weights;
  std::vector<PackedMatrix> packed;
};

std::vector<std::uint8_t> AnyInput(int rows, int k) {
  Random random(static_cast<std::uint64_t>(rows));
  std::vector<std::uint8_t> x(static_cast<std::size_t>(rows * k) + 1);
  for (std::uint8_t& value : x)
    value = static_cast<std::uint8_t>(random.Bits());
  return x;
}

// Rows of x: scattered, evenly spaced, and the same ones again.
int IndexAt(int row, int x_rows) {
  if (row % 64 < 20) return row * 17 % x_rows;
  return row % 64 < 40 ? row * 3 % x_rows : 5;
}

TEST(GemmGroupsTest, EqualsProductsOfEachGroup) {
  const Indices many_offsets[] = {
      {0, 1, 1, 3, 3, 3, 8},              // few rows
      {0, 0, 70, 70, 200, 201, 265},      // more than a piece
      {0, 165, 330, 495, 560, 725, 790},  // enough for all threads at once
      {0, 0, 0, 0, 0, 0, 0},              // none
  };
  ForEachBackend([&](const Backend& backend) {
    GemmContext single;
    UseBackend(backend, &single);
    for (const Indices& offsets : many_offsets) {
      const int rows = offsets.back();
      const Experts experts(6, 96, 130, rows > 0 ? rows : 1, backend.name);
      for (const bool gathers : {false, true}) {
        const int x_rows = gathers ? 50 : rows;
        const std::vector<std::uint8_t> x = AnyInput(x_rows, experts.k);
        Indices index;  // with one entry more, so that none is null
        for (int row = 0; gathers && row <= rows; ++row) {
          index.push_back(IndexAt(row, x_rows));
        }
        std::vector<std::int8_t> expected =
            experts.Expected(x, offsets, index, &single);
        for (const int threads : {1, 2, 8}) {
          GemmContext context;
          UseBackend(backend, &context);
          context.set_max_num_threads(threads);
          const std::vector<PreparedGemm> products = experts.Prepare(&context);
          std::vector<std::int8_t> y(expected.size());
          const Status status = RunGemmGroups(
              &context, products.data(), 6, offsets.data(),
              Rows<const std::uint8_t>(x.data(), x_rows, experts.k),
              gathers ? index.data() : nullptr,
              Rows<std::int8_t>(y.data(), rows, experts.n));
          ASSERT_TRUE(status.ok()) << status.message();
          ASSERT_EQ(y, expected) << threads << " threads, " << rows << " rows";
        }
      }
    }
  });
}

// One group of gathered rows by a kernel, which may need something else.
// Nothing beyond a row is read.
void ExpectGathered(const Backend& backend, const char* kernel, int rows, int k,
                    int* runs) {
  constexpr int kN = 53, kTokens = 13;
  const Experts experts(4, k, kN, rows, backend.name);
  GemmContext forced, single;
  UseBackend(backend, &forced);
  UseBackend(backend, &single);
  ASSERT_TRUE(forced.set_kernel(kernel).ok());
  const std::vector<std::uint8_t> input = AnyInput(kTokens, k);
  const std::size_t bytes = static_cast<std::size_t>(kTokens * k);
  GuardedBuffer buffer(bytes);
  std::uint8_t* const x = buffer.Place(bytes, Placement::kAgainstEnd, 1);
  std::copy_n(input.begin(), bytes, x);
  Indices index;
  for (int row = 0; row < rows; ++row) {
    index.push_back((kTokens - 1 + row * 5 + row / 7) % kTokens);
  }
  for (int expert = 0; expert < 4; ++expert) {
    std::vector<PreparedGemm> products(static_cast<std::size_t>(expert) + 1);
    Indices offsets(static_cast<std::size_t>(expert) + 1, 0);
    offsets.push_back(rows);
    const Status prepared =
        experts.With(expert, 0, rows,
                     [&](const auto& lhs_offset, const auto& rhs_offset,
                         const auto& pipeline) {
                       return PreparedGemm::Prepare(
                           &forced, Rows<const std::uint8_t>(nullptr, rows, k),
                           experts.packed[static_cast<std::size_t>(expert)],
                           Rows<std::int8_t>(nullptr, rows, kN), lhs_offset,
                           rhs_offset, pipeline, &products.back());
                     });
    if (!prepared.ok()) continue;
    ++*runs;
    std::vector<std::int8_t> y(static_cast<std::size_t>(rows * kN));
    const Status status =
        RunGemmGroups(&forced, products.data(), expert + 1, offsets.data(),
                      Rows<const std::uint8_t>(x, kTokens, k), index.data(),
                      Rows<std::int8_t>(y.data(), rows, kN));
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(y, experts.Expected(input, offsets, index, &single))
        << kernel << ", " << rows << " rows of " << k << ", expert " << expert;
  }
}

// Kernels that read rows in a form of their own: rows are gathered as that form
// is made, in blocks of as many as the backend interleaves.
TEST(GemmGroupsTest, GathersRowsAsItCopiesThem) {
  using gemmlowp::internal::AForm;
  ForEachBackend([&](const Backend& backend) {
    const int copied = static_cast<int>(AForm::kCopied);
    const int in_place = static_cast<int>(AForm::kInPlace);
    int kernels = 0, runs = 0;
    for (int i = 0; i < backend.kernel_count; ++i) {
      const auto& kernel = backend.kernels[i];
      if ((kernel.a_forms & (copied | in_place)) != copied) continue;
      ++kernels;
      for (const int rows : {2, 3, 5, 8, 11, 33, 70}) {
        for (const int k : {1, 17, 64, 99}) {
          ExpectGathered(backend, kernel.name, rows, k, &runs);
        }
      }
    }
    EXPECT_EQ(kernels > 0, runs > 0);
    RecordProperty(backend.name, runs);
  });
}

// From the definition: sums of gathered rows, as they are and as floats.
TEST(GemmGroupsTest, EqualsSums) {
  constexpr int kK = 70, kN = 37, kRows = 9, kTokens = 5;
  const Experts experts(2, kK, kN, 1, nullptr);
  const std::vector<std::uint8_t> x = AnyInput(kTokens, kK);
  const Indices offsets = {0, 4, 9}, index = {4, 0, 2, 1, 3, 3, 0, 1, 2};
  std::vector<std::int32_t> sums;
  for (int row = 0; row < kRows; ++row) {
    for (int c = 0; c < kN; ++c) {
      std::int32_t sum = 0;
      for (int i = 0; i < kK; ++i) {
        sum += x[static_cast<std::size_t>(
                   index[static_cast<std::size_t>(row)] * kK + i)] *
               experts.Map(row >= offsets[1])(i, c);
      }
      sums.push_back(sum);
    }
  }
  GemmContext context;
  PreparedGemm products[2], floats[2];
  for (int i = 0; i < 2; ++i) {
    const Rows<const std::uint8_t> lhs(nullptr, 1, kK);
    const PackedMatrix& rhs = experts.packed[static_cast<std::size_t>(i)];
    ASSERT_TRUE(PreparedGemm::Prepare(&context, lhs, rhs,
                                      Rows<std::int32_t>(nullptr, 1, kN), 0, 0,
                                      std::make_tuple(), &products[i])
                    .ok());
    ASSERT_TRUE(PreparedGemm::Prepare(
                    &context, lhs, rhs, Rows<float>(nullptr, 1, kN), 0, 0,
                    std::make_tuple(gemmlowp::OutputStageDequantize{0.25f}),
                    &floats[i])
                    .ok());
  }
  std::vector<std::int32_t> y(sums.size());
  std::vector<float> z(sums.size());
  const Rows<const std::uint8_t> map(x.data(), kTokens, kK);
  ASSERT_TRUE(RunGemmGroups(&context, products, 2, offsets.data(), map,
                            index.data(),
                            Rows<std::int32_t>(y.data(), kRows, kN))
                  .ok());
  EXPECT_EQ(y, sums);
  ASSERT_TRUE(RunGemmGroups(&context, floats, 2, offsets.data(), map,
                            index.data(), Rows<float>(z.data(), kRows, kN))
                  .ok());
  for (std::size_t i = 0; i < z.size(); ++i) {
    ASSERT_EQ(z[i], static_cast<float>(sums[i]) * 0.25f);
  }
}

class GemmGroupsDoorTest : public ::testing::Test {
 protected:
  Status Run(int groups = 3, int y_rows = 3, int x_cols = 8, int y_cols = 4) {
    return RunGemmGroups(&context_, products_.data(), groups, offsets_.data(),
                         Rows<const std::uint8_t>(x_.data(), 3, x_cols, 8),
                         index_.data(),
                         Rows<std::int8_t>(y_.data(), y_rows, y_cols));
  }
  Status RunAt(const std::int32_t* offsets, const std::int32_t* index,
               const PreparedGemm* products, int x_rows, std::int8_t* y) {
    return RunGemmGroups(&context_, products, 3, offsets,
                         Rows<const std::uint8_t>(x_.data(), x_rows, 8), index,
                         Rows<std::int8_t>(y, 3, 4));
  }
  void ExpectRefused(const Status& status, const char* argument,
                     const char* why) {
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_STREQ(status.argument(), argument) << status.message();
    EXPECT_NE(std::string(status.message()).find(why), std::string::npos)
        << status.message();
    EXPECT_EQ(y_, std::vector<std::int8_t>(12, 99)) << "written";
  }
  // In place of the last group's product.
  template <typename Lhs, typename Rhs, typename Result>
  void PrepareLast(const Lhs& lhs, const Rhs& rhs, const Result& result) {
    const Status status = PreparedGemm::Prepare(
        &context_, lhs, rhs, result, 0, 0,
        std::make_tuple(gemmlowp::OutputStageSaturatingCastToInt8()),
        &products_[2]);
    ASSERT_TRUE(status.ok()) << status.message();
  }

  GemmContext context_;
  Experts experts_{3, 8, 4, 3, nullptr};
  std::vector<PreparedGemm> products_ = experts_.Prepare(&context_);
  Indices offsets_ = {0, 1, 1, 3};
  Indices index_ = {2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  std::vector<std::uint8_t> x_ = std::vector<std::uint8_t>(24);
  std::vector<std::int8_t> y_ = std::vector<std::int8_t>(12, 99);
};

TEST_F(GemmGroupsDoorTest, RefusesShapes) {
  ExpectRefused(Run(-1), "groups", "negative");
  ExpectRefused(Run(2), "y.rows", "last one of offsets");
  ExpectRefused(Run(3, 2), "y.rows", "last one of offsets");
  ExpectRefused(Run(3, 3, 7), "x.cols", "depth");
  ExpectRefused(Run(3, 3, 8, 3), "y.cols", "columns");
  index_[1] = 3;
  ExpectRefused(Run(), "index", "not a row");
  index_[1] = -1;
  ExpectRefused(Run(), "index", "not a row");
  index_[1] = 0;
  offsets_ = {0, 2, 1, 3};
  ExpectRefused(Run(), "offsets", "smaller");
  offsets_ = {0, 1, 1, 3};
  products_[1] = PreparedGemm();  // of an empty group
  EXPECT_TRUE(Run().ok());
}

TEST_F(GemmGroupsDoorTest, RefusesProducts) {
  const Rows<const std::uint8_t> lhs(nullptr, 3, 8);
  const Rows<std::int8_t> result(nullptr, 3, 4);
  const PackedMatrix& rhs = experts_.packed[2];
  PrepareLast(lhs, experts_.Map(2), result);
  ExpectRefused(Run(), "products", "packed");
  PrepareLast(MatrixMap<const std::uint8_t, MapOrder::ColMajor>(nullptr, 3, 8),
              rhs, result);
  ExpectRefused(Run(), "products", "rows of an lhs");
  PrepareLast(lhs, rhs,
              MatrixMap<std::int8_t, MapOrder::ColMajor>(nullptr, 3, 4));
  ExpectRefused(Run(), "products", "rows of an lhs");
  PrepareLast(Rows<const std::int8_t>(nullptr, 3, 8), rhs, result);
  ExpectRefused(Run(), "products", "lhs of another type");
  PrepareLast(Rows<const std::uint8_t>(nullptr, 0, 8), rhs,
              Rows<std::int8_t>(nullptr, 0, 4));
  ExpectRefused(Run(), "products", "no rows");
  products_[2] = PreparedGemm();
  ExpectRefused(Run(), "products", "empty");
  // What varies along rows is of the rows of y.
  const Experts two_rows(3, 8, 4, 2, nullptr);
  const std::vector<PreparedGemm> of_two = two_rows.Prepare(&context_);
  products_[0] = of_two[0];
  products_[2] = of_two[1];
  EXPECT_TRUE(Run().ok());
  y_.assign(12, 99);
  products_[2] = of_two[2];
  ExpectRefused(Run(), "lhs_offset.size", "rows of the result");
}

TEST_F(GemmGroupsDoorTest, RefusesPlaces) {
  const PreparedGemm* const products = products_.data();
  const std::int32_t* const offsets = offsets_.data();
  const std::int32_t* const index = index_.data();
  std::int8_t* const y = y_.data();
  ExpectRefused(RunAt(offsets, nullptr, products, 2, y), "y.rows", "x.rows");
  ExpectRefused(RunAt(nullptr, index, products, 3, y), "offsets", "null");
  ExpectRefused(RunAt(offsets, index, nullptr, 3, y), "products", "null");
  ExpectRefused(RunAt(offsets, index, products, 3,
                      reinterpret_cast<std::int8_t*>(index_.data())),
                "y.data", "offsets or index");
  ExpectRefused(RunAt(offsets, index, products, 3,
                      reinterpret_cast<std::int8_t*>(x_.data() + 12)),
                "y.data", "overlaps x");
  ExpectRefused(
      RunGemmGroups(static_cast<GemmContext*>(nullptr), products, 3, offsets,
                    Rows<const std::uint8_t>(x_.data(), 3, 8), index,
                    Rows<std::int8_t>(y, 3, 4)),
      "context", "null");
  EXPECT_TRUE(RunAt(offsets, index, products, 3, y).ok());
}

}  // namespace
}  // namespace lowp_test
