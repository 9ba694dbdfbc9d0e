// Whether the range of a packed B is known: some kernels depend on it, and
// would be wrong for other values.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "../../internal/contract/packed_header.h"
#include "../support/erase_operand.h"
#include "../support/kernel_case.h"
#include "../support/live_case.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::GemmPlan;
using gemmlowp::StatusCode;
using gemmlowp::internal::GemmProblem;
using gemmlowp::internal::PackedHeader;

// A product of a matrix with a packed one of T.
template <typename T>
class PackedRangeTest : public ::testing::Test {
 protected:
  static constexpr int kRows = 5, kDepth = 11, kCols = 19;
  // What the kernels' zero is for the caller.
  static constexpr int kZero = std::is_signed<T>::value ? 0 : 128;

  PackedRangeTest() {
    problem_.lhs = EraseOperand(lhs_.map());
    problem_.lhs_offset = gemmlowp::internal::Erase(0);
    problem_.rhs_offset = gemmlowp::internal::Erase(0);
  }

  // Packs what rhs_ holds, multiplies with any kernel and with those that need
  // a range, and expects those to be refused that need a narrower one than
  // `range`. With `forget` the packed matrix has no magnitude, as before that
  // was stored.
  void Multiply(const Backend& backend, BRange range, bool forget = false) {
    PackedMatrix packed;
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs_.const_map(), Side::kRhs, &packed, backend.name)
            .ok());
    problem_.rhs = EraseOperand(packed);
    PackedHeader header;
    if (forget) {
      std::memcpy(&header, packed.data(), sizeof(header));
      header.magnitude = 0;
      problem_.rhs.packed = &header;
    }
    GemmContext context;
    UseBackend(backend, &context);
    GemmPlan plan;
    Multiply(&context, true, &plan);
    EXPECT_GE(plan.max_magnitude, MaxMagnitude(range));
    for (const GemmKernel& kernel : KernelsOf(backend)) {
      if (kernel.b_range == BRange::kAny || !kernel.m.Has(kRows) ||
          !kernel.n.Has(kCols) || !kernel.k.Has(kDepth)) {
        continue;
      }
      ASSERT_TRUE(context.set_kernel(kernel.name).ok());
      const bool is_taken = range >= kernel.b_range;
      Multiply(&context, is_taken, &plan);
      if (is_taken) {
        EXPECT_EQ(plan.max_magnitude, MaxMagnitude(kernel.b_range));
      }
      ++tried_;
    }
  }

  void Multiply(GemmContext* context, bool taken, GemmPlan* plan) {
    const auto resources = gemmlowp::internal::ResourcesOf(context);
    OwnedMatrix<std::int32_t, kRow> result(kRows, kCols);
    problem_.result = gemmlowp::internal::Erase(result.map());
    Status status = gemmlowp::internal::PlanProblem(problem_, resources, plan);
    EXPECT_EQ(status.ok(), taken) << status.message();
    status = gemmlowp::internal::RunGemm(problem_, resources);
    EXPECT_EQ(status.ok(), taken) << status.message();
    if (!taken) {
      EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
      EXPECT_STREQ(status.argument(), "kernel");
      return;
    }
    result.entries().resize(kRows * kCols);
    EXPECT_EQ(result.entries(),
              ReferenceSums(lhs_.map(), rhs_.const_map(), 0, 0));
  }

  // Whether some backend here has such kernels and they were tried.
  void ExpectTried() const {
    const std::vector<TableRow> rows = EveryTableRow();
    EXPECT_EQ(tried_ > 0,
              std::any_of(rows.begin(), rows.end(), [](const TableRow& row) {
                return row.kernel->b_range != BRange::kAny;
              }));
  }

  OwnedMatrix<std::uint8_t, kRow> lhs_{kRows, kDepth, 1};
  OwnedMatrix<T, kCol> rhs_{kDepth, kCols, 2, 3};
  GemmProblem problem_;
  int tried_ = 0;
};
using ValueTypes = ::testing::Types<std::uint8_t, std::int8_t>;
TYPED_TEST_SUITE(PackedRangeTest, ValueTypes);

// A single value beyond it, wherever it is, and the furthest ones within.
TYPED_TEST(PackedRangeTest, IsThatOfEveryValue) {
  const struct {
    int others, value;
    BRange range;
  } cases[] = {{64, -65, BRange::kSymmetric},   {64, -64, BRange::kReduced},
               {64, 0, BRange::kReduced},       {64, 64, BRange::kReduced},
               {64, 65, BRange::kSymmetric},    {64, -128, BRange::kAny},
               {127, -127, BRange::kSymmetric}, {127, 127, BRange::kSymmetric},
               {127, -128, BRange::kAny}};
  ForEachBackend([&](const Backend& backend) {
    for (const auto& c : cases) {
      for (int k = 0; k < this->kDepth; ++k) {
        for (int col = 0; col < this->kCols; ++col) {
          auto rhs = this->rhs_.map();
          for (int i = 0; i < this->kDepth; ++i) {
            for (int j = 0; j < this->kCols; ++j) {
              const int other = (i + j) % 2 == 0 ? c.others : -c.others;
              rhs(i, j) = static_cast<TypeParam>(this->kZero + other);
            }
          }
          rhs(k, col) = static_cast<TypeParam>(this->kZero + c.value);
          SCOPED_TRACE(testing::Message()
                       << c.value << " at " << k << ", " << col);
          this->Multiply(backend, c.range);
        }
      }
    }
  });
  this->ExpectTried();
}

TYPED_TEST(PackedRangeTest, IsNotAssumedWhereItIsNotKnown) {
  for (TypeParam& value : this->rhs_.entries()) {
    value = static_cast<TypeParam>(this->kZero);
  }
  this->rhs_.map()(0, 0) = static_cast<TypeParam>(this->kZero + 1);
  ForEachBackend([&](const Backend& backend) {
    this->Multiply(backend, BRange::kReduced);
    this->Multiply(backend, BRange::kAny, true);
  });
  this->ExpectTried();
}

// Large products with a reduced range take such a kernel if their backend has
// one, whatever finishes their sums.
TEST(PackedRangeChoiceTest, LargeProductsUseIt) {
  constexpr int kRows = 64, kDepth = 1024, kCols = 512;
  const OwnedMatrix<std::uint8_t, kRow> lhs(kRows, kDepth, 1);
  OwnedMatrix<std::int8_t, kCol> rhs(kDepth, kCols, 2);
  for (std::int8_t& value : rhs.entries()) value /= 2;
  OwnedMatrix<std::int32_t, kRow> result(kRows, kCols);
  auto map = result.map();
  const std::vector<std::int32_t> factors(kRows, 1 << 30);
  const gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>
      by_row(factors.data(), kRows);
  const std::vector<std::int32_t> exponents(kRows, -9);
  const auto pipeline = std::make_tuple(
      gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<
          gemmlowp::VectorShape::Col>{by_row, {exponents.data(), kRows}, 3});
  ForEachBackend([&](const Backend& backend) {
    bool has_reduced = false;
    for (const GemmKernel& kernel : KernelsOf(backend)) {
      has_reduced |= kernel.b_range == BRange::kReduced;
    }
    PackedMatrix packed;
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs.const_map(), Side::kRhs, &packed, backend.name)
            .ok());
    GemmContext context;
    UseBackend(backend, &context);
    const auto check = [&](const auto& stages) {
      GemmPlan plan;
      ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), packed, &map, 0, 0,
                                     stages, &plan)
                      .ok());
      EXPECT_EQ(plan.max_magnitude, has_reduced ? 64 : 128) << plan.kernel;
    };
    check(std::tuple<>());
    check(pipeline);
  });
}

}  // namespace
}  // namespace lowp_test
