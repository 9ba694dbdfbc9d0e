// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "random_matrix.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

namespace lowp_test {

namespace {

// Four small values from each 64 random bits: otherwise most of the tests' time
// would go into making random bits.
class SmallValues {
 public:
  explicit SmallValues(Random* random) : random_(random) {}
  unsigned Bits16() {
    if (left_ == 0) bits_ = random_->Bits();
    left_ = left_ == 0 ? 3 : left_ - 1;
    const unsigned value = bits_ & 0xffff;
    bits_ >>= 16;
    return value;
  }
  template <std::size_t n>
  std::uint8_t Pick(const std::uint8_t (&choices)[n]) {
    return choices[Bits16() * n >> 16];
  }

 private:
  Random* random_;
  std::uint64_t bits_ = 0;
  int left_ = 0;
};

// Half of them one of the two ends of -max..max.
int ValueWithin(int max, unsigned bits16) {
  const unsigned count = static_cast<unsigned>(2 * max + 1);
  const int any = static_cast<int>((bits16 >> 2) * count >> 14) - max;
  const int end = (bits16 & 2) != 0 ? max : -max;
  return (bits16 & 1) != 0 ? any : end;
}

// Sets a line's values by value_of(k, 16 random bits): four from each 64.
template <typename Function>
void SetByBits(Random* random, std::uint8_t* line, int depth,
               const Function& value_of) {
  int k = 0;
  for (; k + 4 <= depth; k += 4) {
    const std::uint64_t bits = random->Bits();
    line[k] = value_of(k, bits & 0xffff);
    line[k + 1] = value_of(k + 1, bits >> 16 & 0xffff);
    line[k + 2] = value_of(k + 2, bits >> 32 & 0xffff);
    line[k + 3] = value_of(k + 3, bits >> 48);
  }
  std::uint64_t bits = k < depth ? random->Bits() : 0;
  for (; k < depth; ++k, bits >>= 16) line[k] = value_of(k, bits & 0xffff);
}

// The values of a line along k.
void FillLine(Fill fill, bool is_signed, bool is_first, Random* random,
              std::uint8_t* line, int depth) {
  constexpr std::uint8_t kBytes[] = {0, 1, 127, 128, 255};
  constexpr std::uint8_t kStrong[] = {127, 128, 255};
  const std::uint8_t pair[2] = {random->Pick(kStrong), random->Pick(kBytes)};
  const int pair_width = 1 << random->Between(0, 2);
  switch (fill) {
    case Fill::kRandom:
      SetByBits(random, line, depth, [](int, unsigned bits16) {
        return static_cast<std::uint8_t>(bits16);
      });
      break;
    case Fill::kExtremes:
      SetByBits(random, line, depth, [&](int, unsigned bits16) {
        return kBytes[bits16 * std::size(kBytes) >> 16];
      });
      break;
    case Fill::kRuns: {
      SmallValues values(random);
      for (int k = 0; k < depth;) {
        const std::uint8_t value = values.Pick(kBytes);
        const int end = k + 1 + static_cast<int>(values.Bits16() % 8);
        while (k < std::min(end, depth)) line[k++] = value;
      }
      break;
    }
    case Fill::kPairs:
      for (int k = 0; k < depth; ++k) line[k] = pair[k / pair_width % 2];
      break;
    case Fill::kHighest:
      std::fill(line, line + depth, is_signed ? 127 : 255);
      break;
    case Fill::kLowest:
      std::fill(line, line + depth, is_signed ? 128 : 0);
      break;
    case Fill::kMagnitude:
      std::fill(line, line + depth, is_signed ? 128 : 255);
      break;
    case Fill::kReduced:
    case Fill::kSymmetric:
      // The first value is an end, whose lowest bit is clear.
      SetByBits(random, line, depth, [&](int k, unsigned bits16) {
        return static_cast<std::uint8_t>(
            (is_signed ? 0 : 128) +
            ValueWithin(fill == Fill::kReduced ? 64 : 127,
                        bits16 & (is_first && k == 0 ? ~1u : ~0u)));
      });
      break;
    case Fill::kZero:
      std::fill(line, line + depth, 0);
      break;
  }
}

}  // namespace

void FillBytes(Random* random, void* to, std::size_t bytes) {
  auto* next = static_cast<std::uint8_t*>(to);
  for (; bytes >= 8; bytes -= 8, next += 8) {
    const std::uint64_t bits = random->Bits();
    std::memcpy(next, &bits, 8);
  }
  const std::uint64_t bits = random->Bits();
  std::memcpy(next, &bits, bytes);
}

void FillMatrix(const MatrixRef& matrix, Fill fill, bool depth_along_cols,
                Random* random) {
  auto* const data = static_cast<std::uint8_t*>(const_cast<void*>(matrix.data));
  const int lines = depth_along_cols ? matrix.rows : matrix.cols;
  const int depth = depth_along_cols ? matrix.cols : matrix.rows;
  const std::ptrdiff_t stride = matrix.stride;
  std::vector<std::uint8_t> values(static_cast<std::size_t>(lines) *
                                   static_cast<std::size_t>(depth));
  if (values.empty()) return;
  for (int line = 0; line < lines; ++line) {
    FillLine(fill, matrix.scalar == Scalar::kInt8, line == 0, random,
             values.data() + std::ptrdiff_t{line} * depth, depth);
  }
  // Written in the order of memory: strides of 4096 bytes would miss the cache
  // at every element.
  const bool along = matrix.row_major == depth_along_cols;
  const std::ptrdiff_t step = along ? 1 : depth;
  for (int outer = 0; outer < (along ? lines : depth); ++outer) {
    const std::uint8_t* const from =
        values.data() + std::ptrdiff_t{outer} * (along ? depth : 1);
    std::uint8_t* const to = data + outer * stride;
    const int count = along ? depth : lines;
    for (int i = 0; i < count; ++i) to[i] = from[i * step];
  }
}

}  // namespace lowp_test
