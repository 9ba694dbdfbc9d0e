// The Mode of scalings that work in any mode of the thread's floats.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_ANY_MODE_H_
#define LOWP_META_SIMD_ANY_MODE_H_

#include "../../internal/compiler.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct AnyMode {
  explicit LOWP_INLINE AnyMode(bool) {}
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_ANY_MODE_H_
