// Quantized operators against what TensorFlow Lite's reference kernels and ONNX
// Runtime computed (golden/operators/record.py says how, and what the tables
// hold): parameters are derived from the scales as these systems derive them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../../public/operators/arg_max.h"
#include "../../public/operators/concat.h"
#include "../../public/operators/elementwise.h"
#include "../../public/operators/pad.h"
#include "../../public/operators/pooling.h"
#include "../../public/operators/real_product.h"
#include "../../public/operators/resize.h"
#include "../../public/stages/matrices.h"
#include "../../public/tensor/requantization.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"
#include "../support/rescaled_tensors.h"
#include "recorded_operators.h"

namespace lowp_test {
namespace {

using gemmlowp::AverageForm;
using gemmlowp::AveragePooling;
using gemmlowp::BilinearForm;
using gemmlowp::ConcatPart;
using gemmlowp::ConvAxis;
using gemmlowp::ConvGeometry;
using gemmlowp::FixedPointMultiplier;
using gemmlowp::FixedPointRounding;
using gemmlowp::GemmContext;
using gemmlowp::Multiplication;
using gemmlowp::OutputStageLeakyRelu;
using gemmlowp::PadAxis;
using gemmlowp::QuantizedRange;
using gemmlowp::RealMultiplication;
using gemmlowp::ResidualAdditionNumbers;
using gemmlowp::ResizeGeometry;
using gemmlowp::TensorShape;

// An operator of lowp on one recorded case. T is the type of the inputs.
template <typename T>
class Replay {
 public:
  Replay(const RecordedOperator& recorded, FixedPointRounding rounding,
         GemmContext* context)
      : r_(recorded), rounding_(rounding), context_(context) {
    for (const std::vector<std::int32_t>& input : r_.inputs) {
      inputs_.emplace_back(input.begin(), input.end());
    }
    result_.resize(r_.result.size());
  }

  std::vector<std::int32_t> Run() {
    const std::string& name = r_.name;
    const Status status = name == "ADD"               ? Add()
                          : name == "MUL"             ? Multiply()
                          : name == "AVERAGE_POOL_2D" ? Pool()
                          : name == "MAX_POOL_2D"     ? Pool()
                          : name == "MEAN"            ? Mean()
                          : name == "CONCATENATION"   ? Concatenate()
                          : name == "PAD"             ? Pad()
                          : name == "ARG_MAX"         ? FindExtremes()
                          : name == "ARG_MIN"         ? FindExtremes()
                          : name == "LEAKY_RELU"      ? LeakyRelu()
                          : name == "QLinearMul"      ? MultiplyReal()
                                                      : Resize();
    EXPECT_TRUE(status.ok()) << status.message();
    if (!indices_.empty()) return indices_;
    return std::vector<std::int32_t>(result_.begin(), result_.end());
  }

 private:
  static constexpr QuantizedRange kAll = gemmlowp::QuantizedRangeOf<T>();

  // The bounds of the operator's activation.
  QuantizedRange Range() const {
    const int activation = r_.Option("activation");
    QuantizedRange range;
    const TensorScale result = r_.scales.back();
    EXPECT_TRUE(gemmlowp::ActivationRange(
                    activation == 1   ? gemmlowp::BoundedActivation::kRelu
                    : activation == 3 ? gemmlowp::BoundedActivation::kRelu6
                                      : gemmlowp::BoundedActivation::kNone,
                    result.scale, result.zero_point, kAll, &range)
                    .ok());
    return range;
  }

  Status Add() {
    ResidualAdditionNumbers numbers;
    const Status status = gemmlowp::MakeResidualAddition(
        r_.scales[0], r_.scales[1], r_.scales[2], sizeof(T) > 1 ? 15 : 20,
        rounding_, &numbers);
    if (!status.ok()) return status;
    return gemmlowp::TryAdd(context_, inputs_[0].data(), inputs_[0].size(),
                            inputs_[1].data(), inputs_[1].size(), numbers,
                            result_.data(), Range());
  }

  Status Multiply() {
    float real = 0;
    Multiplication m = {r_.scales[0].zero_point,
                        r_.scales[1].zero_point,
                        r_.scales[2].zero_point,
                        {},
                        rounding_};
    Status status = gemmlowp::FloatMultiplier(
        r_.scales[0].scale, r_.scales[1].scale, r_.scales[2].scale, &real);
    if (status.ok()) status = gemmlowp::QuantizeMultiplier(real, &m.multiplier);
    if (!status.ok()) return status;
    return gemmlowp::TryMultiply(context_, inputs_[0].data(), inputs_[0].size(),
                                 inputs_[1].data(), inputs_[1].size(), m,
                                 result_.data(), Range());
  }

  Status MultiplyReal() {
    RealMultiplication m = {r_.scales[0].zero_point, r_.scales[1].zero_point,
                            r_.scales[2].zero_point, 0};
    const Status status =
        gemmlowp::FloatMultiplier(r_.scales[0].scale, r_.scales[1].scale,
                                  r_.scales[2].scale, &m.multiplier);
    if (!status.ok()) return status;
    return gemmlowp::TryMultiply(context_, inputs_[0].data(), inputs_[0].size(),
                                 inputs_[1].data(), inputs_[1].size(), m,
                                 result_.data());
  }

  // An axis of a pooling operator: SAME pads so that every stride has a window.
  static ConvAxis Axis(int input, int kernel, int stride, bool same) {
    ConvAxis axis;
    axis.input = input;
    axis.kernel = kernel;
    axis.stride = stride;
    if (same) {
      const int windows = (input - 1) / stride + 1;
      const int pad = std::max((windows - 1) * stride + kernel - input, 0);
      axis.pad_before = pad / 2;
      axis.pad_after = pad - pad / 2;
    }
    return axis;
  }

  Status Pool() {
    const std::vector<int>& shape = r_.shapes[0];
    const std::vector<int>& kernel = r_.options.at("kernel");
    const std::vector<int>& stride = r_.options.at("stride");
    const bool same = r_.Option("padding") == 0;
    ConvGeometry g;
    g.batch = shape[0];
    g.height = Axis(shape[1], kernel[0], stride[0], same);
    g.width = Axis(shape[2], kernel[1], stride[1], same);
    g.input_channels = shape[3];
    return r_.name == "MAX_POOL_2D"
               ? gemmlowp::TryMaxPool(context_, inputs_[0].data(), g,
                                      result_.data(), Range())
               : gemmlowp::TryAveragePool(context_, inputs_[0].data(), g,
                                          AveragePooling(), result_.data(),
                                          Range());
  }

  // Along averaged axes the window is as large as the input; channels may be
  // averaged, too.
  Status Mean() {
    const std::vector<int>& shape = r_.shapes[0];
    const std::vector<int>& axes = r_.options.at("axes");
    ConvGeometry g;
    g.batch = shape[0];
    std::int64_t n = 1;
    ConvAxis* const of[] = {&g.depth, &g.height, &g.width};
    for (int i = 1; i < 4; ++i) {
      const bool averaged = std::count(axes.begin(), axes.end(), i) != 0;
      const int size = shape[static_cast<std::size_t>(i)];
      *of[i - 1] = Axis(size, averaged ? size : 1, 1, false);
      if (averaged) n *= size;
    }
    double real = 0;
    AveragePooling average;
    average.form = AverageForm::kRescale;
    average.input_zero_point = r_.scales[0].zero_point;
    average.output_zero_point = r_.scales[1].zero_point;
    average.rounding = rounding_;
    FixedPointMultiplier multiplier;
    Status status = gemmlowp::RealMultiplier(r_.scales[0].scale, 1,
                                             r_.scales[1].scale, &real);
    if (status.ok()) status = gemmlowp::QuantizeMultiplier(real, &multiplier);
    if (status.ok()) {
      status = gemmlowp::MeanMultiplier(multiplier, n, &average.multiplier);
    }
    return status.ok() ? gemmlowp::TryAveragePool(context_, inputs_[0].data(),
                                                  g, average, result_.data())
                       : status;
  }

  // The products of the sizes before and behind an axis.
  static TensorShape ShapeAround(const std::vector<int>& shape, int axis) {
    TensorShape around;
    for (int i = 0; i < static_cast<int>(shape.size()); ++i) {
      const std::size_t size =
          static_cast<std::size_t>(shape[static_cast<std::size_t>(i)]);
      (i < axis   ? around.outer
       : i > axis ? around.inner
                  : around.channels) *= size;
    }
    return around;
  }

  Status Concatenate() {
    TensorShape around;
    std::vector<ConcatPart<T>> parts;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      around = ShapeAround(r_.shapes[i], r_.Option("axis"));
      parts.push_back({inputs_[i].data(), around.channels, r_.scales[i]});
    }
    return gemmlowp::TryConcat(context_, parts.data(),
                               static_cast<int>(parts.size()), around.outer,
                               around.inner, r_.scales.back(), result_.data());
  }

  Status Pad() {
    std::vector<PadAxis> axes;
    const std::vector<int>& paddings = r_.options.at("paddings");
    for (std::size_t i = 0; i < r_.shapes[0].size(); ++i) {
      axes.push_back({r_.shapes[0][i], paddings[2 * i], paddings[2 * i + 1]});
    }
    return gemmlowp::TryPad(context_, inputs_[0].data(), axes.data(),
                            static_cast<int>(axes.size()),
                            r_.scales[1].zero_point, result_.data());
  }

  Status Resize() {
    const std::vector<int>& shape = r_.shapes[0];
    const ResizeGeometry g = {shape[0],
                              shape[1],
                              shape[2],
                              r_.result_shape[1],
                              r_.result_shape[2],
                              shape[3],
                              r_.Option("align_corners") != 0,
                              r_.Option("half_pixel_centers") != 0};
    if (r_.name == "RESIZE_NEAREST_NEIGHBOR") {
      return gemmlowp::TryResizeNearest(context_, inputs_[0].data(), g,
                                        result_.data());
    }
    EXPECT_EQ(r_.name, "RESIZE_BILINEAR");
    return gemmlowp::TryResizeBilinear(
        context_, inputs_[0].data(), g,
        r_.type == "uint8" ? BilinearForm::kReal : BilinearForm::kFixedPoint,
        result_.data());
  }

  Status FindExtremes() {
    indices_.resize(r_.result.size());
    const TensorShape shape = ShapeAround(r_.shapes[0], r_.Option("axis"));
    return r_.name == "ARG_MAX"
               ? gemmlowp::TryArgMax(context_, inputs_[0].data(), shape,
                                     indices_.data())
               : gemmlowp::TryArgMin(context_, inputs_[0].data(), shape,
                                     indices_.data());
  }

  Status LeakyRelu() {
    OutputStageLeakyRelu stage;
    const Status status = gemmlowp::MakeLeakyRelu(
        r_.scales[0], r_.alpha, r_.scales[1], rounding_, &stage);
    return status.ok() ? gemmlowp::TryLeakyRelu(context_, inputs_[0].data(),
                                                inputs_[0].size(), stage,
                                                result_.data())
                       : status;
  }

  const RecordedOperator& r_;
  FixedPointRounding rounding_;
  GemmContext* context_;
  std::vector<std::vector<T>> inputs_;
  std::vector<T> result_;
  std::vector<std::int32_t> indices_;
};

std::vector<std::int32_t> Replayed(const RecordedOperator& recorded,
                                   FixedPointRounding rounding,
                                   GemmContext* context) {
  return recorded.type == "uint8"
             ? Replay<std::uint8_t>(recorded, rounding, context).Run()
         : recorded.type == "int8"
             ? Replay<std::int8_t>(recorded, rounding, context).Run()
             : Replay<std::int16_t>(recorded, rounding, context).Run();
}

const std::vector<RecordedOperator>& Recorded() {
  static const auto* const recorded = new std::vector<RecordedOperator>(
      ReadOperators(LOWP_GOLDEN_DIR "/operators/litert.txt"));
  return *recorded;
}

void ExpectEveryByte(const std::vector<RecordedOperator>& table) {
  ForEachBackend([&](const Backend& backend) {
    for (const RecordedOperator& recorded : table) {
      SCOPED_TRACE(recorded.name + " of " + recorded.type + ", case " +
                   std::to_string(recorded.number));
      const std::vector<std::int32_t> result =
          Replayed(recorded, FixedPointRounding::kDouble, ContextFor(backend));
      for (std::size_t i = 0; i < result.size(); ++i) {
        EXPECT_EQ(result[i], recorded.result[i]) << i;
        if (::testing::Test::HasFailure()) break;
      }
    }
  });
}

TEST(OperatorsGoldenTest, EveryByteIsTensorFlowLites) {
  ASSERT_EQ(Recorded().size(), 420u);
  ExpectEveryByte(Recorded());
}

TEST(OperatorsGoldenTest, EveryByteIsOnnxRuntimes) {
  const std::vector<RecordedOperator> table =
      ReadOperators(LOWP_GOLDEN_DIR "/operators/onnxruntime.txt");
  ASSERT_EQ(table.size(), 10u);
  ExpectEveryByte(table);
}

// So that a build of that system with another rounding does not pass for this
// one.
TEST(OperatorsGoldenTest, EveryOtherRoundingIsRefused) {
  GemmContext context;
  std::map<std::string, std::set<FixedPointRounding>> refused;
  for (const RecordedOperator& recorded : Recorded()) {
    const std::set<std::string> rescaling = {"ADD", "MUL", "MEAN",
                                             "LEAKY_RELU"};
    if (rescaling.count(recorded.name) == 0) continue;
    std::set<FixedPointRounding>& by =
        refused[recorded.name + " of " + recorded.type];
    for (const FixedPointRounding rounding : kFixedPointRoundings) {
      if (Replayed(recorded, rounding, &context) != recorded.result) {
        by.insert(rounding);
      }
    }
  }
  ASSERT_EQ(refused.size(), 12u);
  for (const auto& each : refused) {
    EXPECT_EQ(each.second.count(FixedPointRounding::kDouble), 0u) << each.first;
    EXPECT_EQ(each.second.size(), 4u) << each.first;
  }
}

}  // namespace
}  // namespace lowp_test
