// How the values of a row, or of all rows, become codes: what follows from
// their range by a DynamicArithmetic.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_DYNAMIC_ROW_CODE_H_
#define LOWP_INTERNAL_DYNAMIC_ROW_CODE_H_

#include <cstdint>

#include "../../public/dynamic/dynamic_arithmetic.h"
#include "../../public/status.h"
#include "../contract/transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct DynamicRowCode {
  float scale;              // NaN: the results are NaN
  float factor;             // RowParameters::factor
  std::int32_t zero_point;  // within DynamicArithmetic::codes
};

// Whether ChooseRowCode serves the arithmetic.
Status ValidateArithmetic(const DynamicArithmetic& arithmetic);

// For a valid arithmetic.
DynamicRowCode ChooseRowCode(const DynamicArithmetic& arithmetic,
                             const ValueRange& range);

RowCodeForm FormOf(DynamicCode code);

// Whether all rows have the zero point 0.
bool HasNoZeroPoint(const DynamicArithmetic& arithmetic);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_DYNAMIC_ROW_CODE_H_
