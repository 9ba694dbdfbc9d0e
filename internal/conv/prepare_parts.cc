// Puts narrow groups together: a product of several groups at once has all
// their input channels, and weights of zero where a channel is of another group
// than the output. That multiplies more, and still takes less time than one
// product of a few columns for each group.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "prepare_parts.h"

#include <algorithm>
#include <vector>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// How many groups are multiplied at a time: a divisor of their number.
int GroupsTogether(const ConvGeometry& g, const WindowCosts& costs) {
  const std::int64_t k = std::int64_t{g.depth.kernel} * g.height.kernel *
                         g.width.kernel * GroupInputs(g);
  int together = 1;
  for (int n = 2;
       n <= g.groups && n * GroupOutputs(g) <= costs.max_outputs_together &&
       n * k <= costs.max_values_together;
       ++n) {
    if (g.groups % n == 0) together = n;
  }
  return together;
}

// The byte that stands for zero in the filter of a channel.
std::uint8_t ZeroOf(const ConvState& state, int channel) {
  const std::int32_t offset =
      state.filter_offsets.empty()
          ? state.filter_offset
          : state.filter_offsets[static_cast<std::size_t>(channel)];
  return static_cast<std::uint8_t>(-offset);
}

// The weights of `together` groups from `first` on: for each output channel the
// taps in order, each with the input channels of all these groups.
void FillColumns(const ConvState& state, const std::vector<int>& taps,
                 int first, int together, std::vector<std::uint8_t>* columns) {
  const ConvGeometry& g = state.geometry;
  const std::size_t inputs = static_cast<std::size_t>(GroupInputs(g));
  const int outputs = GroupOutputs(g);
  const std::size_t all_taps = static_cast<std::size_t>(
      g.depth.kernel * g.height.kernel * g.width.kernel);
  columns->clear();
  for (int o = first * outputs; o < (first + together) * outputs; ++o) {
    const std::uint8_t* const filter =
        state.filter->plain + static_cast<std::size_t>(o) * all_taps * inputs;
    for (int tap : taps) {
      for (int group = first; group < first + together; ++group) {
        const std::uint8_t* const from =
            filter + static_cast<std::size_t>(tap) * inputs;
        if (group == o / outputs) {
          columns->insert(columns->end(), from, from + inputs);
        } else {
          columns->insert(columns->end(), inputs, ZeroOf(state, o));
        }
      }
    }
  }
}

Status PackColumns(const ConvState& state,
                   const std::vector<std::uint8_t>& columns, int k, int outputs,
                   PackedMatrix* part) {
  const char* const backend = state.backend->name;
  if (state.filter->header.scalar == static_cast<int>(Scalar::kInt8)) {
    const MatrixMap<const std::int8_t, MapOrder::ColMajor> map(
        reinterpret_cast<const std::int8_t*>(columns.data()), k, outputs);
    return PackedMatrix::Pack(map, Side::kRhs, part, backend);
  }
  const MatrixMap<const std::uint8_t, MapOrder::ColMajor> map(columns.data(), k,
                                                              outputs);
  return PackedMatrix::Pack(map, Side::kRhs, part, backend);
}

}  // namespace

Status PrepareParts(ConvState* state) {
  const ConvGeometry& g = state->geometry;
  state->product_geometry = g;
  if (state->filter->plain == nullptr) {
    state->parts = state->filter->parts;
    state->magnitude = state->filter->magnitude;
    return Status();
  }
  const int together = GroupsTogether(g, state->backend->windows);
  state->product_geometry.groups /= together;
  Status status;
  std::vector<std::uint8_t> columns;
  ForEachPhase(g, [&](const Phase& phase) {
    const std::vector<int> taps = TapsOfPhase(g, phase).InOrder(g);
    if (taps.empty()) return;
    const int k = static_cast<int>(taps.size()) * GroupInputs(g) * together;
    for (int first = 0; first < g.groups && status.ok(); first += together) {
      FillColumns(*state, taps, first, together, &columns);
      PackedMatrix part;
      status =
          PackColumns(*state, columns, k, GroupOutputs(g) * together, &part);
      state->parts.push_back(part);
    }
  });
  // The magnitude of all parts is the largest one, if all are known.
  int magnitude = 0;
  bool is_known = status.ok();
  for (const PackedMatrix& part : state->parts) {
    if (!is_known) break;
    magnitude = std::max(magnitude, int{part.header()->magnitude});
    is_known = part.header()->magnitude > 0;
  }
  state->magnitude = is_known ? magnitude : 0;
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
