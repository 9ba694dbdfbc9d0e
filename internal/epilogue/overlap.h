// Whether arguments share memory: what a product writes, it may not read later.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_OVERLAP_H_
#define LOWP_INTERNAL_EPILOGUE_OVERLAP_H_

#include <cstdint>

#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether two matrices that have elements share a byte.
bool Overlap(const MatrixRef& a, const MatrixRef& b);

// The same of a matrix and so many bytes.
bool OverlapsBytes(const MatrixRef& matrix, const void* data,
                   std::int64_t bytes);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_OVERLAP_H_
