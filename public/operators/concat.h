// Tensors joined along an axis, whatever their scales.
//
//   TryConcat  the parts side by side, each brought to the result's scale
//
// of uint8_t, int8_t or int16_t. Every part is seen as outer x size x inner
// elements, the last dimension contiguous: `size` is its extent along the axis,
// and outer and inner are the products of those before and behind it, which all
// parts have in common. The result is outer x (the sum of the sizes) x inner.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_CONCAT_H_
#define LOWP_PUBLIC_OPERATORS_CONCAT_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/concat.h"
#include "../../internal/frontend/front_end.h"
#include "../quantization/activation_tables.h"
#include "../status.h"
#include "../tensor/transforms.h"

namespace gemmlowp {
inline namespace lowp {

template <typename T>
struct ConcatPart {
  const T* data = nullptr;
  std::size_t size = 0;  // along the axis
  TensorScale quantization;
};

// A part whose scale and zero point are those of the result is copied. A value
// x of another one becomes
//   round(x * s + b) + result_zero_point, clamped to T,
//   s = part_scale * (1 / result_scale), b = -part_zero_point * s
// in float, each operation rounded, ties away from zero: the arithmetic of
// TensorFlow Lite's CONCATENATION of uint8. Values of 16 bits are only copied:
// a part of another scale or zero point is refused. Also refused, with nothing
// written: a part_count below 1, zero points that are not values of T, scales
// that are not positive and finite or whose s or b is not finite, sizes whose
// product exceeds the address space, null pointers to elements, and a result
// that overlaps a part.
template <typename Context, typename T>
Status TryConcat(Context* context, const ConcatPart<T>* parts, int part_count,
                 std::size_t outer, std::size_t inner,
                 const TensorScale& result_quantization, T* result) {
  static_assert(internal::kIsQuantizedScalar<T>,
                "lowp: tensors of uint8_t, int8_t and int16_t are joined");
  internal::ConcatProblem problem;
  problem.scalar = internal::ScalarOf<T>();
  problem.parts = parts;
  problem.part_at = [](const void* all, int index) {
    const ConcatPart<T>& part = static_cast<const ConcatPart<T>*>(all)[index];
    return internal::ConcatPartRef{part.data, part.size,
                                   part.quantization.scale,
                                   part.quantization.zero_point};
  };
  problem.part_count = part_count;
  problem.outer = outer;
  problem.inner = inner;
  problem.scale = result_quantization.scale;
  problem.zero_point = result_quantization.zero_point;
  problem.result = result;
  return internal::RunConcat(problem, internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_CONCAT_H_
