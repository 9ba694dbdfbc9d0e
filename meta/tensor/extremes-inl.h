// The largest or smallest values, or the indices of the first of them. The
// loops have no intrinsics: every backend's compiler makes vector code of them.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_EXTREMES_INL_H_
#define LOWP_META_TENSOR_EXTREMES_INL_H_

#include <cstddef>
#include <cstdint>
#include <limits>

#include "../../internal/contract/operator_tasks.h"
#include "../simd/vectorized_loop.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A constant: the function would be a weak symbol where it is not inlined.
template <typename T>
constexpr T kLowest = std::numeric_limits<T>::min();

// The maximum of contiguous values, with `flip` applied to the bits of each.
template <typename T>
LOWP_VECTORIZED T Maximum(const T* values, std::size_t count, int flip) {
  T maximum = kLowest<T>;
  for (std::size_t i = 0; i < count; ++i) {
    const T value = static_cast<T>(values[i] ^ flip);
    maximum = value > maximum ? value : maximum;
  }
  return static_cast<T>(maximum ^ flip);
}

// The maxima of columns side by side.
template <typename T>
LOWP_VECTORIZED void Maxima(const ExtremesTask& task, int flip) {
  const std::size_t columns = task.columns;
  T maxima[kMaxExtremes];
  for (std::size_t i = 0; i < columns; ++i) {
    maxima[i] = kLowest<T>;
  }
  const T* row = static_cast<const T*>(task.first);
  for (std::size_t v = 0; v < task.values; ++v, row += task.stride) {
    for (std::size_t i = 0; i < columns; ++i) {
      const T value = static_cast<T>(row[i] ^ flip);
      maxima[i] = value > maxima[i] ? value : maxima[i];
    }
  }
  T* const extremes = static_cast<T*>(task.extremes);
  for (std::size_t i = 0; i < columns; ++i) {
    extremes[i] = static_cast<T>(maxima[i] ^ flip);
  }
}

// The index of the first maximum of contiguous values.
template <typename T>
LOWP_VECTORIZED std::int32_t FirstMaximum(const T* values, std::size_t count,
                                          int flip) {
  const T wanted = Maximum(values, count, flip);
  constexpr std::size_t kBlock = 64;
  std::size_t at = 0;
  for (; count - at >= kBlock; at += kBlock) {
    T found = 0;
    for (std::size_t i = 0; i < kBlock; ++i) {
      found = static_cast<T>(found | (values[at + i] == wanted ? 1 : 0));
    }
    if (found != 0) break;
  }
  while (values[at] != wanted) ++at;
  return static_cast<std::int32_t>(at);
}

// The indices of the first maxima of columns side by side.
template <typename T>
LOWP_VECTORIZED void FirstMaxima(const ExtremesTask& task, int flip) {
  const std::size_t columns = task.columns;
  std::int32_t* __restrict const indices = task.indices;
  std::int32_t maxima[kMaxExtremes];
  for (std::size_t i = 0; i < columns; ++i) {
    maxima[i] = kLowest<std::int32_t>;
    indices[i] = 0;
  }
  const T* row = static_cast<const T*>(task.first);
  for (std::size_t v = 0; v < task.values; ++v, row += task.stride) {
    const std::int32_t index = static_cast<std::int32_t>(v);
    for (std::size_t i = 0; i < columns; ++i) {
      const std::int32_t value = static_cast<T>(row[i] ^ flip);
      const bool is_larger = value > maxima[i];
      maxima[i] = is_larger ? value : maxima[i];
      indices[i] = is_larger ? index : indices[i];
    }
  }
}

// Columns that are contiguous each.
template <typename T>
void FindInRuns(const ExtremesTask& task, int flip) {
  const T* column = static_cast<const T*>(task.first);
  for (std::size_t i = 0; i < task.columns; ++i) {
    if (task.indices == nullptr) {
      static_cast<T*>(task.extremes)[i] = Maximum(column, task.values, flip);
    } else {
      task.indices[i] = FirstMaximum(column, task.values, flip);
    }
    column += task.column_stride;
  }
}

template <typename T>
void FindExtremesOf(const ExtremesTask& task, int flip) {
  if (task.column_stride != 1) {
    FindInRuns<T>(task, flip);
  } else if (task.indices == nullptr) {
    Maxima<T>(task, flip);
  } else {
    FirstMaxima<T>(task, flip);
  }
}

// RegisterFamily::find_extremes.
void FindExtremes(const ExtremesTask& task) {
  // ~x falls where x rises.
  const int flip = task.finds_minimum ? -1 : 0;
  if (task.scalar == Scalar::kInt16) {
    FindExtremesOf<std::int16_t>(task, flip);
  } else {
    FindExtremesOf<std::int8_t>(
        task, task.scalar == Scalar::kInt8 ? flip : flip ^ 0x80);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_EXTREMES_INL_H_
