// A matrix written column by column.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_TRANSPOSE_TASK_H_
#define LOWP_INTERNAL_CONTRACT_TRANSPOSE_TASK_H_

#include <cstddef>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Copies element (r, c), `size` bytes at from + r * from_stride + c * size, to
// to + c * to_stride + r * size. Strides are in bytes; nothing else is read or
// written.
struct TransposeTask {
  const std::uint8_t* from;
  std::ptrdiff_t from_stride;
  std::uint8_t* to;
  std::ptrdiff_t to_stride;
  int rows, columns;
  int size;  // 1, 2, 4 or 8
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_TRANSPOSE_TASK_H_
