// Products that a context has prepared before: which ones it takes for the
// same, what it does with those that only look the same, and that it computes a
// product that it knows as correctly as the first time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/gemm/product_cache.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "../../internal/contract/engine_state.h"
#include "../../internal/frontend/front_end.h"
#include "../support/erase_operand.h"
#include "../support/for_each_backend.h"
#include "../support/kernel_case.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::internal::GemmProblem;
using gemmlowp::internal::PreparedProduct;

class ProductCacheTest : public ::testing::Test {
 protected:
  static constexpr int kRows = 8, kDepth = 24, kCols = 12;
  static constexpr int kResultBytes = ((kRows - 1) * (kCols + 1) + kCols) * 4;

  void SetUp() override {
    problem_.lhs = EraseOperand(lhs_.map());
    problem_.rhs = EraseOperand(rhs_.map());
    problem_.result = gemmlowp::internal::Erase(result_.map());
    problem_.lhs_offset = gemmlowp::internal::Erase(-120);
    problem_.rhs_offset = gemmlowp::internal::Erase(3);
  }

  Status Run(GemmContext* context) {
    return gemmlowp::internal::RunGemm(
        problem_, gemmlowp::internal::ResourcesOf(context));
  }
  void ExpectRuns(GemmContext* context) {
    const Status status = Run(context);
    ASSERT_TRUE(status.ok()) << status.message();
  }

  // Where the context keeps the product, or null.
  PreparedProduct* PlaceIn(GemmContext* context) {
    auto* const products = context->engine_state()->products;
    return products == nullptr ? nullptr : products->PlaceOf(problem_);
  }
  bool IsTakenFor(const PreparedProduct* place, GemmContext* context) {
    return place != nullptr &&
           gemmlowp::internal::IsPreparedFor(
               *place, problem_, gemmlowp::internal::TypesOf(problem_),
               gemmlowp::internal::ResourcesOf(context));
  }
  bool IsKnown(GemmContext* context) {
    return IsTakenFor(PlaceIn(context), context);
  }

  // Expects each change, by itself, to make another problem of the one that the
  // context knows, which it still knows afterwards.
  using Change = std::function<void(GemmProblem*)>;
  void ExpectOthers(GemmContext* context, const std::vector<Change>& changes) {
    const GemmProblem same = problem_;
    const PreparedProduct* const place = PlaceIn(context);
    for (std::size_t i = 0; i < changes.size(); ++i) {
      changes[i](&problem_);
      EXPECT_FALSE(IsTakenFor(place, context)) << "change " << i;
      problem_ = same;
      EXPECT_TRUE(IsTakenFor(place, context)) << "after change " << i;
    }
  }

  // Expects the changed problem to be refused as by a context that knows no
  // product, with nothing written.
  void ExpectRefused(GemmContext* context, const Change& change) {
    const GemmProblem same = problem_;
    const std::vector<std::int32_t> before = result_.entries();
    GemmContext other;
    other.engine_state()->backend = context->engine_state()->backend;
    change(&problem_);
    const Status expected = Run(&other);
    const Status status = Run(context);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(status.code(), expected.code());
    EXPECT_STREQ(status.argument(), expected.argument());
    EXPECT_STREQ(status.problem(), expected.problem());
    EXPECT_EQ(result_.entries(), before);
    problem_ = same;
  }

  OwnedMatrix<std::uint8_t, kRow> lhs_{kRows, kDepth, 1};
  OwnedMatrix<std::int8_t, kCol> rhs_{kDepth, kCols, 2};
  OwnedMatrix<std::int32_t, kRow> result_{kRows, kCols, 3, 1};
  GemmProblem problem_;
};

TEST_F(ProductCacheTest, KeepsTheFirstProduct) {
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    EXPECT_FALSE(IsKnown(&context));
    ASSERT_TRUE(Run(&context).ok());
    EXPECT_TRUE(IsKnown(&context));
    // It is known to this context, and by its kind, not by its values.
    GemmContext other;
    UseBackend(backend, &other);
    EXPECT_FALSE(IsKnown(&other));
    problem_.lhs_offset.value = 5;
    problem_.rhs_offset.value = -7;
    EXPECT_TRUE(IsKnown(&context));
    SetUp();
  });
}

// Planning does not count as a use of the context.
TEST_F(ProductCacheTest, IsNotChangedByPlanning) {
  GemmContext context;
  gemmlowp::GemmPlan plan;
  for (int times = 0; times < 3; ++times) {
    ASSERT_TRUE(gemmlowp::internal::PlanProblem(
                    problem_, gemmlowp::internal::ResourcesOf(&context), &plan)
                    .ok());
  }
  EXPECT_EQ(context.engine_state()->products, nullptr);
}

// Operands right beside the result do not overlap it.
TEST_F(ProductCacheTest, KnowsTheProductElsewhere) {
  alignas(64)
      std::uint8_t memory[kRows * kDepth + kResultBytes + kDepth * kCols] = {};
  ForEachBackend([&](const Backend& backend) {
    SetUp();
    GemmContext context;
    UseBackend(backend, &context);
    ASSERT_NO_FATAL_FAILURE(ExpectRuns(&context));
    problem_.lhs.matrix.data = memory;
    problem_.result.data = memory + kRows * kDepth;
    problem_.rhs.matrix.data = memory + kRows * kDepth + kResultBytes;
    EXPECT_TRUE(IsKnown(&context));
  });
}

// The address `bytes` bytes after an object's.
template <typename T>
const void* At(const T* object, std::ptrdiff_t bytes) {
  return reinterpret_cast<const void*>(
      reinterpret_cast<std::uintptr_t>(object) +
      static_cast<std::uintptr_t>(bytes));
}

// Whatever else a product may differ in.
TEST_F(ProductCacheTest, TellsProductsApart) {
  using gemmlowp::internal::Along;
  const std::vector<std::int32_t> offsets(kDepth, -120);
  const void* const result = result_.entries().data();
  const std::vector<Change> kChanges = {
      [](GemmProblem* p) { --p->lhs.matrix.rows; },
      [](GemmProblem* p) { --p->lhs.matrix.cols; },
      [](GemmProblem* p) { ++p->lhs.matrix.stride; },
      [](GemmProblem* p) { p->lhs.matrix.row_major = false; },
      [](GemmProblem* p) { p->lhs.matrix.scalar = Scalar::kInt8; },
      [](GemmProblem* p) { p->lhs.is_packed = true; },
      [](GemmProblem* p) { --p->rhs.matrix.rows; },
      [](GemmProblem* p) { --p->rhs.matrix.cols; },
      [](GemmProblem* p) { ++p->rhs.matrix.stride; },
      [](GemmProblem* p) { p->rhs.matrix.row_major = true; },
      [](GemmProblem* p) { p->rhs.matrix.scalar = Scalar::kUint8; },
      [](GemmProblem* p) { p->rhs.is_packed = true; },
      [](GemmProblem* p) { --p->result.rows; },
      [](GemmProblem* p) { --p->result.cols; },
      [](GemmProblem* p) { ++p->result.stride; },
      [](GemmProblem* p) { p->result.row_major = false; },
      [](GemmProblem* p) { p->result.scalar = Scalar::kUint8; },
      [&](GemmProblem* p) {
        p->lhs_offset = {offsets.data(), {kRows}, Along::kRows};
      },
      [&](GemmProblem* p) {
        p->rhs_offset = {offsets.data(), {kCols}, Along::kCols};
      },
      [](GemmProblem* p) { p->lhs.matrix.data = nullptr; },
      [](GemmProblem* p) { p->rhs.matrix.data = nullptr; },
      [](GemmProblem* p) { p->result.data = nullptr; },
      [&](GemmProblem* p) { p->lhs.matrix.data = result; },
      [&](GemmProblem* p) { p->rhs.matrix.data = result; },
      // The last byte of one in the other's first, and the other way around.
      [&](GemmProblem* p) {
        p->lhs.matrix.data = At(&result_.entries()[0], 1 - kRows * kDepth);
      },
      [&](GemmProblem* p) {
        p->lhs.matrix.data = At(&result_.entries()[0], kResultBytes - 1);
      },
      [&](GemmProblem* p) {
        p->rhs.matrix.data = At(&result_.entries()[0], 1 - kDepth * kCols);
      },
      [&](GemmProblem* p) {
        p->rhs.matrix.data = At(&result_.entries()[0], kResultBytes - 1);
      },
  };
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ASSERT_NO_FATAL_FAILURE(ExpectRuns(&context));
    ExpectOthers(&context, kChanges);
  });
}

// Matrices about the end of the address space.
TEST_F(ProductCacheTest, TellsPlacesThatCannotBe) {
  const auto at_end = [](int bytes) {
    return reinterpret_cast<void*>(std::numeric_limits<std::uintptr_t>::max() -
                                   static_cast<std::uintptr_t>(bytes) + 1);
  };
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ASSERT_NO_FATAL_FAILURE(ExpectRuns(&context));
    for (const int bytes : {1, 7, kRows * kDepth - 1, kRows * kDepth}) {
      ExpectOthers(&context,
                   {[&](GemmProblem* p) { p->lhs.matrix.data = at_end(bytes); },
                    [&](GemmProblem* p) { p->rhs.matrix.data = at_end(bytes); },
                    [&](GemmProblem* p) { p->result.data = at_end(bytes); }});
    }
  });
}

// What is set on the context.
TEST_F(ProductCacheTest, TellsContextsSettingsApart) {
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    // Forgets what it knows when another backend or kernel is set.
    for (const Backend* other : SupportedBackends()) {
      UseBackend(backend, &context);
      ASSERT_NO_FATAL_FAILURE(ExpectRuns(&context));
      UseBackend(*other, &context);
      EXPECT_EQ(IsKnown(&context), other == &backend);
    }
    UseBackend(backend, &context);
    ASSERT_NO_FATAL_FAILURE(ExpectRuns(&context));
    ASSERT_TRUE(context.set_backend(nullptr).ok());
    EXPECT_FALSE(IsKnown(&context));
    UseBackend(backend, &context);
    ASSERT_NO_FATAL_FAILURE(ExpectRuns(&context));
    EXPECT_FALSE(context.set_backend("none").ok());
    EXPECT_FALSE(context.set_kernel("none").ok());
    EXPECT_TRUE(IsKnown(&context));
    context.set_max_num_threads(2);
    EXPECT_FALSE(IsKnown(&context));
    context.set_max_num_threads(-1);
    EXPECT_FALSE(IsKnown(&context));
    context.set_max_num_threads(1);
    for (const GemmKernel& kernel : KernelsOf(backend)) {
      ASSERT_TRUE(context.set_kernel(nullptr).ok());
      ASSERT_NO_FATAL_FAILURE(ExpectRuns(&context));
      EXPECT_TRUE(IsKnown(&context));
      ASSERT_TRUE(context.set_kernel(kernel.name).ok());
      EXPECT_FALSE(IsKnown(&context));
    }
  });
}

// Offsets that vary: their vectors must be whole, and apart from the result.
TEST_F(ProductCacheTest, TellsVectorsOfOffsets) {
  using gemmlowp::internal::Along;
  const std::vector<std::int32_t> offsets(kDepth, 9);
  problem_.lhs_offset = {offsets.data(), {kRows}, Along::kRows};
  problem_.rhs_offset = {offsets.data() + 1, {kCols}, Along::kCols};
  const std::int32_t* const result = result_.entries().data();
  const std::vector<Change> kChanges = {
      [](GemmProblem* p) { p->lhs_offset = gemmlowp::internal::Erase(9); },
      [](GemmProblem* p) { p->rhs_offset = gemmlowp::internal::Erase(9); },
      [](GemmProblem* p) { ++p->lhs_offset.size; },
      [](GemmProblem* p) { --p->lhs_offset.size; },
      [](GemmProblem* p) { ++p->rhs_offset.size; },
      [](GemmProblem* p) { --p->rhs_offset.size; },
      [](GemmProblem* p) { p->lhs_offset.along = Along::kCols; },
      [](GemmProblem* p) { p->rhs_offset.along = Along::kRows; },
      [](GemmProblem* p) { p->lhs_offset.data = nullptr; },
      [](GemmProblem* p) { p->rhs_offset.data = nullptr; },
      [&](GemmProblem* p) { p->lhs_offset.data = result - (kRows - 1); },
      [&](GemmProblem* p) { p->rhs_offset.data = result - (kCols - 1); },
      [&](GemmProblem* p) {
        p->lhs_offset.data = result + kResultBytes / 4 - 1;
      },
      [&](GemmProblem* p) {
        p->rhs_offset.data = result + kResultBytes / 4 - 1;
      },
  };
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ASSERT_NO_FATAL_FAILURE(ExpectRuns(&context));
    ExpectOthers(&context, kChanges);
    for (std::size_t i = 2; i < kChanges.size(); ++i) {
      SCOPED_TRACE(testing::Message() << "change " << i);
      ExpectRefused(&context, kChanges[i]);
    }
    EXPECT_TRUE(Run(&context).ok());
  });
}

// Problems that are wrong are refused for the same reason after a right one.
TEST_F(ProductCacheTest, RefusesWhatIsWrong) {
  void* const result = result_.entries().data();
  const std::vector<Change> kChanges = {
      [&](GemmProblem* p) { p->lhs.matrix.data = result; },
      [&](GemmProblem* p) { p->result.stride = kCols - 1; },
      [&](GemmProblem* p) { p->lhs.matrix.cols = kDepth - 1; },
      [&](GemmProblem* p) { p->rhs.matrix.rows = kDepth - 1; },
      [](GemmProblem* p) { ++p->result.cols; },
      [](GemmProblem* p) { p->rhs.matrix.data = nullptr; },
      [](GemmProblem* p) { p->result.data = nullptr; },
      [](GemmProblem* p) { p->lhs = EraseOperand(PackedMatrix()); },
      [](GemmProblem* p) { p->rhs = EraseOperand(PackedMatrix()); },
      [](GemmProblem* p) {
        p->result.cols = p->rhs.matrix.cols = std::numeric_limits<int>::max();
      },
  };
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ASSERT_NO_FATAL_FAILURE(ExpectRuns(&context));
    for (std::size_t i = 0; i < kChanges.size(); ++i) {
      SCOPED_TRACE(testing::Message() << "change " << i);
      ExpectRefused(&context, kChanges[i]);
      EXPECT_TRUE(IsKnown(&context));
    }
    context.set_max_num_threads(-1);
    EXPECT_FALSE(Run(&context).ok());
  });
}

}  // namespace
}  // namespace lowp_test
