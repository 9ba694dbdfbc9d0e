// The stages of a pipeline that take int64 sums, and the task that a register
// family makes of them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_INT64_STAGES_H_
#define LOWP_INTERNAL_CONTRACT_INT64_STAGES_H_

#include <cstddef>
#include <cstdint>

#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// int64 values for each column, borrowed from the caller while it prepares.
struct Int64Vector {
  const std::int64_t* data = nullptr;
  int size = 0;
  Along along = Along::kAll;  // kAll: none
};

// As the front end found them, before the stages that take int32.
struct Int64Stages {
  Int64Vector bias;
  bool scales = false;
  Int32Parameter multiplier = {}, exponent = {};
  std::int32_t offset = 0;
  bool stores = false;  // the result holds int64
};

// What is done with int64 sums, ready to compute: arrays of a value for each
// column of the result. With x = bias + the sum, modulo 2^64,
//   scaled: int32(floor((x * multiplier + round) / 2^shift)) + add
//   else:   int32(x) + add
// modulo 2^32. `round` has 2^62 more than half a unit, and `add` takes it away
// again, so that what is shifted is not negative: most vector units shift 64
// bits to the right only as unsigned values.
struct Int64Columns {
  const std::int64_t* bias;
  const std::int64_t* multiplier;  // null: unscaled
  const std::int64_t* round;
  const std::int64_t* shift;
  const std::int32_t* add;
};
constexpr int kInt64RoundBit = 62;

// Sums of the two halves of int16 inputs, x = 256 * high + low, with high
// signed and low unsigned: the sum is 256 * high + low, too.
struct JoinHalvesTask {
  const std::int32_t* high;
  const std::int32_t* low;
  std::ptrdiff_t stride;  // of both, in elements
  int rows;
  int columns;
  Int64Columns values;  // of these columns
  // Either int32, `result_stride` elements apart, or int64.
  std::int32_t* result;
  std::int64_t* result_int64;  // null: int32
  std::ptrdiff_t result_stride;
};

struct SplitHalvesTask {
  const std::int16_t* values;
  std::ptrdiff_t count;
  std::uint8_t* high;  // as int8
  std::uint8_t* low;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_INT64_STAGES_H_
