// A packed panel: where its parts lie, and which columns it has.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_PANEL_H_
#define LOWP_INTERNAL_CONTRACT_PANEL_H_

#include <cstddef>
#include <cstdint>

#include "packed_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct Panel {
  const std::int32_t* sums;
  const std::uint8_t* numbers;
  bool widened;  // what the numbers are
  int first;     // column of the panel side
  int columns;
  int padded;
};

// Panel number `index` of a side that is `total` columns wide; it begins at
// `memory`.
inline Panel PanelAt(const PanelFormat& format, const std::uint8_t* memory,
                     int total, int index) {
  Panel panel;
  panel.widened = false;
  panel.first = index * format.width;
  panel.columns = PanelColumns(format, total, index);
  panel.padded = RoundUpToPower(format.granule, panel.columns);
  panel.sums = reinterpret_cast<const std::int32_t*>(memory);
  panel.numbers = memory + PanelDataOffset(panel.padded);
  return panel;
}

// The same of a packed operand, `total` columns by `depth`.
inline Panel PackedPanel(const PanelFormat& format, const std::uint8_t* panels,
                         int total, int depth, int index) {
  const std::size_t bytes = PanelBytes(format, format.width, depth);
  return PanelAt(format, panels + index * bytes, total, index);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_PANEL_H_
