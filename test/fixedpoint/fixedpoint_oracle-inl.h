// A table of the functions of whichever fixedpoint.h was included before this
// file: lowp's in one translation unit, the original gemmlowp's in another. One
// translation unit cannot include both, because both define namespace gemmlowp.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_FIXEDPOINT_FIXEDPOINT_ORACLE_INL_H_
#define LOWP_TEST_FIXEDPOINT_FIXEDPOINT_ORACLE_INL_H_

#include <array>
#include <cstdint>
#include <utility>

// Functions of raw values. The tables of formats are indexed by the integer
// bits. exp needs an exact 1/4 in its input, and tanh first doubles its input.
template <typename Scalar>
struct FixedpointFunctions {
  static constexpr int kBits = 8 * sizeof(Scalar);
  using Unary = Scalar (*)(Scalar);
  using Binary = Scalar (*)(Scalar, Scalar);
  using Shift = Scalar (*)(Scalar, int);

  Binary saturating_rounding_doubling_high_mul;
  Binary rounding_half_sum;
  Shift rounding_divide_by_pot;
  Shift shift_left;
  Unary one_over_one_plus_x;
  Unary one_minus_x_over_one_plus_x;
  std::array<Unary, kBits - 2> exp_on_negative_values;
  std::array<Unary, kBits - 2> logistic;
  std::array<Unary, kBits - 3> tanh;
  std::array<Unary, kBits> rescale_to_0;
  std::array<Unary, kBits> rescale_from_0;
};

// Defined in fixedpoint_oracle_original.cc.
const FixedpointFunctions<std::int32_t>& OriginalFunctions32();
const FixedpointFunctions<std::int16_t>& OriginalFunctions16();

namespace {

template <typename Scalar, int kIntegerBits>
using F = gemmlowp::FixedPoint<Scalar, kIntegerBits>;

template <typename Scalar, int... kIntegerBits>
std::array<Scalar (*)(Scalar), sizeof...(kIntegerBits)> MakeExp(
    std::integer_sequence<int, kIntegerBits...>) {
  return {[](Scalar x) {
    return exp_on_negative_values(F<Scalar, kIntegerBits>::FromRaw(x)).raw();
  }...};
}

template <typename Scalar, int... kIntegerBits>
std::array<Scalar (*)(Scalar), sizeof...(kIntegerBits)> MakeLogistic(
    std::integer_sequence<int, kIntegerBits...>) {
  return {[](Scalar x) {
    return logistic(F<Scalar, kIntegerBits>::FromRaw(x)).raw();
  }...};
}

template <typename Scalar, int... kIntegerBits>
std::array<Scalar (*)(Scalar), sizeof...(kIntegerBits)> MakeTanh(
    std::integer_sequence<int, kIntegerBits...>) {
  return {[](Scalar x) {
    return tanh(F<Scalar, kIntegerBits>::FromRaw(x)).raw();
  }...};
}

template <typename Scalar, int... kIntegerBits>
std::array<Scalar (*)(Scalar), sizeof...(kIntegerBits)> MakeRescaleTo0(
    std::integer_sequence<int, kIntegerBits...>) {
  return {[](Scalar x) {
    return gemmlowp::Rescale<0>(F<Scalar, kIntegerBits>::FromRaw(x)).raw();
  }...};
}

template <typename Scalar, int... kIntegerBits>
std::array<Scalar (*)(Scalar), sizeof...(kIntegerBits)> MakeRescaleFrom0(
    std::integer_sequence<int, kIntegerBits...>) {
  return {[](Scalar x) {
    return gemmlowp::Rescale<kIntegerBits>(F<Scalar, 0>::FromRaw(x)).raw();
  }...};
}

template <typename Scalar>
FixedpointFunctions<Scalar> MakeFunctions() {
  constexpr int kBits = 8 * sizeof(Scalar);
  FixedpointFunctions<Scalar> functions;
  functions.saturating_rounding_doubling_high_mul = [](Scalar a, Scalar b) {
    return gemmlowp::SaturatingRoundingDoublingHighMul(a, b);
  };
  functions.rounding_half_sum = [](Scalar a, Scalar b) {
    return gemmlowp::RoundingHalfSum(a, b);
  };
  functions.rounding_divide_by_pot = [](Scalar x, int exponent) {
    return gemmlowp::RoundingDivideByPOT(x, exponent);
  };
  functions.shift_left = [](Scalar x, int offset) {
    return gemmlowp::ShiftLeft(x, offset);
  };
  functions.one_over_one_plus_x = [](Scalar x) {
    return one_over_one_plus_x_for_x_in_0_1(F<Scalar, 0>::FromRaw(x)).raw();
  };
  functions.one_minus_x_over_one_plus_x = [](Scalar x) {
    return one_minus_x_over_one_plus_x_for_x_in_0_1(F<Scalar, 0>::FromRaw(x))
        .raw();
  };
  using ExpFormats = std::make_integer_sequence<int, kBits - 2>;
  using TanhFormats = std::make_integer_sequence<int, kBits - 3>;
  using AllFormats = std::make_integer_sequence<int, kBits>;
  functions.exp_on_negative_values = MakeExp<Scalar>(ExpFormats());
  functions.logistic = MakeLogistic<Scalar>(ExpFormats());
  functions.tanh = MakeTanh<Scalar>(TanhFormats());
  functions.rescale_to_0 = MakeRescaleTo0<Scalar>(AllFormats());
  functions.rescale_from_0 = MakeRescaleFrom0<Scalar>(AllFormats());
  return functions;
}

}  // namespace

#endif  // LOWP_TEST_FIXEDPOINT_FIXEDPOINT_ORACLE_INL_H_
