// Copies windows as rows, a line of the output at a time: runs of bytes from
// each line of the input that its windows meet. Where a family has registers
// with masks, windows that fit in one are put together there.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_COPY_WINDOWS_INL_H_
#define LOWP_META_CONV_COPY_WINDOWS_INL_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/windows.h"
#include "../../internal/detect_platform.h"
#include "runs-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

LOWP_INLINE bool IsPadding(int position, const WindowAxis& axis) {
  return position < 0 || position >= axis.input;
}

// Windows of one line of the output, the line `index`.
struct OutputLine {
  const Windows* windows;
  const std::uint8_t* input;
  int index;
  int first;  // along the width
  int count;
  std::uint8_t* rows;
  std::ptrdiff_t stride;
  std::uint8_t flip;
};

// Calls function(number, address) for each line of the input that the windows
// meet, in order of taps; the address is null for a line of padding.
template <class Function>
LOWP_INLINE void ForEachMetLine(const OutputLine& task,
                                const Function& function) {
  const Windows& windows = *task.windows;
  int index = task.index;
  const WindowAxis& depth = windows.axis[0];
  const WindowAxis& height = windows.axis[1];
  const int first_y = height.begin + index % height.windows * height.step;
  index /= height.windows;
  const int first_z = depth.begin + index % depth.windows * depth.step;
  const std::ptrdiff_t image = index / depth.windows;
  int line = 0;
  for (int i = 0; i < depth.taps; ++i) {
    const int z = first_z + i * depth.dilation;
    for (int j = 0; j < height.taps; ++j, ++line) {
      const int y = first_y + j * height.dilation;
      const bool outside = IsPadding(z, depth) || IsPadding(y, height);
      function(line, outside
                         ? nullptr
                         : task.input +
                               ((image * depth.input + z) * height.input + y) *
                                   windows.axis[2].input * windows.stride);
    }
  }
}

// Of `count` windows along the width, [begin, end): those whose run of `taps`,
// from `x` on in the first of them, lies in the input.
struct WholeWindows {
  int begin, end;
};
LOWP_INLINE WholeWindows WholeWindowsOf(const WindowAxis& width, std::int64_t x,
                                        int taps, int count) {
  int begin = 0;
  for (; begin < count && x < 0; ++begin) x += width.step;
  const std::int64_t room = width.input - taps - x;
  if (room < 0) return {begin, begin};
  const unsigned more =
      static_cast<unsigned>(room) / static_cast<unsigned>(width.step) + 1;
  const unsigned left = static_cast<unsigned>(count - begin);
  return {begin, begin + static_cast<int>(more < left ? more : left)};
}

// A run of `taps` from position `x` of a line on, of which not all is in the
// input.
template <int kBlock>
LOWP_NOINLINE void CopyAtBorder(const Windows& windows,
                                const std::uint8_t* line, std::int64_t x,
                                int taps, std::uint8_t flip, std::uint8_t* to) {
  const std::int64_t before = x >= 0 ? 0 : -x < taps ? -x : taps;
  const std::int64_t room = windows.axis[2].input - x;
  const std::int64_t end = room >= taps ? taps : room > before ? room : before;
  const std::ptrdiff_t channels = windows.channels;
  const auto padding = static_cast<std::uint8_t>(windows.zero_point ^ flip);
  const auto copy = [&](const std::uint8_t* from, std::int64_t first,
                        std::int64_t last, std::uint8_t flips) {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(first) * channels;
    const std::ptrdiff_t bytes =
        static_cast<std::ptrdiff_t>(last - first) * channels;
    if (bytes > 0) CopyRuns<kBlock>({from, 0, to + at, 0, bytes, 1, flips});
  };
  copy(nullptr, 0, before, padding);
  if (end > before) {
    copy(line + static_cast<std::ptrdiff_t>(x + before) * windows.stride,
         before, end, flip);
  }
  copy(nullptr, end, taps, padding);
}

// Along the width the taps of a window are one run of bytes or, where they are
// apart or have only some of the input's channels, a run each.
template <int kBlock>
void CopyLineInRuns(const OutputLine& task) {
  const Windows& windows = *task.windows;
  const WindowAxis& width = windows.axis[2];
  const int taps = windows.has_whole_runs() ? width.taps : 1;
  const std::ptrdiff_t bytes = taps * std::ptrdiff_t{windows.channels};
  const std::ptrdiff_t of_line = width.taps * std::ptrdiff_t{windows.channels};
  const std::ptrdiff_t step = width.step * windows.stride;
  const auto padding =
      static_cast<std::uint8_t>(windows.zero_point ^ task.flip);
  std::int64_t x = width.begin + std::int64_t{task.first} * width.step;
  std::uint8_t* rows = task.rows;
  for (int t = 0; t < width.taps; t += taps) {
    const WholeWindows whole = WholeWindowsOf(width, x, taps, task.count);
    ForEachMetLine(task, [&](int index, const std::uint8_t* line) {
      std::uint8_t* const to = rows + index * of_line;
      if (line == nullptr) {
        return CopyRuns<kBlock>(
            {nullptr, 0, to, task.stride, bytes, task.count, padding});
      }
      const auto border = [&](int first, int last) {
        for (int i = first; i < last; ++i) {
          CopyAtBorder<kBlock>(windows, line, x + std::int64_t{i} * width.step,
                               taps, task.flip, to + i * task.stride);
        }
      };
      border(0, whole.begin);
      if (whole.begin < whole.end) {
        CopyRuns<kBlock>({line +
                              static_cast<std::ptrdiff_t>(x) * windows.stride +
                              whole.begin * step,
                          step, to + whole.begin * task.stride, task.stride,
                          bytes, whole.end - whole.begin, task.flip});
      }
      border(whole.end, task.count);
    });
    x += width.dilation;
    rows += bytes;
  }
}

// The runs of a window as parts of a register. Bytes that no run brings are
// padding.
struct RegisterRuns {
  // Where the register would begin for position 0, and the run's bytes in it.
  const std::uint8_t* from[kMaxLinesInRegister];
  std::uint64_t bytes[kMaxLinesInRegister];
  int offset[kMaxLinesInRegister];
  int count;
};

LOWP_INLINE std::uint64_t LowBytes(std::ptrdiff_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// Windows [first, last) of the task, which have all taps along the width in the
// input, or kBorder: not all. kCount runs, or 0: any. Works on copies: those
// cannot change with what is written.
template <class Masked, int kCount, bool kBorder>
LOWP_NOINLINE void CopyInRegister(const OutputLine& of, int first, int last,
                                  const RegisterRuns& given) {
  if (first == last) return;
  const OutputLine task = of;
  const Windows windows = *task.windows;
  const RegisterRuns runs = given;
  const WindowAxis& width = windows.axis[2];
  const std::ptrdiff_t channels = windows.channels;
  const auto padding = Masked::Splat(windows.zero_point);
  const auto flip = Masked::Splat(task.flip);
  const std::uint64_t whole = LowBytes(windows.k());
  std::int64_t x =
      width.begin + (std::int64_t{task.first} + first) * width.step;
  std::uint8_t* row = task.rows + first * task.stride;
  for (int i = first; i < last; ++i, x += width.step, row += task.stride) {
    std::uint64_t inside = ~std::uint64_t{0};
    if (kBorder) {
      const std::int64_t before = x >= 0            ? 0
                                  : x > -width.taps ? -x
                                                    : width.taps;
      const std::int64_t room = width.input - x;
      const std::int64_t end = room <= before      ? before
                               : room < width.taps ? room
                                                   : width.taps;
      inside = LowBytes(end * channels) & ~LowBytes(before * channels);
    }
    auto window = padding;
    const auto add_run = [&](int run) LOWP_INLINE_LAMBDA {
      std::uint64_t bytes = runs.bytes[run];
      if (kBorder) {
        bytes &= inside << runs.offset[run];
        if (bytes == 0) return;
      }
      window = Masked::Load(window, bytes, runs.from[run] + x * channels);
    };
    if constexpr (kCount > 0) {
      LOWP_UNROLL
      for (int run = 0; run < kCount; ++run) add_run(run);
    } else {
      for (int run = 0; run < runs.count; ++run) add_run(run);
    }
    Masked::Store(row, whole, Masked::Flip(window, flip));
  }
}

template <class Masked>
void CopyLineInRegisters(const OutputLine& task) {
  const WindowAxis& width = task.windows->axis[2];
  const std::ptrdiff_t run =
      width.taps * std::ptrdiff_t{task.windows->channels};
  RegisterRuns runs;
  runs.count = 0;
  ForEachMetLine(task, [&](int line, const std::uint8_t* met) {
    if (met == nullptr) return;
    const std::ptrdiff_t offset = line * run;
    runs.from[runs.count] = met - offset;
    runs.offset[runs.count] = static_cast<int>(offset);
    runs.bytes[runs.count++] = LowBytes(run) << offset;
  });
  const WholeWindows whole =
      WholeWindowsOf(width, width.begin + std::int64_t{task.first} * width.step,
                     width.taps, task.count);
  CopyInRegister<Masked, 0, true>(task, 0, whole.begin, runs);
  if (runs.count == 3) {
    CopyInRegister<Masked, 3, false>(task, whole.begin, whole.end, runs);
  } else {
    CopyInRegister<Masked, 0, false>(task, whole.begin, whole.end, runs);
  }
  CopyInRegister<Masked, 0, true>(task, whole.end, task.count, runs);
}

// Families without such registers.
template <int kBytes>
struct NotMasked;

// The function that copies lines of these windows.
template <int kBlock, template <int> class Masked>
auto LineFunctionOf([[maybe_unused]] const Windows& windows) {
  if constexpr (!std::is_same_v<Masked<32>, NotMasked<32>>) {
    if (FitInRegister(windows)) {
      return windows.k() <= 32 ? &CopyLineInRegisters<Masked<32>>
                               : &CopyLineInRegisters<Masked<64>>;
    }
  }
  return &CopyLineInRuns<kBlock>;
}

// RegisterFamily::copy_windows.
template <int kBlock, template <int> class Masked = NotMasked>
void CopyWindows(const CopyWindowsTask& task) {
  const int per_line = task.windows->axis[2].windows;
  const auto copy_line = LineFunctionOf<kBlock, Masked>(*task.windows);
  OutputLine line = {task.windows,          task.input, task.first / per_line,
                     task.first % per_line, 0,          task.rows,
                     task.stride,           task.flip};
  for (int left = task.count; left > 0; left -= line.count) {
    line.count = per_line - line.first;
    if (line.count > left) line.count = left;
    copy_line(line);
    line.rows += line.count * task.stride;
    line.first = 0;
    ++line.index;
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_COPY_WINDOWS_INL_H_
