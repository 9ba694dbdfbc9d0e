// Maxima of windows of one channel: where they meet a row of the input, they
// become columns, and so channels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_POOL_COLUMNS_H_
#define LOWP_INTERNAL_OPERATORS_POOL_COLUMNS_H_

#include "../contract/pool_windows.h"
#include "../contract/register_family.h"
#include "window_taps.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The task has one channel, no taps, and results side by side. Each window has
// a row of `row` values side by side, at most kMaxPoolTaps, at each step of the
// walk.
void FindMaximaInColumns(const RegisterFamily& family,
                         const PoolMaximaTask& task, int row,
                         const TapWalk& rows);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_POOL_COLUMNS_H_
