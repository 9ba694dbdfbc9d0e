// The C API computes what the C++ API computes: random products with every
// stage, type, order, stride and kind of offset, in all the ways in which the C
// API runs a product, against the reference.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "../support/live_case.h"
#include "stages_in_c.h"

namespace lowp_test {
namespace {

struct Destroy {
  void operator()(lowp_context* p) const { lowp_context_destroy(p); }
  void operator()(lowp_packed* p) const { lowp_packed_destroy(p); }
  void operator()(lowp_prepared* p) const { lowp_prepared_destroy(p); }
};
template <typename T>
using Owned = std::unique_ptr<T, Destroy>;

#define ASSERT_LOWP_OK(call) ASSERT_EQ(call, LOWP_OK) << lowp_error_message()

Owned<lowp_context> MakeContext(const Backend& backend, int threads) {
  lowp_context* context = nullptr;
  EXPECT_EQ(lowp_context_create(&context), LOWP_OK);
  EXPECT_EQ(lowp_context_set_backend(context, backend.name), LOWP_OK);
  EXPECT_EQ(lowp_context_set_threads(context, threads), LOWP_OK);
  return Owned<lowp_context>(context);
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
  GemmCase c;
  SetTypesAndOrders(index % kTypesAndOrders, &c);
  SetTheRest(random, &c);
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

}  // namespace
}  // namespace lowp_test
