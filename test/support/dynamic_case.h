// Random dynamic linear layers and their inputs, as the library and as the
// reference have them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_DYNAMIC_CASE_H_
#define LOWP_TEST_SUPPORT_DYNAMIC_CASE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "../../public/dynamic/dynamic_linear.h"
#include "../../public/gemmlowp.h"
#include "for_each_backend.h"
#include "random_matrix.h"
#include "real_values.h"
#include "reference_dynamic.h"

namespace lowp_test {

using gemmlowp::DynamicArithmetic;
using gemmlowp::DynamicCode;
using gemmlowp::DynamicLinear;
using gemmlowp::DynamicLinearParameters;
using gemmlowp::DynamicOrder;
using gemmlowp::DynamicScale;
using gemmlowp::DynamicScope;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

template <typename T>
using Rows = MatrixMap<T, MapOrder::RowMajor>;

inline DynamicArithmetic AnyArithmetic(Random* random) {
  const DynamicArithmetic presets[] = {
      gemmlowp::SymmetricRows(),           gemmlowp::AsymmetricRows(),
      gemmlowp::AsymmetricRowsByInverse(), gemmlowp::OnnxTensor(),
      gemmlowp::ReciprocalTensor(true),    gemmlowp::ReciprocalTensor(false),
  };
  DynamicArithmetic a = random->Pick(presets);
  if (random->OneIn(2)) return a;
  a.scope = random->OneIn(3) ? DynamicScope::kTensor : DynamicScope::kRow;
  a.scale = static_cast<DynamicScale>(random->Between(0, 3));
  a.code = static_cast<DynamicCode>(random->Between(0, 3));
  a.order = static_cast<DynamicOrder>(random->Between(0, 2));
  a.fuses_bias = random->OneIn(2);
  a.rule = random->OneIn(2) ? gemmlowp::ReciprocalRule()
                            : gemmlowp::QuantizationRule();
  const int low = random->Pick({-128, -127, -64, -1, -300});
  a.codes = {low, low + random->Between(129, 255)};
  a.range = a.codes;
  if (random->OneIn(3)) a.range = {std::min(-1, low / 2), a.codes.high / 2 + 1};
  if (low == -300) a.codes = {low, low + 255}, a.range = {-290, -100};
  if (low == -300 && a.scale == DynamicScale::kSymmetric) {
    a.scale = DynamicScale::kFromInverse;
  }
  return a;
}

// If `wild`, so large that products may overflow.
inline float AnyScale(Random* random, bool wild = false) {
  return std::ldexp(static_cast<float>(random->Between(-1000, 1000)),
                    wild ? random->Between(80, 117) : random->Between(-20, -8));
}

// A layer, as the library and as the reference have it.
struct Layer {
  Layer(int k, int n, Random* random) : is_signed(random->OneIn(2)) {
    reference.k = k;
    reference.n = n;
    bytes.resize(static_cast<std::size_t>(k) * static_cast<std::size_t>(n));
    const int limit = random->OneIn(3) ? 64 : 128;
    for (std::uint8_t& byte : bytes) {
      const int value =
          random->Between(-limit, limit - 1) + (is_signed ? 0 : 128);
      byte = static_cast<std::uint8_t>(value);
      reference.weights.push_back(value);
    }
    const int zero_points = random->Between(0, 2);
    const auto columns = static_cast<std::size_t>(n);
    const auto any_zero = [&] {
      return random->Between(-128, 127) + (is_signed ? 0 : 128);
    };
    reference.zero_points.assign(columns, zero_points == 0 ? 0 : any_zero());
    if (zero_points == 2) {
      for (int& zero : reference.zero_points) zero = any_zero();
    }
    own_zero_points = reference.zero_points;
    own_zero_points.resize(zero_points == 0   ? 0
                           : zero_points == 1 ? 1
                                              : columns);
    const bool one_scale = random->OneIn(3);
    const bool wild = random->OneIn(8);
    reference.scales.assign(columns, AnyScale(random, wild));
    if (!one_scale) {
      for (float& scale : reference.scales) scale = AnyScale(random, wild);
    }
    own_scales = reference.scales;
    if (one_scale) own_scales.resize(1);
    if (random->OneIn(2)) {
      for (int i = 0; i < n; ++i) {
        reference.bias.push_back(100 * AnyScale(random));
      }
    }
    if (random->OneIn(3)) {
      for (int i = 0; i < k; ++i) {
        reference.factors.push_back(AnyScale(random));
      }
    }
    if (random->OneIn(3)) reference.low = 0;
    if (random->OneIn(3)) reference.high = 6;
    reference.arithmetic = AnyArithmetic(random);
  }

  DynamicLinearParameters Parameters() const {
    DynamicLinearParameters p;
    p.scales = {own_scales.data(), static_cast<int>(own_scales.size())};
    p.zero_points = {own_zero_points.data(),
                     static_cast<int>(own_zero_points.size())};
    p.bias = {reference.bias.data(), static_cast<int>(reference.bias.size())};
    p.factors = {reference.factors.data(),
                 static_cast<int>(reference.factors.size())};
    p.low = reference.low;
    p.high = reference.high;
    p.arithmetic = reference.arithmetic;
    return p;
  }

  template <typename T>
  DynamicLinear PrepareAs(GemmContext* context, bool packs) const {
    const Rows<const T> map(reinterpret_cast<const T*>(bytes.data()),
                            reference.k, reference.n);
    DynamicLinear layer;
    Status status;
    if (packs) {
      const gemmlowp::internal::EngineState& state = *context->engine_state();
      PackedMatrix packed;
      status = PackedMatrix::Pack(
          map, Side::kRhs, &packed,
          state.backend == nullptr ? nullptr : state.backend->name);
      EXPECT_TRUE(status.ok()) << status.message();
      status = DynamicLinear::Prepare(context, packed, Parameters(), &layer);
    } else {
      status = DynamicLinear::Prepare(context, map, Parameters(), &layer);
    }
    EXPECT_TRUE(status.ok()) << status.message();
    return layer;
  }
  DynamicLinear Prepare(GemmContext* context, bool packs = false) const {
    return is_signed ? PrepareAs<std::int8_t>(context, packs)
                     : PrepareAs<std::uint8_t>(context, packs);
  }

  ReferenceLayer reference;
  bool is_signed;
  std::vector<std::uint8_t> bytes;
  std::vector<int> own_zero_points;
  std::vector<float> own_scales;
};

inline float AnyValue(Random* random, int kind) {
  const float usual =
      std::ldexp(static_cast<float>(random->Between(-9999, 9999)),
                 random->Between(-16, -8));
  switch (kind) {
    case 0:
      return 0;
    case 1:
      return std::fabs(usual);
    case 2:
      return -std::fabs(usual);
    case 3:
      return std::ldexp(usual, -148);
    case 4:
      return std::ldexp(usual, 122);  // ranges may overflow
    case 5:
      return random->OneIn(9) ? kNaN : usual;
    case 6:
      return random->OneIn(9) ? -kInfinity : usual;
    default:
      return usual;
  }
}

// Rows of different kinds, as values of T.
template <typename T>
std::vector<T> AnyRows(int rows, int k, Random* random, bool usual = false) {
  std::vector<T> x;
  for (int r = 0; r < rows; ++r) {
    const int kind = usual ? 9 : random->Between(0, 12);
    for (int i = 0; i < k; ++i) {
      x.push_back(NearestTo<T>(AnyValue(random, kind)));
    }
  }
  return x;
}

template <typename T>
std::vector<float> ValuesOf(const std::vector<T>& x) {
  std::vector<float> values;
  for (const T& value : x) values.push_back(ValueOf(value));
  return values;
}

template <typename T>
std::uint32_t BitsOf(T value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_DYNAMIC_CASE_H_
