// The constants of a scale: what kernels load to scale sums in registers, made
// ahead by RegisterFamily::make_constants.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_SCALE_CONSTANTS_H_
#define LOWP_INTERNAL_CONTRACT_SCALE_CONSTANTS_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The maximum lanes of four registers.
constexpr int kMaxScaleLanes = 64;

// Parameters of the lanes of four registers: scales, as bits of floats, or
// multipliers and exponents.
struct ScaleParameters {
  alignas(64) std::int32_t first[kMaxScaleLanes];
  alignas(64) std::int32_t second[kMaxScaleLanes];
};

// The maximum bytes of the constants of a lane.
constexpr int kScaleConstantBytes = 40;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_SCALE_CONSTANTS_H_
