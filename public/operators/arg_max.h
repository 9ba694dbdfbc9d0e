// Where the largest or the smallest value along an axis lies.
//
//   TryArgMax, TryArgMin  the first of equal values
//
// of uint8_t, int8_t or int16_t, with indices of int32_t or int64_t.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_ARG_MAX_H_
#define LOWP_PUBLIC_OPERATORS_ARG_MAX_H_

#include <cstdint>
#include <type_traits>

#include "../../internal/contract/extremes.h"
#include "../../internal/frontend/front_end.h"
#include "../status.h"
#include "../tensor/transforms.h"

namespace gemmlowp {
inline namespace lowp {

namespace internal {
template <typename T, typename Index>
ExtremesProblem MakeArgExtreme(bool finds_minimum, const T* values,
                               const TensorShape& shape, Index* indices) {
  static_assert(kIsQuantizedScalar<T>,
                "lowp: extremes are found of uint8_t, int8_t and int16_t");
  static_assert(std::is_same_v<Index, std::int32_t> ||
                    std::is_same_v<Index, std::int64_t>,
                "lowp: indices are int32_t or int64_t");
  return {finds_minimum,
          ScalarOf<T>(),
          values,
          shape.outer,
          shape.channels,
          shape.inner,
          sizeof(Index) == 8 ? ExtremeForm::kIndex64 : ExtremeForm::kIndex32,
          indices};
}
}  // namespace internal

// The channel, in 0..channels - 1, of the largest value at each of outer x
// inner places. Refused, with nothing written: no channels or more than
// 2^31 - 1, a shape beyond the address space, null pointers, and indices that
// overlap the values.
template <typename Context, typename T, typename Index>
Status TryArgMax(Context* context, const T* values, const TensorShape& shape,
                 Index* indices) {
  return internal::RunExtremes(
      internal::MakeArgExtreme(false, values, shape, indices),
      internal::ResourcesOf(context));
}

// The same of the smallest value.
template <typename Context, typename T, typename Index>
Status TryArgMin(Context* context, const T* values, const TensorShape& shape,
                 Index* indices) {
  return internal::RunExtremes(
      internal::MakeArgExtreme(true, values, shape, indices),
      internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_ARG_MAX_H_
