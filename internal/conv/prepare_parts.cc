// Makes parts that the filter does not have.
//
// Narrow groups are put together: a product of several groups at once has all
// their input channels, and weights of zero where a channel is of another group
// than the output. That multiplies more, and still takes less time than one
// product of a few columns for each group.
//
// Runs are filled up with zeros where kernels read them in larger steps: what
// follows a run in its line is multiplied by zero.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "prepare_parts.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "../contract/panel_format.h"
#include "../runtime/extent.h"

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

// Output channels one after another, each with its k values.
using Columns = std::vector<std::uint8_t>;

// Those of a packed part.
Columns ColumnsOf(const PackedMatrix& part) {
  const PanelFormat format = FormatOf(*part.header());
  const auto scalar = static_cast<Scalar>(part.header()->scalar);
  const int shift = ValueShift(format.signedness, scalar);
  const int panels = PanelCount(format, part.cols());
  Columns columns;
  columns.reserve(static_cast<std::size_t>(part.rows()) *
                  static_cast<std::size_t>(part.cols()));
  const std::uint8_t* memory = part.panels();
  for (int index = 0; index < panels; ++index) {
    const Panel panel = PanelAt(format, memory, part.cols(), index);
    for (int column = 0; column < panel.columns; ++column) {
      for (int i = 0; i < part.rows(); ++i) {
        const std::ptrdiff_t at =
            (std::ptrdiff_t{i / format.kr} * panel.padded + column) *
                format.kr +
            i % format.kr;
        std::int16_t value = panel.values[at * format.element_size];
        if (format.element_size == 2) {
          std::memcpy(&value, panel.values + at * 2, sizeof(value));
        }
        columns.push_back(static_cast<std::uint8_t>(value - shift));
      }
    }
    memory += PanelBytes(format, format.nr, part.rows());
  }
  return columns;
}

// Those of a group for some taps; `part`: the part that has them in a filter
// that is not plain.
Columns ColumnsOfGroup(const ConvState& state, const std::vector<int>& taps,
                       int group, int part) {
  const FilterState& filter = *state.filter;
  if (filter.plain == nullptr) {
    return ColumnsOf(filter.parts[static_cast<std::size_t>(part)]);
  }
  const ConvGeometry& g = state.geometry;
  const std::ptrdiff_t inputs = GroupInputs(g);
  const std::ptrdiff_t all_taps =
      std::ptrdiff_t{g.depth.kernel} * g.height.kernel * g.width.kernel;
  const int outputs = GroupOutputs(g);
  Columns columns;
  for (int o = group * outputs; o < (group + 1) * outputs; ++o) {
    for (int tap : taps) {
      const std::uint8_t* const from =
          filter.plain + (o * all_taps + tap) * inputs;
      columns.insert(columns.end(), from, from + inputs);
    }
  }
  return columns;
}

// Where groups are together, and how many.
struct GroupRange {
  int first, count;
};

// The columns of these groups: for each output channel the taps in order, each
// with the input channels of all groups. `part` is that of the first one.
Columns ColumnsTogether(const ConvState& state, const std::vector<int>& taps,
                        const GroupRange& groups, int part) {
  const std::size_t inputs =
      static_cast<std::size_t>(GroupInputs(state.geometry));
  const int outputs = GroupOutputs(state.geometry);
  Columns together;
  for (int i = 0; i < groups.count; ++i) {
    const int group = groups.first + i;
    const Columns own = ColumnsOfGroup(state, taps, group, part + i);
    auto from = own.begin();
    for (int o = group * outputs; o < (group + 1) * outputs; ++o) {
      const std::uint8_t zero = ZeroOf(state, o);
      for (std::size_t tap = 0; tap < taps.size(); ++tap) {
        const auto end = from + static_cast<std::ptrdiff_t>(inputs);
        together.insert(together.end(), static_cast<std::size_t>(i) * inputs,
                        zero);
        together.insert(together.end(), from, end);
        together.insert(together.end(),
                        static_cast<std::size_t>(groups.count - 1 - i) * inputs,
                        zero);
        from = end;
      }
    }
  }
  return together;
}

Status PackColumns(const ConvState& state, const Columns& columns, int k,
                   PackedMatrix* part) {
  const char* const backend = state.backend->name;
  const int outputs =
      static_cast<int>(columns.size() / static_cast<std::size_t>(k));
  if (state.filter->header.scalar == static_cast<int>(Scalar::kInt8)) {
    const MatrixMap<const std::int8_t, MapOrder::ColMajor> map(
        reinterpret_cast<const std::int8_t*>(columns.data()), k, outputs);
    return PackedMatrix::Pack(map, Side::kRhs, part, backend);
  }
  const MatrixMap<const std::uint8_t, MapOrder::ColMajor> map(columns.data(), k,
                                                              outputs);
  return PackedMatrix::Pack(map, Side::kRhs, part, backend);
}

// The largest magnitude of all parts, if all are known; else 0.
int MagnitudeOf(const std::vector<PackedMatrix>& parts) {
  int magnitude = 0;
  for (const PackedMatrix& part : parts) {
    const int of_part = part.header()->magnitude;
    if (of_part <= 0) return 0;
    magnitude = std::max(magnitude, of_part);
  }
  return magnitude;
}

}  // namespace

Status PrepareParts(ConvState* state) {
  const ConvGeometry& g = state->geometry;
  const FilterState& filter = *state->filter;
  state->product_geometry = g;
  const int together = GroupsTogether(g, state->backend->windows);
  if (filter.plain == nullptr && together == 1) {
    state->parts = filter.parts;
    state->magnitude = filter.magnitude;
    return Status();
  }
  state->product_geometry.groups /= together;
  Status status;
  int first_part = 0;
  ForEachPhase(g, [&](const Phase& phase) {
    const std::vector<int> taps = TapsOfPhase(g, phase).InOrder(g);
    if (taps.empty()) return;
    const int k = static_cast<int>(taps.size()) * GroupInputs(g) * together;
    for (int first = 0; first < g.groups && status.ok(); first += together) {
      PackedMatrix part;
      status = PackColumns(
          *state,
          ColumnsTogether(*state, taps, {first, together}, first_part + first),
          k, &part);
      state->parts.push_back(part);
    }
    first_part += g.groups;
  });
  state->magnitude = status.ok() ? MagnitudeOf(state->parts) : 0;
  return status;
}

Status FillRuns(ConvState* state, PhaseProduct* phase) {
  const std::ptrdiff_t values = phase->lines.values;
  const std::ptrdiff_t zeros = phase->lines.run - values;
  const int first = phase->first_part;
  phase->first_part = static_cast<int>(state->parts.size());
  const Extent bytes =
      Extent(static_cast<std::uint64_t>(phase->k)) *
      static_cast<std::uint64_t>(GroupOutputs(state->product_geometry));
  if (!bytes.FitsMemory()) return OutOfMemory("prepared", bytes.value());
  for (int i = 0; i < state->product_geometry.groups; ++i) {
    const Columns columns =
        ColumnsOf(state->parts[static_cast<std::size_t>(first + i)]);
    Columns filled;
    for (auto run = columns.begin(); run != columns.end(); run += values) {
      filled.insert(filled.end(), run, run + values);
      filled.insert(filled.end(), static_cast<std::size_t>(zeros),
                    ZeroOf(*state, 0));
    }
    PackedMatrix part;
    const Status status = PackColumns(*state, filled, phase->k, &part);
    if (!status.ok()) return status;
    state->parts.push_back(part);
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
