// Windows as rows in segments: pointers to runs of the input where it lies.
//
// Along the width the taps of a window are one run of bytes, or where they are
// apart, a run each. So a window is some runs, which a kernel reads through
// pointers (GemmTask::a_rows). Runs that are padding share one in memory; those
// that are so in part are copied.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_WINDOW_ROWS_H_
#define LOWP_INTERNAL_CONV_WINDOW_ROWS_H_

#include <cstddef>
#include <cstdint>

#include "../contract/windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The runs of a window. None: windows are no rows in segments.
struct WindowRuns {
  int run = 0;  // bytes
  int segments = 0;
  int taps = 0;  // along the width, of a run
};
WindowRuns RunsOf(const Windows& windows);

// What `count` windows take: a pointer for each run, the padding, and the runs
// that are copied.
std::size_t WindowRowsBytes(const Windows& windows, const WindowRuns& runs,
                            int count);

// Windows [first, first + count) in `memory`, which is aligned for pointers and
// begins with them: that of run s of window first + i at s * count + i.
void PointAtWindows(const Windows& windows, const WindowRuns& runs,
                    const std::uint8_t* input, int first, int count,
                    std::uint8_t* memory);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_WINDOW_ROWS_H_
