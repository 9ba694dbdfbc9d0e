// The constants of a scale: what kernels load to scale sums in registers, made
// ahead by a function of the register family.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_SCALE_CONSTANTS_H_
#define LOWP_INTERNAL_CONTRACT_SCALE_CONSTANTS_H_

#include <cstddef>
#include <cstdint>

#include "epilogue.h"

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

// Makes what kernels load to scale the sums of four registers by a kFloat
// epilogue, or by a kFixedPoint one that is not special. Returns its bytes; the
// constants of the next four registers may follow. `constants` is aligned to 64
// bytes.
using ScaleConstantsMaker = std::size_t(const Epilogue& epilogue,
                                        const ScaleParameters& parameters,
                                        void* constants);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_SCALE_CONSTANTS_H_
