// Fills panels of packed 4-bit weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_INT4_PANEL_H_
#define LOWP_INTERNAL_GEMM_INT4_PANEL_H_

#include <cstdint>

#include "../../public/status.h"
#include "../contract/int4_format.h"
#include "../contract/int4_source.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The largest magnitude that a sum over groups of scale * group sum can have,
// for activations minus their zero point within -255..255. It is a double:
// below 2^31 exact, and for int64 there is room for its roundings.
class Int4Bound {
 public:
  void Add(double magnitude) {
    if (magnitude > magnitude_) magnitude_ = magnitude;
  }
  bool fits_int32() const { return magnitude_ < 0x1p31; }
  bool fits_int64() const { return magnitude_ < 0x1p62; }

 private:
  double magnitude_ = 0;
};

// Writes panel `index`, whose bytes are zero, and adds its columns' bounds.
// Fails if a value, a zero point or a scale is invalid; the panel then holds
// anything.
Status FillInt4Panel(const Int4Source& source, const Int4Format& format,
                     int index, std::uint8_t* panel, Int4Bound* bound);

// Whether all scales of all panels are finite, or integers.
bool AreInt4ScalesFinite(const Int4Format& format, const std::uint8_t* panels);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_INT4_PANEL_H_
