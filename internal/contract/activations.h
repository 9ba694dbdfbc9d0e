// The parameters of fixed-point activation functions, as backends read them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_ACTIVATIONS_H_
#define LOWP_INTERNAL_CONTRACT_ACTIVATIONS_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// OutputStageLogisticQ4 and OutputStageTanhQ4, without the scaling of the
// input.
struct SigmoidConstants {
  std::int32_t input_zero_point;
  std::int32_t input_radius;
  std::int32_t result_shift;
  std::int32_t result_zero_point;
  std::int32_t result_min;
  std::int32_t result_max;
};

// OutputStageHardSwish.
struct HardSwishConstants {
  std::int32_t input_zero_point;
  std::int32_t result_multiplier;
  std::int32_t result_right_shift;
  std::int32_t share_multiplier;
  std::int32_t share_exponent;
  std::int32_t result_zero_point;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_ACTIVATIONS_H_
