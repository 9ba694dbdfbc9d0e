// Chooses a depthwise kernel, and where each tap of the filter goes in the
// groups of positions that it reads.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_ARRANGE_DEPTHWISE_H_
#define LOWP_INTERNAL_CONV_ARRANGE_DEPTHWISE_H_

#include <vector>

#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A kernel of bytes multiplies a value of the filter, zero points subtracted,
// as the sum of bytes. Where one does not hold it, its tap is met twice, by the
// nearest byte and by the rest; a block of channels without such values meets
// its taps once.
struct FilterParts {
  int count;      // 1, 2, or 3: two bytes do not hold all values
  double second;  // the share of blocks of 64 channels that have second parts
};

// Taps of a phase, by their places in the order of the phase's taps.
struct DepthwiseArrangement {
  const DepthwiseKernel* kernel;
  int groups;            // of one part of the filter
  int parts;             // of the filter: 1 or 2
  double mean_of_parts;  // of all blocks of channels
  int apart;
  std::vector<DepthwisePosition> positions;
  // Of each group, window and position; kNoTap: none.
  std::vector<int> taps;
  // Widths of blocks of channels, from the first channel on.
  std::vector<int> widths;
  double cycles;  // of the phase
};
constexpr int kNoTap = -1;

// The costs of lines on this machine. Those of fixed-point multipliers are 0 if
// the epilogue has none.
DepthwiseLineCost LineCostHere(const ConvState& state);

// Whether the state's backend computes such a convolution channel by channel:
// every depthwise one, and some of narrow groups.
bool HasDepthwiseKernel(const ConvState& state);

// A tap of the filter, and the input channel that it is for: that with the
// output's index, or the one `shift` channels further on.
struct DepthwiseTap {
  int tap, shift;
};

// All taps of a phase where it is computed channel by channel, from its taps of
// the filter, line by line. If no kernel mixes channels as the groups do, the
// other channels of a group become further taps, as if each line were there
// ShiftsOf() times.
std::vector<DepthwiseTap> DepthwiseTapsOf(const ConvState& state,
                                          const std::vector<int>& taps,
                                          int taps_of_line);
// How many times each line is there.
int ShiftsOf(const ConvState& state);

// The arrangement that takes the fewest cycles for `taps` taps, none or those
// of the windows, by any kernel that the state's backend has. The phase needs
// its windows, and which lines of the input are copied.
DepthwiseArrangement ArrangeDepthwise(const ConvState& state,
                                      const FilterParts& parts,
                                      const PhaseDepthwise& phase, int taps);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_ARRANGE_DEPTHWISE_H_
