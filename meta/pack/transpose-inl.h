// Copies rows of bytes. Those that are not contiguous in k are transposed in
// registers, 16 x 16 bytes at a time. Needs SSE2.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_TRANSPOSE_INL_H_
#define LOWP_META_PACK_TRANSPOSE_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/detect_platform.h"
#include "../simd/transpose-inl.h"
#include "../simd/transpose_avx2.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// out[r * out_stride + k] = source[k * k_stride + r] ^ flip for 16 x 16 bytes.
LOWP_INLINE void Transpose16x16(const std::uint8_t* source,
                                std::ptrdiff_t k_stride, std::uint8_t flip,
                                std::uint8_t* out, std::ptrdiff_t out_stride) {
  const __m128i flips = _mm_set1_epi8(static_cast<char>(flip));
  __m128i x[16];
  LOWP_UNROLL
  for (int k = 0; k < 16; ++k) {
    x[k] = TransposeSse::Load(source + k * k_stride, 0);
  }
  InterleaveRows<TransposeSse, 1>(x);
  InterleaveRows<TransposeSse, 1>(x);
  InterleaveRows<TransposeSse, 1>(x);
  InterleaveRows<TransposeSse, 1>(x);
  LOWP_UNROLL
  for (int r = 0; r < 16; ++r) {
    TransposeSse::Store(out + r * out_stride, _mm_xor_si128(x[r], flips));
  }
}

// Rows of a block: as many as a cache line of the source holds, so that it is
// read whole, while L1 holds the lines of the copies.
constexpr int kRowsOfTranspose = 64;

// Copies the values [k, k + count) of k, at most sixteen of them, of rows from
// `first` to `end`, flipped, and pads the last group of four with zeros.
LOWP_INLINE void TransposeSome(const RowTask& task, int first, int end,
                               std::ptrdiff_t k, int count, std::uint8_t flip,
                               std::uint8_t* out) {
  int r = first;
  if (count == 16 && task.row_stride == 1) {
    const std::uint8_t* const source = task.source + k * task.k_stride;
    for (; end - r >= 16; r += 16) {
      Transpose16x16(source + r, task.k_stride, flip,
                     out + r * task.copy_stride + k, task.copy_stride);
    }
  }
  for (; r < end; ++r) {
    const std::uint8_t* const from = task.RowAt(r) + k * task.k_stride;
    std::uint8_t* const to = out + r * task.copy_stride + k;
    for (int j = 0; j < count; ++j) {
      to[j] = static_cast<std::uint8_t>(from[j * task.k_stride] ^ flip);
    }
    for (int j = count; j % 4 != 0; ++j) to[j] = 0;
  }
}

// Copies the task's rows, flipped, to `out`, task.copy_stride bytes apart,
// contiguous in k, and pads the last group of four with zeros.
void TransposeBytes(const RowTask& task, std::uint8_t flip, std::uint8_t* out) {
  // Wide: they step past task.rows and task.k.
  for (std::ptrdiff_t row = 0; row < task.rows; row += kRowsOfTranspose) {
    const int first = static_cast<int>(row);
    const int left = task.rows - first;
    const int end = first + (left < kRowsOfTranspose ? left : kRowsOfTranspose);
    for (std::ptrdiff_t k = 0; k < task.k; k += 16) {
      const int count = task.k - k < 16 ? static_cast<int>(task.k - k) : 16;
      TransposeSome(task, first, end, k, count, flip, out);
    }
  }
}

// The rows of bytes to sum, read as unsigned after the flip.
struct BytesToSum {
  const std::uint8_t* rows;
  std::ptrdiff_t stride;
  std::uint8_t flip;
};

// Makes the task's copies, if it wants any, unsigned. copy(from, k, flip, to)
// does so with a row that is contiguous in k.
template <class Copy>
LOWP_INLINE BytesToSum CopyRowsOfBytes(const RowTask& task, const Copy& copy) {
  const std::uint8_t flip = task.scalar == Scalar::kInt8 ? 0x80 : 0;
  if (task.copies == nullptr) return {task.source, task.row_stride, flip};
  std::uint8_t* const copies = static_cast<std::uint8_t*>(task.copies);
  if (task.k_stride == 1) {
    for (int r = 0; r < task.rows; ++r) {
      copy(task.RowAt(r), task.k, flip, copies + r * task.copy_stride);
    }
  } else {
    TransposeBytes(task, flip, copies);
  }
  return {copies, task.copy_stride, 0};
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_TRANSPOSE_INL_H_
