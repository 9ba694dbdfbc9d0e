// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

// Multiplies once with the original gemmlowp and once with lowp, both linked
// into this program, and compares the bytes.
#include <cstdint>
#include <cstdio>
#include <set>
#include <vector>

#include "problem.h"

int main() {
  static Problem problem;
  std::uint32_t state = 1;
  const auto next = [&state] {
    state = state * 1664525u + 1013904223u;
    return state >> 16;
  };
  for (std::uint8_t& value : problem.lhs) value = next() & 255;
  for (std::uint8_t& value : problem.rhs) value = next() & 255;
  for (std::int32_t& value : problem.bias) {
    value = static_cast<std::int32_t>(next() & 0xffff) - 0x8000;
  }

  std::vector<std::uint8_t> original(kRows * kColumns);
  std::vector<std::uint8_t> lowp(kRows * kColumns);
  MultiplyWithOriginal(problem, original.data());
  MultiplyWithLowp(problem, lowp.data());

  const std::set<std::uint8_t> values(lowp.begin(), lowp.end());
  if (values.size() < 32) {
    std::printf("only %zu distinct result bytes\n", values.size());
    return 1;
  }
  for (int i = 0; i < kRows * kColumns; ++i) {
    if (original[i] != lowp[i]) {
      std::printf("row %d, column %d: the original gives %d, lowp %d\n",
                  i % kRows, i / kRows, original[i], lowp[i]);
      return 1;
    }
  }
  std::printf("%d result bytes, all equal\n", kRows * kColumns);
  return 0;
}
