// The C interface of a module that wheels.py loads: one library, whose calls
// are timed by a loop in C.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_WHEELS_ENTRY_H_
#define LOWP_BENCH_WHEELS_ENTRY_H_

#include <cstdint>

#include "../work.h"

namespace lowp_bench {

// Each module defines it: the library, or that backend of it.
Library EntryLibrary(const char* name);

}  // namespace lowp_bench

// problem.py and module.py repeat these declarations.
extern "C" {

// A lowp_bench::Work, and the fields of a lowp_bench::Request that vary here.
// Weights are always packed ahead, and there is one thread.
struct LowpWheelsProduct {
  std::int32_t rows, cols, depth;
  std::int32_t multiplier, shift;
  std::int32_t signed_input, signed_weights, sums;  // 0 or 1
  const std::uint8_t* input;
  const std::int8_t* input_s8;
  const std::int8_t* weights;
  const std::uint8_t* weights_u8;
  const std::int32_t* bias;
};

// Null if the library refuses. The product's memory must outlive what is made.
void* LowpWheelsCreate(const char* name, const LowpWheelsProduct* product);
// The seconds that this many calls take, one after another.
double LowpWheelsSeconds(void* entry, void* output, std::int32_t calls);
void LowpWheelsDestroy(void* entry);
}

#endif  // LOWP_BENCH_WHEELS_ENTRY_H_
