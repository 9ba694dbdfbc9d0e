// Arranges the taps of depthwise convolutions for the kernels of a backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "arrange_depthwise.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "../contract/core_costs.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

int WidthOf(const DepthwiseFormat& format, int index) {
  return DepthwiseLanes(format) >> index;
}

// How taps along the width meet the positions of a kernel. Windows that share
// positions are `apart` windows apart, at most `windows` of a line; each meets
// its taps `moves` positions after the one before. A group has at most `span`
// taps of a line; 0: windows cannot share positions.
struct Sharing {
  int apart, moves, span, windows;
};

Sharing SharingOf(const DepthwiseFormat& format, const WindowAxis& width) {
  const int divisor = std::gcd(width.step, width.dilation);
  Sharing sharing = {width.dilation / divisor, width.step / divisor, 0, 0};
  sharing.windows =
      std::min(format.windows, (width.windows - 1) / sharing.apart + 1);
  if (sharing.windows > 1 && sharing.moves < format.positions) {
    sharing.span =
        std::max(0, format.positions - (format.windows - 1) * sharing.moves);
  }
  return sharing;
}

// Whether a kernel mixes the channels of groups.
bool Mixes(const ConvState& state) {
  const int mixed = MixedChannels(state.geometry);
  const DepthwiseKernels& kernels = state.backend->family->depthwise;
  return mixed > 1 && std::any_of(kernels.rows, kernels.rows + kernels.count,
                                  [mixed](const DepthwiseKernel& kernel) {
                                    return kernel.format.mixes == mixed;
                                  });
}

// Any taps, one group after another.
void ArrangeAnyTaps(const Windows& windows, int taps,
                    DepthwiseArrangement* made) {
  const int positions = made->kernel->format.positions;
  const WindowAxis& width = windows.axis[2];
  made->apart = 1;
  made->groups = (taps + positions - 1) / positions;
  for (int t = 0; t < made->groups * positions; ++t) {
    const bool is_there = t < taps;
    made->taps.push_back(is_there ? t : kNoTap);
    made->positions.push_back(
        is_there ? DepthwisePosition{t / width.taps,
                                     t % width.taps * width.dilation, 0}
                 : DepthwisePosition{0, 0, kMaxDepthwisePositions});
  }
}

// Taps of a line that are in a group, from `first` on.
void AppendGroup(const Sharing& sharing, const WindowAxis& width, int line,
                 int first, int count, DepthwiseArrangement* made) {
  const DepthwiseFormat& format = made->kernel->format;
  for (int w = 0; w < format.windows; ++w) {
    for (int p = 0; p < format.positions; ++p) {
      const int tap = p - w * sharing.moves;
      made->taps.push_back(
          tap >= 0 && tap < count ? line * width.taps + first + tap : kNoTap);
    }
  }
  for (int p = 0; p < format.positions; ++p) {
    int window = 0;
    while (window < sharing.windows && (p < window * sharing.moves ||
                                        p >= window * sharing.moves + count)) {
      ++window;
    }
    if (window < sharing.windows) {
      made->positions.push_back(
          {line, std::int64_t{first + p} * width.dilation, window});
    } else {
      made->positions.push_back({line, 0, kMaxDepthwisePositions});
    }
  }
  ++made->groups;
}

// Taps line by line. False: the kernel's windows cannot share positions with
// these.
bool ArrangeLines(const Windows& windows, int taps,
                  DepthwiseArrangement* made) {
  const WindowAxis& width = windows.axis[2];
  const Sharing sharing = SharingOf(made->kernel->format, width);
  if (sharing.span == 0 || taps == 0) return false;
  made->apart = sharing.apart;
  made->groups = 0;
  const int parts = (width.taps - 1) / sharing.span + 1;
  const int span = (width.taps - 1) / parts + 1;
  for (int line = 0; line < taps / width.taps; ++line) {
    for (int first = 0; first < width.taps; first += span) {
      AppendGroup(sharing, width, line, first,
                  std::min(span, width.taps - first), made);
    }
  }
  return true;
}

// Windows of a line: those with all taps in it, or in its copy, which are taken
// many at a time, and those at its ends.
struct LineOfWindows {
  std::int64_t inside, before, behind;
};

LineOfWindows LineOf(const PhaseDepthwise& phase) {
  const WindowAxis& width = phase.windows.axis[2];
  const std::int64_t windows = width.windows;
  const auto reaching = [&](std::int64_t positions) {
    return std::min(
        windows,
        (std::max<std::int64_t>(positions, 0) + width.step - 1) / width.step);
  };
  const std::int64_t end = width.begin + (windows - 1) * width.step +
                           std::int64_t{width.taps - 1} * width.dilation;
  const std::int64_t before =
      reaching(std::int64_t{phase.first_position} - width.begin);
  const std::int64_t behind =
      std::min(windows - before, reaching(end - phase.last_position));
  return {windows - before - behind, before, behind};
}

// Cycles for a block of channels of a line of windows.
double CostOfBlock(const DepthwiseArrangement& made, const DepthwiseCost& cost,
                   const DepthwiseLineCost& of_lines, const LineOfWindows& line,
                   int index) {
  const DepthwiseFormat& format = made.kernel->format;
  const int blocks_at_once = index == 2 ? 1 : format.blocks;
  // Calls for `windows` windows, `at_once` at a time of those that are `apart`
  // apart.
  const auto calls = [&](std::int64_t windows, std::int64_t at_once) {
    const std::int64_t of_all = made.apart * at_once;
    return std::min(windows, (windows + of_all - 1) / of_all * made.apart);
  };
  const std::int64_t at_once = std::int64_t{format.windows} * blocks_at_once
                               << index;
  const std::int64_t all = calls(line.inside, at_once) +
                           calls(line.before, format.windows) +
                           calls(line.behind, format.windows);
  // Bytes of several windows are put together in a register.
  const double loads =
      double{of_lines.load} * format.positions * ((1 << index) - 1);
  return static_cast<double>(all) * blocks_at_once *
         (made.groups * made.mean_of_parts * (double{cost.group} + loads) +
          double{cost.block} + format.windows * double{of_lines.fixed_point} +
          double{of_lines.constants} / blocks_at_once);
}

// Cycles of lines in addition to those of their blocks.
double CostOfLines(const PhaseDepthwise& phase, int lines,
                   const DepthwiseLineCost& cost) {
  const WindowAxis* const axis = phase.windows.axis;
  const double inputs =
      double{1} * phase.windows.batch * axis[0].input * axis[1].input;
  const double met = double{1} * lines * phase.copies.slots;
  const double copied =
      phase.copies.height_period == 0 ? met : std::min(inputs, met);
  const double positions =
      double{1} * phase.last_position - phase.first_position + 1;
  const double pieces = static_cast<double>((phase.position + 63) / 64);
  return lines * double{cost.line} +
         copied * positions * pieces * double{cost.copy};
}

// Cuts the channels into blocks, and returns the cycles of all. The last block
// may begin earlier; none is wider than all channels but the narrowest.
double CutIntoBlocks(int channels, const DepthwiseCost& of_kernel,
                     const DepthwiseLineCost& of_lines,
                     const LineOfWindows& line, DepthwiseArrangement* made) {
  const DepthwiseFormat& format = made->kernel->format;
  int narrowest = 0;
  while (WidthOf(format, narrowest) > 16) ++narrowest;
  double cost_of[kDepthwiseWidths];
  for (int i = 0; i <= narrowest; ++i) {
    cost_of[i] = CostOfBlock(*made, of_kernel, of_lines, line, i);
  }
  // For each multiple of sixteen channels: the cost, and the first block's
  // width.
  const std::size_t all = static_cast<std::size_t>((channels - 1) / 16 + 1);
  std::vector<double> cost(all + 1);
  std::vector<int> choice(all + 1);
  for (std::size_t left = 1; left <= all; ++left) {
    cost[left] = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= narrowest; ++i) {
      const std::size_t sixteens =
          static_cast<std::size_t>(WidthOf(format, i) / 16);
      if (WidthOf(format, i) > channels && i < narrowest) continue;
      const double with =
          cost_of[i] + (left > sixteens ? cost[left - sixteens] : 0);
      if (with < cost[left]) {
        cost[left] = with;
        choice[left] = i;
      }
    }
  }
  for (int left = channels; left > 0;
       left -= WidthOf(format, made->widths.back())) {
    made->widths.push_back(
        choice[static_cast<std::size_t>((left - 1) / 16 + 1)]);
  }
  return cost[all];
}

}  // namespace

bool HasDepthwiseKernel(const ConvState& state) {
  return MixedChannels(state.geometry) == 1 || Mixes(state) ||
         ShiftsOf(state) > 1;
}

int ShiftsOf(const ConvState& state) {
  // Without kernels that share positions, zeros between groups take less time.
  return Mixes(state) || state.backend->family->depthwise.count == 1
             ? 1
             : NeighboursInGroup(state.geometry);
}

std::vector<DepthwiseTap> DepthwiseTapsOf(const ConvState& state,
                                          const std::vector<int>& taps,
                                          int taps_of_line) {
  const int shifts = ShiftsOf(state);
  const std::size_t line = static_cast<std::size_t>(taps_of_line);
  std::vector<DepthwiseTap> all;
  for (std::size_t first = 0; first < taps.size(); first += line) {
    for (int shift = -(shifts / 2); shift <= shifts / 2; ++shift) {
      for (std::size_t t = first; t < first + line; ++t) {
        all.push_back({taps[t], shift});
      }
    }
  }
  return all;
}

DepthwiseLineCost LineCostHere(const ConvState& state) {
  DepthwiseLineCost cost = DepthwiseLinesHere(*state.backend);
  if (state.epilogue.epilogue.form != EpilogueForm::kFixedPoint) {
    cost.fixed_point = cost.constants = 0;
  }
  return cost;
}

DepthwiseArrangement ArrangeDepthwise(const ConvState& state,
                                      const FilterParts& parts,
                                      const PhaseDepthwise& phase, int taps) {
  const Windows& windows = phase.windows;
  const CoreCosts* const other = OtherCostsHere(*state.backend);
  const DepthwiseLineCost of_lines = LineCostHere(state);
  const LineOfWindows line = LineOf(phase);
  const int lines = windows.count() / windows.axis[2].windows;
  DepthwiseArrangement best = {};
  double fewest = std::numeric_limits<double>::infinity();
  const int mixed = Mixes(state) ? MixedChannels(state.geometry) : 1;
  const auto consider = [&](const DepthwiseKernels& kernels,
                            const DepthwiseCost* cost_of) {
    for (int i = 0; i < kernels.count; ++i) {
      DepthwiseArrangement made = {};
      made.kernel = &kernels.rows[i];
      const DepthwiseFormat& format = made.kernel->format;
      if (format.mixes != mixed) continue;
      made.parts = format.value_bytes == 1 ? parts.count : 1;
      if (made.parts > 2) continue;
      made.mean_of_parts = made.parts == 1 ? 1 : 1 + parts.second;
      if (format.windows == 1) {
        ArrangeAnyTaps(windows, taps, &made);
      } else if (!ArrangeLines(windows, taps, &made)) {
        continue;
      }
      const double cost =
          CutIntoBlocks(state.geometry.output_channels,
                        cost_of != nullptr ? cost_of[i] : made.kernel->cost,
                        of_lines, line, &made);
      if (cost >= fewest) continue;
      fewest = cost;
      made.cycles = lines * cost + CostOfLines(phase, lines, of_lines);
      best = std::move(made);
    }
  };
  consider(state.backend->depthwise,
           other != nullptr ? other->depthwise : nullptr);
  consider(state.backend->family->depthwise, nullptr);
  return best;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
