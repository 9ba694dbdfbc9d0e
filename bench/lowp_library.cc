// A benchmark's work on one of lowp's backends.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "lowp_library.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <type_traits>

#include "../internal/backend_list.h"
#include "../public/gemmlowp.h"

namespace lowp_bench {
namespace {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;

struct Instance {
  Work work;
  Request request;
  void (*multiply)(Instance* instance, void* output);
  gemmlowp::GemmContext context;
  gemmlowp::PackedMatrix packed_weights;
};

void Require(const gemmlowp::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.message().c_str());
  std::abort();
}

// The operands of each type, and what is added to them.
void Get(const Work& work, const std::uint8_t** input) { *input = work.input; }
void Get(const Work& work, const std::int8_t** input) {
  *input = work.input_s8;
}
void GetWeights(const Work& work, const std::uint8_t** weights) {
  *weights = work.weights_u8;
}
void GetWeights(const Work& work, const std::int8_t** weights) {
  *weights = work.weights;
}

template <typename Scalar>
constexpr int kInputOffset =
    std::is_signed_v<Scalar> ? 128 - kInputZeroPoint : -kInputZeroPoint;
template <typename Scalar>
constexpr int kWeightOffset = std::is_signed_v<Scalar> ? 0 : -128;

auto PipelineFor(const Work& work, const std::uint8_t*) {
  using BiasVector =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
  gemmlowp::OutputStageBiasAddition<BiasVector> add_bias;
  add_bias.bias_vector = BiasVector(work.bias, work.cols);
  gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint scale;
  scale.result_fixedpoint_multiplier = work.multiplier;
  scale.result_shift = work.shift;
  scale.result_offset_after_shift = kOutputZeroPoint;
  return std::make_tuple(add_bias, scale,
                         gemmlowp::OutputStageSaturatingCastToUint8());
}

std::tuple<> PipelineFor(const Work&, const std::int32_t*) { return {}; }

template <typename Weight>
MatrixMap<const Weight, MapOrder::ColMajor> WeightsOf(const Work& work) {
  const Weight* weights = nullptr;
  GetWeights(work, &weights);
  return {weights, work.depth, work.cols};
}

template <typename Input, typename Weight, typename Result>
void Multiply(Instance* instance, void* output) {
  const Work& work = instance->work;
  const Input* input = nullptr;
  Get(work, &input);
  Result* const entries = static_cast<Result*>(output);
  const MatrixMap<const Input, MapOrder::RowMajor> lhs(input, work.rows,
                                                       work.depth);
  MatrixMap<Result, MapOrder::RowMajor> result(entries, work.rows, work.cols);
  const auto pipeline = PipelineFor(work, entries);
  Require(
      instance->request.packed
          ? TryGemm(&instance->context, lhs, instance->packed_weights, &result,
                    kInputOffset<Input>, kWeightOffset<Weight>, pipeline)
          : TryGemm(&instance->context, lhs, WeightsOf<Weight>(work), &result,
                    kInputOffset<Input>, kWeightOffset<Weight>, pipeline));
}

template <typename Input, typename Weight>
auto MultiplyInto(Output output) {
  return output == Output::kInt32 ? &Multiply<Input, Weight, std::int32_t>
                                  : &Multiply<Input, Weight, std::uint8_t>;
}

template <typename Weight>
auto MultiplyWith(const Request& request) {
  return request.signed_input
             ? MultiplyInto<std::int8_t, Weight>(request.output)
             : MultiplyInto<std::uint8_t, Weight>(request.output);
}

template <typename Weight>
void Prepare(const char* backend, Instance* instance) {
  instance->multiply = MultiplyWith<Weight>(instance->request);
  if (!instance->request.packed) return;
  Require(gemmlowp::PackedMatrix::Pack(WeightsOf<Weight>(instance->work),
                                       gemmlowp::Side::kRhs,
                                       &instance->packed_weights, backend));
}

void* Create(const char* name, const Work& work, const Request& request) {
  auto instance = std::make_unique<Instance>();
  instance->work = work;
  instance->request = request;
  Require(instance->context.set_backend(name));
  instance->context.set_max_num_threads(request.threads);
  if (request.signed_weights) {
    Prepare<std::int8_t>(name, instance.get());
  } else {
    Prepare<std::uint8_t>(name, instance.get());
  }
  return instance.release();
}

void Run(void* opaque, void* output) {
  Instance* const instance = static_cast<Instance*>(opaque);
  instance->multiply(instance, output);
}

void Destroy(void* instance) { delete static_cast<Instance*>(instance); }

}  // namespace

std::vector<Library> LowpLibraries() {
  std::vector<Library> libraries;
  for (const auto* backend : gemmlowp::internal::AllBackends()) {
    if (!gemmlowp::internal::IsSupported(*backend)) continue;
    libraries.push_back(
        {backend->name, 0, true, true, &Create, &Run, &Destroy});
  }
  return libraries;
}

}  // namespace lowp_bench
