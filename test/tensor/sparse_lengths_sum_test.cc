// Sums of rows of quantized tables on every backend, against the same sums of
// the dequantized table.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/rowwise/sparse_lengths_sum.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"

namespace lowp_test {
namespace {

using gemmlowp::FloatRows;
using gemmlowp::FusedRowFormat;
using gemmlowp::GemmContext;
using gemmlowp::QuantizedTable;
using gemmlowp::RowCoding;
using gemmlowp::SparseWeighting;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

constexpr FusedRowFormat kFormats[] = {
    FusedRowFormat::k8BitFloat, FusedRowFormat::k8BitHalf,
    FusedRowFormat::k4BitFloat, FusedRowFormat::k4BitHalf};

// A table in a fused format, with its separate codes and factors.
struct Table {
  int rows, columns;
  FusedRowFormat format;
  std::ptrdiff_t stride;
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> codes;  // one per byte
  std::vector<float> scales, offsets;

  Table(int the_rows, int the_columns, FusedRowFormat the_format,
        std::ptrdiff_t padding)
      : rows(the_rows), columns(the_columns), format(the_format) {
    std::mt19937 random(6);
    std::normal_distribution<float> normal(0, 3);
    std::vector<float> values(static_cast<std::size_t>(rows) * columns);
    for (float& value : values) value = normal(random);
    stride =
        static_cast<std::ptrdiff_t>(gemmlowp::FusedRowBytes(format, columns)) +
        padding;
    bytes.resize(static_cast<std::size_t>(rows * stride), 0xEE);
    const FloatRows view = {values.data(), rows, columns, columns};
    EXPECT_TRUE(gemmlowp::QuantizeFusedRows(view, format,
                                            RowCoding::kMultiplyByReciprocal,
                                            bytes.data(), stride)
                    .ok());
    // Code 1 minus code 0 does not reliably give the scale, so two tables that
    // hold nothing but these codes are used.
    const bool nibbles = format == FusedRowFormat::k4BitFloat ||
                         format == FusedRowFormat::k4BitHalf;
    const int code_bytes = nibbles ? (columns + 1) / 2 : columns;
    for (int r = 0; r < rows; ++r) {
      const std::uint8_t* row = bytes.data() + r * stride;
      for (int c = 0; c < columns; ++c) {
        codes.push_back(!nibbles     ? row[c]
                        : c % 2 == 0 ? row[c / 2] & 0xF
                                     : row[c / 2] >> 4);
      }
      std::vector<std::uint8_t> zero(row, row + stride);
      std::fill_n(zero.begin(), code_bytes, std::uint8_t{0});
      std::vector<float> of_zero(static_cast<std::size_t>(columns));
      EXPECT_TRUE(gemmlowp::DequantizeFusedRows(zero.data(), stride, format, 1,
                                                columns, of_zero.data(),
                                                columns)
                      .ok());
      offsets.push_back(of_zero[0]);
      // With the offset's bytes zero, code 1 is the scale itself.
      const bool half = format == FusedRowFormat::k8BitHalf ||
                        format == FusedRowFormat::k4BitHalf;
      std::fill_n(zero.begin() + code_bytes + (half ? 2 : 4), half ? 2 : 4,
                  std::uint8_t{0});
      zero[0] = 1;
      EXPECT_TRUE(gemmlowp::DequantizeFusedRows(zero.data(), stride, format, 1,
                                                columns, of_zero.data(),
                                                columns)
                      .ok());
      scales.push_back(of_zero[0]);
    }
  }

  QuantizedTable View() const {
    return QuantizedTable::Fused(bytes.data(), stride, format, rows, columns);
  }
};

// The sum of one column of a segment, by the definition in
// sparse_lengths_sum.h.
float SumByDefinition(const Table& table, const std::vector<int>& indices,
                      std::size_t first, std::size_t last, int column,
                      const float* weights, SparseWeighting weighting) {
  float sum = 0;
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t row = static_cast<std::size_t>(indices[i]);
    const float code = table.codes[row * table.columns + column];
    float scale = table.scales[row];
    float offset = table.offsets[row];
    if (weights != nullptr && weighting == SparseWeighting::kScale) {
      scale = weights[i] * scale;
      offset = weights[i] * offset;
    }
    const float product = code * scale;
    float value = product + offset;
    if (weights != nullptr && weighting == SparseWeighting::kValue) {
      value = value * weights[i];
    }
    sum = sum + value;
  }
  return sum;
}

struct Lookups {
  std::vector<int> indices;
  std::vector<std::int64_t> wide;
  std::vector<std::int32_t> lengths;
  std::vector<float> weights;

  Lookups(int segments, int rows) {
    std::mt19937 random(12);
    for (int s = 0; s < segments; ++s) {
      lengths.push_back(s == 1 ? 0 : static_cast<std::int32_t>(random() % 30));
      for (int i = 0; i < lengths.back(); ++i) {
        indices.push_back(static_cast<int>(random() % rows));
        wide.push_back(indices.back());
        weights.push_back(static_cast<float>(random() % 1000) / 300 - 1);
      }
    }
  }
};

void ExpectSums(const Table& table, const QuantizedTable& view,
                const Lookups& lookups, GemmContext* context) {
  const int segments = static_cast<int>(lookups.lengths.size());
  const std::ptrdiff_t stride = table.columns + 3;
  for (int kind = 0; kind < 3; ++kind) {
    const bool weighted = kind > 0;
    const SparseWeighting weighting =
        kind == 1 ? SparseWeighting::kScale : SparseWeighting::kValue;
    std::vector<float> out(static_cast<std::size_t>(segments * stride), -77);
    Status status;
    if (weighted) {
      status = gemmlowp::TrySparseLengthsWeightedSum(
          context, view, lookups.wide.data(), lookups.wide.size(),
          lookups.weights.data(), weighting, lookups.lengths.data(), segments,
          out.data(), stride);
    } else {
      status = gemmlowp::TrySparseLengthsSum(
          context, view, lookups.indices.data(), lookups.indices.size(),
          lookups.lengths.data(), segments, out.data(), stride);
    }
    ASSERT_TRUE(status.ok()) << status.message();
    std::size_t first = 0;
    for (int s = 0; s < segments; ++s) {
      const std::size_t last =
          first + static_cast<std::size_t>(lookups.lengths[s]);
      for (int c = 0; c < table.columns; ++c) {
        ASSERT_EQ(out[s * stride + c],
                  SumByDefinition(table, lookups.indices, first, last, c,
                                  weighted ? lookups.weights.data() : nullptr,
                                  weighting))
            << "segment " << s << " column " << c;
      }
      for (int c = table.columns; c < stride; ++c) {
        ASSERT_EQ(out[s * stride + c], -77);
      }
      first = last;
    }
  }
}

TEST(SparseLengthsSum, IsItsDefinition) {
  const Lookups lookups(9, 40);
  for (const FusedRowFormat format : kFormats) {
    for (const int columns : {1, 2, 3, 7, 16, 33, 64, 100, 129, 257}) {
      const Table table(40, columns, format, columns % 2 == 0 ? 0 : 5);
      ForEachBackend([&](const Backend& backend) {
        GemmContext context;
        UseBackend(backend, &context);
        ExpectSums(table, table.View(), lookups, &context);
        if (format == FusedRowFormat::k8BitFloat) {
          ExpectSums(table,
                     QuantizedTable::Rowwise(
                         table.bytes.data(), table.stride, table.rows, columns,
                         table.scales.data(), table.offsets.data()),
                     lookups, &context);
        }
      });
    }
  }
}

TEST(SparseLengthsSum, ThreadsChangeNothing) {
  const Lookups lookups(700, 300);
  const Table table(300, 96, FusedRowFormat::k4BitHalf, 0);
  GemmContext context;
  context.set_max_num_threads(3);
  ExpectSums(table, table.View(), lookups, &context);
}

TEST(SparseLengthsSum, TouchesNothingBeyondTheTable) {
  GuardedBuffer memory{16384};
  const std::int32_t lengths[] = {2};
  const std::int32_t indices[] = {2, 0};
  for (const FusedRowFormat format : kFormats) {
    for (int columns = 1; columns <= 70; ++columns) {
      const Table table(3, columns, format, 0);
      std::uint8_t* bytes =
          memory.Place(table.bytes.size(), Placement::kAgainstEnd, 1);
      std::memcpy(bytes, table.bytes.data(), table.bytes.size());
      ForEachBackend([&](const Backend& backend) {
        GemmContext context;
        UseBackend(backend, &context);
        std::vector<float> out(static_cast<std::size_t>(columns));
        ASSERT_TRUE(
            gemmlowp::TrySparseLengthsSum(
                &context,
                QuantizedTable::Fused(bytes, table.stride, format, 3, columns),
                indices, 2, lengths, 1, out.data(), columns)
                .ok());
      });
    }
  }
}

// In 32 bits, the sum of these lengths would wrap to 1, the number of indices.
TEST(SparseLengthsSum, LengthsAreAddedUpIn64Bits) {
  const Table table(4, 8, FusedRowFormat::k8BitFloat, 0);
  GemmContext context;
  std::vector<float> out(24);
  constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
  const std::int32_t indices[] = {0}, lengths[] = {kMax, kMax, 3};
  EXPECT_STREQ(gemmlowp::TrySparseLengthsSum(&context, table.View(), indices, 1,
                                             lengths, 3, out.data(), 8)
                   .argument(),
               "index_count");
}

TEST(SparseLengthsSum, Refusals) {
  const Table table(4, 8, FusedRowFormat::k8BitFloat, 0);
  GemmContext context;
  std::vector<float> out(16, 5);
  const auto refused = [&](QuantizedTable view, std::vector<std::int32_t> at,
                           std::vector<std::int32_t> lengths,
                           const std::string& argument,
                           std::ptrdiff_t stride = 8) {
    const Status status = gemmlowp::TrySparseLengthsSum(
        &context, view, at.data(), at.size(), lengths.data(),
        static_cast<int>(lengths.size()), out.data(), stride);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(status.argument(), argument);
  };
  QuantizedTable view = table.View();
  const std::int32_t first[] = {0}, one[] = {1};
  EXPECT_STREQ(
      gemmlowp::TrySparseLengthsSum(static_cast<GemmContext*>(nullptr), view,
                                    first, 1, one, 1, out.data(), 8)
          .argument(),
      "context");
  refused(view, {0, 4}, {2}, "indices");
  refused(view, {-1}, {1}, "indices");
  refused(view, {0, 1}, {1}, "index_count");
  refused(view, {0, 1}, {3, -1}, "lengths");
  refused(view, {0, 1}, {2}, "result_stride", 7);
  for (const void* read :
       {static_cast<const void*>(view.data), static_cast<const void*>(first),
        static_cast<const void*>(one)}) {
    EXPECT_STREQ(gemmlowp::TrySparseLengthsSum(
                     &context, view, first, 1, one, 1,
                     static_cast<float*>(const_cast<void*>(read)), 8)
                     .argument(),
                 "result");
  }
  view.stride = 15;
  refused(view, {0}, {1}, "table.stride");
  view.stride = 16;
  view.columns = 0;
  refused(view, {0}, {1}, "table.columns");
  view.columns = 8;
  constexpr std::ptrdiff_t kMax = std::numeric_limits<std::ptrdiff_t>::max();
  view.stride = kMax / 3;
  refused(view, {0}, {1}, "table.stride");
  view.stride = 16;
  refused(view, {0, 1}, {1, 1}, "result_stride", kMax / 4);
  view.data = nullptr;
  refused(view, {0}, {1}, "table.data");
  view = table.View();
  for (const auto weighting : {gemmlowp::SparseWeighting::kValue,
                               static_cast<gemmlowp::SparseWeighting>(2)}) {
    const float weight = 1;
    std::vector<float> sums(8);
    EXPECT_STREQ(
        gemmlowp::TrySparseLengthsWeightedSum(&context, view, first, 1, &weight,
                                              weighting, one, 1, sums.data(), 8)
            .argument(),
        weighting == gemmlowp::SparseWeighting::kValue ? "" : "weighting");
  }
  context.set_max_num_threads(-1);
  refused(view, {0}, {1}, "context.max_num_threads");
  context.set_max_num_threads(1);
  refused(QuantizedTable::Rowwise(table.bytes.data(), 16, 4, 8, nullptr,
                                  table.offsets.data()),
          {0}, {1}, "table.scales");
  for (const float x : out) EXPECT_EQ(x, 5);
}

}  // namespace
}  // namespace lowp_test
