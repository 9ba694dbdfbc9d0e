// Sound 4-bit weights, for tests that change something about them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_INT4_GOOD_WEIGHTS_H_
#define LOWP_TEST_INT4_GOOD_WEIGHTS_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "../../public/int4/packed_int4.h"
#include "../support/int4_case.h"

namespace lowp_test {

inline void ExpectRefused(const Status& status, const char* argument) {
  EXPECT_EQ(status.code(), gemmlowp::StatusCode::kInvalidArgument)
      << status.message();
  EXPECT_STREQ(status.argument(), argument);
}

// Weights of 64 x 20 that are fine until a test changes something.
struct Good {
  int k = 64, n = 20, group = 32;
  std::vector<std::uint8_t> values = std::vector<std::uint8_t>(64 * 20, 3);
  std::vector<float> scales = std::vector<float>(4 * 20, 0.5f);
  std::vector<Float16> halves = std::vector<Float16>(4 * 20, {0x3C00});
  std::vector<std::uint8_t> zeros = std::vector<std::uint8_t>(4 * 20, 7);

  Status Pack(const Int4Scales& of, PackedInt4* packed) const {
    return PackedInt4::Pack(
        MatrixMap<const std::uint8_t, MapOrder::RowMajor>(values.data(), k, n),
        group, of, Int4ZeroPoints<std::uint8_t>{zeros.data(), n, 1}, packed);
  }
  // The same bits in the other type.
  const Bfloat16* bfloats() const {
    return reinterpret_cast<const Bfloat16*>(halves.data());
  }
  Status Pack(PackedInt4* packed) const {
    return Pack(Int4Scales::Of(scales.data(), n), packed);
  }
};

}  // namespace lowp_test

#endif  // LOWP_TEST_INT4_GOOD_WEIGHTS_H_
