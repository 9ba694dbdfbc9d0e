// The product that every library in a benchmark computes, and the benchmark's
// view of a library.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_WORK_H_
#define LOWP_BENCH_WORK_H_

#include <cstdint>

namespace lowp_bench {

// With the exact sums
//   sum(r, c) = sum over d of (input(r, d) - kInputZeroPoint) * weight(c, d),
// the output is clamp(0, 255, round(scale * (sum + bias)) + kOutputZeroPoint),
// with one bias per column; or the sum itself, if int32 is requested. The input
// is m x k, the weights are n x k, the output is m x n, all without gaps and
// with the last index contiguous.
//
// Both operands exist in both signednesses, where s8 is u8 minus 128 and zero
// points likewise: all four pairs are the same product with the same result.
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
  kRelu,        // the same, but at least kOutputZeroPoint
  kChannels,  // kFixedPoint with a multiplier and a shift per column, all equal
  kFloat,     // u8, scaled in float
  kInt32,     // the sums
};

// How a library should compute its work. A library refuses requests it does not
// know.
struct Request {
  bool packed = false;    // weights are packed before timing starts
  bool prepared = false;  // so is everything else that can be
  bool signed_input = false;
  bool signed_weights = true;
  Output output = Output::kFixedPoint;
  int threads = 1;
};

// A library, or one of lowp's backends. `create` makes the object that computes
// `work`, or null if the library refuses; the work's memory must outlive it.
// `run` computes the product once, into rows x cols elements of the requested
// output.
struct Library {
  const char* name;
  // The allowed difference of its entries from the exact ones: 1 if it scales
  // in float.
  int tolerance;
  // Whether its sums may saturate here, which makes a result wrong.
  bool saturates;
  bool packs_ahead;
  // The types that it takes, where it does not take all.
  bool signed_input, signed_weights;
  // Whether its outputs are s8: those of the work minus 128.
  bool signed_output;
  void* (*create)(const char* name, const Work& work, const Request& request);
  void (*run)(void* instance, void* output);
  void (*destroy)(void* instance);
};

}  // namespace lowp_bench

#endif  // LOWP_BENCH_WORK_H_
