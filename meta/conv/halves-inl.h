// int16 values as two halves of 8 bits, and the sums of both put together.
// Plain loops, which compilers turn into vector code: they take a small part of
// the time of the sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_HALVES_INL_H_
#define LOWP_META_CONV_HALVES_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/int64_stages.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// RegisterFamily::split_halves.
void SplitHalves(const SplitHalvesTask& task) {
  const std::int16_t* const values = task.values;
  const std::ptrdiff_t count = task.count;
  std::uint8_t* __restrict const high = task.high;
  std::uint8_t* __restrict const low = task.low;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const unsigned value = static_cast<std::uint16_t>(values[i]);
    high[i] = static_cast<std::uint8_t>(value >> 8);
    low[i] = static_cast<std::uint8_t>(value);
  }
}

LOWP_INLINE std::uint64_t JoinHalf(std::int32_t high, std::int32_t low,
                                   std::int64_t bias) {
  return static_cast<std::uint64_t>(high * std::int64_t{256} + low) +
         static_cast<std::uint64_t>(bias);
}

// One row, as int64, as int32 modulo 2^32, and scaled.
LOWP_INLINE void StoreRow(const std::int32_t* high, const std::int32_t* low,
                          const Int64Columns& values, int columns,
                          std::int64_t* __restrict result) {
  const std::int64_t* const bias = values.bias;
  for (int c = 0; c < columns; ++c) {
    result[c] = static_cast<std::int64_t>(JoinHalf(high[c], low[c], bias[c]));
  }
}

LOWP_INLINE void TruncateRow(const std::int32_t* high, const std::int32_t* low,
                             const Int64Columns& values, int columns,
                             std::int32_t* __restrict result) {
  const std::int64_t* const bias = values.bias;
  const std::int32_t* const add = values.add;
  for (int c = 0; c < columns; ++c) {
    result[c] = static_cast<std::int32_t>(
        static_cast<std::uint32_t>(JoinHalf(high[c], low[c], bias[c])) +
        static_cast<std::uint32_t>(add[c]));
  }
}

LOWP_INLINE void ScaleRow(const std::int32_t* high, const std::int32_t* low,
                          const Int64Columns& values, int columns,
                          std::int32_t* __restrict result) {
  const std::int64_t* const bias = values.bias;
  const std::int64_t* const multiplier = values.multiplier;
  const std::int64_t* const round = values.round;
  const std::int64_t* const shift = values.shift;
  const std::int32_t* const add = values.add;
  for (int c = 0; c < columns; ++c) {
    const std::uint64_t product =
        JoinHalf(high[c], low[c], bias[c]) *
            static_cast<std::uint64_t>(multiplier[c]) +
        static_cast<std::uint64_t>(round[c]);
    result[c] = static_cast<std::int32_t>(
        static_cast<std::uint32_t>(product >> shift[c]) +
        static_cast<std::uint32_t>(add[c]));
  }
}

// RegisterFamily::join_halves.
void JoinHalves(const JoinHalvesTask& task) {
  const std::int32_t* high = task.high;
  const std::int32_t* low = task.low;
  for (int r = 0; r < task.rows; ++r, high += task.stride, low += task.stride) {
    if (task.result_int64 != nullptr) {
      StoreRow(high, low, task.values, task.columns,
               task.result_int64 + r * task.result_stride);
    } else if (task.values.multiplier != nullptr) {
      ScaleRow(high, low, task.values, task.columns,
               task.result + r * task.result_stride);
    } else {
      TruncateRow(high, low, task.values, task.columns,
                  task.result + r * task.result_stride);
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_HALVES_INL_H_
