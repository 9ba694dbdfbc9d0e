// The output stages of the oracle test's client, with random parameters, and
// every combination of them. Written against gemmlowp's public API only: either
// library's headers may be included before.
//
// Parameters stay where the original's SIMD and scalar code agree; see
// doc/differences.md.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_COMPAT_ORACLE_STAGES_H_
#define LOWP_TEST_COMPAT_ORACLE_STAGES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "oracle_random.h"
#include "public/gemmlowp.h"

namespace oracle {

using gemmlowp::MapOrder;
using gemmlowp::VectorShape;

constexpr std::int64_t kInt32Bound = std::int64_t{1} << 31;

// What the parameters of one problem's stages are drawn from.
struct Source {
  Random& random;
  int rows;
  int cols;
  std::int64_t bound;  // on the magnitude of the values that reach a stage
  std::vector<std::vector<std::int32_t>> vectors;

  template <typename Draw>
  const std::int32_t* NewVector(int size, Draw draw) {
    std::vector<std::int32_t> values(static_cast<std::size_t>(size));
    for (std::int32_t& value : values) value = draw();
    vectors.push_back(std::move(values));
    return vectors.back().data();
  }
  template <VectorShape Shape, typename Draw>
  gemmlowp::VectorMap<const std::int32_t, Shape> NewMap(Draw draw) {
    const int size = Shape == VectorShape::Col ? rows : cols;
    return gemmlowp::VectorMap<const std::int32_t, Shape>(NewVector(size, draw),
                                                          size);
  }

  std::int32_t Multiplier() {
    if (random.OneIn(8)) return random.Between(-kInt32Bound + 1, -1);
    if (random.OneIn(4)) return random.Between(0, kInt32Bound - 1);
    return random.Between(kInt32Bound / 2, kInt32Bound - 1);
  }
  // The largest left shift that no value overflows.
  int MaxExponent() const {
    int exponent = 0;
    while (exponent < 30 && (bound << (exponent + 1)) < kInt32Bound) ++exponent;
    return exponent;
  }
  std::int32_t Exponent(int max_exponent) {
    return random.OneIn(8)   ? random.Between(-31, 0)
           : random.OneIn(3) ? random.Between(0, max_exponent)
                             : random.Between(-14, 0);
  }
  std::int32_t AfterShift() { return random.Between(-300, 300); }
};

// The stages. Each draws its parameters; None means no stage.
struct None {
  static std::tuple<> Make(Source&) { return {}; }
};

template <VectorShape Shape>
struct BiasMap {
  using Vector = gemmlowp::VectorMap<const std::int32_t, Shape>;
  static std::tuple<gemmlowp::OutputStageBiasAddition<Vector>> Make(Source& s) {
    gemmlowp::OutputStageBiasAddition<Vector> stage;
    stage.bias_vector =
        s.NewMap<Shape>([&s] { return s.random.Between(-100000, 100000); });
    s.bound += 100000;
    return std::make_tuple(stage);
  }
};

struct Uint8Scale {
  static std::tuple<gemmlowp::OutputStageQuantizeDownInt32ToUint8Scale> Make(
      Source& s) {
    gemmlowp::OutputStageQuantizeDownInt32ToUint8Scale stage;
    stage.result_offset = s.random.Between(-5000, 5000);
    stage.result_mult_int = s.random.Between(-3, 200);
    stage.result_shift =
        s.random.OneIn(4) ? s.random.Between(0, 31) : s.random.Between(4, 20);
    s.bound = kInt32Bound;
    return std::make_tuple(stage);
  }
};

template <VectorShape Shape>
struct Uint8ScalePC {
  static std::tuple<gemmlowp::OutputStageQuantizeDownInt32ToUint8ScalePC<Shape>>
  Make(Source& s) {
    gemmlowp::OutputStageQuantizeDownInt32ToUint8ScalePC<Shape> stage;
    stage.result_offset =
        s.NewMap<Shape>([&s] { return s.random.Between(-5000, 5000); });
    stage.result_mult_int =
        s.NewMap<Shape>([&s] { return s.random.Between(-3, 200); });
    stage.result_shift =
        s.random.OneIn(4) ? s.random.Between(0, 31) : s.random.Between(4, 20);
    s.bound = kInt32Bound;
    return std::make_tuple(stage);
  }
};

struct FixedPointScale {
  static std::tuple<gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint> Make(
      Source& s) {
    gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint stage;
    stage.result_fixedpoint_multiplier = s.Multiplier();
    stage.result_shift =
        s.random.OneIn(8) ? s.random.Between(0, 31) : s.random.Between(0, 14);
    stage.result_offset_after_shift = s.AfterShift();
    s.bound = kInt32Bound;
    return std::make_tuple(stage);
  }
};

struct ExponentScale {
  static std::tuple<gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent>
  Make(Source& s) {
    gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent stage;
    stage.result_fixedpoint_multiplier = s.Multiplier();
    stage.result_exponent = s.Exponent(s.MaxExponent());
    stage.result_offset_after_shift = s.AfterShift();
    s.bound = kInt32Bound;
    return std::make_tuple(stage);
  }
};

template <VectorShape Shape>
struct ExponentScalePC {
  static std::tuple<
      gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<Shape>>
  Make(Source& s) {
    gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<Shape> stage;
    const int max_exponent = s.MaxExponent();
    stage.result_fixedpoint_multiplier =
        s.NewMap<Shape>([&s] { return s.Multiplier(); });
    stage.result_exponent = s.NewMap<Shape>(
        [&s, max_exponent] { return s.Exponent(max_exponent); });
    stage.result_offset_after_shift = s.AfterShift();
    s.bound = kInt32Bound;
    return std::make_tuple(stage);
  }
};

struct Clamp {
  static std::tuple<gemmlowp::OutputStageClamp> Make(Source& s) {
    gemmlowp::OutputStageClamp stage;
    const int reach = s.random.OneIn(3) ? 1000000 : 255;
    stage.min = s.random.Between(-reach, reach);
    stage.max = s.random.Between(stage.min, reach);
    s.bound = std::min<std::int64_t>(s.bound, reach);
    return std::make_tuple(stage);
  }
};

struct Tanh {
  static std::tuple<gemmlowp::OutputStageTanh> Make(Source& s) {
    gemmlowp::OutputStageTanh stage;
    stage.real_zero_as_int32 = s.random.Between(-1000, 1000);
    // For a power of two, a left shift overflows at the upper cutoff.
    do {
      stage.real_amplitude_as_int32 = s.random.OneIn(2)
                                          ? s.random.Between(3, 1000)
                                          : s.random.Between(1000, 1 << 27);
    } while ((stage.real_amplitude_as_int32 &
              (stage.real_amplitude_as_int32 - 1)) == 0);
    s.bound = kInt32Bound;
    return std::make_tuple(stage);
  }
};

template <typename Stage, typename ResultType>
struct Cast {
  using Result = ResultType;
  static std::tuple<Stage> Make(Source&) { return {}; }
};
struct NoCast : None {
  using Result = std::int32_t;
};

// Every combination of a bias, a scale, a limit and a cast has a number. Those
// whose scales and casts the original compiles everywhere come first. The limit
// follows the scale in even combinations, and precedes the bias in odd ones.
using Biases =
    std::tuple<None, BiasMap<VectorShape::Col>, BiasMap<VectorShape::Row>>;
using Scales = std::tuple<None, Uint8Scale, Uint8ScalePC<VectorShape::Col>,
                          Uint8ScalePC<VectorShape::Row>, FixedPointScale,
                          ExponentScale, ExponentScalePC<VectorShape::Col>,
                          ExponentScalePC<VectorShape::Row>>;
using Limits = std::tuple<None, Clamp, Tanh>;
using Casts =
    std::tuple<NoCast,
               Cast<gemmlowp::OutputStageSaturatingCastToUint8, std::uint8_t>,
               Cast<gemmlowp::OutputStageSaturatingCastToInt16, std::int16_t>,
               Cast<gemmlowp::OutputStageSaturatingCastToInt8, std::int8_t>,
               Cast<gemmlowp::OutputStageTruncatingCastToUint8, std::uint8_t>>;

constexpr int kBiases = 3;
constexpr int kLimits = 3;
constexpr int kSimdScales = 6;
constexpr int kSimdCasts = 3;
constexpr int kCasts = 5;
constexpr int kScales = 8;
constexpr int kCombinations = kBiases * kLimits * kScales * kCasts;

struct Combination {
  int bias, limit, scale, cast;
};

constexpr Combination CombinationOf(int number) {
  Combination c{};
  c.bias = number % kBiases;
  c.limit = number / kBiases % kLimits;
  int rest = number / (kBiases * kLimits);
  if (rest < kSimdScales * kSimdCasts) {
    c.scale = rest % kSimdScales;
    c.cast = rest / kSimdScales;
    return c;
  }
  rest -= kSimdScales * kSimdCasts;
  const int new_scales = (kScales - kSimdScales) * kSimdCasts;
  if (rest < new_scales) {
    c.scale = kSimdScales + rest % (kScales - kSimdScales);
    c.cast = rest / (kScales - kSimdScales);
    return c;
  }
  rest -= new_scales;
  c.scale = rest % kScales;
  c.cast = kSimdCasts + rest / kScales;
  return c;
}

template <int Number>
struct StagesOf {
  static constexpr Combination kCombination = CombinationOf(Number);
  using Bias = std::tuple_element_t<kCombination.bias, Biases>;
  using Scale = std::tuple_element_t<kCombination.scale, Scales>;
  using Limit = std::tuple_element_t<kCombination.limit, Limits>;
  using Cast = std::tuple_element_t<kCombination.cast, Casts>;
  using Result = typename Cast::Result;

  static auto Make(Source& s) {
    if constexpr (Number % 2 == 0) {
      auto bias = Bias::Make(s);
      auto scale = Scale::Make(s);
      auto limit = Limit::Make(s);
      return std::tuple_cat(bias, scale, limit, Cast::Make(s));
    } else {
      auto limit = Limit::Make(s);
      auto bias = Bias::Make(s);
      auto scale = Scale::Make(s);
      return std::tuple_cat(limit, bias, scale, Cast::Make(s));
    }
  }
};

}  // namespace oracle

#endif  // LOWP_TEST_COMPAT_ORACLE_STAGES_H_
