// Packing, written once: any strides, any kr, element by element. The scalar
// backend packs with it, and a new backend can until it has vector code.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_PACK_INL_H_
#define LOWP_META_PACK_PACK_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/contract/panel_format.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// What a kernel multiplies for one of the caller's bytes.
template <Signedness kSignedness>
LOWP_INLINE int ValueOf(std::uint8_t byte, Scalar scalar) {
  const int value = scalar == Scalar::kInt8 ? static_cast<std::int8_t>(byte)
                                            : static_cast<int>(byte);
  return value + ValueShift(kSignedness, scalar);
}

// Backend::pack.
template <typename Element, int kKr, Signedness kSignedness>
void PackPanel(const PackTask& task) {
  Element* panel = static_cast<Element*>(task.panel);
  for (int c = 0; c < task.padded_columns; ++c) task.sums[c] = 0;
  // Wide: it steps past task.k.
  for (std::ptrdiff_t k = 0; k < task.k; k += kKr) {
    for (int c = 0; c < task.padded_columns; ++c) {
      Element* group = panel + k * task.padded_columns + c * kKr;
      std::uint32_t sum = static_cast<std::uint32_t>(task.sums[c]);
      for (int j = 0; j < kKr; ++j) {
        int value = 0;
        if (c < task.columns && k + j < task.k) {
          value = ValueOf<kSignedness>(
              task.source[c * task.column_stride + (k + j) * task.k_stride],
              task.scalar);
        }
        group[j] = static_cast<Element>(value);
        sum += static_cast<std::uint32_t>(value);
      }
      task.sums[c] = static_cast<std::int32_t>(sum);
    }
  }
}

// Copies one row if wanted, and returns its sum.
template <typename Element, int kKr, Signedness kSignedness>
LOWP_INLINE std::int32_t ReadRow(const RowTask& task, int row) {
  const std::uint8_t* source = task.RowAt(row);
  Element* copy =
      task.copies == nullptr
          ? nullptr
          : reinterpret_cast<Element*>(static_cast<std::uint8_t*>(task.copies) +
                                       row * task.copy_stride);
  std::uint32_t sum = 0;
  for (int k = 0; k < task.k; ++k) {
    const std::uint8_t byte =
        source[static_cast<std::ptrdiff_t>(k) * task.k_stride];
    const int value = ValueOf<kSignedness>(byte, task.scalar);
    sum += static_cast<std::uint32_t>(value);
    if (copy != nullptr) {
      // Rows of bytes keep the caller's values; the kernel converts them.
      copy[k] = sizeof(Element) == 1 ? static_cast<Element>(byte)
                                     : static_cast<Element>(value);
    }
  }
  if (copy != nullptr) {
    for (std::ptrdiff_t k = task.k; k % kKr != 0; ++k) copy[k] = 0;
  }
  return static_cast<std::int32_t>(sum);
}

// Backend::read_rows.
template <typename Element, int kKr, Signedness kSignedness>
void ReadRows(const RowTask& task) {
  for (int r = 0; r < task.rows; ++r) {
    const std::int32_t sum = ReadRow<Element, kKr, kSignedness>(task, r);
    if (task.sums != nullptr) task.sums[r] = task.SumOf(sum);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_PACK_INL_H_
