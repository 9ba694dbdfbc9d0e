// Whether arguments share memory: a product must not read later what it writes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_OVERLAP_H_
#define LOWP_INTERNAL_EPILOGUE_OVERLAP_H_

#include <cstdint>

#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether two matrices share a byte. Both must have elements. A matrix without
// a place, a null pointer, shares none: here and below.
bool Overlap(const MatrixRef& a, const MatrixRef& b);

// The same for a matrix and `bytes` bytes at `data`.
bool OverlapsBytes(const MatrixRef& matrix, const void* data,
                   std::int64_t bytes);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_OVERLAP_H_
