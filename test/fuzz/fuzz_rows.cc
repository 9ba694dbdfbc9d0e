// Fuzzes what is done to the rows of a matrix: sums of embedding rows, rows
// that are quantized, layers that quantize them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "../../public/rowwise/sparse_lengths_sum.h"
#include "../../public/tensor/quantize_rows.h"
#include "fuzz_transform.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;

void FuzzSparseSum(ByteSource* in) {
  TransformCase c(in);
  const int rows = in->Below(6), columns = in->Below(70);
  const auto format = static_cast<gemmlowp::FusedRowFormat>(in->Below(5));
  const std::size_t row_bytes = gemmlowp::FusedRowBytes(format, columns);
  const std::uint8_t* const bytes =
      c.Values<std::uint8_t>(static_cast<std::size_t>(rows) * row_bytes);
  const auto table = gemmlowp::QuantizedTable::Fused(
      bytes, static_cast<std::ptrdiff_t>(row_bytes), format, rows, columns);
  const int segments = in->Below(5);
  std::int32_t* const lengths = c.Place<std::int32_t>(Room(segments));
  std::size_t count = 0;
  for (int s = 0; s < segments; ++s) {
    lengths[s] = in->Below(7);
    count += static_cast<std::size_t>(lengths[s]);
    if (in->OneIn(64)) lengths[s] = in->Wild();
  }
  std::int32_t* const indices = c.Place<std::int32_t>(count);
  float* const weights = c.Place<float>(count);
  for (std::size_t i = 0; i < count; ++i) {
    indices[i] = in->OneIn(64) ? in->Wild() : rows > 0 ? in->Below(rows) : 0;
    weights[i] = AnyFloat(in);
  }
  const auto weighting = static_cast<gemmlowp::SparseWeighting>(in->Below(3));
  const std::size_t n = Room(segments) * Room(columns);
  float* const out = c.Place<float>(n);
  const bool weighted = in->Flag();
  c.Expect(out, n * sizeof(float), true, [&](GemmContext* context) {
    return weighted
               ? gemmlowp::TrySparseLengthsWeightedSum(
                     context, table, indices, count, weights, weighting,
                     lengths, segments, out, columns)
               : gemmlowp::TrySparseLengthsSum(context, table, indices, count,
                                               lengths, segments, out, columns);
  });
}

template <typename T>
void FuzzQuantizeRows(ByteSource* in) {
  TransformCase c(in);
  const int rows = in->Below(5), columns = in->Below(60);
  const std::size_t n = Room(rows) * Room(columns);
  float* const values = c.Values<float>(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(values[i]) && !in->OneIn(32)) values[i] = 1;
  }
  // One block of memory for everything that is written.
  const std::size_t numbers = Room(rows) * 3 * sizeof(float);
  std::uint8_t* const written = c.Place<std::uint8_t>(numbers + n);
  float* const scales = reinterpret_cast<float*>(written);
  std::int32_t* const zero_points =
      reinterpret_cast<std::int32_t*>(scales + rows);
  float* const offsets = scales + rows;
  std::int32_t* const sums = zero_points + rows;
  T* const codes = reinterpret_cast<T*>(written + numbers);
  const gemmlowp::FloatRows matrix = {values, rows, columns, columns};
  const gemmlowp::QuantizationRule rule = AnyRule(in);
  const auto coding = static_cast<gemmlowp::RowCoding>(in->Below(3));
  const bool by_rule = in->Flag();
  c.Expect(written, numbers + n, false, [&](GemmContext* context) {
    return by_rule
               ? gemmlowp::TryQuantizeRows(context, matrix, rule, codes,
                                           columns, scales, zero_points, sums)
               : gemmlowp::TryQuantizeRows(context, matrix, coding, codes,
                                           columns, scales, offsets, sums);
  });
}

constexpr void (*kTargets[])(ByteSource*) = {
    &FuzzSparseSum, &FuzzQuantizeRows<std::uint8_t>,
    &FuzzQuantizeRows<std::int8_t>, &FuzzDynamic};

}  // namespace

void FuzzRows(ByteSource* in) { FuzzOneOf(kTargets, in); }

}  // namespace lowp_test
