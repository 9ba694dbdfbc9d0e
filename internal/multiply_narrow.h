// Multiplies rows with a panel of few columns: products first, of a part of the
// rows that stays in the first-level cache, then the epilogue.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_MULTIPLY_NARROW_H_
#define LOWP_INTERNAL_MULTIPLY_NARROW_H_

#include "backend.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// From so many rows on a narrow panel is a case of its own.
constexpr int kMinNarrowRows = 16;

// Whether that many rows and columns make a narrow panel of many rows.
inline bool IsNarrow(const Backend& backend, int rows, int columns) {
  return columns <= kMaxNarrowColumns && columns <= backend.panel.width &&
         rows >= kMinNarrowRows && backend.multiply_narrow != nullptr;
}

// Does what backend.multiply(task) does, for up to kMaxNarrowColumns columns.
void MultiplyNarrow(const Backend& backend, const PanelTask& task);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_MULTIPLY_NARROW_H_
