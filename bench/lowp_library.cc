// Runs a benchmark's work on one of lowp's backends. Uses only the public
// interface: it is also compiled against other versions of the library
// (module.cc).
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "lowp_library.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <vector>

#include "prepared.h"
#include "public/gemmlowp.h"
#include "require.h"

namespace lowp_bench {
namespace {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;

struct Instance {
  Work work;
  Request request;
  void (*multiply)(Instance* instance, void* output);
  PreparedGemm prepared;
  std::vector<std::int32_t> multipliers, exponents;  // one per column
  gemmlowp::GemmContext context;
  gemmlowp::PackedMatrix packed_weights;
};

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
struct Product {
  using Result =
      std::conditional_t<kOutput == Output::kInt32, std::int32_t, std::uint8_t>;

  static MatrixMap<const Input, MapOrder::RowMajor> InputOf(const Work& work) {
    const Input* input = nullptr;
    Get(work, &input);
    return {input, work.rows, work.depth};
  }

  static void Multiply(Instance* instance, void* output) {
    const Work& work = instance->work;
    MatrixMap<Result, MapOrder::RowMajor> result(static_cast<Result*>(output),
                                                 work.rows, work.cols);
    const auto lhs = InputOf(work);
    const auto pipeline = PipelineOf<kOutput>(*instance);
    Require(instance->request.packed
                ? TryGemm(&instance->context, lhs, instance->packed_weights,
                          &result, kInputOffset<Input>, kWeightOffset<Weight>,
                          pipeline)
                : TryGemm(&instance->context, lhs, WeightsOf<Weight>(work),
                          &result, kInputOffset<Input>, kWeightOffset<Weight>,
                          pipeline));
  }

  static void Prepare(Instance* instance) {
    const Work& work = instance->work;
    const MatrixMap<Result, MapOrder::RowMajor> result(nullptr, work.rows,
                                                       work.cols);
    const auto lhs = InputOf(work);
    const auto pipeline = PipelineOf<kOutput>(*instance);
    Require(instance->request.packed
                ? PreparedGemm::Prepare(
                      &instance->context, lhs, instance->packed_weights, result,
                      kInputOffset<Input>, kWeightOffset<Weight>, pipeline,
                      &instance->prepared)
                : PreparedGemm::Prepare(
                      &instance->context, lhs, WeightsOf<Weight>(work), result,
                      kInputOffset<Input>, kWeightOffset<Weight>, pipeline,
                      &instance->prepared));
  }
};

void RunPrepared(Instance* instance, void* output) {
  const Work& work = instance->work;
  const Request& request = instance->request;
  const void* const input = request.signed_input
                                ? static_cast<const void*>(work.input_s8)
                                : work.input;
  const void* const weights = request.signed_weights
                                  ? static_cast<const void*>(work.weights)
                                  : work.weights_u8;
  Require(instance->prepared.Run(&instance->context, input, weights, output));
}

template <typename TheProduct>
void PrepareProduct(Instance* instance) {
  if (instance->request.prepared) {
    TheProduct::Prepare(instance);
    instance->multiply = &RunPrepared;
  } else {
    instance->multiply = &TheProduct::Multiply;
  }
}

template <typename Input, typename Weight>
void PrepareOutput(Instance* instance) {
  switch (instance->request.output) {
    case Output::kRelu:
      return PrepareProduct<Product<Input, Weight, Output::kRelu>>(instance);
    case Output::kChannels:
      return PrepareProduct<Product<Input, Weight, Output::kChannels>>(
          instance);
    case Output::kFloat:
      return PrepareProduct<Product<Input, Weight, Output::kFloat>>(instance);
    case Output::kInt32:
      return PrepareProduct<Product<Input, Weight, Output::kInt32>>(instance);
    case Output::kFixedPoint:
      break;
  }
  PrepareProduct<Product<Input, Weight, Output::kFixedPoint>>(instance);
}

template <typename Weight>
void Prepare(const char* backend, Instance* instance) {
  if (instance->request.packed) {
    Require(gemmlowp::PackedMatrix::Pack(WeightsOf<Weight>(instance->work),
                                         gemmlowp::Side::kRhs,
                                         &instance->packed_weights, backend));
  }
  if (instance->request.signed_input) {
    PrepareOutput<std::int8_t, Weight>(instance);
  } else {
    PrepareOutput<std::uint8_t, Weight>(instance);
  }
}

void* Create(const char* name, const Work& work, const Request& request) {
  if (request.prepared && !kHasPreparedGemm) return nullptr;
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
  return {backend, 0, false, true, false, true, false, &Create, &Run, &Destroy};
}

}  // namespace lowp_bench
