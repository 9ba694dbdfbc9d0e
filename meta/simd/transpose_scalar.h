// No registers that transpose squares.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_TRANSPOSE_SCALAR_H_
#define LOWP_META_SIMD_TRANSPOSE_SCALAR_H_

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct TransposeScalar {
  static constexpr int kSquares = 0;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_TRANSPOSE_SCALAR_H_
