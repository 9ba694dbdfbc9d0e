// Plans a depthwise convolution: phases of taps, channels in tiles, and the
// filter as the registers of the machine want it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "prepare_depthwise.h"

#include <algorithm>
#include <utility>

#include "../contract/panel_format.h"
#include "../contract/thread_costs.h"
#include "../runtime/extent.h"
#include "../runtime/shares.h"
#include "arrange_depthwise.h"
#include "choose_threads.h"
#include "fill_depthwise.h"
#include "fill_interleaved.h"
#include "plan_interleaved.h"
#include "sums_in_memory.h"
#include "windows_of.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The maximum memory for copies that stay for other output lines.
constexpr std::uint64_t kMaxKeptBytes = 1 << 20;
// The minimum windows of a share that is not a whole line.
constexpr int kMinWindows = 32;
// Channels of the narrowest block of any kernel.
constexpr int kNarrowest = 16;

// Whether some window along the width meets padding.
bool MeetsPadding(const WindowAxis& width) {
  return width.begin < 0 ||
         std::int64_t{width.begin} +
                 std::int64_t{width.windows - 1} * width.step +
                 std::int64_t{width.taps - 1} * width.dilation >=
             width.input;
}

int Span(const WindowAxis& axis) {
  return static_cast<int>(std::min<std::int64_t>(
      std::int64_t{axis.taps - 1} * axis.dilation + 1, 1 << 15));
}

// Decides whether lines are copied, and where to. A phase without taps reads
// none.
void PlanLines(const ConvState& state, bool has_taps, PhaseDepthwise* phase) {
  const ConvGeometry& g = state.geometry;
  const WindowAxis& width = phase->windows.axis[2];
  phase->copies = LineSlots{};
  phase->first_position = 0;
  phase->last_position = width.input - 1;
  phase->position = phase->windows.stride;
  if (!has_taps) return;
  // Blocks are read whole, so each position needs room for one, and for
  // neighbours.
  const bool spreads = g.output_channels > g.input_channels ||
                       g.output_channels < kNarrowest || phase->shifts > 1;
  // Not where windows lie far apart in the padding.
  const std::int64_t reach = std::int64_t{width.windows - 1} * width.step +
                             std::int64_t{width.taps - 1} * width.dilation;
  const FamilyCosts& costs = state.backend->family->costs;
  const bool is_short =
      width.windows <= costs.padded_line_windows ||
      (width.step == 1 && reach * g.output_channels <= costs.padded_line_bytes);
  const bool pads =
      is_short && MeetsPadding(width) &&
      reach <= width.input + std::int64_t{costs.padded_line_padding};
  if (!spreads && !pads) return;
  phase->position = std::max(g.output_channels, kNarrowest);
  if (pads) {
    phase->first_position = width.begin;
    phase->last_position = static_cast<int>(width.begin + reach);
  }
  LineSlots& copies = phase->copies;
  const Extent bytes =
      Extent(static_cast<std::uint64_t>(
          phase->last_position - std::int64_t{phase->first_position} + 1)) *
          static_cast<std::uint64_t>(phase->position) +
      2 * kPackedAlignment;
  copies.slot_bytes = static_cast<std::size_t>(
      RoundUpToAlignment(std::min(bytes.value(), kMaxBytes / 8)));
  copies.depth_period = Span(phase->windows.axis[0]);
  copies.height_period = Span(phase->windows.axis[1]);
  copies.slots = copies.depth_period * copies.height_period;
  if ((Extent(copies.slot_bytes) * static_cast<std::uint64_t>(copies.slots))
          .value() > kMaxKeptBytes) {
    copies.depth_period = copies.height_period = 0;
    copies.slots = phase->windows.axis[0].taps * phase->windows.axis[1].taps;
  }
}

// Lines, or groups of them.
int LinesOf(const PhaseDepthwise& phase) {
  const Windows& windows = phase.windows;
  return phase.interleaved.kernel != nullptr
             ? GroupsOfLines(windows, phase.interleaved)
             : windows.count() / windows.axis[2].windows;
}

// A share is a line, or where there are too few of them for the threads, some
// windows of one.
void DivideLines(ConvState* state) {
  std::int64_t lines = 0;
  for (const PhaseDepthwise& phase : state->depthwise) {
    lines += LinesOf(phase);
  }
  const std::int64_t wanted =
      state->threads == 1 || state->sums_stay
          ? 1
          : std::int64_t{state->threads} * kSharesPerThread;
  std::int64_t shares = 0;
  for (PhaseDepthwise& phase : state->depthwise) {
    const int windows = phase.windows.axis[2].windows;
    const int max_parts = std::max(1, windows / kMinWindows);
    phase.line_parts = static_cast<int>(
        std::min<std::int64_t>((wanted - 1) / lines + 1, max_parts));
    InterleavedPlan& plan = phase.interleaved;
    if (plan.kernel != nullptr) {
      const int block = plan.windows_of_block;
      const int blocks = (windows - 1) / (phase.line_parts * block) + 1;
      plan.windows_at_once = std::min(plan.windows_at_once, blocks * block);
      phase.line_parts = (windows - 1) / plan.windows_at_once + 1;
    }
    phase.first_share = static_cast<int>(shares);
    phase.shares = LinesOf(phase) * phase.line_parts;
    shares += phase.shares;
  }
  state->shares = static_cast<int>(shares);
}

// Bytes of a line's sums, where they stay in memory.
Extent SumsThatStay(const ConvState& state) {
  if (!state.sums_stay) return 0;
  int windows = 0;
  for (const PhaseDepthwise& phase : state.depthwise) {
    windows = std::max(windows, phase.windows.axis[2].windows);
  }
  return (Extent(static_cast<std::uint64_t>(windows)) *
              static_cast<std::uint64_t>(state.geometry.output_channels) +
          kSumsSlack) *
         sizeof(std::int32_t);
}

Status LayOutDepthwiseSlot(ConvState* state) {
  Extent lines = 0;
  int slots = 0;
  std::size_t max_entries = 0;
  std::ptrdiff_t padding =
      std::max(state->geometry.output_channels, kMaxDepthwiseLanes);
  for (const PhaseDepthwise& phase : state->depthwise) {
    const Extent bytes = Extent(phase.copies.slot_bytes) *
                             static_cast<std::uint64_t>(phase.copies.slots) +
                         phase.interleaved.bytes;
    if (bytes.value() > lines.value()) lines = bytes;
    const InterleavedPlan& plan = phase.interleaved;
    padding = std::max(padding, plan.quad_bytes / kQuadWidth);
    slots = std::max(slots, plan.kernel != nullptr ? 2 : phase.copies.slots);
    const WindowAxis* const axis = phase.windows.axis;
    const std::size_t depth = static_cast<std::size_t>(axis[0].taps);
    max_entries = std::max(
        {max_entries,
         phase.positions.size() * static_cast<std::size_t>(phase.filter_parts),
         depth * static_cast<std::size_t>(axis[1].taps),
         depth * static_cast<std::size_t>(plan.quads_of_plane *
                                          plan.filter_parts)});
  }
  ConvSlot* const slot = &state->slot;
  const auto append = [slot](Extent bytes) {
    const std::size_t at = slot->total;
    slot->total += static_cast<std::size_t>(
        RoundUpToAlignment(std::min(bytes.value(), kMaxBytes / 8)));
    return at;
  };
  slot->total = BytesBetweenThreads(*state);
  const Extent entries = static_cast<std::uint64_t>(max_entries);
  slot->sources = append(entries * sizeof(DepthwiseSource));
  slot->line_starts = append(entries * sizeof(void*));
  slot->tags = append(Extent(static_cast<std::uint64_t>(slots)) * sizeof(int));
  slot->padding = append(static_cast<std::uint64_t>(padding));
  slot->rows = append(lines);
  slot->block = append(SumsThatStay(*state));
  const Extent all =
      Extent(slot->total) * static_cast<std::uint64_t>(state->threads) +
      kPackedAlignment;
  return lines.value() < kMaxBytes / 8 &&
                 SumsThatStay(*state).value() < kMaxBytes / 8 &&
                 all.FitsMemory()
             ? Status()
             : Status(StatusCode::kResourceExhausted, "workspace",
                      static_cast<std::int64_t>(
                          std::min<std::uint64_t>(lines.value(), INT64_MAX)),
                      "bytes are more than this machine addresses");
}

void FillArrangement(const ConvState& state, DepthwiseArrangement arrangement,
                     const std::vector<int>& taps,
                     const std::vector<DepthwiseTap>& all_taps,
                     PhaseDepthwise* phase) {
  phase->kernel = arrangement.kernel;
  phase->groups = arrangement.groups;
  phase->filter_parts = arrangement.parts;
  phase->apart = arrangement.apart;
  MakeDepthwiseTiles(state, arrangement, taps, all_taps, phase);
  phase->positions = std::move(arrangement.positions);
}

}  // namespace

bool TakesDepthwiseKernels(ConvState* state) {
  const ConvGeometry& g = state->geometry;
  if (!HasDepthwiseKernel(*state)) return false;
  if (g.groups > 1) return true;
  // Windows of a single channel fill lanes if they follow one another. Else it
  // is a product with one column.
  PrepareOps(state);
  return state->filter->plain != nullptr && g.width.stride == 1 &&
         OutputStride(g) == 1 && state->backend->interleaved.count > 0 &&
         MayInterleave(*state) && PartsOfFilter(*state).count == 1;
}

Status PrepareDepthwise(const GemmResources& resources, ConvState* state) {
  const ConvGeometry& g = state->geometry;
  PrepareOps(state);
  const FilterParts parts = PartsOfFilter(*state);
  ForEachPhase(g, [&](const Phase& at) {
    PhaseDepthwise phase = {};
    phase.windows = WindowsOf(*state, g, at);
    if (phase.windows.count() == 0) return;
    const std::vector<int> taps = TapsOfPhase(g, at).InOrder(g);
    const std::vector<DepthwiseTap> all_taps =
        DepthwiseTapsOf(*state, taps, phase.windows.axis[2].taps);
    phase.shifts = ShiftsOf(*state);
    PlanLines(*state, !taps.empty(), &phase);
    DepthwiseArrangement arrangement = ArrangeDepthwise(
        *state, parts, phase, static_cast<int>(all_taps.size()));
    double cycles_interleaved = arrangement.cycles;
    if (!taps.empty()) {
      phase.interleaved =
          PlanInterleaved(*state, parts, phase.windows, &cycles_interleaved);
    }
    if (cycles_interleaved < arrangement.cycles) {
      phase.copies = LineSlots{};
      FillInterleaved(*state, taps, &phase);
      state->cycles += cycles_interleaved;
    } else {
      phase.interleaved = InterleavedPlan{};
      state->cycles += arrangement.cycles;
      FillArrangement(*state, std::move(arrangement), taps, all_taps, &phase);
    }
    state->depthwise.push_back(std::move(phase));
  });
  ChooseThreads(resources, state->cycles * kWorkPerCycle, state);
  DivideLines(state);
  return LayOutDepthwiseSlot(state);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
