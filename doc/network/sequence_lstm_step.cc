// UNIDIRECTIONAL_SEQUENCE_LSTM of int8 with a cell state of int16:
//   gate = clamp(clamp(scaled(W x + bias)) + scaled(R h)), Q3.12
//   i, f, o = sigmoid of their gates, g = tanh of its, Q0.15
//   c = clamp(f c + i g), h = scaled(o tanh(c)) + zero point
// Products with the inputs of all times are one; those with h follow one
// another. Functions of int16 are gemmlowp's, in tables. h and c stay for the
// next run, as in TensorFlow Lite, whose reference kernel this equals.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/output_stages.h>
#include <gemmlowp/public/packed_matrix.h>
#include <gemmlowp/public/prepared_gemm.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "fixed_point.h"
#include "gate_functions.h"
#include "lstm_operands.h"
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

constexpr const char* kBiasNames[] = {"input_gate_bias", "forget_gate_bias",
                                      "cell_gate_bias", "output_gate_bias"};

// The products of all gates with the same values.
struct GateProduct {
  std::vector<std::int32_t> bias, multipliers, exponents;
  PreparedGemm product;
};

int ClampedToInt16(std::int64_t x) {
  return static_cast<int>(
      std::min(std::max(x, std::int64_t{-32768}), std::int64_t{32767}));
}

class SequenceLstmStep : public Step {
 public:
  LstmSizes sizes = {};
  GateProduct inputs, recurrent;            // of int16, of int32
  FixedPointMultiplier hidden;              // of o tanh(c)
  std::int32_t zero_point = 0;              // of h
  const std::int16_t* sigmoid = nullptr;    // of a gate, by int16 + 2^15
  const std::int16_t* tanh = nullptr;       // the same
  const std::int16_t* cell_tanh = nullptr;  // of c
  int cell_shift = 0;                       // of i g
  std::int32_t cell_low = -32768, cell_high = 32767;
  std::size_t input = 0, output_state = 0, cell_state = 0, output = 0;

  Status Run(GemmContext* context, void* const* tensors) const override {
    // The first run takes the memory.
    const std::size_t gates = static_cast<std::size_t>(kGates) * sizes.cells;
    of_inputs_.resize(gates * sizes.batch * sizes.times);
    of_state_.resize(gates * sizes.batch);
    Status status =
        inputs.product.Run(context, tensors[input], nullptr, of_inputs_.data());
    auto* const h = static_cast<std::int8_t*>(tensors[output_state]);
    auto* const c = static_cast<std::int16_t*>(tensors[cell_state]);
    auto* const result = static_cast<std::int8_t*>(tensors[output]);
    const int cells = sizes.cells;
    for (int time = 0; time < sizes.times && status.ok(); ++time) {
      status = recurrent.product.Run(context, h, nullptr, of_state_.data());
      for (int b = 0; b < sizes.batch; ++b) {
        const std::ptrdiff_t row = sizes.RowOf(time, b);
        Update(of_inputs_.data() + row * kGates * cells,
               of_state_.data() + std::ptrdiff_t{b} * kGates * cells,
               c + std::ptrdiff_t{b} * cells, h + std::ptrdiff_t{b} * cells);
        std::memcpy(result + row * cells, h + std::ptrdiff_t{b} * cells,
                    static_cast<std::size_t>(cells));
      }
    }
    return status;
  }
  std::string Describe() const override {
    return inputs.product.plan().Describe() + "\n" +
           recurrent.product.plan().Describe();
  }
  std::int64_t multiply_adds() const override {
    return std::int64_t{kGates} * sizes.cells * (sizes.depth + sizes.cells) *
           sizes.batch * sizes.times;
  }

 private:
  // The cells of one sequence.
  void Update(const std::int16_t* of_input, const std::int32_t* of_state,
              std::int16_t* c, std::int8_t* h) const {
    const int cells = sizes.cells;
    const auto gate = [&](int which, int cell) {
      const int at = which * cells + cell;
      return 32768 + ClampedToInt16(of_state[at] + std::int64_t{of_input[at]});
    };
    for (int cell = 0; cell < cells; ++cell) {
      const std::int32_t i = sigmoid[gate(0, cell)];
      const std::int32_t f = sigmoid[gate(1, cell)];
      const std::int32_t g = tanh[gate(2, cell)];
      const std::int32_t o = sigmoid[gate(3, cell)];
      const std::int32_t kept = gemmlowp::RoundingDivideByPOT(f * c[cell], 15);
      const std::int32_t added =
          gemmlowp::RoundingDivideByPOT(i * g, cell_shift);
      c[cell] = static_cast<std::int16_t>(
          std::min(std::max(kept + added, cell_low), cell_high));
      h[cell] = ClampedToInt8(Rescaled(o * cell_tanh[c[cell] + 32768], hidden) +
                              zero_point);
    }
  }

  mutable std::vector<std::int16_t> of_inputs_;
  mutable std::vector<std::int32_t> of_state_;
};

// The multipliers of all gates' cells, to Q3.12.
Status MakeMultipliers(const Graph& graph, const Operator& op,
                       const Tensor& operand, int first, GateProduct* product) {
  for (int gate = 0; gate < kGates; ++gate) {
    const Tensor& weights = *InputOf(graph, op, first + gate);
    const float factor = weights.quantization.scales[0] *
                         operand.quantization.scales[0] / 0x1p-12f;
    FixedPointMultiplier multiplier;
    Status status = gemmlowp::QuantizeMultiplier(factor, &multiplier);
    if (status.ok()) status = CheckExponent(multiplier);
    if (!status.ok()) return status;
    const auto count = static_cast<std::size_t>(weights.shape[0]);
    product->multipliers.insert(product->multipliers.end(), count,
                                multiplier.multiplier);
    product->exponents.insert(product->exponents.end(), count,
                              multiplier.exponent);
  }
  return Status();
}

Status PackGates(const Graph& graph, const Operator& op, int first,
                 const char* backend, PackedMatrix* packed) {
  std::vector<std::int8_t> weights;
  for (int gate = 0; gate < kGates; ++gate) {
    const Tensor& of_gate = *InputOf(graph, op, first + gate);
    const auto* const values =
        reinterpret_cast<const std::int8_t*>(of_gate.data);
    weights.insert(weights.end(), values, values + of_gate.elements());
  }
  const std::vector<int>& shape = InputOf(graph, op, first)->shape;
  return PackedMatrix::Pack(MatrixMap<const std::int8_t, MapOrder::ColMajor>(
                                weights.data(), shape[1], kGates * shape[0]),
                            gemmlowp::Side::kRhs, packed, backend);
}

// The product of `rows` rows of an operand with the weights from operand
// `first` on, once the bias is there. `last`: what follows the scaling.
template <typename Result, typename... Last>
Status PrepareGates(const Graph& graph, const Operator& op,
                    const Tensor& operand, int rows, int first, Engine* engine,
                    GateProduct* product, Last... last) {
  PackedMatrix rhs;
  Status status = MakeMultipliers(graph, op, operand, first, product);
  if (status.ok()) status = PackGates(graph, op, first, engine->backend, &rhs);
  if (!status.ok()) return status;
  gemmlowp::OutputStageBiasAddition<decltype(RowVectorOf(product->bias))>
      add_bias;
  add_bias.bias_vector = RowVectorOf(product->bias);
  gemmlowp::OutputStageScaleInt32ByFixedPointPC<gemmlowp::VectorShape::Row>
      scale;
  scale.result_fixedpoint_multiplier = RowVectorOf(product->multipliers);
  scale.result_exponent = RowVectorOf(product->exponents);
  scale.result_offset_after_shift = 0;
  scale.result_rounding = gemmlowp::FixedPointRounding::kDouble;
  return PreparedGemm::Prepare(
      &engine->context,
      MatrixMap<const std::int8_t, MapOrder::RowMajor>(nullptr, rows,
                                                       rhs.rows()),
      rhs, MatrixMap<Result, MapOrder::RowMajor>(nullptr, rows, rhs.cols()),
      -operand.quantization.zero_points[0], 0,
      std::make_tuple(add_bias, scale, last...), &product->product);
}

Status PrepareInputs(const Graph& graph, const Operator& op, Engine* engine,
                     SequenceLstmStep* step) {
  const LstmSizes& sizes = step->sizes;
  std::vector<std::int32_t>& biases = step->inputs.bias;
  for (int gate = 0; gate < kGates; ++gate) {
    const Tensor* const bias = InputOf(graph, op, kBiases + gate);
    if (bias == nullptr) return Refuse(kBiasNames[gate], 0, "is left out");
    std::vector<std::int64_t> values;
    const Status status =
        ReadBias(bias, ElementType::kInt32, sizes.cells, &values);
    if (!status.ok()) return status;
    biases.insert(biases.end(), values.begin(), values.end());
  }
  return PrepareGates<std::int16_t>(
      graph, op, *InputOf(graph, op, 0), sizes.batch * sizes.times,
      kInputWeights, engine, &step->inputs,
      gemmlowp::OutputStageSaturatingCastToInt16());
}

Status PrepareRecurrent(const Graph& graph, const Operator& op, Engine* engine,
                        SequenceLstmStep* step) {
  step->recurrent.bias.assign(
      static_cast<std::size_t>(kGates) * step->sizes.cells, 0);
  return PrepareGates<std::int32_t>(
      graph, op, *InputOf(graph, op, kOutputState), step->sizes.batch,
      kRecurrentWeights, engine, &step->recurrent);
}

Status PrepareCell(const Graph& graph, const Operator& op,
                   SequenceLstmStep* step) {
  const Tensor& hidden =
      graph.tensors[static_cast<std::size_t>(op.intermediates[kHidden])];
  const auto factor = static_cast<float>(
      0x1p-30 / static_cast<double>(hidden.quantization.scales[0]));
  Status status = gemmlowp::QuantizeMultiplier(factor, &step->hidden);
  if (status.ok()) status = CheckExponent(step->hidden);
  if (!status.ok()) return status;
  step->zero_point = hidden.quantization.zero_points[0];
  const float scale = InputOf(graph, op, kCellState)->quantization.scales[0];
  int exponent = 0;
  IsPowerOfTwo(scale, &exponent);
  step->cell_shift = 30 + exponent;
  step->sigmoid = SigmoidOfGates();
  step->tanh = TanhOfGates(3);
  step->cell_tanh = TanhOfGates(15 + exponent);
  const auto clip = static_cast<std::int32_t>(
      std::min(op.options.cell_clip / scale, 32767.0f));
  if (clip > 0) {
    step->cell_low = -clip;
    step->cell_high = clip;
  }
  return status;
}

}  // namespace

Status PrepareSequenceLstm(const Graph& graph, const Operator& op,
                           Engine* engine, std::unique_ptr<Step>* step) {
  auto made = std::make_unique<SequenceLstmStep>();
  Status status = CheckLstm(graph, op, &made->sizes);
  if (status.ok()) status = PrepareInputs(graph, op, engine, made.get());
  if (status.ok()) status = PrepareRecurrent(graph, op, engine, made.get());
  if (status.ok()) status = PrepareCell(graph, op, made.get());
  if (!status.ok()) return status;
  made->input = static_cast<std::size_t>(op.inputs[0]);
  made->output_state = static_cast<std::size_t>(op.inputs[kOutputState]);
  made->cell_state = static_cast<std::size_t>(op.inputs[kCellState]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
