// Applies output stages to given accumulators on a backend: how tests compare
// stages with recorded values.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_APPLY_STAGES_H_
#define LOWP_TEST_SUPPORT_APPLY_STAGES_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "reference_stages.h"

namespace lowp_test {

using GoldenRow =
    gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;

inline GoldenRow RowOf(const std::vector<std::int32_t>& values) {
  return GoldenRow(values.data(), static_cast<int>(values.size()));
}

// Where the accumulators come from.
enum class Sums {
  kBiasOnly,  // a product of zeros, plus the bias: the stages alone
  kProduct,   // a product of random operands; the bias adds what is missing
};

// The stages' results for the accumulators, which are the columns of a product
// with two equal rows. Parameters that vary by accumulator are row vectors in
// `stages`.
template <typename... Stages>
auto ApplyStages(const char* backend, const std::vector<std::int32_t>& acc,
                 Sums sums, const Stages&... stages) {
  using gemmlowp::MapOrder;
  using Result =
      typename gemmlowp::internal::PipelineResult<std::tuple<Stages...>>::Type;
  constexpr int kRows = 2, kDepth = 13;
  const int cols = static_cast<int>(acc.size());
  std::vector<std::int8_t> left(kRows * kDepth, 0);
  std::vector<std::int8_t> right(acc.size() * kDepth, 0);
  std::vector<std::int32_t> bias = acc;
  if (sums == Sums::kProduct) {
    for (int k = 0; k < kDepth; ++k) {
      left[k] = left[kDepth + k] = static_cast<std::int8_t>(37 * k - 128);
    }
    for (std::size_t i = 0; i < right.size(); ++i) {
      right[i] = static_cast<std::int8_t>(i * 2654435761u >> 24);
      bias[i / kDepth] =
          Wrap(std::int64_t{bias[i / kDepth]} - left[i % kDepth] * right[i]);
    }
  }
  gemmlowp::GemmContext context;
  EXPECT_TRUE(context.set_backend(backend).ok());
  const gemmlowp::MatrixMap<const std::int8_t, MapOrder::RowMajor> lhs(
      left.data(), kRows, kDepth);
  const gemmlowp::MatrixMap<const std::int8_t, MapOrder::ColMajor> rhs(
      right.data(), kDepth, cols);
  std::vector<Result> values(acc.size() * kRows);
  gemmlowp::MatrixMap<Result, MapOrder::RowMajor> result(values.data(), kRows,
                                                         cols);
  gemmlowp::OutputStageBiasAddition<GoldenRow> bias_stage;
  bias_stage.bias_vector = RowOf(bias);
  const gemmlowp::Status status =
      TryGemm(&context, lhs, rhs, &result, 0, 0,
              std::make_tuple(bias_stage, stages...));
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(
      std::equal(values.begin(), values.begin() + cols, values.begin() + cols));
  values.resize(acc.size());
  return values;
}

template <typename T, typename U>
int CountMismatches(const std::vector<T>& values,
                    const std::vector<U>& expected) {
  EXPECT_EQ(values.size(), expected.size());
  int mismatches = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    mismatches += values[i] != static_cast<T>(expected[i]);
  }
  return mismatches;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_APPLY_STAGES_H_
