// Packing, written once: any strides, any group, element by element. The scalar
// backend packs with it, and so can a new backend until it has vector code.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_PACK_INL_H_
#define LOWP_META_PACK_PACK_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/backend.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The number a kernel multiplies for a byte of the caller's.
template <Domain kDomain>
LOWP_INLINE int NumberOf(std::uint8_t byte, Scalar scalar) {
  const int value = scalar == Scalar::kInt8 ? static_cast<std::int8_t>(byte)
                                            : static_cast<int>(byte);
  return value + DomainShift(kDomain, scalar);
}

// Backend::pack.
template <typename Element, int kGroup, Domain kDomain>
void PackPanel(const PackTask& task) {
  Element* panel = static_cast<Element*>(task.panel);
  for (int c = 0; c < task.padded_columns; ++c) task.sums[c] = 0;
  // Wide: it steps past the depth.
  for (std::ptrdiff_t k = 0; k < task.depth; k += kGroup) {
    for (int c = 0; c < task.padded_columns; ++c) {
      Element* group = panel + k * task.padded_columns + c * kGroup;
      std::int32_t sum = 0;
      for (int j = 0; j < kGroup; ++j) {
        int number = 0;
        if (c < task.columns && k + j < task.depth) {
          number = NumberOf<kDomain>(
              task.source[c * task.column_stride + (k + j) * task.depth_stride],
              task.scalar);
        }
        group[j] = static_cast<Element>(number);
        sum += number;
      }
      task.sums[c] += sum;
    }
  }
}

// Copies one row, if wanted, and returns its sum.
template <typename Element, int kGroup, Domain kDomain>
LOWP_INLINE std::int32_t ReadRow(const RowTask& task, int row) {
  const std::uint8_t* source = task.source + row * task.row_stride;
  Element* packed =
      task.packed == nullptr
          ? nullptr
          : reinterpret_cast<Element*>(static_cast<std::uint8_t*>(task.packed) +
                                       row * task.packed_stride);
  std::uint32_t sum = 0;
  for (int k = 0; k < task.depth; ++k) {
    const std::uint8_t byte =
        source[static_cast<std::ptrdiff_t>(k) * task.depth_stride];
    const int number = NumberOf<kDomain>(byte, task.scalar);
    sum += static_cast<std::uint32_t>(number);
    if (packed != nullptr) {
      // Rows of bytes keep the caller's numbers; the kernel moves them.
      packed[k] = sizeof(Element) == 1 ? static_cast<Element>(byte)
                                       : static_cast<Element>(number);
    }
  }
  if (packed != nullptr) {
    for (int k = task.depth; k % kGroup != 0; ++k) packed[k] = 0;
  }
  return static_cast<std::int32_t>(sum);
}

// Backend::read_rows.
template <typename Element, int kGroup, Domain kDomain>
void ReadRows(const RowTask& task) {
  for (int r = 0; r < task.rows; ++r) {
    const std::int32_t sum = ReadRow<Element, kGroup, kDomain>(task, r);
    if (task.sums != nullptr) task.sums[r] = sum;
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_PACK_INL_H_
