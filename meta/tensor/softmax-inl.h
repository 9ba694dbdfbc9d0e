// Softmax of the rows of a task. Included by register families only, each of
// which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_SOFTMAX_INL_H_
#define LOWP_META_TENSOR_SOFTMAX_INL_H_

#include <cstddef>
#include <cstdint>

#include "softmax_bytes-inl.h"
#include "softmax_narrow-inl.h"
#include "softmax_strip-inl.h"
#include "softmax_words-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Simd, class Kind>
LOWP_NOINLINE void SoftmaxRows(const TransformTask& task) {
  Kind kind(task);
  if (task.count <= kMaxStripColumns) {
    return ShortSoftmaxRows<Simd>(task, &kind);
  }
  const std::uint8_t* in = static_cast<const std::uint8_t*>(task.input);
  std::uint8_t* out = static_cast<std::uint8_t*>(task.output);
  for (std::size_t run = 0; run < task.runs; ++run) {
    LongSoftmaxRow<Simd>(task, in, out, &kind);
    in += task.count * static_cast<std::size_t>(SizeOf(task.input_scalar));
    out += task.count * static_cast<std::size_t>(SizeOf(task.scalar));
  }
}

template <class Simd, class Kind>
void SoftmaxAs(const TransformTask& task) {
  if (Simd::kLanes > 1 && task.count <= kMaxNarrowColumns &&
      task.runs >= kMinNarrowRows) {
    return NarrowSoftmaxRows<Simd, Kind>(task);
  }
  SoftmaxRows<Simd, Kind>(task);
}

// kSoftmax.
template <class Simd>
void SoftmaxRun(const TransformTask& task) {
  if (SizeOf(task.input_scalar) == 1) {
    SoftmaxAs<Simd, ByteSoftmax<Simd>>(task);
  } else {
    SoftmaxAs<Simd, WordSoftmax<Simd>>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_SOFTMAX_INL_H_
