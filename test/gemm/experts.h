// Prepared products for groups of rows, as a mixture of experts has them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_GEMM_EXPERTS_H_
#define LOWP_TEST_GEMM_EXPERTS_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/prepared_gemm.h"
#include "../support/random_matrix.h"

namespace lowp_test {

template <typename T>
using Rows = gemmlowp::MatrixMap<T, gemmlowp::MapOrder::RowMajor>;
using OfRows =
    gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>;
using OfColumns =
    gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
using Indices = std::vector<std::int32_t>;

inline std::vector<std::int32_t> AnyInts(int count, int low, int high) {
  Random random(static_cast<std::uint64_t>(count + high));
  std::vector<std::int32_t> ints;
  for (int i = 0; i < count; ++i) ints.push_back(random.Between(low, high));
  return ints;
}

// Experts whose pipelines differ in kind. Vectors along rows have an entry for
// each row of the result.
struct Experts {
  Experts(int count, int k, int n, int rows, const char* backend)
      : k(k),
        n(n),
        rows(rows),
        of_rows(AnyInts(rows + 1, 1 << 24, 1 << 28)),
        of_columns(AnyInts(n, 1 << 24, 1 << 28)),
        exponents(static_cast<std::size_t>(rows + n), 0),
        residual(static_cast<std::size_t>((rows + 1) * n)) {
    Random random(static_cast<std::uint64_t>(k * n));
    for (std::int8_t& x : residual) x = static_cast<std::int8_t>(random.Bits());
    for (int i = 0; i < count; ++i) {
      weights.emplace_back(static_cast<std::size_t>(k * n));
      for (std::int8_t& x : weights.back()) {
        x = static_cast<std::int8_t>(random.Bits());
      }
      packed.emplace_back();
      EXPECT_TRUE(gemmlowp::PackedMatrix::Pack(Map(i), gemmlowp::Side::kRhs,
                                               &packed.back(), backend)
                      .ok());
    }
  }
  Rows<const std::int8_t> Map(int expert) const {
    return {weights[static_cast<std::size_t>(expert)].data(), k, n};
  }

  // function(lhs_offset, rhs_offset, pipeline) of an expert, for rows
  // [first, first + count) of the result.
  template <typename Function>
  gemmlowp::Status With(int expert, int first, int count,
                        const Function& function) const {
    const OfRows rows_of(of_rows.data() + first, count);
    const OfColumns columns_of(of_columns.data(), n);
    const OfRows exponents_of_rows(exponents.data(), count);
    const OfColumns exponents_of_columns(exponents.data(), n);
    const gemmlowp::OutputStageSaturatingCastToInt8 cast;
    switch (expert % 4) {
      case 0:
        return function(
            -3, 7,
            std::make_tuple(
                gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{1 << 30,
                                                                       -8, -1},
                cast));
      case 1:
        return function(
            11, columns_of,
            std::make_tuple(
                gemmlowp::OutputStageBiasAddition<OfColumns>{columns_of},
                gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<
                    gemmlowp::VectorShape::Row>{columns_of,
                                                exponents_of_columns, 5},
                gemmlowp::OutputStageClamp{-100, 90}, cast));
      case 2:
        return function(
            rows_of, 1,
            std::make_tuple(
                gemmlowp::OutputStageBiasAddition<OfRows>{rows_of},
                gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<
                    gemmlowp::VectorShape::Col>{rows_of, exponents_of_rows, -2},
                cast));
      default:
        return function(
            0, 0,
            std::make_tuple(
                gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{1 << 30,
                                                                       -7, 0},
                gemmlowp::OutputStageMatrixAddition<Rows<const std::int8_t>>{
                    Rows<const std::int8_t>(
                        residual.data() + std::ptrdiff_t{first} * n, count, n)},
                cast));
    }
  }

  std::vector<gemmlowp::PreparedGemm> Prepare(
      gemmlowp::GemmContext* context) const {
    std::vector<gemmlowp::PreparedGemm> products(packed.size());
    for (std::size_t i = 0; i < packed.size(); ++i) {
      const gemmlowp::Status status =
          With(static_cast<int>(i), 0, rows,
               [&](const auto& lhs_offset, const auto& rhs_offset,
                   const auto& pipeline) {
                 return gemmlowp::PreparedGemm::Prepare(
                     context, Rows<const std::uint8_t>(nullptr, rows, k),
                     packed[i], Rows<std::int8_t>(nullptr, rows, n), lhs_offset,
                     rhs_offset, pipeline, &products[i]);
               });
      EXPECT_TRUE(status.ok()) << status.message();
    }
    return products;
  }

  // Group by group, with rows copied together.
  std::vector<std::int8_t> Expected(const std::vector<std::uint8_t>& x,
                                    const Indices& offsets,
                                    const Indices& index,
                                    gemmlowp::GemmContext* context) const {
    std::vector<std::int8_t> y(static_cast<std::size_t>(rows * n));
    for (int g = 0; g + 1 < static_cast<int>(offsets.size()); ++g) {
      const int first = offsets[static_cast<std::size_t>(g)];
      const int count = offsets[static_cast<std::size_t>(g) + 1] - first;
      std::vector<std::uint8_t> part;
      for (int row = first; row < first + count; ++row) {
        const auto from =
            x.begin() +
            k * (index.empty() ? row : index[static_cast<std::size_t>(row)]);
        part.insert(part.end(), from, from + k);
      }
      if (count == 0) continue;
      Rows<std::int8_t> result(y.data() + std::ptrdiff_t{first} * n, count, n);
      const gemmlowp::Status status =
          With(g, first, count,
               [&](const auto& lhs_offset, const auto& rhs_offset,
                   const auto& pipeline) {
                 return gemmlowp::TryGemm(
                     context, Rows<const std::uint8_t>(part.data(), count, k),
                     Map(g), &result, lhs_offset, rhs_offset, pipeline);
               });
      EXPECT_TRUE(status.ok()) << status.message();
    }
    return y;
  }

  int k, n, rows;
  std::vector<std::int32_t> of_rows, of_columns, exponents;
  std::vector<std::int8_t> residual;
  std::vector<std::vector<std::int8_t>> weights;
  std::vector<gemmlowp::PackedMatrix> packed;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_GEMM_EXPERTS_H_
