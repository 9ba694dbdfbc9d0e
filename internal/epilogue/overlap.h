// Whether arguments share memory: a product must not read later what it writes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_OVERLAP_H_
#define LOWP_INTERNAL_EPILOGUE_OVERLAP_H_

#include <cstdint>

#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether all of `bytes` bytes at `data` lie before a matrix, or behind it.
inline bool AreApart(const MatrixRef& matrix, const void* data,
                     std::uint64_t bytes) {
  const auto m = reinterpret_cast<std::uintptr_t>(matrix.data);
  const auto d = reinterpret_cast<std::uintptr_t>(data);
  return m + static_cast<std::uintptr_t>(BytesOf(matrix)) <= d ||
         d + static_cast<std::uintptr_t>(bytes) <= m;
}

// Whether two matrices that are not apart share a byte.
bool ElementsOverlap(const MatrixRef& a, const MatrixRef& b);

// Whether two matrices share a byte. Both must have elements. A matrix without
// a place, a null pointer, shares none: here and below.
inline bool Overlap(const MatrixRef& a, const MatrixRef& b) {
  return a.data != nullptr && b.data != nullptr &&
         !AreApart(a, b.data, BytesOf(b)) && ElementsOverlap(a, b);
}

// The same for a matrix and `bytes` bytes at `data`.
bool OverlapsBytes(const MatrixRef& matrix, const void* data,
                   std::int64_t bytes);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_OVERLAP_H_
