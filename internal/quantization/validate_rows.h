// Checks of matrices that are quantized row by row.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_QUANTIZATION_VALIDATE_ROWS_H_
#define LOWP_INTERNAL_QUANTIZATION_VALIDATE_ROWS_H_

#include "../../public/rowwise/rowwise_quantization.h"
#include "../../public/status.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The names under which faults of rows are reported.
struct RowNames {
  const char* rows;
  const char* columns;
  const char* data;
  const char* stride;
};

// What is wrong with the shape of rows, or where they lie.
Status ValidateFloatRows(const FloatRows& values, const RowNames& names);

// What a row is refused for whose parameters are refused.
Status OfARow(const Status& chosen, int row);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_QUANTIZATION_VALIDATE_ROWS_H_
