// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "lstm_operands.h"

#include "gate_functions.h"
#include "operands.h"

namespace lowp_network {

using gemmlowp::Status;
namespace {

constexpr const char* kInputWeightNames[] = {
    "input_to_input_weights", "input_to_forget_weights",
    "input_to_cell_weights", "input_to_output_weights"};
constexpr const char* kRecurrentWeightNames[] = {
    "recurrent_to_input_weights", "recurrent_to_forget_weights",
    "recurrent_to_cell_weights", "recurrent_to_output_weights"};

// What the operator may have and does not have here.
struct LeftOut {
  int input;
  const char* name;
};
constexpr LeftOut kLeftOut[] = {
    {9, "cell_to_input_weights"},
    {10, "cell_to_forget_weights"},
    {11, "cell_to_output_weights"},
    {16, "projection_weights"},
    {17, "projection_bias"},
    {20, "input_layer_norm_coefficients"},
    {21, "forget_layer_norm_coefficients"},
    {22, "cell_layer_norm_coefficients"},
    {23, "output_layer_norm_coefficients"},
};

Status CheckWeights(const Graph& graph, const Operator& op, int first,
                    const char* const* names, int cells, int depth) {
  for (int gate = 0; gate < kGates; ++gate) {
    const Tensor* const weights = InputOf(graph, op, first + gate);
    const char* const name = names[gate];
    if (weights == nullptr) return Refuse(name, 0, "is left out");
    Status status = CheckAxes(*weights, name, 2);
    if (!status.ok()) return status;
    if (weights->shape[0] != cells) {
      return Refuse(name, weights->shape[0], "rows are not one for each cell");
    }
    if (weights->shape[1] != depth) {
      return Refuse(name, weights->shape[1],
                    "values of a row are another number than those that it "
                    "multiplies");
    }
    if (weights->quantization.scales.size() != 1) {
      return Refuse(
          name, static_cast<std::int64_t>(weights->quantization.scales.size()),
          "scales: one is needed");
    }
    status = CheckFilter(*weights, 0);
    if (!status.ok()) return status;
  }
  return Status();
}

Status CheckStates(const Graph& graph, const Operator& op,
                   const LstmSizes& sizes) {
  const std::size_t values =
      static_cast<std::size_t>(sizes.batch) * sizes.cells;
  Status status = CheckVariable(InputOf(graph, op, kOutputState),
                                "output_state", ElementType::kInt8, values);
  if (status.ok()) {
    status = CheckVariable(InputOf(graph, op, kCellState), "cell_state",
                           ElementType::kInt16, values);
  }
  if (!status.ok()) return status;
  int exponent = 0;
  const float scale = InputOf(graph, op, kCellState)->quantization.scales[0];
  if (!IsPowerOfTwo(scale, &exponent) || exponent < -15 ||
      exponent > kMaxIntegerBits - 15) {
    return Refuse("cell_state", exponent,
                  "is the logarithm of a scale that is no power of two from "
                  "2^-15 to 2^-9");
  }
  return status;
}

Status CheckOptions(const Operator& op) {
  const int activation = op.options.activation;
  if (activation != static_cast<int>(Activation::kTanh)) {
    return Refuse("fused_activation_function", activation, "is not TANH");
  }
  if (!(op.options.cell_clip >= 0)) {
    return Refuse("cell_clip", 0, "is negative or not a number");
  }
  return Status();
}

// The output, and the scale of what it is made of.
Status CheckOutput(const Graph& graph, const Operator& op,
                   const LstmSizes& sizes) {
  if (op.outputs.size() != 1) {
    return Refuse("outputs", static_cast<std::int64_t>(op.outputs.size()),
                  "are not one");
  }
  const Tensor& output = OutputOf(graph, op);
  if (output.elements() !=
      static_cast<std::size_t>(sizes.batch) * sizes.times * sizes.cells) {
    return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                  "values are not one for each time and cell");
  }
  constexpr std::size_t kMaxElements = std::size_t{1}
                                       << 28;  // 2 GB for the gates
  if (output.elements() > kMaxElements) {
    return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                  "values are over 2^28");
  }
  if (op.intermediates.size() != 5) {
    return Refuse("intermediates",
                  static_cast<std::int64_t>(op.intermediates.size()),
                  "are not five");
  }
  const Status status = CheckInt8(output, "output");
  if (!status.ok()) return status;
  return CheckInt8(
      graph.tensors[static_cast<std::size_t>(op.intermediates[kHidden])],
      "intermediates[4]");
}

}  // namespace

Status CheckLstm(const Graph& graph, const Operator& op, LstmSizes* sizes) {
  const int inputs = static_cast<int>(op.inputs.size());
  if (inputs != 20 && inputs != 24) {
    return Refuse("inputs", inputs, "are neither 20 nor 24");
  }
  for (const LeftOut& left_out : kLeftOut) {
    if (InputOf(graph, op, left_out.input) != nullptr) {
      return Refuse(left_out.name, left_out.input,
                    "is an operand that does not run");
    }
  }
  const Tensor* const input = InputOf(graph, op, 0);
  const Tensor* const weights = InputOf(graph, op, kInputWeights + 3);
  if (input == nullptr) return Refuse("inputs[0]", 0, "is left out");
  if (weights == nullptr) return Refuse(kInputWeightNames[3], 0, "is left out");
  Status status = CheckOptions(op);
  if (status.ok()) status = CheckInt8(*input, "inputs[0]");
  if (status.ok()) status = CheckAxes(*input, "inputs[0]", 3);
  if (status.ok()) status = CheckAxes(*weights, kInputWeightNames[3], 2);
  if (!status.ok()) return status;
  const bool time_major = op.options.time_major != 0;
  *sizes = {input->shape[time_major ? 1 : 0], input->shape[time_major ? 0 : 1],
            input->shape[2], weights->shape[0], time_major};
  status = CheckWeights(graph, op, kInputWeights, kInputWeightNames,
                        sizes->cells, sizes->depth);
  if (status.ok()) {
    status = CheckWeights(graph, op, kRecurrentWeights, kRecurrentWeightNames,
                          sizes->cells, sizes->cells);
  }
  if (status.ok()) status = CheckStates(graph, op, *sizes);
  return status.ok() ? CheckOutput(graph, op, *sizes) : status;
}

}  // namespace lowp_network
