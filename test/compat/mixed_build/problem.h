// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

// The product that both libraries compute in one program.
#ifndef LOWP_TEST_MIXED_BUILD_PROBLEM_H_
#define LOWP_TEST_MIXED_BUILD_PROBLEM_H_

#include <cstdint>

constexpr int kRows = 37;
constexpr int kDepth = 75;
constexpr int kColumns = 29;

struct Problem {
  std::uint8_t lhs[kRows * kDepth];     // row-major
  std::uint8_t rhs[kDepth * kColumns];  // column-major
  std::int32_t bias[kRows];
};

// multiply.cc, compiled against each of the libraries. `result` is
// column-major.
void MultiplyWithOriginal(const Problem& problem, std::uint8_t* result);
void MultiplyWithLowp(const Problem& problem, std::uint8_t* result);

#endif  // LOWP_TEST_MIXED_BUILD_PROBLEM_H_
