// SVDF: features of the newest input, a product, are kept for some runs; each
// has weights over time, and sums of them are the output. TensorFlow Lite's
// kernel of integers ignores the activation, as this one does.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/packed_matrix.h>
#include <gemmlowp/public/prepared_gemm.h>

#include <cstring>
#include <vector>

#include "fixed_point.h"
#include "operands.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::PreparedGemm;
using gemmlowp::Status;

struct SvdfSizes {
  int batch, filters, rank, memory;
  int units() const { return filters / rank; }
};

class SvdfStep : public Step {
 public:
  SvdfSizes sizes = {};
  Requantizer requantizer;  // the product refers to it
  PreparedGemm product;     // of int16
  std::vector<std::int16_t> weights_of_time;
  std::vector<std::int64_t> bias;
  FixedPointMultiplier multiplier;
  std::int32_t zero_point = 0;
  std::size_t input = 0, state = 0, output = 0;

  Status Run(GemmContext* context, void* const* tensors) const override {
    // The first run takes the memory.
    features_.resize(static_cast<std::size_t>(sizes.batch) * sizes.filters);
    const Status status =
        product.Run(context, tensors[input], nullptr, features_.data());
    if (!status.ok()) return status;
    auto* const kept = static_cast<std::int16_t*>(tensors[state]);
    auto* const result = static_cast<std::int8_t*>(tensors[output]);
    for (int b = 0; b < sizes.batch; ++b) {
      const int first = b * sizes.filters;
      Remember(features_.data() + first, kept + first * sizes.memory);
      Reduce(kept + first * sizes.memory, result + b * sizes.units());
    }
    return status;
  }
  std::string Describe() const override { return product.plan().Describe(); }
  std::int64_t multiply_adds() const override {
    const gemmlowp::GemmPlan plan = product.plan();
    return std::int64_t{plan.m} * plan.n * (plan.k + sizes.memory);
  }

 private:
  // The newest value of a feature stands last.
  void Remember(const std::int16_t* features, std::int16_t* kept) const {
    for (int f = 0; f < sizes.filters; ++f, kept += sizes.memory) {
      std::memmove(kept, kept + 1,
                   sizeof(*kept) * static_cast<std::size_t>(sizes.memory - 1));
      kept[sizes.memory - 1] = features[f];
    }
  }

  // Sums are modulo 2^32.
  void Reduce(const std::int16_t* kept, std::int8_t* result) const {
    const std::int16_t* weights = weights_of_time.data();
    const int values = sizes.rank * sizes.memory;
    for (int unit = 0; unit < sizes.units(); ++unit) {
      auto sum =
          static_cast<std::uint32_t>(bias[static_cast<std::size_t>(unit)]);
      for (int i = 0; i < values; ++i) {
        sum += static_cast<std::uint32_t>(kept[i] * weights[i]);
      }
      kept += values;
      weights += values;
      result[unit] = ClampedToInt8(
          Rescaled(static_cast<std::int32_t>(sum), multiplier) + zero_point);
    }
  }

  mutable std::vector<std::int16_t> features_;
};

// The product of floats, divided in float.
Status FormInFloat(float input, float filter, float output, double* factor) {
  *factor = static_cast<double>(input * filter / output);
  return Status();
}

Status CheckSvdf(const Graph& graph, const Operator& op, SvdfSizes* sizes) {
  Status status = CheckInputs(op, 3, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& features = *InputOf(graph, op, 1);
  const Tensor& time = *InputOf(graph, op, 2);
  status = CheckInt8(input, "inputs[0]");
  if (status.ok()) status = CheckAxes(input, "inputs[0]", 2);
  if (status.ok()) status = CheckAxes(features, "weights_feature", 2);
  if (status.ok()) status = CheckAxes(time, "weights_time", 2);
  if (status.ok()) status = CheckFilter(features, 0);
  if (!status.ok()) return status;
  *sizes = {input.shape[0], features.shape[0], op.options.rank, time.shape[1]};
  if (features.shape[1] != input.shape[1]) {
    return Refuse("weights_feature", features.shape[1],
                  "values of a feature are another number than the input's");
  }
  if (sizes->rank <= 0 || sizes->filters % sizes->rank != 0) {
    return Refuse("rank", sizes->rank, "does not divide the features");
  }
  if (time.type != ElementType::kInt16 || time.data == nullptr) {
    return RefuseType("weights_time", time, "is no constant of int16");
  }
  if (time.shape[0] != sizes->filters) {
    return Refuse("weights_time", time.shape[0],
                  "rows are not one for each feature");
  }
  const int activation = op.options.activation;
  if (activation != static_cast<int>(Activation::kNone) &&
      activation != static_cast<int>(Activation::kRelu)) {
    return Refuse("fused_activation_function", activation,
                  "is neither NONE nor RELU");
  }
  status = CheckInt8OrInt16(time, "weights_time");
  if (!status.ok()) return status;
  return CheckVariable(InputOf(graph, op, 4), "activation_state",
                       ElementType::kInt16,
                       static_cast<std::size_t>(sizes->batch) *
                           static_cast<std::size_t>(sizes->filters) *
                           static_cast<std::size_t>(sizes->memory));
}

Status CheckOutput(const Graph& graph, const Operator& op,
                   const SvdfSizes& sizes) {
  if (op.outputs.size() != 1) return CheckOperands(op, 3, 2);
  const Tensor& output = OutputOf(graph, op);
  const std::size_t values =
      static_cast<std::size_t>(sizes.batch) * sizes.units();
  if (output.elements() != values) {
    return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                  "values are not one for each unit");
  }
  return CheckInt8(output, "output");
}

Status PrepareFeatures(const Graph& graph, const Operator& op, Engine* engine,
                       SvdfStep* step) {
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& features = *InputOf(graph, op, 1);
  Operator plain = op;
  plain.options.activation = static_cast<int>(Activation::kNone);
  Status status = Requantizer::Make(input, features, nullptr,
                                    *InputOf(graph, op, 4), step->sizes.filters,
                                    plain, FormInFloat, &step->requantizer);
  if (!status.ok()) return status;
  const int depth = features.shape[1];
  PackedMatrix rhs;
  status = PackedMatrix::Pack(
      MatrixMap<const std::int8_t, MapOrder::ColMajor>(
          reinterpret_cast<const std::int8_t*>(features.data), depth,
          step->sizes.filters),
      gemmlowp::Side::kRhs, &rhs, engine->backend);
  if (!status.ok()) return status;
  return PreparedGemm::Prepare(
      &engine->context,
      MatrixMap<const std::int8_t, MapOrder::RowMajor>(
          nullptr, step->sizes.batch, depth),
      rhs,
      MatrixMap<std::int16_t, MapOrder::RowMajor>(nullptr, step->sizes.batch,
                                                  step->sizes.filters),
      -input.quantization.zero_points[0], 0,
      step->requantizer.Pipeline<gemmlowp::OutputStageSaturatingCastToInt16>(),
      &step->product);
}

}  // namespace

Status PrepareSvdf(const Graph& graph, const Operator& op, Engine* engine,
                   std::unique_ptr<Step>* step) {
  auto made = std::make_unique<SvdfStep>();
  Status status = CheckSvdf(graph, op, &made->sizes);
  if (status.ok()) status = CheckOutput(graph, op, made->sizes);
  if (status.ok()) {
    status = ReadBias(InputOf(graph, op, 3), ElementType::kInt32,
                      made->sizes.units(), &made->bias);
  }
  if (status.ok()) status = PrepareFeatures(graph, op, engine, made.get());
  if (!status.ok()) return status;
  const Tensor& time = *InputOf(graph, op, 2);
  const Tensor& state = *InputOf(graph, op, 4);
  const Tensor& output = OutputOf(graph, op);
  double factor = 0;
  status =
      FormInFloat(state.quantization.scales[0], time.quantization.scales[0],
                  output.quantization.scales[0], &factor);
  if (status.ok()) {
    status = gemmlowp::QuantizeMultiplier(factor, &made->multiplier);
  }
  if (status.ok()) status = CheckExponent(made->multiplier);
  if (!status.ok()) return status;
  made->weights_of_time.resize(time.elements());
  std::memcpy(made->weights_of_time.data(), time.data, time.size_in_bytes());
  made->zero_point = output.quantization.zero_points[0];
  made->input = static_cast<std::size_t>(op.inputs[0]);
  made->state = static_cast<std::size_t>(op.inputs[4]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
