// The C interface of the module that int4.py and batch.py load: a layer with
// 4-bit weights, and batches of products, timed by a loop in C.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <chrono>
#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "public/gemmlowp.h"
#include "public/int4/gemm_int4.h"
#include "public/int4/import_int4.h"
#include "public/prepared_gemm.h"
#include "public/tensor/quantize_rows.h"

namespace {

template <typename T>
using Rows = gemmlowp::MatrixMap<T, gemmlowp::MapOrder::RowMajor>;

// Floats in, floats out: rows are quantized by one scale and zero point each.
struct Int4Layer {
  gemmlowp::GemmContext context;
  gemmlowp::PreparedInt4 product;
  int rows, k, n;
  std::vector<std::int8_t> codes;
  std::vector<float> scales;
  std::vector<std::int32_t> zero_points;

  bool Run(const float* x, float* y) {
    gemmlowp::QuantizationRule rule;
    if (!gemmlowp::TryQuantizeRows(&context, {x, rows, k, k}, rule,
                                   codes.data(), k, scales.data(),
                                   zero_points.data(), nullptr)
             .ok()) {
      return false;
    }
    gemmlowp::Int4Rows operand(Rows<const std::int8_t>(codes.data(), rows, k));
    operand.scales = scales.data();
    operand.zero_points = zero_points.data();
    operand.zero_point_count = rows;
    return product.Run(&context, operand, gemmlowp::Int4Result::Of(y, n)).ok();
  }
};

// Products of the same shape, m x k by k x n, with int32 sums.
struct Batch {
  gemmlowp::GemmContext context;
  gemmlowp::PreparedGemm product;
  int count, m, k, n;

  bool Run(const std::uint8_t* lhs, const std::int8_t* rhs,
           std::int32_t* result) {
    using gemmlowp::BatchOperand;
    return product
        .RunBatch(&context, count, BatchOperand::Strided(lhs, m * k),
                  BatchOperand::Strided(rhs, k * n),
                  BatchOperand::Strided(result, m * n))
        .ok();
  }
};

template <typename Call>
double Seconds(int calls, const Call& call) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) {
    if (!call()) return -1;
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  return seconds.count();
}

template <gemmlowp::MapOrder RhsOrder>
bool PrepareBatch(Batch* batch) {
  const gemmlowp::MatrixMap<const std::int8_t, RhsOrder> rhs(nullptr, batch->k,
                                                             batch->n);
  return gemmlowp::PreparedGemm::Prepare(
             &batch->context,
             Rows<const std::uint8_t>(nullptr, batch->m, batch->k), rhs,
             Rows<std::int32_t>(nullptr, batch->m, batch->n), -128, 0,
             std::tuple<>(), &batch->product)
      .ok();
}

}  // namespace

#define LOWP_ENTRY extern "C" __attribute__((visibility("default")))

// Weights as MatMulNBits has them, with float scales. Null if refused.
LOWP_ENTRY void* LowpInt4Create(int rows, int k, int n, int group, int threads,
                                const std::uint8_t* weights,
                                const float* scales) {
  auto layer = std::make_unique<Int4Layer>();
  layer->context.set_max_num_threads(threads);
  gemmlowp::MatMulNBitsWeights given;
  given.n = n;
  given.k = k;
  given.block_size = group;
  given.b = weights;
  given.scales = scales;
  gemmlowp::PackedInt4 packed;
  if (!gemmlowp::ImportMatMulNBits(given, &packed).ok() ||
      !gemmlowp::PreparedInt4::Prepare(&layer->context, packed, rows,
                                       gemmlowp::Int4Options(), &layer->product)
           .ok()) {
    return nullptr;
  }
  layer->rows = rows;
  layer->k = k;
  layer->n = n;
  layer->codes.resize(static_cast<std::size_t>(rows) * k);
  layer->scales.resize(rows);
  layer->zero_points.resize(rows);
  return layer.release();
}

// The seconds of `calls` runs; negative if one fails.
LOWP_ENTRY double LowpInt4Seconds(void* made, const float* x, float* y,
                                  int calls) {
  return Seconds(
      calls, [made, x, y] { return static_cast<Int4Layer*>(made)->Run(x, y); });
}

LOWP_ENTRY void LowpInt4Destroy(void* made) {
  delete static_cast<Int4Layer*>(made);
}

// Each rhs is k x n, or n x k if `rhs_is_transposed`, contiguous along rows.
LOWP_ENTRY void* LowpBatchCreate(int count, int m, int k, int n,
                                 int rhs_is_transposed, int threads) {
  auto batch = std::make_unique<Batch>();
  batch->context.set_max_num_threads(threads);
  batch->count = count;
  batch->m = m;
  batch->k = k;
  batch->n = n;
  const bool made =
      rhs_is_transposed
          ? PrepareBatch<gemmlowp::MapOrder::ColMajor>(batch.get())
          : PrepareBatch<gemmlowp::MapOrder::RowMajor>(batch.get());
  return made ? batch.release() : nullptr;
}

LOWP_ENTRY double LowpBatchSeconds(void* made, const std::uint8_t* lhs,
                                   const std::int8_t* rhs, std::int32_t* result,
                                   int calls) {
  return Seconds(calls, [made, lhs, rhs, result] {
    return static_cast<Batch*>(made)->Run(lhs, rhs, result);
  });
}

LOWP_ENTRY void LowpBatchDestroy(void* made) {
  delete static_cast<Batch*>(made);
}
