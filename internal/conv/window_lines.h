// Windows as rows of copied lines.
//
// Where kernels multiply copies of rows, such as int16, a copy of each window
// has each byte of the input once for each tap. So lines of the input are
// copied instead, each position of them as a row (Backend::read_rows), padding
// included. A window is runs of neighbouring positions, whose places from its
// first one are the same for all windows (AForm::kCopiedRuns).
//
// A run may end with values of the next position, which the filter has zeros
// for: kernels read whole groups, or steps of several.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_WINDOW_LINES_H_
#define LOWP_INTERNAL_CONV_WINDOW_LINES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../contract/backend.h"
#include "../contract/windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct WindowLines {
  int run = 0;        // values; 0: windows are no rows of copied lines
  int taps = 0;       // along the width, of a run
  int values = 0;     // of these taps
  int positions = 0;  // of a line
  std::ptrdiff_t position_bytes = 0, line_bytes = 0;
  std::vector<std::ptrdiff_t> offsets;  // of the runs
};

// In whole groups of kr values, or in steps that all kernels can read.
enum class RunLength { kOfGroups, kOfSteps };
// The layout of windows as rows of copied lines. It has no runs if windows
// cannot be laid out so, or if kOfSteps would give what kOfGroups does.
WindowLines LinesOf(const Windows& windows, const Backend& backend,
                    RunLength length);

// The maximum number of lines that `count` windows in a row meet, wherever the
// first one lies.
std::int64_t LinesMet(const Windows& windows, int count);

// Bytes that `count` windows take: a pointer and a term for each, the lines and
// their terms, and a position of padding.
std::size_t WindowLinesBytes(const Windows& windows, const WindowLines& lines,
                             int count);

// Windows as the kernel reads them.
struct CopiedWindows {
  const std::uint8_t* const* rows;
  const std::int32_t* terms;
};
// Where those in `memory` are.
CopiedWindows WindowsIn(const std::uint8_t* memory, int count);

// Copies the lines that windows [first, first + count) meet, and finds these in
// them. `memory` is aligned as packed panels are.
void CopyWindowLines(const Windows& windows, const WindowLines& lines,
                     const Backend& backend, Scalar scalar,
                     const std::uint8_t* input, int first, int count,
                     std::uint8_t* memory);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_WINDOW_LINES_H_
