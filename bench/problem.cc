// Makes the operands of a product.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "problem.h"

#include <cmath>
#include <cstddef>
#include <random>

namespace lowp_bench {
namespace {

// Fills with min..max, plus 128 in the unsigned bytes.
void Fill(int min, int max, std::mt19937* random, Buffer<std::uint8_t>* bytes,
          Buffer<std::int8_t>* signed_bytes) {
  const unsigned count = static_cast<unsigned>(max - min + 1);
  for (std::size_t i = 0; i < bytes->size(); ++i) {
    const int byte = 128 + min + static_cast<int>(((*random)() >> 8) % count);
    (*bytes)[i] = static_cast<std::uint8_t>(byte);
    (*signed_bytes)[i] = static_cast<std::int8_t>(byte - 128);
  }
}

}  // namespace

Problem::Problem(const Shape& shape, bool reduced_range)
    : input_(static_cast<std::size_t>(shape.rows) * shape.depth),
      weights_u8_(static_cast<std::size_t>(shape.cols) * shape.depth),
      input_s8_(input_.size()),
      weights_(weights_u8_.size()),
      bias_(static_cast<std::size_t>(shape.cols)) {
  std::mt19937 random(1);
  Fill(-128, 127, &random, &input_, &input_s8_);
  if (reduced_range) {
    Fill(-64, 64, &random, &weights_u8_, &weights_);
  } else {
    Fill(-127, 127, &random, &weights_u8_, &weights_);
  }
  for (std::int32_t& bias : bias_) {
    bias = static_cast<std::int32_t>(random() % 20001) - 10000;
  }
  // Values spread around zero by about 74 or 37, sums by the product of both
  // sides' spreads and sqrt(k), results by 50.
  const double spread = 74 * (reduced_range ? 37 : 74) * std::sqrt(shape.depth);
  int exponent = 0;
  const double fraction = std::frexp(50 / spread, &exponent);
  work_.rows = shape.rows;
  work_.cols = shape.cols;
  work_.depth = shape.depth;
  work_.input = input_.data();
  work_.input_s8 = input_s8_.data();
  work_.weights = weights_.data();
  work_.weights_u8 = weights_u8_.data();
  work_.bias = bias_.data();
  work_.multiplier = static_cast<std::int32_t>(std::ldexp(fraction, 31));
  work_.shift = -exponent;
}

}  // namespace lowp_bench
