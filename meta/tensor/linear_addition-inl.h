// Sums of 8-bit tensors by a linear form. The loop has no intrinsics: every
// backend's compiler makes vector code of it.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_LINEAR_ADDITION_INL_H_
#define LOWP_META_TENSOR_LINEAR_ADDITION_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/linear_addition.h"
#include "../simd/vectorized_loop.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

LOWP_VECTORIZED void AddLinearly(const LinearAdditionTask& task) {
  // Copies, since stores of bytes might change what the task refers to.
  const LinearAddition form = *task.form;
  const std::uint8_t* const x = task.x;
  const std::uint8_t* const y = task.y;
  std::uint8_t* const result = task.result;
  const std::size_t count = task.count;
  const int flip = task.flip;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t a = static_cast<std::int8_t>(x[i] ^ flip);
    const std::int32_t b = static_cast<std::int8_t>(y[i] ^ flip);
    const std::int32_t lower = a * form.x_low + b * form.y_low + form.sum_low;
    const std::int32_t upper =
        a * form.x_high + b * form.y_high + form.sum_high + (lower >> 15);
    std::int32_t value = upper >> form.shift;
    value = value < form.low ? form.low : value;
    value = value > form.high ? form.high : value;
    result[i] = static_cast<std::uint8_t>(value ^ flip);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_LINEAR_ADDITION_INL_H_
