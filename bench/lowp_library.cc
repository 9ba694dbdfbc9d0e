// A benchmark's work on one of lowp's backends.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "lowp_library.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <tuple>

#include "../internal/backend_list.h"
#include "../public/gemmlowp.h"

namespace lowp_bench {
namespace {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;

struct Instance {
  Work work;
  bool packed;
  gemmlowp::GemmContext context;
  gemmlowp::PackedMatrix packed_weights;
};

void Require(const gemmlowp::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.message().c_str());
  std::abort();
}

MatrixMap<const std::int8_t, MapOrder::ColMajor> WeightsOf(const Work& work) {
  return {work.weights, work.depth, work.cols};
}

void* Create(const char* name, const Work& work, bool packed) {
  auto instance = std::make_unique<Instance>();
  instance->work = work;
  instance->packed = packed;
  Require(instance->context.set_backend(name));
  if (packed) {
    Require(gemmlowp::PackedMatrix::Pack(WeightsOf(work), gemmlowp::Side::kRhs,
                                         &instance->packed_weights, name));
  }
  return instance.release();
}

void Run(void* opaque, std::uint8_t* output) {
  using BiasVector =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
  Instance* instance = static_cast<Instance*>(opaque);
  const Work& work = instance->work;
  const MatrixMap<const std::uint8_t, MapOrder::RowMajor> lhs(
      work.input, work.rows, work.depth);
  MatrixMap<std::uint8_t, MapOrder::RowMajor> result(output, work.rows,
                                                     work.cols);
  gemmlowp::OutputStageBiasAddition<BiasVector> add_bias;
  add_bias.bias_vector = BiasVector(work.bias, work.cols);
  gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint scale;
  scale.result_fixedpoint_multiplier = work.multiplier;
  scale.result_shift = work.shift;
  scale.result_offset_after_shift = kOutputZeroPoint;
  const auto pipeline = std::make_tuple(
      add_bias, scale, gemmlowp::OutputStageSaturatingCastToUint8());
  Require(instance->packed
              ? TryGemm(&instance->context, lhs, instance->packed_weights,
                        &result, -kInputZeroPoint, 0, pipeline)
              : TryGemm(&instance->context, lhs, WeightsOf(work), &result,
                        -kInputZeroPoint, 0, pipeline));
}

void Destroy(void* instance) { delete static_cast<Instance*>(instance); }

}  // namespace

std::vector<Library> LowpLibraries() {
  std::vector<Library> libraries;
  for (const auto* backend : gemmlowp::internal::AllBackends()) {
    if (!gemmlowp::internal::IsSupported(*backend)) continue;
    libraries.push_back({backend->name, 0, true, &Create, &Run, &Destroy});
  }
  return libraries;
}

}  // namespace lowp_bench
