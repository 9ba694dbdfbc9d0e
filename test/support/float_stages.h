// The floating-point output stages, for tests. Their parameters hold the bits
// of floats.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_FLOAT_STAGES_H_
#define LOWP_TEST_SUPPORT_FLOAT_STAGES_H_

#include <cstdint>
#include <string>

#include "../../internal/frontend/lower_output_stages.h"
#include "reference_float_stages.h"
#include "stage.h"

namespace lowp_test {

using gemmlowp::FloatRounding;
using gemmlowp::ZeroPointOrder;
constexpr FloatRounding kEveryFloatRounding[] = {
    FloatRounding::kEven, FloatRounding::kAway, FloatRounding::kUpward,
    FloatRounding::kTruncate, FloatRounding::kAwayBySum};
constexpr ZeroPointOrder kEveryOrder[] = {ZeroPointOrder::kAfterRounding,
                                          ZeroPointOrder::kBeforeRounding};

// The bits of a scale between 2^-25 and 2^5, mostly positive.
inline std::int32_t AnyScale(Random* random) {
  const float scale =
      std::ldexp(static_cast<float>(random->Between(1 << 23, (1 << 24) - 1)),
                 random->Between(-48, -18));
  return BitsOf(random->OneIn(16) ? -scale : scale);
}

template <VectorShape kShape>
VectorMap<const float, kShape> FloatVector(const Parameter& parameter) {
  return {reinterpret_cast<const float*>(parameter.data), parameter.size};
}

// A stage with a parameter, `field`, that may vary: `One` if it does not, else
// `Each` of a shape.
template <typename One, template <VectorShape> class Each, typename F>
EpilogueOp WithFloats(const Parameter& parameter, F set) {
  if (parameter.along == Along::kAll) {
    One stage;
    set(&stage, FloatOf(parameter.data[0]));
    return gemmlowp::internal::Lower(stage);
  }
  return WithShape(parameter.along, [&](auto shape) {
    constexpr VectorShape kShape = decltype(shape)::value;
    Each<kShape> stage;
    set(&stage, FloatVector<kShape>(parameter));
    return gemmlowp::internal::Lower(stage);
  });
}

inline Stage Dequantize(const Parameter& scale) {
  return {
      "Dequantize" + scale.name(),
      WithFloats<gemmlowp::OutputStageDequantize,
                 gemmlowp::OutputStageDequantizePC>(
          scale, [](auto* stage, auto value) { stage->result_scale = value; }),
      [scale](std::int32_t x, int row, int col) {
        return BitsOf(ReferenceDequantize(x, FloatOf(scale(row, col))));
      }};
}

inline Stage AddFloat(const Parameter& bias) {
  const EpilogueOp op = WithShape(bias.along, [&](auto shape) {
    constexpr VectorShape kShape = decltype(shape)::value;
    if (bias.along == Along::kAll) {
      using Vector = VectorDup<float, kShape>;
      gemmlowp::OutputStageBiasAddition<Vector> stage;
      stage.bias_vector = Vector(FloatOf(bias.data[0]), 1);
      return gemmlowp::internal::Lower(stage);
    }
    gemmlowp::OutputStageBiasAddition<VectorMap<const float, kShape>> stage;
    stage.bias_vector = FloatVector<kShape>(bias);
    return gemmlowp::internal::Lower(stage);
  });
  return {"AddFloat" + bias.name(), op,
          [bias](std::int32_t x, int row, int col) {
            return BitsOf(FloatOf(x) + FloatOf(bias(row, col)));
          }};
}

inline Stage MultiplyFloat(const Parameter& factor) {
  return {"MultiplyFloat" + factor.name(),
          WithFloats<gemmlowp::OutputStageMultiplyFloat,
                     gemmlowp::OutputStageMultiplyFloatPC>(
              factor, [](auto* stage, auto value) { stage->factor = value; }),
          [factor](std::int32_t x, int row, int col) {
            return BitsOf(FloatOf(x) * FloatOf(factor(row, col)));
          }};
}

inline Stage DivideFloat(const Parameter& divisor) {
  return {"DivideFloat" + divisor.name(),
          WithFloats<gemmlowp::OutputStageDivideFloat,
                     gemmlowp::OutputStageDivideFloatPC>(
              divisor, [](auto* stage, auto value) { stage->divisor = value; }),
          [divisor](std::int32_t x, int row, int col) {
            return BitsOf(FloatOf(x) / FloatOf(divisor(row, col)));
          }};
}

inline Stage LeakyFloat(const Parameter& slope) {
  return {"LeakyFloat" + slope.name(),
          WithFloats<gemmlowp::OutputStageLeakyReluFloat,
                     gemmlowp::OutputStageLeakyReluFloatPC>(
              slope,
              [](auto* stage, auto value) { stage->negative_slope = value; }),
          [slope](std::int32_t x, int row, int col) {
            return BitsOf(
                ReferenceLeakyFloat(FloatOf(x), FloatOf(slope(row, col))));
          }};
}

inline Stage ClampFloat(float low, float high) {
  gemmlowp::OutputStageClampFloat stage;
  stage.min = low;
  stage.max = high;
  return {"ClampFloat", gemmlowp::internal::Lower(stage),
          [=](std::int32_t x, int, int) {
            return BitsOf(ReferenceClampFloat(FloatOf(x), low, high));
          }};
}

// How a scaling rounds.
struct FloatRequantization {
  std::int32_t offset;
  FloatRounding rounding;
  ZeroPointOrder order;

  std::string name() const {
    return std::to_string(static_cast<int>(rounding)) +
           std::to_string(static_cast<int>(order));
  }
  template <typename OutputStage>
  void Fill(OutputStage* stage) const {
    stage->result_offset = offset;
    stage->result_rounding = rounding;
    stage->result_order = order;
  }
};

inline Stage ScaleFloat(const Parameter& scale,
                        const FloatRequantization& how) {
  return {"ScaleFloat" + how.name() + scale.name(),
          WithFloats<gemmlowp::OutputStageScaleInt32ByFloat,
                     gemmlowp::OutputStageScaleInt32ByFloatPC>(
              scale,
              [&](auto* stage, auto value) {
                stage->result_scale = value;
                how.Fill(stage);
              }),
          [=](std::int32_t x, int row, int col) {
            return ReferenceScaleByReal(x, FloatOf(scale(row, col)), how.offset,
                                        how.rounding, how.order);
          }};
}

// A parameter of doubles.
struct Doubles {
  Along along;
  const double* data;
  int size;
};

inline Stage ScaleDouble(const Doubles& scale, const FloatRequantization& how) {
  EpilogueOp op;
  if (scale.along == Along::kAll) {
    gemmlowp::OutputStageScaleInt32ByDouble stage;
    stage.result_scale = scale.data[0];
    how.Fill(&stage);
    op = gemmlowp::internal::Lower(stage);
  } else {
    op = WithShape(scale.along, [&](auto shape) {
      constexpr VectorShape kShape = decltype(shape)::value;
      gemmlowp::OutputStageScaleInt32ByDoublePC<kShape> stage;
      stage.result_scale =
          VectorMap<const double, kShape>(scale.data, scale.size);
      how.Fill(&stage);
      return gemmlowp::internal::Lower(stage);
    });
  }
  return {"ScaleDouble" + how.name(), op,
          [=](std::int32_t x, int row, int col) {
            const int at = scale.along == Along::kRows   ? row
                           : scale.along == Along::kCols ? col
                                                         : 0;
            return ReferenceScaleByReal(x, scale.data[at], how.offset,
                                        how.rounding, how.order);
          }};
}

inline Stage Quantize(std::int32_t offset, FloatRounding rounding,
                      ZeroPointOrder order) {
  gemmlowp::OutputStageQuantizeFloat stage;
  stage.result_offset = offset;
  stage.result_rounding = rounding;
  stage.result_order = order;
  return {"Quantize" + std::to_string(static_cast<int>(rounding)) +
              std::to_string(static_cast<int>(order)),
          gemmlowp::internal::Lower(stage), [=](std::int32_t x, int, int) {
            return ReferenceQuantize(FloatOf(x), offset, rounding, order);
          }};
}

// A caller's stage on floats, whose result tells where it was called.
struct MixInPositionOfFloat {
  float operator()(float value, int row, int col) const {
    return value * 0.5f + static_cast<float>(3 * row - col);
  }
};

inline Stage UserFloat() {
  static const MixInPositionOfFloat user_stage;
  return {"MixInPositionOfFloat", gemmlowp::internal::Lower(user_stage),
          [](std::int32_t x, int row, int col) {
            return BitsOf(MixInPositionOfFloat()(FloatOf(x), row, col));
          }};
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_FLOAT_STAGES_H_
