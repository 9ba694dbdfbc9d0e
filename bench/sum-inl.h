// A plain vector sum of memory: a product that reads each weight once cannot be
// faster. Included by peak_<backend>.cc, which supplies the width of the
// backend's registers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_SUM_INL_H_
#define LOWP_BENCH_SUM_INL_H_

#include <cstdint>
#include <cstring>
#include <utility>

#include "../internal/detect_platform.h"

namespace lowp_bench {
namespace {

template <typename Vector, int... kIndex>
LOWP_INLINE std::int32_t SumOfVectors(const unsigned char* memory,
                                      std::int64_t bytes,
                                      std::integer_sequence<int, kIndex...>) {
  constexpr std::int64_t kStep = sizeof(Vector) * sizeof...(kIndex);
  Vector sums[sizeof...(kIndex)] = {};
  std::int64_t at = 0;
  for (; at + kStep <= bytes; at += kStep) {
    const Vector* const vectors = reinterpret_cast<const Vector*>(memory + at);
    ((sums[kIndex] += vectors[kIndex]), ...);
  }
  for (; at < bytes; at += static_cast<std::int64_t>(sizeof(Vector))) {
    sums[0] += *reinterpret_cast<const Vector*>(memory + at);
  }
  Vector total = {};
  ((total += sums[kIndex]), ...);
  std::int32_t lanes[sizeof(Vector) / sizeof(std::int32_t)];
  std::memcpy(lanes, &total, sizeof(total));
  std::int32_t sum = 0;
  for (const std::int32_t lane : lanes) sum += lane;
  return sum;
}

// The sum, modulo 2^32, of the int32 values in `bytes` bytes. Memory is aligned
// to cache lines and read to the end of the last one.
template <typename Vector>
LOWP_INLINE std::int32_t SumMemory(const void* memory, std::int64_t bytes) {
  return SumOfVectors<Vector>(static_cast<const unsigned char*>(memory), bytes,
                              std::make_integer_sequence<int, 8>());
}

}  // namespace
}  // namespace lowp_bench

#endif  // LOWP_BENCH_SUM_INL_H_
