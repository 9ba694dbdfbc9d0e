// Functions of single values: those of the ReLU family rescale, the others are
// tables of 256 results for int8, interpolations for int16; and SOFTMAX, which
// is a function of rows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/activation_tables.h>
#include <gemmlowp/public/tensor/requantization.h>
#include <gemmlowp/public/tensor/softmax.h>
#include <gemmlowp/public/tensor/transforms.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "operands.h"
#include "requantizer.h"
#include "steps.h"
#include "table_step.h"
#include "unary_step.h"
#include "wide_table.h"

namespace lowp_network {
namespace {

using gemmlowp::ActivationTable;
using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorScale;

// The bounds of RELU, RELU_N1_TO_1 and RELU6 are those of fused activations.
Activation ActivationOf(int code) {
  switch (code) {
    case kRelu:
      return Activation::kRelu;
    case kReluN1To1:
      return Activation::kReluN1To1;
    default:
      return Activation::kRelu6;
  }
}

// A table of 256 values of a function in float, as TensorFlow Lite's reference
// kernels of LOGISTIC and TANH have it.
template <typename Function>
Status PrepareTable(const Graph& graph, const Operator& op,
                    const Function& function, const char* words,
                    std::unique_ptr<Step>* step) {
  ActivationTable<std::int8_t> table;
  const Status status = gemmlowp::BuildActivationTable(
      function, ScaleOf(*InputOf(graph, op, 0)), ScaleOf(OutputOf(graph, op)),
      gemmlowp::TableRounding::kAwayAfterReciprocal, &table);
  if (status.ok()) {
    MakeTableStep(op, words, table, OutputOf(graph, op).elements(), step);
  }
  return status;
}

// A function of int16, TryLogistic or TryTanh, which refuses scales only when
// it computes: so it is called here for one value. TensorFlow Lite takes scales
// near the powers of two 2^-12 to 2^max_exponent for these.
using WideFunction = Status (*)(GemmContext* context, const std::int16_t* from,
                                std::size_t count, float scale,
                                std::int16_t* to);
Status PrepareWide(const Graph& graph, const Operator& op,
                   WideFunction function, const char* words, int max_exponent,
                   Engine* engine, std::unique_ptr<Step>* step) {
  float scale = InputOf(graph, op, 0)->quantization.scales[0];
  int exponent = 0;
  if (IsPowerOfTwo(scale, &exponent) && exponent >= -12 &&
      exponent <= max_exponent) {
    scale = std::ldexp(1.0f, exponent);
  }
  const std::size_t count = OutputOf(graph, op).elements();
  std::int16_t value = 0;
  const Status status = function(&engine->context, &value, 1, scale, &value);
  if (!status.ok()) return status;
  MakeUnaryStep<std::int16_t, std::int16_t>(
      op, words,
      [function, scale, count](GemmContext* context, const std::int16_t* from,
                               std::int16_t* to) {
        return function(context, from, count, scale, to);
      },
      step);
  return status;
}

template <typename T, typename Table>
void MakeSoftmaxStep(const Operator& op, const Tensor& input,
                     const Table& table, std::unique_ptr<Step>* step) {
  const auto columns = static_cast<std::size_t>(input.shape.back());
  const std::size_t rows = input.elements() / columns;
  MakeUnaryStep<T, T>(
      op, "TrySoftmax",
      [table, rows, columns](GemmContext* context, const T* from, T* to) {
        return gemmlowp::TrySoftmax(context, from, rows, columns, table, to);
      },
      step);
}

// SOFTMAX of rows of two bytes, which follows from their difference: a table of
// all differences, from -255 on.
class PairSoftmax {
 public:
  Status Prepare(const gemmlowp::SoftmaxTable& table, Engine* engine) {
    std::array<Row, 511> rows;
    for (int d = 0; d < 511; ++d) {
      const int x = std::min(INT8_MIN + d, INT8_MAX);
      rows[static_cast<std::size_t>(d)] = {
          static_cast<std::int8_t>(x), static_cast<std::int8_t>(x - d + 255)};
    }
    return gemmlowp::TrySoftmax(&engine->context, rows[0].data(), rows.size(),
                                2, table, results_[0].data());
  }

  void Run(const std::int8_t* from, std::size_t rows, std::int8_t* to) const {
    for (std::size_t i = 0; i < rows; ++i, from += 2, to += 2) {
      const auto d = static_cast<std::size_t>(from[0] - from[1] + 255);
      std::memcpy(to, results_[d].data(), 2);
    }
  }

 private:
  using Row = std::array<std::int8_t, 2>;
  static_assert(sizeof(Row) == 2);
  std::array<Row, 511> results_ = {};
};

Status MakePairSoftmaxStep(const Operator& op, const Tensor& input,
                           const gemmlowp::SoftmaxTable& table, Engine* engine,
                           std::unique_ptr<Step>* step) {
  PairSoftmax softmax;
  const Status status = softmax.Prepare(table, engine);
  if (!status.ok()) return status;
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, "a table of differences",
      [softmax, rows = input.elements() / 2](
          GemmContext*, const std::int8_t* from, std::int8_t* to) {
        softmax.Run(from, rows, to);
        return Status();
      },
      step);
  return status;
}

}  // namespace

Status PrepareRelu(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  Status status = CheckUnary(graph, op);
  if (!status.ok()) return status;
  const Tensor& output = OutputOf(graph, op);
  const TensorScale from = ScaleOf(*InputOf(graph, op, 0));
  const TensorScale to = ScaleOf(output);
  Bounds bounds;
  status = BoundsOf(static_cast<int>(ActivationOf(op.code)), output, &bounds);
  // TensorFlow Lite divides these scales in float.
  gemmlowp::FixedPointMultiplier multiplier;
  if (status.ok()) {
    status = MultiplierInFloat(from.scale, 1, to.scale, &multiplier);
  }
  if (!status.ok()) return status;
  gemmlowp::Requantization requantization(
      multiplier, gemmlowp::FixedPointRounding::kDouble);
  requantization.input_zero_point = from.zero_point;
  requantization.output_zero_point = to.zero_point;
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(output.elements());
  const gemmlowp::QuantizedRange range = {bounds.low, bounds.high};
  MakeUnaryStepOf(
      output.type, op, "TryRequantize",
      [requantization, shape, range](GemmContext* context, const auto* from,
                                     auto* to) {
        return gemmlowp::TryRequantize(context, from, shape, requantization, to,
                                       range);
      },
      step);
  return status;
}

Status PrepareLeakyRelu(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Status status = CheckUnary(graph, op);
  if (!status.ok()) return status;
  gemmlowp::OutputStageLeakyRelu stage;
  status =
      gemmlowp::MakeLeakyRelu(ScaleOf(*InputOf(graph, op, 0)), op.options.alpha,
                              ScaleOf(OutputOf(graph, op)),
                              gemmlowp::FixedPointRounding::kDouble, &stage);
  if (!status.ok()) return status;
  const Tensor& output = OutputOf(graph, op);
  const std::size_t count = output.elements();
  MakeUnaryStepOf(
      output.type, op, "TryLeakyRelu",
      [stage, count](GemmContext* context, const auto* from, auto* to) {
        return gemmlowp::TryLeakyRelu(context, from, count, stage, to);
      },
      step);
  return status;
}

Status PrepareLogistic(const Graph& graph, const Operator& op, Engine* engine,
                       std::unique_ptr<Step>* step) {
  Status status = CheckUnary(graph, op);
  if (status.ok()) {
    status = CheckResult(OutputOf(graph, op), {1.0f / 256, -128});
  }
  if (!status.ok()) return status;
  if (OutputOf(graph, op).type == ElementType::kInt16) {
    return PrepareWide(graph, op, gemmlowp::TryLogistic<GemmContext>,
                       "TryLogistic", -12, engine, step);
  }
  return PrepareTable(
      graph, op, [](float x) { return 1.0f / (1.0f + std::exp(-x)); },
      "TryApplyTable", step);
}

Status PrepareTanh(const Graph& graph, const Operator& op, Engine* engine,
                   std::unique_ptr<Step>* step) {
  Status status = CheckUnary(graph, op);
  if (status.ok()) status = CheckResult(OutputOf(graph, op), {1.0f / 128, 0});
  if (!status.ok()) return status;
  if (OutputOf(graph, op).type == ElementType::kInt16) {
    return PrepareWide(graph, op, gemmlowp::TryTanh<GemmContext>, "TryTanh",
                       -11, engine, step);
  }
  return PrepareTable(
      graph, op, [](float x) { return std::tanh(x); }, "TryApplyTable", step);
}

Status PrepareGelu(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  const Status status = CheckUnary(graph, op);
  if (!status.ok()) return status;
  constexpr float kSqrtHalf = 0.70710678118654752440f;
  constexpr float kSqrtTwoByPi = 0.79788456080286535588f;
  const bool approximate = op.options.approximate != 0;
  // x times the normal distribution function at x, or near it.
  const auto gelu = [approximate](float x) {
    return 0.5f * x *
           (approximate
                ? 1 + std::tanh(kSqrtTwoByPi * (x + 0.044715f * x * x * x))
                : std::erfc(x * -kSqrtHalf));
  };
  if (OutputOf(graph, op).type == ElementType::kInt16) {
    MakeWideTableStep(graph, op, gelu, step);
    return status;
  }
  return PrepareTable(graph, op, gelu, "TryApplyTable", step);
}

Status PrepareElu(const Graph& graph, const Operator& op, Engine*,
                  std::unique_ptr<Step>* step) {
  const Status status = CheckInt8Unary(graph, op);
  if (!status.ok()) return status;
  return PrepareTable(
      graph, op, [](float x) { return x < 0 ? std::exp(x) - 1 : x; },
      "TryApplyTable", step);
}

Status PrepareHardSwish(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Status status = CheckInt8Unary(graph, op);
  if (!status.ok()) return status;
  ActivationTable<std::int8_t> table;
  status = gemmlowp::BuildHardSwishTable(ScaleOf(*InputOf(graph, op, 0)),
                                         ScaleOf(OutputOf(graph, op)), &table);
  if (status.ok()) {
    MakeTableStep(op, "TryApplyTable", table, OutputOf(graph, op).elements(),
                  step);
  }
  return status;
}

Status PrepareSoftmax(const Graph& graph, const Operator& op, Engine* engine,
                      std::unique_ptr<Step>* step) {
  Status status = CheckUnary(graph, op);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  if (status.ok() && input.shape.empty()) status = CheckAxes(input, "input", 1);
  if (status.ok()) {
    status = CheckResult(OutputOf(graph, op), {1.0f / 256, -128});
  }
  if (!status.ok()) return status;
  const float scale = input.quantization.scales[0];
  if (input.type == ElementType::kInt16) {
    gemmlowp::WideSoftmaxTables tables;
    status = gemmlowp::BuildWideSoftmaxTables(
        scale, op.options.beta, gemmlowp::FixedPointRounding::kDouble, &tables,
        gemmlowp::TableArithmetic::kDouble);
    if (status.ok()) MakeSoftmaxStep<std::int16_t>(op, input, tables, step);
    return status;
  }
  gemmlowp::SoftmaxTable table;
  status = gemmlowp::BuildSoftmaxTable(scale, op.options.beta, &table);
  if (!status.ok()) return status;
  if (input.shape.back() == 2) {
    return MakePairSoftmaxStep(op, input, table, engine, step);
  }
  MakeSoftmaxStep<std::int8_t>(op, input, table, step);
  return status;
}

}  // namespace lowp_network
