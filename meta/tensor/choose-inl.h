// The larger or the smaller of two elements. The loops have no intrinsics:
// every backend's compiler makes vector code of them.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_CHOOSE_INL_H_
#define LOWP_META_TENSOR_CHOOSE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/operator_tasks.h"
#include "../simd/vectorized_loop.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <typename T>
LOWP_VECTORIZED void ChooseOf(const ChoiceTask& task) {
  const T* const x = static_cast<const T*>(task.x);
  const T* const y = static_cast<const T*>(task.y);
  T* const result = static_cast<T*>(task.result);
  const std::size_t count = task.count;
  if (task.takes_smaller) {
    for (std::size_t i = 0; i < count; ++i) {
      result[i] = x[i] < y[i] ? x[i] : y[i];
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      result[i] = x[i] > y[i] ? x[i] : y[i];
    }
  }
}

// RegisterFamily::choose.
void Choose(const ChoiceTask& task) {
  if (task.scalar == Scalar::kInt16) {
    ChooseOf<std::int16_t>(task);
  } else if (task.scalar == Scalar::kInt8) {
    ChooseOf<std::int8_t>(task);
  } else {
    ChooseOf<std::uint8_t>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_CHOOSE_INL_H_
