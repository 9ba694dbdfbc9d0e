// Products of few columns, whose numbers for each column are repeated over a
// whole panel where rows of the result lie one behind the other.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/owned_matrix.h"
#include "../support/reference_stages.h"

namespace lowp_test {
namespace {

constexpr int kRows = 203;

// With a multiplier, an exponent and a bias for each column; `gap` is what lies
// between two rows of the result.
void CheckProduct(gemmlowp::GemmContext* context, int depth, int cols,
                  int gap) {
  SCOPED_TRACE(testing::Message() << depth << " x " << cols << ", gap " << gap);
  const OwnedMatrix<std::uint8_t> lhs(kRows, depth, 1);
  const OwnedMatrix<std::int8_t, MapOrder::ColMajor> rhs(depth, cols, 2);
  std::vector<std::int32_t> biases, multipliers, exponents;
  for (int c = 0; c < cols; ++c) {
    biases.push_back(1000 * c - 3000);
    multipliers.push_back((1 << 30) + c % 8 * 98765432);
    exponents.push_back(-5 - c % 7);
  }
  constexpr auto kShape = gemmlowp::VectorShape::Row;
  using Vector = gemmlowp::VectorMap<const std::int32_t, kShape>;
  const gemmlowp::OutputStageBiasAddition<Vector> bias = {
      Vector(biases.data(), cols)};
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<kShape> scale;
  scale.result_fixedpoint_multiplier = Vector(multipliers.data(), cols);
  scale.result_exponent = Vector(exponents.data(), cols);
  scale.result_offset_after_shift = 7;
  OwnedMatrix<std::uint8_t> out(kRows, cols, 3, gap);
  auto result = out.map();
  const auto status = gemmlowp::TryGemm(
      context, lhs.map(), rhs.map(), &result, 3, -2,
      std::make_tuple(bias, scale,
                      gemmlowp::OutputStageSaturatingCastToUint8()));
  ASSERT_TRUE(status.ok()) << status.message();
  const std::vector<std::int32_t> sums =
      ReferenceSums(lhs.map(), rhs.map(), 3, -2);
  for (int r = 0; r < kRows; ++r) {
    for (int c = 0; c < cols; ++c) {
      const std::int32_t sum = sums[static_cast<std::size_t>(r * cols + c)];
      const std::int32_t scaled = ReferenceScale(
          ReferenceBias(sum, biases[static_cast<std::size_t>(c)]),
          multipliers[static_cast<std::size_t>(c)],
          exponents[static_cast<std::size_t>(c)], 7);
      ASSERT_EQ(out(r, c), std::min(std::max(scaled, 0), 255))
          << r << ", " << c;
    }
  }
}

TEST(NarrowProducts, ANumberForEachColumn) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    gemmlowp::GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    for (const int depth : {1, 4, 16, 17, 64, 300, 2000}) {
      for (int cols = 1; cols <= 17; ++cols) {
        CheckProduct(&context, depth, cols, 0);
        CheckProduct(&context, depth, cols, 3);
      }
    }
  });
}

}  // namespace
}  // namespace lowp_test
