// Multiplies rows with a panel of few columns: products first, of a part of the
// rows that stays in the first-level cache, then the epilogue.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_MULTIPLY_NARROW_H_
#define LOWP_INTERNAL_GEMM_MULTIPLY_NARROW_H_

#include <cstdint>

#include "../contract/backend.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether n is so small and m so large that accumulators only as wide as n pay.
// With fewer rows the set-up costs more than it saves. Measured on Zen 4; where
// registers hold four columns at most, only finishing gains, and the limit was
// counted in instructions.
inline bool IsNarrow(const Backend& backend, int rows, int columns) {
  if (columns > kMaxNarrowColumns || columns > backend.panel.width) {
    return false;
  }
  const int least = backend.panel.granule > 4 ? 6 + (columns + 7) / 8 : 16;
  return rows >= least && backend.multiply_narrow != nullptr;
}

// Whether rows that are contiguous in depth are read in place although the
// backend's other kernels want copies. Fewer numbers are copied faster than a
// product is planned: in place, 128 rows of 36 took 1.1 times as long.
inline bool ReadsNarrowRowsInPlace(const Backend& backend, int rows,
                                   int columns, int depth) {
  constexpr std::int64_t kLeastNumbers = 1 << 14;
  return columns <= backend.most_narrow_in_place &&
         depth >= backend.least_narrow_depth && rows >= backend.rows_to_widen &&
         std::int64_t{rows} * depth >= kLeastNumbers;
}

// Does what backend.multiply(task) does, for up to kMaxNarrowColumns columns.
void MultiplyNarrow(const Backend& backend, const PanelTask& task);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_MULTIPLY_NARROW_H_
