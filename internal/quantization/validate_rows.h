// Checks matrices whose rows are quantized.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_QUANTIZATION_VALIDATE_ROWS_H_
#define LOWP_INTERNAL_QUANTIZATION_VALIDATE_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "../../public/rowwise/rowwise_quantization.h"
#include "../../public/status.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The names of arguments in messages about rows.
struct RowNames {
  const char* rows;
  const char* columns;
  const char* data;
  const char* stride;
};

// Checks the shape of rows, and that memory can hold them.
Status ValidateFloatRows(const FloatRows& values, const RowNames& names);

// What is written, or read, for each row: `bytes` of them, `stride` bytes from
// one row to the next. Null: nothing.
struct BytesOfARow {
  const char* name;
  const void* data;
  std::ptrdiff_t stride;
  std::int64_t bytes;
};

// Refuses those that overlap the values.
Status ValidateApart(const FloatRows& values,
                     std::initializer_list<BytesOfARow> others);

// The refusal of a row whose parameters are refused.
Status OfARow(const Status& chosen, int row);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_QUANTIZATION_VALIDATE_ROWS_H_
