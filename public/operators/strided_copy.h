// Elements of a tensor in other places: with its axes in another order, a part
// of it, from its end to its beginning, or each several times.
//
//   TryStridedCopy
//     result[i0 * r0 + i1 * r1 + ...] = input[i0 * s0 + i1 * s1 + ...]
//
// for all indices 0 <= ij < size of axis j, with a stride in the input, sj, and
// in the result, rj, for each axis.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_STRIDED_COPY_H_
#define LOWP_PUBLIC_OPERATORS_STRIDED_COPY_H_

#include <cstddef>
#include <type_traits>

#include "../../internal/contract/strided_copy.h"
#include "../../internal/frontend/front_end.h"
#include "../status.h"

namespace gemmlowp {
inline namespace lowp {

// Strides count elements, from one index to the next. Those of the input may be
// negative or 0, those of the result negative. An image of height x width x
// channels becomes planes with the axes
//   {{channels, 1, height * width}, {height * width, channels, 1}}
struct StridedCopyAxis {
  int size = 1;
  std::ptrdiff_t input_stride = 0;
  std::ptrdiff_t result_stride = 0;
};
constexpr int kMaxStridedCopyAxes = 16;

// The pointers are those of the elements of all indices 0. Axes come in any
// order; those of size 1 may have any strides, and a size of 0 is nothing to
// copy. Elements are of 1, 2, 4 or 8 bytes of any trivially copyable type.
// Each stride in the result must lead beyond all that the axes with smaller
// strides reach, so that no two elements meet.
//
// Refused, with nothing written: more than kMaxStridedCopyAxes axes, negative
// sizes, strides in the result by which elements could meet, tensors beyond the
// address space, null pointers, and bytes between the first and the last one of
// the input that are also between those of the result.
template <typename Context, typename T>
Status TryStridedCopy(Context* context, const T* input,
                      const StridedCopyAxis* axes, int axis_count, T* result) {
  static_assert(std::is_trivially_copyable<T>::value &&
                    internal::IsStridedCopySize(sizeof(T)),
                "lowp: elements of 1, 2, 4 or 8 bytes are copied");
  internal::StridedCopyProblem problem;
  problem.element_size = static_cast<int>(sizeof(T));
  problem.input = input;
  problem.axes = axes;
  problem.axis_count = axis_count;
  problem.result = result;
  return internal::RunStridedCopy(problem, internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_STRIDED_COPY_H_
