// Sums, products and squared differences of two tensors, concatenation,
// padding, axes in another order, resizing, the place of the maximum, softmax
// of few rows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../public/operators/arg_max.h"
#include "../public/operators/concat.h"
#include "../public/operators/elementwise.h"
#include "../public/operators/pad.h"
#include "../public/operators/prepared_addition.h"
#include "../public/operators/prepared_multiplication.h"
#include "../public/operators/prepared_squared_difference.h"
#include "../public/operators/real_product.h"
#include "../public/operators/reduce_max.h"
#include "../public/operators/resize.h"
#include "../public/operators/strided_copy.h"
#include "../public/tensor/softmax.h"
#include "operator_case.h"
#include "require.h"

namespace lowp_bench {
namespace {

using gemmlowp::FixedPointRounding;

using Cases = std::vector<TransformCase>;

// A tensor of 56x56x64 elements.
constexpr std::size_t kCount = std::size_t{56} * 56 * 64;

gemmlowp::ResidualAdditionNumbers Addition() {
  gemmlowp::ResidualAdditionNumbers n = {};
  n.input_zero_point = 3;
  n.residual_zero_point = -7;
  n.left_shift = 20;
  n.input_multiplier = 1 << 30;
  n.residual_multiplier = 1717986918;
  n.residual_exponent = -1;
  n.result_multiplier = 1500000000;
  n.result_exponent = -18;
  return n;
}

gemmlowp::ResidualAdditionNumbers Difference() {
  gemmlowp::ResidualAdditionNumbers n = Addition();
  n.left_shift = 7;
  n.result_exponent = -12;
  return n;
}

void AddSums(Cases* cases) {
  cases->push_back(
      OperatorCase("add 56x56x64", 2 * kCount, kCount, [](OperatorTensors* t) {
        return gemmlowp::TryAdd(&t->context, t->in.data(), kCount,
                                t->in.data() + kCount, kCount, Addition(),
                                t->out.data());
      }));
  const auto prepared =
      std::make_shared<gemmlowp::PreparedAddition<std::int8_t>>();
  gemmlowp::GemmContext context;
  Require(gemmlowp::PreparedAddition<std::int8_t>::Prepare(
      &context, Addition(), gemmlowp::QuantizedRangeOf<std::int8_t>(),
      prepared.get()));
  for (const std::size_t y_count : {kCount, std::size_t{64}}) {
    cases->push_back(OperatorCase(
        y_count == kCount ? "add 56x56x64, prepared"
                          : "add 56x56x64 by channel, prepared",
        kCount + y_count, kCount, [prepared, y_count](OperatorTensors* t) {
          return prepared->Run(&t->context, t->in.data(), kCount,
                               t->in.data() + kCount, y_count, t->out.data());
        }));
  }
}

void AddProducts(Cases* cases) {
  for (const std::size_t y_count : {kCount, std::size_t{64}}) {
    cases->push_back(OperatorCase(
        y_count == kCount ? "mul 56x56x64" : "mul 56x56x64 by channel",
        kCount + y_count, kCount, [y_count](OperatorTensors* t) {
          const gemmlowp::Multiplication m = {
              3, -7, 1, {1500000000, -7}, FixedPointRounding::kDouble};
          return gemmlowp::TryMultiply(&t->context, t->in.data(), kCount,
                                       t->in.data() + kCount, y_count, m,
                                       t->out.data());
        }));
  }
  const auto prepared =
      std::make_shared<gemmlowp::PreparedMultiplication<std::int8_t>>();
  gemmlowp::GemmContext context;
  Require(gemmlowp::PreparedMultiplication<std::int8_t>::Prepare(
      &context, {3, -7, 1, {1500000000, -7}, FixedPointRounding::kDouble},
      gemmlowp::QuantizedRangeOf<std::int8_t>(), prepared.get()));
  cases->push_back(OperatorCase(
      "mul 56x56x64, prepared", 2 * kCount, kCount,
      [prepared](OperatorTensors* t) {
        return prepared->Run(&t->context, t->in.data(), kCount,
                             t->in.data() + kCount, kCount, t->out.data());
      }));
  cases->push_back(OperatorCase(
      "mul 56x56x64, in float", 2 * kCount, kCount, [](OperatorTensors* t) {
        gemmlowp::RealMultiplication m;
        m.x_zero_point = 3;
        m.y_zero_point = -7;
        m.multiplier = 0.005f;
        return gemmlowp::TryMultiply(&t->context, t->in.data(), kCount,
                                     t->in.data() + kCount, kCount, m,
                                     t->out.data());
      }));
}

// What a layer normalization of 196 rows of 192 has: a value for each row, and
// the product of those with one for each channel.
void AddRows(Cases* cases) {
  constexpr std::size_t kRows = 196, kChannels = 192, kAll = kRows * kChannels;
  const gemmlowp::OperandCount by_row = {kRows, kChannels};
  cases->push_back(OperatorCase(
      "square difference 196x192 by row", kAll + kRows, kAll,
      [by_row](OperatorTensors* t) {
        return gemmlowp::TrySquareDifference(&t->context, t->in.data(), kAll,
                                             t->in.data() + kAll, by_row,
                                             Difference(), t->out.data());
      }));
  const auto prepared =
      std::make_shared<gemmlowp::PreparedSquaredDifference<std::int8_t>>();
  gemmlowp::GemmContext context;
  Require(gemmlowp::PreparedSquaredDifference<std::int8_t>::Prepare(
      &context, Difference(), gemmlowp::QuantizedRangeOf<std::int8_t>(),
      prepared.get()));
  cases->push_back(OperatorCase(
      "square difference 196x192 by row, prepared", kAll + kRows, kAll,
      [by_row, prepared](OperatorTensors* t) {
        return prepared->Run(&t->context, t->in.data(), kAll,
                             t->in.data() + kAll, by_row, t->out.data());
      }));
  cases->push_back(OperatorCase(
      "mul 196 rows by 192 channels", kRows + kChannels, kAll,
      [by_row](OperatorTensors* t) {
        const gemmlowp::Multiplication m = {
            3, -7, 1, {1500000000, -7}, FixedPointRounding::kDouble};
        return gemmlowp::TryMultiply(&t->context, t->in.data(), kChannels,
                                     t->in.data() + kChannels, by_row, m,
                                     t->out.data());
      }));
}

void AddConcat(Cases* cases) {
  constexpr std::size_t kPlaces = 28 * 28, kChannels = 128;
  for (const bool rescales : {true, false}) {
    cases->push_back(
        OperatorCase(rescales ? "concat 2 of 28x28x128, one rescaled"
                              : "concat 2 of 28x28x128, copied",
                     2 * kPlaces * kChannels, 2 * kPlaces * kChannels,
                     [rescales](OperatorTensors* t) {
                       const gemmlowp::ConcatPart<std::int8_t> parts[] = {
                           {t->in.data(), kChannels, {0.02f, 3}},
                           {t->in.data() + kPlaces * kChannels,
                            kChannels,
                            {rescales ? 0.015f : 0.02f, 3}}};
                       return gemmlowp::TryConcat(
                           &t->context, parts, 2, kPlaces, std::size_t{1},
                           gemmlowp::TensorScale{0.02f, 3}, t->out.data());
                     }));
  }
}

gemmlowp::ResizeGeometry Doubled() {
  gemmlowp::ResizeGeometry g;
  g.input_height = g.input_width = 28;
  g.output_height = g.output_width = 56;
  g.channels = 64;
  g.half_pixel_centers = true;
  return g;
}

void AddResizes(Cases* cases) {
  constexpr std::size_t kInputs = 28 * 28 * 64;
  cases->push_back(OperatorCase("resize bilinear 2x of 28x28x64", kInputs,
                                kCount, [](OperatorTensors* t) {
                                  return gemmlowp::TryResizeBilinear(
                                      &t->context, t->in.data(), Doubled(),
                                      gemmlowp::BilinearForm::kFixedPoint,
                                      t->out.data());
                                }));
  cases->push_back(OperatorCase("resize bilinear 2x of 28x28x64, in float",
                                kInputs, kCount, [](OperatorTensors* t) {
                                  return gemmlowp::TryResizeBilinear(
                                      &t->context, t->in.data(), Doubled(),
                                      gemmlowp::BilinearForm::kReal,
                                      t->out.data());
                                }));
  cases->push_back(OperatorCase(
      "resize nearest 2x of 28x28x64", kInputs, kCount, [](OperatorTensors* t) {
        return gemmlowp::TryResizeNearest(&t->context, t->in.data(), Doubled(),
                                          t->out.data());
      }));
}

void AddPad(Cases* cases) {
  cases->push_back(OperatorCase(
      "pad 56x56x64 by 1", kCount, std::size_t{58} * 58 * 64,
      [](OperatorTensors* t) {
        const gemmlowp::PadAxis axes[] = {{56, 1, 1}, {56, 1, 1}, {64, 0, 0}};
        return gemmlowp::TryPad(&t->context, t->in.data(), axes, 3, 5,
                                t->out.data());
      }));
}

// A tensor with its axes in another order.
void AddCopy(const std::string& name,
             const std::vector<gemmlowp::StridedCopyAxis>& axes, Cases* cases) {
  std::size_t count = 1;
  for (const auto& axis : axes) count *= static_cast<std::size_t>(axis.size);
  cases->push_back(OperatorCase(name, count, count, [=](OperatorTensors* t) {
    return gemmlowp::TryStridedCopy(&t->context, t->in.data(), axes.data(),
                                    static_cast<int>(axes.size()),
                                    t->out.data());
  }));
}

void AddCopies(Cases* cases) {
  constexpr int kPlaces = 56 * 56;
  AddCopy("copy 56x56x64 to planes", {{64, 1, kPlaces}, {kPlaces, 64, 1}},
          cases);
  AddCopy("copy planes to 56x56x64", {{kPlaces, 1, 64}, {64, kPlaces, 1}},
          cases);
  AddCopy("copy 64x12x64 to 12x64x64",
          {{12, 64, 64 * 64}, {64, 12 * 64, 64}, {64, 1, 1}}, cases);
  AddCopy("copy 112x112x3 to planes", {{3, 1, 112 * 112}, {112 * 112, 3, 1}},
          cases);
}

void AddChoices(Cases* cases) {
  for (const std::size_t y_count : {kCount, std::size_t{64}}) {
    cases->push_back(OperatorCase(
        y_count == kCount ? "maximum of 56x56x64 and another"
                          : "maximum of 56x56x64 and one by channel",
        kCount + y_count, kCount, [y_count](OperatorTensors* t) {
          return gemmlowp::TryMaximum(&t->context, t->in.data(), kCount,
                                      t->in.data() + kCount, y_count,
                                      t->out.data());
        }));
  }
}

void AddExtremes(Cases* cases) {
  constexpr std::size_t kRows = 196, kColumns = 256;
  cases->push_back(OperatorCase(
      "maximum of each row of 196x256", kRows * kColumns, kRows,
      [](OperatorTensors* t) {
        return gemmlowp::TryReduceMax(&t->context, t->in.data(),
                                      gemmlowp::TensorShape{kRows, kColumns, 1},
                                      t->out.data());
      }));
  cases->push_back(OperatorCase(
      "arg max of 1000", 1000, sizeof(std::int32_t), [](OperatorTensors* t) {
        return gemmlowp::TryArgMax(
            &t->context, t->in.data(), gemmlowp::TensorShape{1, 1000, 1},
            reinterpret_cast<std::int32_t*>(t->out.data()));
      }));
}

void AddSoftmax(std::size_t rows, std::size_t columns, Cases* cases) {
  const auto table = std::make_shared<gemmlowp::SoftmaxTable>();
  Require(gemmlowp::BuildSoftmaxTable(0.1f, 1.0f, table.get()));
  cases->push_back(OperatorCase(
      "softmax of " + std::to_string(rows) + "x" + std::to_string(columns),
      rows * columns, rows * columns, [=](OperatorTensors* t) {
        return gemmlowp::TrySoftmax(&t->context, t->in.data(), rows, columns,
                                    *table, t->out.data());
      }));
}

}  // namespace

std::vector<TransformCase> TensorOperatorCases() {
  Cases cases;
  AddSums(&cases);
  AddProducts(&cases);
  AddRows(&cases);
  AddConcat(&cases);
  AddResizes(&cases);
  AddPad(&cases);
  AddCopies(&cases);
  AddChoices(&cases);
  AddExtremes(&cases);
  AddSoftmax(1, 10, &cases);
  AddSoftmax(1, 1000, &cases);
  AddSoftmax(256, 10, &cases);
  return cases;
}

}  // namespace lowp_bench
