// Runs a benchmark's work on one of lowp's backends. Uses only the public
// interface: it is also compiled against other versions of the library
// (module.cc).
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "lowp_library.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <type_traits>
#include <vector>

#include "public/gemmlowp.h"

namespace lowp_bench {
namespace {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;

struct Instance {
  Work work;
  Request request;
  void (*multiply)(Instance* instance, void* output);
  std::vector<std::int32_t> multipliers, exponents;  // one per column
  gemmlowp::GemmContext context;
  gemmlowp::PackedMatrix packed_weights;
};

void Require(const gemmlowp::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.message().c_str());
  std::abort();
}

// The operands of each type, and their offsets.
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

using Row = gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;

template <Output kOutput>
auto ScaleOf(const Instance& instance) {
  const Work& work = instance.work;
  if constexpr (kOutput == Output::kFixedPoint || kOutput == Output::kRelu) {
    return gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint{
        work.multiplier, work.shift, kOutputZeroPoint};
  } else if constexpr (kOutput == Output::kChannels) {
    return gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<
        gemmlowp::VectorShape::Row>{Row(instance.multipliers.data(), work.cols),
                                    Row(instance.exponents.data(), work.cols),
                                    kOutputZeroPoint};
  } else {
    return gemmlowp::OutputStageScaleInt32ByFloat{
        static_cast<float>(std::ldexp(work.multiplier, -31 - work.shift)),
        kOutputZeroPoint, gemmlowp::FloatRounding::kEven,
        gemmlowp::ZeroPointOrder::kAfterRounding};
  }
}

template <Output kOutput>
auto PipelineOf(const Instance& instance) {
  if constexpr (kOutput == Output::kInt32) {
    return std::make_tuple();
  } else {
    const gemmlowp::OutputStageBiasAddition<Row> add_bias{
        Row(instance.work.bias, instance.work.cols)};
    // In one expression: one more copy of the stages would slow down a tiny
    // product.
    if constexpr (kOutput == Output::kRelu) {
      return std::make_tuple(add_bias, ScaleOf<kOutput>(instance),
                             gemmlowp::OutputStageClamp{kOutputZeroPoint, 255},
                             gemmlowp::OutputStageSaturatingCastToUint8());
    } else {
      return std::make_tuple(add_bias, ScaleOf<kOutput>(instance),
                             gemmlowp::OutputStageSaturatingCastToUint8());
    }
  }
}

template <typename Weight>
MatrixMap<const Weight, MapOrder::ColMajor> WeightsOf(const Work& work) {
  const Weight* weights = nullptr;
  GetWeights(work, &weights);
  return {weights, work.depth, work.cols};
}

template <typename Input, typename Weight, Output kOutput>
void Multiply(Instance* instance, void* output) {
  using Result =
      std::conditional_t<kOutput == Output::kInt32, std::int32_t, std::uint8_t>;
  const Work& work = instance->work;
  const Input* input = nullptr;
  Get(work, &input);
  const MatrixMap<const Input, MapOrder::RowMajor> lhs(input, work.rows,
                                                       work.depth);
  MatrixMap<Result, MapOrder::RowMajor> result(static_cast<Result*>(output),
                                               work.rows, work.cols);
  const auto pipeline = PipelineOf<kOutput>(*instance);
  Require(
      instance->request.packed
          ? TryGemm(&instance->context, lhs, instance->packed_weights, &result,
                    kInputOffset<Input>, kWeightOffset<Weight>, pipeline)
          : TryGemm(&instance->context, lhs, WeightsOf<Weight>(work), &result,
                    kInputOffset<Input>, kWeightOffset<Weight>, pipeline));
}

template <typename Input, typename Weight>
auto MultiplyInto(Output output) {
  switch (output) {
    case Output::kRelu:
      return &Multiply<Input, Weight, Output::kRelu>;
    case Output::kChannels:
      return &Multiply<Input, Weight, Output::kChannels>;
    case Output::kFloat:
      return &Multiply<Input, Weight, Output::kFloat>;
    case Output::kInt32:
      return &Multiply<Input, Weight, Output::kInt32>;
    case Output::kFixedPoint:
      break;
  }
  return &Multiply<Input, Weight, Output::kFixedPoint>;
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
  const std::size_t columns = static_cast<std::size_t>(work.cols);
  instance->multipliers.assign(columns, work.multiplier);
  instance->exponents.assign(columns, -work.shift);
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

Library LowpLibrary(const char* backend) {
  return {backend, 0, false, true, true, &Create, &Run, &Destroy};
}

}  // namespace lowp_bench
