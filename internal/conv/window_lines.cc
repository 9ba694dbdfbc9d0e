// Copies lines of the input, and finds windows in them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "window_lines.h"

#include <algorithm>
#include <cstring>

#include "../contract/panel_format.h"
#include "../contract/wrapped_sum.h"
#include "../runtime/extent.h"
#include "windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The maximum memory of the lines that a window reaches over.
constexpr std::uint64_t kMaxBytesMet = 1 << 22;

// Lines that a window reaches over, and those that the windows of the next line
// of the output have for themselves.
std::int64_t Reach(const WindowAxis& height) {
  return std::int64_t{height.taps - 1} * height.dilation + 1;
}
std::int64_t Advance(const WindowAxis& height) {
  return std::min<std::int64_t>(height.step, Reach(height));
}

// The step in which some kernel reads copied runs, the longest one; 0: none
// reads them.
int LongestRunStep(const Backend& backend) {
  int step = 0;
  for (int i = 0; i < backend.kernel_count; ++i) {
    const GemmKernel& kernel = backend.kernels[i];
    if ((kernel.a_forms & static_cast<std::uint8_t>(AForm::kCopiedRuns)) != 0) {
      step = std::max({step, kernel.run_step, backend.panel.kr});
    }
  }
  return step;
}

// Whether runs of `values` may be filled up with what meets zeros. Terms would
// count that. Windows that fit in a register take less time as rows, and more
// than three zeros for each value gained nothing.
bool MayFill(int values, int run, const Windows& windows,
             const Backend& backend) {
  constexpr int kMaxLonger = 4;
  return !backend.copied_rows.have_terms() && !FitInRegister(windows) &&
         run / kMaxLonger <= values;
}

// The length of runs of `values`, or 0: there are none.
int RunOf(int values, const Windows& windows, const Backend& backend,
          RunLength length) {
  const int kr = backend.panel.kr, longest = LongestRunStep(backend);
  // Positions with terms are copied one by one, in whole groups.
  if (longest == 0 ||
      (backend.copied_rows.have_terms() && windows.channels % kr != 0)) {
    return 0;
  }
  const int of_groups = RoundUpTo(kr, values);
  const int run =
      length == RunLength::kOfGroups ? of_groups : RoundUpTo(longest, values);
  if (length == RunLength::kOfSteps && run == of_groups) return 0;
  return run == values || MayFill(values, run, windows, backend) ? run : 0;
}

// Whether windows are two-dimensional, by their axis of depth.
bool IsFlat(const WindowAxis& depth) {
  return depth.input == 1 && depth.windows == 1 && depth.taps == 1 &&
         depth.begin == 0;
}

std::size_t TermsOffset(int count) {
  return Aligned(static_cast<std::size_t>(count) * sizeof(std::uint8_t*));
}

// The parts of the memory.
struct Parts {
  const std::uint8_t** rows;
  std::int32_t* terms;
  std::uint8_t* padding;  // a position of the input
  std::int32_t* line_terms;
  std::uint8_t* lines;
};
std::size_t PaddingOffset(int count) {
  return TermsOffset(count) +
         Aligned(static_cast<std::size_t>(count) * sizeof(std::int32_t));
}
Parts PartsOf(const Windows& windows, const WindowLines& lines, int count,
              std::uint8_t* memory) {
  Parts parts;
  parts.rows = reinterpret_cast<const std::uint8_t**>(memory);
  parts.terms = reinterpret_cast<std::int32_t*>(memory + TermsOffset(count));
  parts.padding = memory + PaddingOffset(count);
  std::uint8_t* const after =
      parts.padding + Aligned(static_cast<std::size_t>(windows.channels));
  parts.line_terms = reinterpret_cast<std::int32_t*>(after);
  parts.lines =
      after +
      Aligned(static_cast<std::size_t>(LinesMet(windows, count)) *
              static_cast<std::size_t>(lines.positions) * sizeof(std::int32_t));
  return parts;
}

class LineCopier {
 public:
  LineCopier(const Windows& windows, const WindowLines& lines,
             const Backend& backend, Scalar scalar, const std::uint8_t* input,
             const Parts& parts)
      : windows_(windows),
        lines_(lines),
        read_rows_(backend.read_rows),
        have_terms_(backend.copied_rows.have_terms()),
        input_(input),
        parts_(parts) {
    std::memset(parts.padding, windows.zero_point,
                static_cast<std::size_t>(windows.channels));
    task_.k_stride = 1;
    task_.scalar = scalar;
    task_.copy_stride = lines.position_bytes;
    task_.sums = nullptr;
  }

  // `count` windows of line `index` of the output, from `first` on along the
  // width; they are rows from `row` on.
  void Line(int index, int first, int count, int row) {
    const WindowAxis& height = windows_.axis[1];
    const int y_of_window = index % height.windows;
    const int reach = static_cast<int>(Reach(height));
    if (row > 0) {
      first_slot_ +=
          y_of_window > 0 ? static_cast<int>(Advance(height)) : reach;
    }
    // Those that the line above met are there.
    const int y = height.begin + y_of_window * height.step;
    for (; next_slot_ < first_slot_ + reach; ++next_slot_) {
      CopyLine(index / height.windows, y + next_slot_ - first_slot_,
               next_slot_);
    }
    Point(first, count, row);
  }

 private:
  // Copies line `y` of an image, which may be padding.
  void CopyLine(std::ptrdiff_t image, int y, int slot) {
    const WindowAxis& width = windows_.axis[2];
    const WindowAxis& height = windows_.axis[1];
    task_.copies = parts_.lines + slot * lines_.line_bytes;
    task_.terms = parts_.line_terms + std::ptrdiff_t{slot} * lines_.positions;
    const bool is_padding = y < 0 || y >= height.input;
    const int before =
        is_padding ? lines_.positions
                   : std::min(std::max(-width.begin, 0), lines_.positions);
    const int from = width.begin + before;  // the first that is in the input
    const int inside = is_padding
                           ? 0
                           : std::max(0, std::min(width.input - from,
                                                  lines_.positions - before));
    CopyPositions(parts_.padding, 0, before);
    if (inside > 0) {
      CopyPositions(input_ + ((image * height.input + y) * width.input + from) *
                                 windows_.stride,
                    windows_.stride, inside);
    }
    CopyPositions(parts_.padding, 0, lines_.positions - before - inside);
  }

  // Copies positions: as one row if they have no terms and lie one behind
  // another.
  void CopyPositions(const std::uint8_t* source, std::ptrdiff_t stride,
                     int count) {
    if (count == 0) return;
    const bool is_one_row = !have_terms_ && stride == windows_.channels;
    task_.source = source;
    task_.row_stride = stride;
    task_.rows = is_one_row ? 1 : count;
    task_.k = is_one_row ? count * windows_.channels : windows_.channels;
    read_rows_(task_);
    task_.copies = static_cast<std::uint8_t*>(task_.copies) +
                   count * lines_.position_bytes;
    task_.terms += count;
  }

  // Finds windows of the output line whose first line is in first_slot_.
  void Point(int first, int count, int row) {
    const WindowAxis& width = windows_.axis[2];
    const WindowAxis& height = windows_.axis[1];
    const std::ptrdiff_t x = std::ptrdiff_t{first} * width.step;
    const std::uint8_t* at = parts_.lines + first_slot_ * lines_.line_bytes +
                             x * lines_.position_bytes;
    const std::ptrdiff_t step = width.step * lines_.position_bytes;
    for (int i = 0; i < count; ++i, at += step) parts_.rows[row + i] = at;
    if (!have_terms_) return;
    std::int32_t* const terms = parts_.terms + row;
    std::fill_n(terms, count, 0);
    for (int j = 0; j < height.taps; ++j) {
      const std::int32_t* const of_line =
          parts_.line_terms +
          (std::ptrdiff_t{first_slot_} + j * height.dilation) *
              lines_.positions +
          x;
      for (int t = 0; t < width.taps; ++t) {
        AddTerms(of_line + std::ptrdiff_t{t} * width.dilation, width.step,
                 count, terms);
      }
    }
  }

  static void AddTerms(const std::int32_t* from, int step, int count,
                       std::int32_t* terms) {
    if (step == 1) {
      for (int i = 0; i < count; ++i) terms[i] = WrappedSum(terms[i], from[i]);
    } else {
      for (int i = 0; i < count; ++i, from += step) {
        terms[i] = WrappedSum(terms[i], *from);
      }
    }
  }

  const Windows& windows_;
  const WindowLines& lines_;
  void (*const read_rows_)(const RowTask& task);
  const bool have_terms_;
  const std::uint8_t* const input_;
  const Parts parts_;
  RowTask task_;
  int first_slot_ = 0;  // of the lines that the output line meets
  int next_slot_ = 0;   // the first one without a line
};

}  // namespace

WindowLines LinesOf(const Windows& windows, const Backend& backend,
                    RunLength length) {
  const WindowAxis& width = windows.axis[2];
  const WindowAxis& height = windows.axis[1];
  const std::int64_t positions = std::int64_t{width.windows - 1} * width.step +
                                 std::int64_t{width.taps - 1} * width.dilation +
                                 1;
  const Extent bytes_met =
      Extent(static_cast<std::uint64_t>(positions)) *
      static_cast<std::uint64_t>(Reach(height)) *
      static_cast<std::uint64_t>(windows.channels) *
      static_cast<std::uint64_t>(backend.copied_rows.element_size);
  WindowLines lines;
  if (!IsFlat(windows.axis[0]) || bytes_met.value() > kMaxBytesMet) {
    return lines;
  }
  lines.taps = width.dilation == 1 ? width.taps : 1;
  lines.values = lines.taps * windows.channels;
  lines.run = RunOf(lines.values, windows, backend, length);
  lines.positions = static_cast<int>(positions);
  lines.position_bytes =
      std::ptrdiff_t{backend.copied_rows.element_size} * windows.channels;
  lines.line_bytes = static_cast<std::ptrdiff_t>(RoundUpToAlignment(
      static_cast<std::uint64_t>(positions * lines.position_bytes)));
  for (int j = 0; j < height.taps; ++j) {
    for (int t = 0; t < width.taps; t += lines.taps) {
      lines.offsets.push_back(j * height.dilation * lines.line_bytes +
                              std::ptrdiff_t{t} * width.dilation *
                                  lines.position_bytes);
    }
  }
  return lines;
}

std::int64_t LinesMet(const Windows& windows, int count) {
  const WindowAxis& height = windows.axis[1];
  const std::int64_t of_output = (count - 1) / windows.axis[2].windows + 2;
  const std::int64_t images = (of_output - 1) / height.windows + 2;
  return of_output * Advance(height) + images * Reach(height);
}

std::size_t WindowLinesBytes(const Windows& windows, const WindowLines& lines,
                             int count) {
  const std::size_t met = static_cast<std::size_t>(LinesMet(windows, count));
  return PaddingOffset(count) +
         Aligned(static_cast<std::size_t>(windows.channels)) +
         Aligned(met * static_cast<std::size_t>(lines.positions) *
                 sizeof(std::int32_t)) +
         met * static_cast<std::size_t>(lines.line_bytes) + kCopySlack;
}

CopiedWindows WindowsIn(const std::uint8_t* memory, int count) {
  return {reinterpret_cast<const std::uint8_t* const*>(memory),
          reinterpret_cast<const std::int32_t*>(memory + TermsOffset(count))};
}

void CopyWindowLines(const Windows& windows, const WindowLines& lines,
                     const Backend& backend, Scalar scalar,
                     const std::uint8_t* input, int first, int count,
                     std::uint8_t* memory) {
  LineCopier copier(windows, lines, backend, scalar, input,
                    PartsOf(windows, lines, count, memory));
  ForEachLine(windows, first, count,
              [&](int line, int from, int of_line, int row) {
                copier.Line(line, from, of_line, row);
              });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
