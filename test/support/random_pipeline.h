// Random output pipelines, and the stages in them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_RANDOM_PIPELINE_H_
#define LOWP_TEST_SUPPORT_RANDOM_PIPELINE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "../../internal/frontend/lower_output_stages.h"
#include "float_stages.h"
#include "random_matrix.h"
#include "reference_stages.h"
#include "stage.h"

namespace lowp_test {

constexpr FixedPointRounding kEveryRounding[] = {
    FixedPointRounding::kDouble, FixedPointRounding::kDoubleUpward,
    FixedPointRounding::kSingleUpward, FixedPointRounding::kSingleAway,
    FixedPointRounding::kSingleUpward15Bits};

// Defined in random_activations.h.
class StageMaker;
inline Stage AnyActivation(StageMaker* maker);
// Defined in random_floats.h.
inline Stage AnyScaleByReal(StageMaker* maker);
inline Stage AnyStageOfFloats(StageMaker* maker, bool* floats);

// Makes stages for a result of some shape. Their parameters live in the test's
// memory, which must outlive them.
class StageMaker {
 public:
  StageMaker(int rows, int cols, Memory* memory, Random* random)
      : rows_(rows), cols_(cols), memory_(memory), random_(random) {}
  Random* random() { return random_; }
  Memory* memory() { return memory_; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }

  // A parameter whose entries are values of `value()`.
  template <typename Value>
  Parameter MakeParameter(Along along, Value value) {
    const int size = along == Along::kRows   ? rows_
                     : along == Along::kCols ? cols_
                                             : 1;
    auto* const data = reinterpret_cast<std::int32_t*>(
        memory_->Get(size * sizeof(std::int32_t), alignof(std::int32_t)));
    for (int i = 0; i < size; ++i) data[i] = value();
    memory_->MakeReadOnly(data);
    return {along, data, size};
  }

  struct Factors {
    Parameter multiplier, exponent;
  };
  // Normalized multipliers with exponents of `exponent()`. One time in four
  // some of them, or all, are those of channels whose weights are 0.
  template <typename Value>
  Factors MakeFactors(Along along, Value exponent) {
    const int period = random_->OneIn(4) ? random_->Between(1, 9) : INT32_MAX;
    int m = 0, e = 0;
    const Parameter multiplier = MakeParameter(along, [&] {
      return ++m % period == 0 ? 0 : random_->Between(1 << 30, INT32_MAX);
    });
    return {multiplier, MakeParameter(along, [&] {
              return ++e % period == 0 ? random_->Between(-1, 31) : exponent();
            })};
  }

  // The same for doubles.
  template <typename Value>
  Doubles MakeDoubles(Along along, Value value) {
    const int size = along == Along::kRows   ? rows_
                     : along == Along::kCols ? cols_
                                             : 1;
    auto* const data = reinterpret_cast<double*>(
        memory_->Get(size * sizeof(double), alignof(double)));
    for (int i = 0; i < size; ++i) data[i] = value();
    memory_->MakeReadOnly(data);
    return {along, data, size};
  }

  Stage Bias(const Parameter& bias) {
    Stage stage;
    stage.name = "Bias" + bias.name();
    stage.op = WithShape(bias.along, [&](auto shape) {
      constexpr VectorShape kShape = decltype(shape)::value;
      if (bias.along == Along::kAll) {
        using Vector = VectorDup<const std::int32_t, kShape>;
        gemmlowp::OutputStageBiasAddition<Vector> bias_stage;
        bias_stage.bias_vector = Vector(bias.data[0], cols_);
        return gemmlowp::internal::Lower(bias_stage);
      }
      using Vector = VectorMap<const std::int32_t, kShape>;
      gemmlowp::OutputStageBiasAddition<Vector> bias_stage;
      bias_stage.bias_vector = Vector(bias.data, bias.size);
      return gemmlowp::internal::Lower(bias_stage);
    });
    stage.reference = [bias](std::int32_t x, int row, int col) {
      return ReferenceBias(x, bias(row, col));
    };
    return stage;
  }

  // `multiplier` and `exponent` must vary in the same way.
  Stage Scale(const Parameter& multiplier, const Parameter& exponent,
              std::int32_t offset) {
    Stage stage;
    stage.name = "Scale" + multiplier.name();
    if (multiplier.along == Along::kAll) {
      gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent scale;
      Fill(multiplier.data[0], exponent.data[0], offset, &scale);
      stage.op = gemmlowp::internal::Lower(scale);
    } else {
      stage.op = WithShape(multiplier.along, [&](auto shape) {
        constexpr VectorShape kShape = decltype(shape)::value;
        using Vector = VectorMap<const std::int32_t, kShape>;
        gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<kShape> scale;
        Fill(Vector(multiplier.data, multiplier.size),
             Vector(exponent.data, exponent.size), offset, &scale);
        return gemmlowp::internal::Lower(scale);
      });
    }
    stage.reference = [=](std::int32_t x, int row, int col) {
      return ReferenceScale(x, multiplier(row, col), exponent(row, col),
                            offset);
    };
    return stage;
  }

  // The same with a choice of roundings.
  Stage Scale(const Parameter& multiplier, const Parameter& exponent,
              std::int32_t offset, FixedPointRounding rounding,
              gemmlowp::FixedPointOverflow overflow =
                  gemmlowp::FixedPointOverflow::kWrap) {
    Stage stage;
    stage.name = "ScaleRounded" + std::to_string(static_cast<int>(rounding)) +
                 multiplier.name();
    if (multiplier.along == Along::kAll) {
      gemmlowp::OutputStageScaleInt32ByFixedPoint scale;
      Fill(multiplier.data[0], exponent.data[0], offset, &scale);
      scale.result_rounding = rounding;
      scale.result_overflow = overflow;
      stage.op = gemmlowp::internal::Lower(scale);
    } else {
      stage.op = WithShape(multiplier.along, [&](auto shape) {
        constexpr VectorShape kShape = decltype(shape)::value;
        using Vector = VectorMap<const std::int32_t, kShape>;
        gemmlowp::OutputStageScaleInt32ByFixedPointPC<kShape> scale;
        Fill(Vector(multiplier.data, multiplier.size),
             Vector(exponent.data, exponent.size), offset, &scale);
        scale.result_rounding = rounding;
        scale.result_overflow = overflow;
        return gemmlowp::internal::Lower(scale);
      });
    }
    stage.reference = [=](std::int32_t x, int row, int col) {
      return ReferenceScale(x, multiplier(row, col), exponent(row, col), offset,
                            rounding, overflow);
    };
    return stage;
  }

  Stage QuantizeDownByFixedPoint(std::int32_t multiplier, int shift,
                                 std::int32_t offset) {
    gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint quantize;
    quantize.result_fixedpoint_multiplier = multiplier;
    quantize.result_shift = shift;
    quantize.result_offset_after_shift = offset;
    return {"QuantizeDownByFixedPoint", gemmlowp::internal::Lower(quantize),
            [=](std::int32_t x, int, int) {
              return ReferenceQuantizeDownByFixedPoint(x, multiplier, shift,
                                                       offset);
            }};
  }

  // `offset` and `multiplier` must vary in the same way.
  Stage QuantizeDown(const Parameter& offset, const Parameter& multiplier,
                     int shift) {
    Stage stage;
    stage.name = "QuantizeDown" + offset.name();
    if (offset.along == Along::kAll) {
      gemmlowp::OutputStageQuantizeDownInt32ToUint8Scale quantize;
      quantize.result_offset = offset.data[0];
      quantize.result_mult_int = multiplier.data[0];
      quantize.result_shift = shift;
      stage.op = gemmlowp::internal::Lower(quantize);
    } else {
      stage.op = WithShape(offset.along, [&](auto shape) {
        constexpr VectorShape kShape = decltype(shape)::value;
        using Vector = VectorMap<const std::int32_t, kShape>;
        gemmlowp::OutputStageQuantizeDownInt32ToUint8ScalePC<kShape> quantize;
        quantize.result_offset = Vector(offset.data, offset.size);
        quantize.result_mult_int = Vector(multiplier.data, multiplier.size);
        quantize.result_shift = shift;
        return gemmlowp::internal::Lower(quantize);
      });
    }
    stage.reference = [=](std::int32_t x, int row, int col) {
      return ReferenceQuantizeDown(x, offset(row, col), multiplier(row, col),
                                   shift);
    };
    return stage;
  }

  Stage Clamp(std::int32_t low, std::int32_t high) {
    gemmlowp::OutputStageClamp clamp;
    clamp.min = low;
    clamp.max = high;
    return {
        "Clamp", gemmlowp::internal::Lower(clamp),
        [=](std::int32_t x, int, int) { return ReferenceClamp(x, low, high); }};
  }

  Stage Tanh(std::int32_t zero, std::int32_t amplitude) {
    gemmlowp::OutputStageTanh tanh;
    tanh.real_zero_as_int32 = zero;
    tanh.real_amplitude_as_int32 = amplitude;
    return {"Tanh", gemmlowp::internal::Lower(tanh),
            [=](std::int32_t x, int, int) {
              return ReferenceTanh(x, zero, amplitude);
            }};
  }

  template <typename UserStage>
  Stage User(const char* name) {
    static const UserStage user_stage;
    return {name, gemmlowp::internal::Lower(user_stage),
            [](std::int32_t x, int row, int col) {
              return UserStage()(x, row, col);
            }};
  }

  // For a float result, converts int32 to float.
  Stage SaturatingCast(Scalar scalar) {
    if (scalar == Scalar::kUint8) {
      return Cast<std::uint8_t>("ToUint8",
                                gemmlowp::OutputStageSaturatingCastToUint8());
    }
    if (scalar == Scalar::kInt8) {
      return Cast<std::int8_t>("ToInt8",
                               gemmlowp::OutputStageSaturatingCastToInt8());
    }
    if (scalar == Scalar::kInt16) {
      return Cast<std::int16_t>("ToInt16",
                                gemmlowp::OutputStageSaturatingCastToInt16());
    }
    return Dequantize(MakeParameter(random_->Pick(kEveryAlong),
                                    [this] { return AnyScale(random_); }));
  }

  Stage TruncatingCast() {
    return {
        "TruncateToUint8",
        gemmlowp::internal::Lower(gemmlowp::OutputStageTruncatingCastToUint8()),
        [](std::int32_t x, int, int) {
          return ReferenceTruncatingCastToUint8(x);
        }};
  }

  // Any stage that yields an int32, with parameters of every magnitude.
  Stage Any() { return random_->OneIn(3) ? AnyActivation(this) : AnyScaling(); }
  Stage AnyScaling() {
    const Along along = random_->Pick(kEveryAlong);
    const auto wild = [this] { return random_->WildInt32(); };
    switch (random_->Between(0, 9)) {
      case 8:
      case 9:
        return AnyScaleByReal(this);
      case 0:
      case 1:
        return Bias(MakeParameter(along, wild));
      case 2:
        return Scale(MakeParameter(along, wild),
                     MakeParameter(along, [&] { return Exponent(); }), wild(),
                     random_->Pick(kEveryRounding));
      case 3:
        return QuantizeDownByFixedPoint(wild(), random_->Between(0, 31),
                                        wild());
      case 4:
        return QuantizeDown(MakeParameter(along, wild),
                            MakeParameter(along, wild),
                            random_->Between(0, 31));
      case 5:
        return Clamp(wild(), wild());
      case 6:
        return Tanh(random_->Between(-(1 << 20), 1 << 20),
                    1 + (random_->Between(0, (1 << 26) - 1) >>
                         random_->Between(0, 25)));
      default:
        return random_->OneIn(2) ? User<PassThrough>("PassThrough")
                                 : User<MixInPosition>("MixInPosition");
    }
  }

  // Any stage for the values so far, floats or not; sets whether it yields
  // floats.
  Stage AnyOf(bool* floats) {
    if (*floats) return AnyStageOfFloats(this, floats);
    if (!random_->OneIn(6)) return Any();
    *floats = true;
    return Dequantize(MakeParameter(random_->Pick(kEveryAlong),
                                    [this] { return AnyScale(random_); }));
  }

  // What inference does: biases; a scale that brings sums of up to `largest` to
  // slightly more than the range of the result; a clamp; a cast.
  Pipeline Requantize(Scalar result, std::int64_t largest) {
    Pipeline pipeline;
    pipeline.result = result;
    if (result == Scalar::kInt32) return pipeline;
    const Along along = random_->Pick(kEveryAlong);
    const int bias = static_cast<int>(std::min<std::int64_t>(largest, 1 << 30));
    if (random_->OneIn(2)) {
      pipeline.stages.push_back(
          Bias(MakeParameter(random_->Pick(kEveryAlong),
                             [&] { return random_->Between(-bias, bias); })));
    }
    if (result == Scalar::kFloat32) {
      pipeline.stages.push_back(SaturatingCast(result));
      return pipeline;
    }
    int exponent = 0;
    const std::int64_t range = result == Scalar::kInt16 ? 80000 : 400;
    while (exponent > -31 && (largest >> -exponent) > range) --exponent;
    if (exponent == 0) {
      while (exponent < 8 && (largest << exponent) < range / 2) ++exponent;
    }
    if (random_->OneIn(2)) {
      pipeline.stages.push_back(ScaleFloat(
          MakeParameter(along,
                        [&] {
                          const int m = random_->Between(1 << 23, 1 << 24);
                          return BitsOf(
                              std::ldexp(static_cast<float>(m), exponent - 24));
                        }),
          {random_->Between(-20, 128), FloatRounding::kEven,
           ZeroPointOrder::kAfterRounding}));
    } else {
      AppendFixedPointScale(along, exponent, &pipeline);
    }
    if (random_->OneIn(2)) {
      pipeline.stages.push_back(
          Clamp(random_->Between(-100, 20), random_->Between(100, 300)));
    }
    pipeline.stages.push_back(SaturatingCast(result));
    return pipeline;
  }

 private:
  void AppendFixedPointScale(Along along, int exponent, Pipeline* pipeline) {
    const Factors factors =
        MakeFactors(along, [&] { return exponent + random_->Between(0, 1); });
    pipeline->stages.push_back(Scale(factors.multiplier, factors.exponent,
                                     random_->Between(-20, 128)));
  }

  template <typename T, typename FixedPointStage>
  static void Fill(const T& multiplier, const T& exponent, std::int32_t offset,
                   FixedPointStage* stage) {
    stage->result_fixedpoint_multiplier = multiplier;
    stage->result_exponent = exponent;
    stage->result_offset_after_shift = offset;
  }

  int Exponent() {
    return random_->OneIn(2) ? random_->Between(-31, 31)
                             : random_->Between(-12, 3);
  }

  template <typename T, typename CastStage>
  Stage Cast(const char* name, const CastStage& cast) {
    return {
        name, gemmlowp::internal::Lower(cast),
        [](std::int32_t x, int, int) { return ReferenceSaturatingCast<T>(x); }};
  }

  int rows_;
  int cols_;
  Memory* memory_;
  Random* random_;
};

}  // namespace lowp_test

#include "random_activations.h"  // IWYU pragma: export
#include "random_floats.h"       // IWYU pragma: export

#endif  // LOWP_TEST_SUPPORT_RANDOM_PIPELINE_H_
