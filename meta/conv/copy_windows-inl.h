// Copies windows as rows, written once over a policy of runs of bytes:
//   Length             of a run: MakeLength(bytes)
//   Copy, Fill         a run of that length
//   CopyShortRun<n>    one of at most n bytes, 16, 32 or kShortRun; as many may
//                      be written
//   CopyOneRun<n>      the same, exactly
//   kMaxWindow         bytes of a window that is put together in a register,
//                      0 or 64; if 64, also
//   Masked<n>          registers of n bytes, 32 or 64: Splat, and Load and
//                      Store of the bytes that a mask tells
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_COPY_WINDOWS_INL_H_
#define LOWP_META_CONV_COPY_WINDOWS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/windows.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

LOWP_INLINE bool IsPadding(int position, const WindowAxis& axis) {
  return position < 0 || position >= axis.input;
}

// The next position. Behind the last one, where it is not used, it may wrap.
LOWP_INLINE int Next(int position, int step) {
  return static_cast<int>(static_cast<unsigned>(position) +
                          static_cast<unsigned>(step));
}

template <class Runs>
LOWP_INLINE void FillBytes(std::uint8_t* to, std::uint8_t value,
                           std::ptrdiff_t bytes) {
  if (bytes > 0) Runs::Fill(to, value, Runs::MakeLength(bytes));
}

// Windows of one line of the output, and the taps of one line of the input.
struct TapLine {
  const Windows* windows;
  const std::uint8_t* line;  // position 0
  int first;                 // window along the width
  int count;
  std::uint8_t* rows;
  std::ptrdiff_t stride;
};

// Taps that are contiguous in the input.
template <class Runs>
LOWP_INLINE void CopyContiguousTaps(const TapLine& task) {
  const Windows& windows = *task.windows;
  const WindowAxis& width = windows.axis[2];
  const std::ptrdiff_t channels = windows.channels;
  const auto run = Runs::MakeLength(width.taps * channels);
  int x = width.begin + task.first * width.step;
  std::uint8_t* row = task.rows;
  for (int i = 0; i < task.count;
       ++i, x = Next(x, width.step), row += task.stride) {
    if (x >= 0 && x <= width.input - width.taps) {
      Runs::Copy(row, task.line + x * channels, run);
      continue;
    }
    const int before = x >= 0 ? 0 : -x < width.taps ? -x : width.taps;
    const int room = width.input - x;
    const int end = room >= width.taps ? width.taps
                    : room > before    ? room
                                       : before;
    FillBytes<Runs>(row, windows.zero_point, before * channels);
    if (end > before) {
      Runs::Copy(row + before * channels, task.line + (x + before) * channels,
                 Runs::MakeLength((end - before) * channels));
    }
    FillBytes<Runs>(row + end * channels, windows.zero_point,
                    (width.taps - end) * channels);
  }
}

// Taps that are apart, or of some of the input's channels.
template <class Runs>
LOWP_INLINE void CopySeparateTaps(const TapLine& task) {
  const Windows& windows = *task.windows;
  const WindowAxis& width = windows.axis[2];
  const auto run = Runs::MakeLength(windows.channels);
  int first = width.begin + task.first * width.step;
  std::uint8_t* row = task.rows;
  for (int i = 0; i < task.count; ++i, first = Next(first, width.step)) {
    std::uint8_t* to = row;
    int x = first;
    for (int t = 0; t < width.taps; ++t, x = Next(x, width.dilation)) {
      if (IsPadding(x, width)) {
        Runs::Fill(to, windows.zero_point, run);
      } else {
        Runs::Copy(to, task.line + x * windows.stride, run);
      }
      to += windows.channels;
    }
    row += task.stride;
  }
}

template <class Runs>
LOWP_INLINE void FillTaps(const TapLine& task) {
  const auto run = Runs::MakeLength(task.windows->axis[2].taps *
                                    std::ptrdiff_t{task.windows->channels});
  std::uint8_t* row = task.rows;
  for (int i = 0; i < task.count; ++i, row += task.stride) {
    Runs::Fill(row, task.windows->zero_point, run);
  }
}

// The lines of the input that windows of one line of the output meet, in order
// of taps.
struct MetLines {
  static constexpr int kMost = 16;
  const std::uint8_t* of[kMost];  // position 0
  int count;
  bool all_inside;  // none is padding, and there are not too many
};

// Calls function(line, the input's or null) for each line that windows of line
// `index` of the output meet.
template <class Function>
LOWP_INLINE void ForEachMetLine(const Windows& windows,
                                const std::uint8_t* input, int index,
                                const Function& function) {
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
      function(line,
               outside
                   ? nullptr
                   : input + ((image * depth.input + z) * height.input + y) *
                                 windows.axis[2].input * windows.stride);
    }
  }
}

// Windows of one line of the output, the line `index`, line by line of the
// input; task.line is the whole input.
template <class Runs>
LOWP_INLINE void CopyByLines(const TapLine& task, int index) {
  if (task.count == 0) return;  // a window behind the last may be nowhere
  const Windows& windows = *task.windows;
  const WindowAxis& width = windows.axis[2];
  const std::ptrdiff_t run = width.taps * std::ptrdiff_t{windows.channels};
  const bool contiguous =
      width.dilation == 1 && windows.stride == windows.channels;
  ForEachMetLine(windows, task.line, index,
                 [&](int line, const std::uint8_t* met) {
                   TapLine taps = task;
                   taps.rows += line * run;
                   taps.line = met;
                   if (met == nullptr) {
                     FillTaps<Runs>(taps);
                   } else if (contiguous) {
                     CopyContiguousTaps<Runs>(taps);
                   } else {
                     CopySeparateTaps<Runs>(taps);
                   }
                 });
}

// Windows `first` to `last` of the task, whose runs are short and all in the
// input. What is written behind a run is overwritten by the next ones; the last
// ones of a window are copied exactly.
template <class Runs, int kBytes>
LOWP_INLINE void CopyByWindows(const TapLine& task, int first, int last,
                               const MetLines& lines) {
  const WindowAxis& width = task.windows->axis[2];
  const std::ptrdiff_t channels = task.windows->channels;
  const std::ptrdiff_t run = width.taps * channels;
  const auto length = Runs::MakeLength(run);
  const std::ptrdiff_t room = lines.count * run - kBytes;
  const int loose = room < 0 ? 0 : static_cast<int>(room / run) + 1;
  std::ptrdiff_t at =
      (width.begin + std::ptrdiff_t{task.first + first} * width.step) *
      channels;
  std::uint8_t* row = task.rows + first * task.stride;
  for (int i = first; i < last; ++i) {
    std::uint8_t* to = row;
    int l = 0;
    for (; l < loose; ++l, to += run) {
      Runs::template CopyShortRun<kBytes>(to, lines.of[l] + at, length);
    }
    for (; l < lines.count; ++l, to += run) {
      Runs::template CopyOneRun<kBytes>(to, lines.of[l] + at, length);
    }
    at += width.step * channels;
    row += task.stride;
  }
}

// A line's windows that CopyByWindows may copy: [begin, end).
struct WholeWindows {
  int begin, end;
};
LOWP_INLINE WholeWindows WholeWindowsOf(const TapLine& task) {
  const WindowAxis& width = task.windows->axis[2];
  const int count = task.count;
  const std::int64_t x =
      width.begin + std::int64_t{task.first} * width.step;  // first one's
  const std::int64_t room = width.input - width.taps - x;
  const std::int64_t begin = x >= 0 ? 0 : (width.step - 1 - x) / width.step;
  const std::int64_t end = room < 0 ? 0 : room / width.step + 1;
  const int first = static_cast<int>(begin < count ? begin : count);
  const int last = static_cast<int>(end < count ? end : count);
  return {first, last > first ? last : first};
}

// The runs of a window as parts of a register. Bytes that no run brings are
// padding.
struct RegisterRuns {
  // Where the register would begin for position 0, and the run's bytes in it.
  const std::uint8_t* from[MetLines::kMost];
  std::uint64_t bytes[MetLines::kMost];
  int offset[MetLines::kMost];
  int count;
};

LOWP_INLINE std::uint64_t LowBytes(std::ptrdiff_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// Windows [first, last) of the task, which have all taps along the width in the
// input, or kBorder: not all. kCount runs, or 0: any. Works on copies: those
// cannot change with what is written.
template <class Masked, int kCount, bool kBorder>
LOWP_NOINLINE void CopyInRegister(const TapLine& of, int first, int last,
                                  const RegisterRuns& given) {
  if (first == last) return;
  const TapLine task = of;
  const Windows windows = *task.windows;
  const RegisterRuns runs = given;
  const WindowAxis& width = windows.axis[2];
  const std::ptrdiff_t channels = windows.channels;
  const auto padding = Masked::Splat(windows.zero_point);
  const int count = kCount > 0 ? kCount : runs.count;
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
    for (int l = 0; l < count; ++l) {
      std::uint64_t bytes = runs.bytes[l];
      if (kBorder) {
        bytes &= inside << runs.offset[l];
        if (bytes == 0) continue;
      }
      window = Masked::Load(window, bytes, runs.from[l] + x * channels);
    }
    Masked::Store(row, whole, window);
  }
}

template <class Masked>
LOWP_INLINE void CopyLineInRegisters(const TapLine& task, int index) {
  const std::ptrdiff_t run =
      task.windows->axis[2].taps * std::ptrdiff_t{task.windows->channels};
  RegisterRuns runs;
  runs.count = 0;
  ForEachMetLine(*task.windows, task.line, index,
                 [&](int line, const std::uint8_t* met) {
                   if (met == nullptr) return;
                   const std::ptrdiff_t offset = line * run;
                   runs.from[runs.count] = met - offset;
                   runs.offset[runs.count] = static_cast<int>(offset);
                   runs.bytes[runs.count++] = LowBytes(run) << offset;
                 });
  const WholeWindows whole = WholeWindowsOf(task);
  CopyInRegister<Masked, 0, true>(task, 0, whole.begin, runs);
  if (runs.count == 3) {
    CopyInRegister<Masked, 3, false>(task, whole.begin, whole.end, runs);
  } else {
    CopyInRegister<Masked, 0, false>(task, whole.begin, whole.end, runs);
  }
  CopyInRegister<Masked, 0, true>(task, whole.end, task.count, runs);
}

template <class Runs>
LOWP_INLINE void CopyLine(const TapLine& task, int index) {
  const Windows& windows = *task.windows;
  const WindowAxis& width = windows.axis[2];
  const std::ptrdiff_t run = width.taps * std::ptrdiff_t{windows.channels};
  if (width.dilation != 1 || windows.stride != windows.channels ||
      run > Runs::kShortRun) {
    return CopyByLines<Runs>(task, index);
  }
  MetLines lines;
  lines.count = windows.axis[0].taps * windows.axis[1].taps;
  if constexpr (Runs::kMaxWindow > 0) {
    if (windows.k() <= Runs::kMaxWindow && lines.count <= MetLines::kMost) {
      const auto copy =
          windows.k() <= 32
              ? &CopyLineInRegisters<typename Runs::template Masked<32>>
              : &CopyLineInRegisters<typename Runs::template Masked<64>>;
      return copy(task, index);
    }
  }
  lines.all_inside = lines.count <= MetLines::kMost;
  if (lines.all_inside) {
    ForEachMetLine(windows, task.line, index,
                   [&](int line, const std::uint8_t* met) {
                     lines.of[line] = met;
                     lines.all_inside &= met != nullptr;
                   });
  }
  const WholeWindows whole = WholeWindowsOf(task);
  if (!lines.all_inside || whole.begin >= whole.end) {
    return CopyByLines<Runs>(task, index);
  }
  TapLine part = task;
  part.count = whole.begin;
  CopyByLines<Runs>(part, index);
  if (run <= 16) {
    CopyByWindows<Runs, 16>(task, whole.begin, whole.end, lines);
  } else if (run <= 32) {
    CopyByWindows<Runs, 32>(task, whole.begin, whole.end, lines);
  } else {
    CopyByWindows<Runs, Runs::kShortRun>(task, whole.begin, whole.end, lines);
  }
  part.first = task.first + whole.end;
  part.count = task.count - whole.end;
  part.rows = task.rows + whole.end * task.stride;
  CopyByLines<Runs>(part, index);
}

// RegisterFamily::copy_windows.
template <class Runs>
void CopyWindows(const CopyWindowsTask& task) {
  const int per_line = task.windows->axis[2].windows;
  int line = task.first / per_line;
  TapLine taps = {task.windows, task.input, task.first % per_line, 0,
                  task.rows,    task.stride};
  for (int left = task.count; left > 0; left -= taps.count) {
    taps.count = per_line - taps.first;
    if (taps.count > left) taps.count = left;
    CopyLine<Runs>(taps, line++);
    taps.rows += taps.count * task.stride;
    taps.first = 0;
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_COPY_WINDOWS_INL_H_
