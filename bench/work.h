// One product as every library in a benchmark is asked for it, and what a
// library looks like to the benchmark.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_WORK_H_
#define LOWP_BENCH_WORK_H_

#include <cstdint>

namespace lowp_bench {

// output = clamp(0, 255, round(scale * (sum + bias)) + kOutputZeroPoint), where
//   sum(r, c) = sum over d of (input(r, d) - kInputZeroPoint) * weight(c, d).
// The input is rows x depth, the weights cols x depth, the output rows x cols,
// all without gaps, the last index contiguous; one bias for each column.
struct Work {
  int rows, cols, depth;
  const std::uint8_t* input;
  const std::int8_t* weights;
  // The weights plus 128, for libraries that take unsigned ones only.
  const std::uint8_t* weights_u8;
  const std::int32_t* bias;
  std::int32_t multiplier;  // scale = multiplier * 2^(-31 - shift)
  int shift;
};

constexpr int kInputZeroPoint = 120;
constexpr int kOutputZeroPoint = 128;

// A library, or one of lowp's backends. `create` makes what computes `work` on
// one thread, the weights packed ahead (if the library can) or given as they
// are in each call, or null if the library refuses; the work's memory must
// outlive it. `run` computes the product once.
struct Library {
  const char* name;
  // How far its entries may be from the exact ones: 1 if it scales in float.
  int tolerance;
  bool packs_ahead;
  void* (*create)(const char* name, const Work& work, bool packed);
  void (*run)(void* instance, std::uint8_t* output);
  void (*destroy)(void* instance);
};

}  // namespace lowp_bench

#endif  // LOWP_BENCH_WORK_H_
