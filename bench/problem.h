// The operands of a benchmark's product.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_PROBLEM_H_
#define LOWP_BENCH_PROBLEM_H_

#include <cstdint>

#include "buffer.h"
#include "shapes.h"
#include "work.h"

namespace lowp_bench {

// Random operands, the same in every run, and a multiplier that spreads the
// results over the bytes. With a reduced range, weights lie in -64..64.
class Problem {
 public:
  Problem(const Shape& shape, bool reduced_range);
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  // Points into this object.
  const Work& work() const { return work_; }

 private:
  Buffer<std::uint8_t> input_, weights_u8_;
  Buffer<std::int8_t> input_s8_, weights_;
  Buffer<std::int32_t> bias_;
  Work work_;
};

}  // namespace lowp_bench

#endif  // LOWP_BENCH_PROBLEM_H_
