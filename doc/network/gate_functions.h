// The functions of a recurrent layer's gates, of int16, in fixed point as
// gemmlowp has them (fixedpoint.h): tables of all 2^16 values, that of x at
// x + 2^15.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_GATE_FUNCTIONS_H_
#define LOWP_DOC_NETWORK_GATE_FUNCTIONS_H_

#include <cstdint>

namespace lowp_network {

// sigmoid(x / 2^12) * 2^15.
const std::int16_t* SigmoidOfGates();

// tanh(x / 2^(15 - integer_bits)) * 2^15, for 0 to kMaxIntegerBits.
constexpr int kMaxIntegerBits = 6;
const std::int16_t* TanhOfGates(int integer_bits);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_GATE_FUNCTIONS_H_
