// One product as every library in a benchmark is asked for it, and what a
// library looks like to the benchmark.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_WORK_H_
#define LOWP_BENCH_WORK_H_

#include <cstdint>

namespace lowp_bench {

// With the exact sums
//   sum(r, c) = sum over d of (input(r, d) - kInputZeroPoint) * weight(c, d),
// the output is clamp(0, 255, round(scale * (sum + bias)) + kOutputZeroPoint),
// one bias for each column, or, where int32 is asked for, the sum itself. The
// input is rows x depth, the weights cols x depth, the output rows x cols, all
// without gaps, the last index contiguous.
//
// Both operands exist in both signednesses, s8 being u8 minus 128, zero points
// likewise: all four pairs are the same product with the same result.
struct Work {
  int rows, cols, depth;
  const std::uint8_t* input;
  const std::int8_t* input_s8;
  const std::int8_t* weights;
  const std::uint8_t* weights_u8;
  const std::int32_t* bias;
  std::int32_t multiplier;  // scale = multiplier * 2^(-31 - shift)
  int shift;
};

constexpr int kInputZeroPoint = 120;
constexpr int kOutputZeroPoint = 128;

enum class Output {
  kFixedPoint,  // u8, scaled by the multiplier with gemmlowp's double rounding
  kRelu,        // the same, no less than kOutputZeroPoint
  kChannels,    // kFixedPoint by a multiplier and a shift for each column, all
                // alike
  kFloat,       // u8, scaled in float
  kInt32,       // the sums
};

// How a library is asked for its work. What it does not know it refuses.
struct Request {
  bool packed = false;  // the weights are packed before the clock starts
  bool signed_input = false;
  bool signed_weights = true;
  Output output = Output::kFixedPoint;
  int threads = 1;
};

// A library, or one of lowp's backends. `create` makes what computes `work`, or
// null if the library refuses; the work's memory must outlive it. `run`
// computes the product once, into rows x cols numbers of the request's output.
struct Library {
  const char* name;
  // How far its entries may be from the exact ones: 1 if it scales in float.
  int tolerance;
  // Whether its sums may saturate here, so that a result may be wrong.
  bool saturates;
  bool packs_ahead;
  // Whether it takes s8 weights with u8 input, or else u8 with u8.
  bool signed_weights;
  void* (*create)(const char* name, const Work& work, const Request& request);
  void (*run)(void* instance, void* output);
  void (*destroy)(void* instance);
};

}  // namespace lowp_bench

#endif  // LOWP_BENCH_WORK_H_
