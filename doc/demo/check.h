// Checks a quantized product against the exact integer arithmetic, and against
// the float product with a bound on the quantization error.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_DEMO_CHECK_H_
#define LOWP_DOC_DEMO_CHECK_H_

#include <cstdint>
#include <vector>

#include "problem.h"

namespace lowp_demo {

// One entry of the result, computed from the definition.
int ExactEntry(const QuantizedProblem& problem, int row, int col);

struct ExactCheck {
  long checked = 0;
  long mismatches = 0;
  int row = 0, col = 0, expected = 0, actual = 0;  // of the first mismatch
};

// Compares `result` with ExactEntry: everywhere if the problem is small, else
// at entries spread over it, corners included.
ExactCheck CheckExact(const QuantizedProblem& problem,
                      const std::vector<std::uint8_t>& result);

struct FloatCheck {
  double worst = 0;  // of |dequantized - float|
  double mean = 0;
  double worst_bound = 0;  // the largest bound of an entry
  double closest = 0;      // the largest ratio of an error to its bound
  long violations = 0;     // entries whose error exceeds its bound
};

// Compares `result` with `product` (from FloatProduct), clamped to
// low..high, in every entry. See check.cc for the bound.
FloatCheck CheckFloat(const FloatProblem& problem,
                      const QuantizedProblem& quantized,
                      const std::vector<double>& product, double low,
                      double high, const std::vector<std::uint8_t>& result);

}  // namespace lowp_demo

#endif  // LOWP_DOC_DEMO_CHECK_H_
