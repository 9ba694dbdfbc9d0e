// Turns a row's values into codes 0..levels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_QUANTIZATION_ROW_CODE_H_
#define LOWP_INTERNAL_QUANTIZATION_ROW_CODE_H_

#include <algorithm>
#include <cmath>

#include "../../public/rowwise/rowwise_quantization.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct RowCode {
  float scale;
  float offset;
  float reciprocal;  // 0: divide by the scale
  float levels;

  int operator()(float value) const {
    const float distance = value - offset;
    const float code = reciprocal == 0 ? std::round(distance / scale)
                                       : std::nearbyint(distance * reciprocal);
    return static_cast<int>(std::min(std::max(code, 0.0f), levels));
  }
};

// Whether every value of a row has a code: if the row's range overflows float,
// the scale is not finite.
inline bool IsUsable(const RowCode& code) {
  return std::isfinite(code.scale) && std::isfinite(code.offset) &&
         std::isfinite(code.reciprocal);
}

// The 8-bit code with float scale and offset, for a row with values in
// min..max.
RowCode ByteCodeOf(float min, float max, RowCoding coding);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_QUANTIZATION_ROW_CODE_H_
