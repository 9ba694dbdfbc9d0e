// A tensor with a border of constants.
//
//   TryPad  before + size + after elements along each axis
//
// of uint8_t, int8_t or int16_t, of up to five dimensions.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_PAD_H_
#define LOWP_PUBLIC_OPERATORS_PAD_H_

#include <cstdint>

#include "../../internal/contract/pad.h"
#include "../../internal/frontend/front_end.h"
#include "../status.h"
#include "../tensor/transforms.h"

namespace gemmlowp {
inline namespace lowp {

// The extent of a tensor along an axis, and the constants on both sides.
struct PadAxis {
  int size = 1;
  int before = 0;
  int after = 0;
};
constexpr int kMaxPadAxes = 5;

// Axes are those of the input, the last one contiguous, 1 to kMaxPadAxes of
// them. An axis of size 0 is all border. TensorFlow Lite's PAD pads with the
// zero point, PADV2 with a value of the model. Refused, with nothing written:
// negative sizes and borders, a value that T does not have, a result beyond the
// address space, null pointers to elements, and a result that overlaps the
// input.
template <typename Context, typename T>
Status TryPad(Context* context, const T* input, const PadAxis* axes,
              int axis_count, std::int32_t value, T* result) {
  static_assert(internal::kIsQuantizedScalar<T>,
                "lowp: tensors of uint8_t, int8_t and int16_t are padded");
  internal::PadProblem problem;
  problem.scalar = internal::ScalarOf<T>();
  problem.input = input;
  problem.axes = axes;
  problem.axis_count = axis_count;
  problem.value = value;
  problem.result = result;
  return internal::RunPad(problem, internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_PAD_H_
