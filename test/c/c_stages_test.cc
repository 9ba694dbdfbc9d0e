// The C API computes what the C++ API computes: random products with every
// stage, type, order, stride and kind of offset, in all the ways in which the C
// API runs a product, against the reference.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "../support/check_case.h"
#include "../support/count_allocations.h"
#include "../support/for_each_backend.h"
#include "../support/live_case.h"
#include "owned_in_c.h"
#include "stages_in_c.h"

namespace lowp_test {
namespace {

template <typename T>
using Owned = OwnedInC<T>;

Owned<lowp_context> MakeContext(const Backend& backend, int threads) {
  return ContextInC(backend, threads);
}

Owned<lowp_packed> Pack(const lowp_matrix& source, lowp_side side,
                        const Backend& backend) {
  lowp_packed* packed = nullptr;
  EXPECT_EQ(lowp_pack(&source, side, backend.name, &packed), LOWP_OK)
      << lowp_error_message();
  return Owned<lowp_packed>(packed);
}

// A random pipeline that ends in the type of the result.
Pipeline AnyPipeline(StageMaker maker, Scalar result, Random* random) {
  Pipeline pipeline;
  pipeline.result = result;
  bool floats = false;
  const int length = random->Between(0, 11);
  for (int i = 0; i < length; ++i) {
    if (floats && random->OneIn(8)) {
      pipeline.stages.push_back(
          MakeDequantizedAddition(AnyMatrix(&maker), 3, 0.25f));
    } else {
      pipeline.stages.push_back(maker.AnyOf(&floats));
    }
  }
  if (floats && result != Scalar::kFloat32) {
    pipeline.stages.push_back(
        Quantize(1, FloatRounding::kEven, ZeroPointOrder::kAfterRounding));
    floats = false;
  }
  if (result == Scalar::kUint8 && random->OneIn(4)) {
    pipeline.stages.push_back(maker.TruncatingCast());
  } else if (result != Scalar::kInt32 && !floats) {
    pipeline.stages.push_back(maker.SaturatingCast(result));
  }
  return pipeline;
}

GemmCase AnyCase(int index, Random* random) {
  GemmCase c = RandomCase(index, random);
  c.rows = random->Between(1, 40);
  c.cols = random->Between(1, 70);
  c.depth = random->Between(1, 50);
  c.threads = random->Between(1, 3);
  return c;
}

void SetOffset(const Parameter& offset, std::int32_t* one,
               const std::int32_t** many) {
  if (offset.along == Along::kAll) {
    *one = offset.data[0];
  } else {
    *many = offset.data;
  }
}

lowp_product ProductInC(const LiveCase& live, const StagesInC& stages) {
  lowp_product product = {};
  product.size = sizeof(product);
  product.lhs = MatrixInC(live.lhs());
  product.rhs = MatrixInC(live.rhs());
  product.result = MatrixInC(live.result());
  SetOffset(live.lhs_offset(), &product.lhs_offset, &product.lhs_offsets);
  SetOffset(live.rhs_offset(), &product.rhs_offset, &product.rhs_offsets);
  product.stages = stages.data();
  product.stage_count = stages.count();
  return product;
}

void CheckDirect(const Backend& backend, const lowp_product& product,
                 int threads, LiveCase* live) {
  const Owned<lowp_context> context = MakeContext(backend, threads);
  for (int times = 0; times < 2; ++times) {
    live->PoisonResult();
    ASSERT_LOWP_OK(lowp_gemm(context.get(), &product));
    ASSERT_EQ(live->Mismatch(), "");
  }
}

// With packed weights, prepared: in a context, and in the caller's memory.
void CheckPrepared(const Backend& backend, lowp_product product, bool pack_lhs,
                   int threads, LiveCase* live) {
  const Owned<lowp_context> context = MakeContext(backend, threads);
  Owned<lowp_packed> packed = pack_lhs ? Pack(product.lhs, LOWP_LHS, backend)
                                       : Pack(product.rhs, LOWP_RHS, backend);
  (pack_lhs ? product.lhs_packed : product.rhs_packed) = packed.get();
  lowp_prepared* made = nullptr;
  ASSERT_LOWP_OK(lowp_prepare_gemm(context.get(), &product, &made));
  const Owned<lowp_prepared> prepared(made);
  packed.reset();  // the prepared product shares its memory
  const void* const lhs = pack_lhs ? nullptr : product.lhs.data;
  const void* const rhs = pack_lhs ? product.rhs.data : nullptr;
  void* const result = const_cast<void*>(product.result.data);
  live->PoisonResult();
  ASSERT_LOWP_OK(
      lowp_prepared_run(prepared.get(), context.get(), lhs, rhs, result));
  ASSERT_EQ(live->Mismatch(), "");
  std::size_t bytes = 0;
  ASSERT_LOWP_OK(lowp_prepared_workspace_bytes(prepared.get(), &bytes));
  std::vector<char> workspace(bytes);
  live->PoisonResult();
  ASSERT_LOWP_OK(lowp_prepared_run_in(prepared.get(), lhs, rhs, result,
                                      workspace.data(), bytes, nullptr));
  ASSERT_EQ(live->Mismatch(), "");
}

TEST(CStagesTest, EveryStageAndType) {
  Random random(29);
  std::set<lowp_stage_kind> kinds;
  for (int i = 0; i < 300; ++i) {
    const GemmCase c = AnyCase(i, &random);
    LiveCase live(c, DefaultMemory());
    live.SetPipeline(AnyPipeline(live.maker(), c.result, &random));
    const StagesInC stages(live.pipeline());
    for (int s = 0; s < stages.count(); ++s) {
      kinds.insert(stages.data()[s].kind);
    }
    const lowp_product product = ProductInC(live, stages);
    for (const Backend* backend : SupportedBackends()) {
      SCOPED_TRACE(std::string(backend->name) + ": " + live.Describe());
      ASSERT_NO_FATAL_FAILURE(CheckDirect(*backend, product, c.threads, &live));
      ASSERT_NO_FATAL_FAILURE(
          CheckPrepared(*backend, product, i % 2 == 0, c.threads, &live));
    }
  }
  EXPECT_EQ(kinds.size(), 26u) << "a kind of stage did not occur";
}

// Each thread has the message of its own last error.
TEST(CStagesTest, MessagesBelongToThreads) {
  const Owned<lowp_context> context = MakeContext(*SupportedBackends()[0], 1);
  EXPECT_NE(lowp_context_set_threads(context.get(), -1), LOWP_OK);
  const std::string here = lowp_error_message();
  std::thread([&] {
    EXPECT_STREQ(lowp_error_message(), "");
    EXPECT_NE(lowp_context_set_backend(context.get(), "abacus"), LOWP_OK);
    const std::string names =
        "backend = \"abacus\": names no backend of this build, which has ";
    EXPECT_EQ(std::string(lowp_error_message()).substr(0, names.size()), names);
  }).join();
  EXPECT_EQ(lowp_error_message(), here);
  EXPECT_EQ(here, "threads = -1: is negative");
}

// A product of 20 x 15 x 25, in C.
struct SmallProduct {
  SmallProduct() {
    product.size = sizeof(product);
    product.lhs = lowp_row_major(lhs.data(), LOWP_UINT8, 20, 15);
    product.rhs = lowp_row_major(rhs.data(), LOWP_INT8, 15, 25);
    product.result = lowp_row_major(sums.data(), LOWP_INT32, 20, 25);
    stage.size = sizeof(stage);
    stage.kind = LOWP_STAGE_TANH;
    stage.as.tanh = {0, 1000};
    product.stages = &stage;
    product.stage_count = 1;
  }
  std::vector<std::uint8_t> lhs = std::vector<std::uint8_t>(300, 1);
  std::vector<std::int8_t> rhs = std::vector<std::int8_t>(375, 1);
  std::vector<std::int32_t> sums = std::vector<std::int32_t>(500);
  lowp_stage stage = {};
  lowp_product product = {};
};

using CAllocationTest = AllocationTest;

TEST_F(CAllocationTest, NoneAfterTheFirstCall) {
  SmallProduct small;
  const Owned<lowp_context> context = MakeContext(*SupportedBackends()[0], 1);
  ASSERT_LOWP_OK(lowp_gemm(context.get(), &small.product));
  EXPECT_EQ(AllocationsOf([&] { lowp_gemm(context.get(), &small.product); }),
            0);
  small.product.result.cols = 24;
  EXPECT_EQ(AllocationsOf([&] { lowp_gemm(context.get(), &small.product); }),
            0);
  EXPECT_STREQ(lowp_error_message(), "result.cols = 24: differs from rhs.cols");
}

// With memory for the first few allocations only, everything works or says
// that memory was refused.
TEST_F(CAllocationTest, RefusedMemoryIsAStatus) {
  SmallProduct small;
  const auto all = [&] {
    lowp_context* context = nullptr;
    lowp_packed* packed = nullptr;
    lowp_prepared* prepared = nullptr;
    lowp_status statuses[4] = {};
    statuses[0] = lowp_context_create(&context);
    statuses[1] = lowp_pack(&small.product.rhs, LOWP_RHS, nullptr, &packed);
    if (context != nullptr) {
      statuses[2] = lowp_prepare_gemm(context, &small.product, &prepared);
      statuses[3] =
          lowp_plan_gemm(context, &small.product, nullptr, 0, nullptr);
    }
    lowp_prepared_destroy(prepared);
    lowp_packed_destroy(packed);
    lowp_context_destroy(context);
    for (lowp_status status : statuses) {
      if (status != LOWP_OK && status != LOWP_RESOURCE_EXHAUSTED) std::abort();
    }
    return std::count(statuses, statuses + 4, LOWP_OK);
  };
  std::ptrdiff_t succeeded = 0;
  const int needed = AllocationsOf([&] { succeeded = all(); });
  EXPECT_EQ(succeeded, 4);
  for (int allowed = 0; allowed < needed; ++allowed) {
    max_allocations = allowed;
    AllocationsOf([&] { succeeded = all(); });
    max_allocations = std::numeric_limits<int>::max();
    EXPECT_LT(succeeded, 4) << allowed;
  }
}

}  // namespace
}  // namespace lowp_test
