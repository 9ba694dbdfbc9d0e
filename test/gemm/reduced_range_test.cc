// Packed panels of a reduced range, for which a backend may have kernels that
// would be wrong for others: which those are, and products with them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "../../internal/contract/packed_format.h"
#include "../support/live_case.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::GemmPlan;
using gemmlowp::internal::EraseOperand;
using gemmlowp::internal::GemmProblem;
using gemmlowp::internal::kReducedRange;
using gemmlowp::internal::PackedHeader;

constexpr MapOrder kRow = MapOrder::RowMajor;
constexpr MapOrder kCol = MapOrder::ColMajor;

// Checks a case, and that backends take what they have for a reduced range.
::testing::AssertionResult CheckReduced(const GemmCase& c, Memory* memory) {
  if (!TakesCase()) return ::testing::AssertionSuccess();
  LiveCase live(c, memory);
  live.SetRequantizePipeline();
  for (const Backend* backend : SupportedBackends()) {
    const GemmPlan plan = live.PlanOn(*backend);
    const Backend* const reduced = backend->for_reduced_range;
    if (plan.reduced_range != (reduced != nullptr) ||
        plan.backend != (reduced != nullptr ? reduced : backend)) {
      return ::testing::AssertionFailure()
             << Describe(c) << " on " << backend->name << ": "
             << plan.Describe();
    }
    if (const auto result = Check(&live, *backend); !result) return result;
  }
  return ::testing::AssertionSuccess();
}

// The rows' numbers are any, those that are furthest from zero among them; so
// are sizes, orders, strides, offsets and results. Rows lie in place against
// pages that may not be touched, or are packed too.
TEST(ReducedRangeTest, DepthsRowsAndColumns) {
  const FaultReporter reporter(&LiveCase::DescribeCurrent);
  GuardedMemory against_end(Placement::kAgainstEnd);
  const std::vector<int> edges = TileEdges();
  Random random(101);
  for (int depth = 1; depth <= 70; ++depth) {
    for (int types = 0; types < kTypesAndOrders; ++types) {
      for (int packed = 1; packed < 4; ++packed) {
        GemmCase c;
        SetTypesAndOrders(types, &c);
        SetTheRest(&random, &c);
        c.pack_lhs = (packed & 1) != 0;
        c.pack_rhs = (packed & 2) != 0;
        if (c.pack_lhs) c.lhs_fill = Fill::kReduced;
        if (c.pack_rhs) c.rhs_fill = Fill::kReduced;
        c.depth = depth;
        c.rows = random.Between(1, 30);
        c.cols = edges[random.Bits() % edges.size()];
        if (random.OneIn(2)) std::swap(c.rows, c.cols);
        ASSERT_TRUE(CheckReduced(c, &against_end));
      }
    }
  }
}

// Where both operands are packed, the rows' numbers need no reduced range.
TEST(ReducedRangeTest, ExtremesAndDepth) {
  Random random(102);
  for (int types = 0; types < 4; ++types) {
    for (Fill fill : kEveryFill) {
      for (int depth : {64, 333, 71000}) {
        for (const bool both : {false, true}) {
          GemmCase c;
          SetTypesAndOrders(types, &c);
          SetTheRest(&random, &c);
          c.lhs_fill = fill;
          c.rhs_fill = Fill::kReduced;
          c.pack_lhs = both;
          c.pack_rhs = true;
          c.lhs_offset = c.rhs_offset = Offset::kExtreme;
          c.rows = depth > 1000 ? 5 : 33;
          c.depth = depth;
          c.cols = depth > 1000 ? 17 : 66;
          ASSERT_TRUE(CheckReduced(c, DefaultMemory()));
        }
      }
    }
  }
}

TEST(ReducedRangeTest, Threads) {
  Random random(103);
  for (int i = 0; i < 60; ++i) {
    GemmCase c;
    SetTypesAndOrders(random.Between(0, kTypesAndOrders - 1), &c);
    SetTheRest(&random, &c);
    c.lhs_fill = c.rhs_fill = Fill::kReduced;
    c.pack_lhs = random.OneIn(2);
    c.pack_rhs = !c.pack_lhs || random.OneIn(2);
    c.rows = random.Between(1, 320);
    c.depth = random.Between(100, 300);
    c.cols = random.Between(60, 260);
    c.threads = random.Between(2, 3);
    ASSERT_TRUE(CheckReduced(c, DefaultMemory()));
  }
}

// A product of a matrix of T with a packed one, and the plan for it.
template <typename T>
class RangeTest : public ::testing::Test {
 protected:
  static constexpr int kRows = 5, kDepth = 11, kCols = 19;
  // What the kernels' zero is for the caller.
  static constexpr int kZero = std::is_signed<T>::value ? 0 : 128;

  RangeTest() {
    problem_.lhs = EraseOperand(lhs_.map());
    problem_.lhs_offset = gemmlowp::internal::Erase(0);
    problem_.rhs_offset = gemmlowp::internal::Erase(0);
  }

  // The plan for what rhs_ holds, after the product proved right; with
  // `forget` the packed matrix has no magnitude, as when it was not yet stored.
  GemmPlan Multiply(const Backend& backend, bool forget = false) {
    PackedMatrix packed;
    EXPECT_TRUE(
        PackedMatrix::Pack(rhs_.const_map(), Side::kRhs, &packed, backend.name)
            .ok());
    problem_.rhs = EraseOperand(packed);
    alignas(64) std::uint8_t copy[1 << 13];
    EXPECT_LE(packed.size(), sizeof(copy));
    if (forget) {
      std::memcpy(copy, packed.data(), packed.size());
      PackedHeader* const header = reinterpret_cast<PackedHeader*>(copy);
      header->magnitude = 0;
      problem_.rhs.packed = header;
    }
    GemmContext context;
    UseBackend(backend, &context);
    const auto resources = gemmlowp::internal::ResourcesOf(&context);
    OwnedMatrix<std::int32_t, kRow> result(kRows, kCols);
    problem_.result = gemmlowp::internal::Erase(result.map());
    GemmPlan plan;
    EXPECT_TRUE(
        gemmlowp::internal::PlanProblem(problem_, resources, &plan).ok());
    EXPECT_TRUE(gemmlowp::internal::RunGemm(problem_, resources).ok());
    result.entries().resize(kRows * kCols);
    EXPECT_EQ(result.entries(),
              ReferenceSums(lhs_.map(), rhs_.const_map(), 0, 0));
    return plan;
  }

  OwnedMatrix<std::uint8_t, kRow> lhs_{kRows, kDepth, 1};
  OwnedMatrix<T, kCol> rhs_{kDepth, kCols, 2, 3};
  GemmProblem problem_;
};
using NumberTypes = ::testing::Types<std::uint8_t, std::int8_t>;
TYPED_TEST_SUITE(RangeTest, NumberTypes);

// A single number beyond it, wherever it is, and the furthest ones within.
TYPED_TEST(RangeTest, IsThatOfEveryNumber) {
  constexpr int kMost = kReducedRange;
  ForEachBackend([&](const Backend& backend) {
    const bool has_kernels = backend.for_reduced_range != nullptr;
    for (int number : {-kMost - 1, -kMost, 0, kMost, kMost + 1}) {
      for (int k = 0; k < this->kDepth; ++k) {
        for (int col = 0; col < this->kCols; ++col) {
          auto rhs = this->rhs_.map();
          for (int i = 0; i < this->kDepth; ++i) {
            for (int j = 0; j < this->kCols; ++j) {
              const int other = (i + j) % 2 == 0 ? kMost : -kMost;
              rhs(i, j) = static_cast<TypeParam>(this->kZero + other);
            }
          }
          rhs(k, col) = static_cast<TypeParam>(this->kZero + number);
          const bool within = number >= -kMost && number <= kMost;
          EXPECT_EQ(this->Multiply(backend).reduced_range,
                    has_kernels && within)
              << number << " at " << k << ", " << col;
        }
      }
    }
  });
}

TYPED_TEST(RangeTest, IsNotAssumedWhereItIsNotKnown) {
  for (TypeParam& number : this->rhs_.entries()) {
    number = static_cast<TypeParam>(this->kZero);
  }
  this->rhs_.map()(0, 0) = static_cast<TypeParam>(this->kZero + 1);
  ForEachBackend([&](const Backend& backend) {
    EXPECT_EQ(this->Multiply(backend).reduced_range,
              backend.for_reduced_range != nullptr);
    EXPECT_FALSE(this->Multiply(backend, true).reduced_range);
  });
}

}  // namespace
}  // namespace lowp_test
