// Sums of rows, and quantization of rows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../public/rowwise/sparse_lengths_sum.h"
#include "../public/tensor/quantize_rows.h"
#include "require.h"
#include "transform_case.h"

namespace lowp_bench {
namespace {

using gemmlowp::FloatRows;
using gemmlowp::FusedRowFormat;
using gemmlowp::RowCoding;
using gemmlowp::SparseWeighting;
using gemmlowp::internal::Backend;

// Segments of 32 rows of 128 elements; each row of the table is read once.
constexpr int kLength = 32;
constexpr int kColumns = 128;

struct Embedding {
  int rows, segments;
  std::ptrdiff_t stride;
  std::vector<std::uint8_t> codes;
  std::vector<std::int32_t> indices, lengths;
  std::vector<float> weights, result;

  explicit Embedding(FusedRowFormat format)
      : stride(static_cast<std::ptrdiff_t>(
            gemmlowp::FusedRowBytes(format, kColumns))) {
    segments = static_cast<int>(kTransformBytes) /
               (kLength * static_cast<int>(stride) + 4 * kColumns);
    rows = segments * kLength;
    std::vector<float> values(static_cast<std::size_t>(rows) * kColumns);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<float>(i * 7919 % 997);
    }
    codes.resize(static_cast<std::size_t>(rows * stride));
    Require(gemmlowp::QuantizeFusedRows(
        {values.data(), rows, kColumns, kColumns}, format,
        RowCoding::kMultiplyByReciprocal, codes.data(), stride));
    for (int i = 0; i < rows; ++i) {
      indices.push_back(static_cast<std::int32_t>(i * 7919LL % rows));
      weights.push_back(0.5f + static_cast<float>(i % 7));
    }
    lengths.assign(static_cast<std::size_t>(segments), kLength);
    result.resize(static_cast<std::size_t>(segments * kColumns));
  }
  std::size_t bytes() const {
    return codes.size() + result.size() * sizeof(float) +
           indices.size() * sizeof(indices[0]);
  }
};

void AddSparseSum(FusedRowFormat format, const std::string& name, bool weighted,
                  std::vector<TransformCase>* cases) {
  const auto e = std::make_shared<Embedding>(format);
  cases->push_back(
      {"sum of rows of " + name + (weighted ? ", weighted" : ""), e->bytes(),
       [e, format, weighted](const Backend& backend) {
         const auto context = std::make_shared<gemmlowp::GemmContext>();
         Require(context->set_backend(backend.name));
         context->set_max_num_threads(1);
         return [e, format, weighted, context] {
           const auto table = gemmlowp::QuantizedTable::Fused(
               e->codes.data(), e->stride, format, e->rows, kColumns);
           Require(weighted ? gemmlowp::TrySparseLengthsWeightedSum(
                                  context.get(), table, e->indices.data(),
                                  e->indices.size(), e->weights.data(),
                                  SparseWeighting::kScale, e->lengths.data(),
                                  e->segments, e->result.data(), kColumns)
                            : gemmlowp::TrySparseLengthsSum(
                                  context.get(), table, e->indices.data(),
                                  e->indices.size(), e->lengths.data(),
                                  e->segments, e->result.data(), kColumns));
         };
       }});
}

void AddQuantizeRows(std::vector<TransformCase>* cases) {
  cases->push_back(Elementwise<float, std::uint8_t>(
      "quantize rows of f32 to u8", [](Tensors<float, std::uint8_t>* t) {
        static std::vector<float> scales, offsets;
        static std::vector<std::int32_t> sums;
        scales.resize(t->rows);
        offsets.resize(t->rows);
        sums.resize(t->rows);
        const int columns = static_cast<int>(kTransformColumns);
        return gemmlowp::TryQuantizeRows(
            &t->context,
            FloatRows{t->in.data(), static_cast<int>(t->rows), columns,
                      columns},
            RowCoding::kMultiplyByReciprocal, t->out.data(), columns,
            scales.data(), offsets.data(), sums.data());
      }));
}

}  // namespace

std::vector<TransformCase> RowCases() {
  std::vector<TransformCase> cases;
  for (const bool weighted : {false, true}) {
    AddSparseSum(FusedRowFormat::k8BitFloat, "8 bits", weighted, &cases);
    AddSparseSum(FusedRowFormat::k4BitHalf, "4 bits", weighted, &cases);
  }
  AddQuantizeRows(&cases);
  return cases;
}

}  // namespace lowp_bench
