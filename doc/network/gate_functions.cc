// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "gate_functions.h"

#include <gemmlowp/fixedpoint/fixedpoint.h>

#include <vector>

namespace lowp_network {
namespace {

using Table = std::vector<std::int16_t>;

template <int kIntegerBits, typename Function>
Table TableOf(const Function& function) {
  using Input = gemmlowp::FixedPoint<std::int16_t, kIntegerBits>;
  Table table;
  for (int x = -32768; x < 32768; ++x) {
    table.push_back(
        function(Input::FromRaw(static_cast<std::int16_t>(x))).raw());
  }
  return table;
}

template <int kIntegerBits>
const std::int16_t* TanhTable() {
  static const Table table =
      TableOf<kIntegerBits>([](auto x) { return gemmlowp::tanh(x); });
  return table.data();
}

}  // namespace

const std::int16_t* SigmoidOfGates() {
  static const Table table =
      TableOf<3>([](auto x) { return gemmlowp::logistic(x); });
  return table.data();
}

const std::int16_t* TanhOfGates(int integer_bits) {
  switch (integer_bits) {
    case 0:
      return TanhTable<0>();
    case 1:
      return TanhTable<1>();
    case 2:
      return TanhTable<2>();
    case 3:
      return TanhTable<3>();
    case 4:
      return TanhTable<4>();
    case 5:
      return TanhTable<5>();
    default:
      return TanhTable<kMaxIntegerBits>();
  }
}

}  // namespace lowp_network
