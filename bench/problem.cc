// Making operands.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "problem.h"

#include <cmath>
#include <cstddef>
#include <random>

namespace lowp_bench {
namespace {

void Fill(std::mt19937* random, Buffer<std::uint8_t>* bytes,
          Buffer<std::int8_t>* signed_bytes) {
  for (std::size_t i = 0; i < bytes->size(); ++i) {
    const int byte = static_cast<int>((*random)() >> 24);
    (*bytes)[i] = static_cast<std::uint8_t>(byte);
    (*signed_bytes)[i] = static_cast<std::int8_t>(byte - 128);
  }
}

}  // namespace

Problem::Problem(const Shape& shape)
    : input_(static_cast<std::size_t>(shape.rows) * shape.depth),
      weights_u8_(static_cast<std::size_t>(shape.cols) * shape.depth),
      input_s8_(input_.size()),
      weights_(weights_u8_.size()),
      bias_(static_cast<std::size_t>(shape.cols)) {
  std::mt19937 random(1);
  Fill(&random, &input_, &input_s8_);
  Fill(&random, &weights_u8_, &weights_);
  for (std::int32_t& bias : bias_) {
    bias = static_cast<std::int32_t>(random() % 20001) - 10000;
  }
  // Sums spread around zero by about 74 * 74 * sqrt(depth); results by 50.
  int exponent = 0;
  const double fraction =
      std::frexp(50 / (74 * 74 * std::sqrt(shape.depth)), &exponent);
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
