// gemmlowp as a peer: Debian's headers, compiled for AVX2. It takes operands of
// equal signedness only, and packs them in each call.
//
// This file must not include lowp's headers, which have the same names.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/gemmlowp.h>
#include <gemmlowp/public/output_stages.h>

#include <cstdint>
#include <tuple>

#include "work.h"

namespace lowp_bench {
namespace {

struct Instance {
  Instance(const Work& the_work, int threads) : work(the_work) {
    context.set_max_num_threads(threads);
  }
  Work work;
  gemmlowp::GemmContext context;
};

void* Create(const char* /*name*/, const Work& work, const Request& request) {
  if (request.packed || request.signed_input || request.signed_weights ||
      request.output != Output::kFixedPoint) {
    return nullptr;
  }
  return new Instance(work, request.threads);
}

void Run(void* opaque, void* output) {
  using gemmlowp::MapOrder;
  using gemmlowp::MatrixMap;
  using BiasVector =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>;
  Instance* instance = static_cast<Instance*>(opaque);
  const Work& work = instance->work;
  const MatrixMap<const std::uint8_t, MapOrder::RowMajor> lhs(
      work.weights_u8, work.cols, work.depth);
  const MatrixMap<const std::uint8_t, MapOrder::ColMajor> rhs(
      work.input, work.depth, work.rows);
  MatrixMap<std::uint8_t, MapOrder::ColMajor> result(
      static_cast<std::uint8_t*>(output), work.cols, work.rows);
  gemmlowp::OutputStageBiasAddition<BiasVector> add_bias;
  add_bias.bias_vector = BiasVector(work.bias, work.cols);
  gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint scale;
  scale.result_fixedpoint_multiplier = work.multiplier;
  scale.result_shift = work.shift;
  scale.result_offset_after_shift = kOutputZeroPoint;
  const auto pipeline = std::make_tuple(
      add_bias, scale, gemmlowp::OutputStageSaturatingCastToUint8());
  gemmlowp::GemmWithOutputPipeline<std::uint8_t, std::uint8_t,
                                   gemmlowp::DefaultL8R8BitDepthParams>(
      &instance->context, lhs, rhs, &result, -128, -kInputZeroPoint, pipeline);
}

void Destroy(void* instance) { delete static_cast<Instance*>(instance); }

}  // namespace

extern const Library gemmlowp_library;
const Library gemmlowp_library = {"gemmlowp", 0,     false,   false, false,
                                  false,      false, &Create, &Run,  &Destroy};

}  // namespace lowp_bench
