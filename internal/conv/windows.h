// Windows: the positions of the input that one position of the output sums.
//
// The outputs of a convolution form phases. Those of one phase have the same
// taps, at positions that move evenly with the output, so each phase is an
// ordinary convolution, and a product whose rows are windows. An ordinary
// convolution has one phase. A transposed one has stride phases along an axis:
// output y meets tap t where y + pad - t * dilation is a multiple of the
// stride.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_WINDOWS_H_
#define LOWP_INTERNAL_CONV_WINDOWS_H_

#include <algorithm>
#include <cstddef>

#include "../contract/windows.h"
#include "geometry.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The taps of a phase: count of them, first + i * step of the filter. The count
// may be 0.
struct PhaseTaps {
  int first, step, count;
};

// The phases that an axis may have, 1 or the stride, and the taps of one.
int PhasesAlong(const ConvAxis& axis, bool transposed);
PhaseTaps TapsOf(const ConvAxis& axis, bool transposed, int phase);

// The windows of a phase along an axis.
WindowAxis WindowsAlong(const ConvAxis& axis, bool transposed, int phase,
                        int outputs);

// Whether windows are rows of a matrix in place: each is contiguous, all lie
// the same distance apart, and none has padding. Tells the distance and where
// the first one begins, in bytes.
bool AreRows(const Windows& windows, std::ptrdiff_t* begin,
             std::ptrdiff_t* stride);

// Where window `index` goes, as a position of the output.
int OutputPosition(const Windows& windows, const ConvShape& output, int index);

// Calls function(line, first, count, row) for each line of the output that
// windows [first, first + count) are in: those of the line, of which the first
// one is the row-th of all.
template <typename Function>
void ForEachLine(const Windows& windows, int first, int count,
                 const Function& function) {
  const int per_line = windows.axis[2].windows;
  int line = first / per_line, from = first % per_line;
  for (int row = 0; row < count; ++line, from = 0) {
    const int windows_of_line = std::min(per_line - from, count - row);
    function(line, from, windows_of_line, row);
    row += windows_of_line;
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_WINDOWS_H_
