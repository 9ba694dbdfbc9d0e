// The largest or the smallest value along an axis.
//
//   TryReduceMax, TryReduceMin
//
// of uint8_t, int8_t or int16_t. Their indices are those of arg_max.h.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_REDUCE_MAX_H_
#define LOWP_PUBLIC_OPERATORS_REDUCE_MAX_H_

#include "../../internal/contract/extremes.h"
#include "../../internal/frontend/front_end.h"
#include "../status.h"
#include "../tensor/transforms.h"

namespace gemmlowp {
inline namespace lowp {

namespace internal {
template <typename T>
ExtremesProblem MakeReduceExtreme(bool finds_minimum, const T* values,
                                  const TensorShape& shape, T* result) {
  static_assert(kIsQuantizedScalar<T>,
                "lowp: extremes are found of uint8_t, int8_t and int16_t");
  return {finds_minimum,       ScalarOf<T>(),  values,
          shape.outer,         shape.channels, shape.inner,
          ExtremeForm::kValue, result};
}
}  // namespace internal

// The largest value of the channels at each of outer x inner places. Refused,
// with nothing written: no channels or more than 2^31 - 1, a shape beyond the
// address space, null pointers, and a result that overlaps the values.
template <typename Context, typename T>
Status TryReduceMax(Context* context, const T* values, const TensorShape& shape,
                    T* result) {
  return internal::RunExtremes(
      internal::MakeReduceExtreme(false, values, shape, result),
      internal::ResourcesOf(context));
}

// The same of the smallest value.
template <typename Context, typename T>
Status TryReduceMin(Context* context, const T* values, const TensorShape& shape,
                    T* result) {
  return internal::RunExtremes(
      internal::MakeReduceExtreme(true, values, shape, result),
      internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_REDUCE_MAX_H_
