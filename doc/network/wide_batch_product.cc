// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "wide_batch_product.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "fixed_point.h"
#include "operands.h"

namespace lowp_network {

using gemmlowp::GemmContext;
using gemmlowp::Status;
namespace {

using Values = std::vector<std::int16_t>;

// Rows of `columns` values become columns.
void TransposeValues(const std::int16_t* from, int rows, int columns,
                     Values* to) {
  to->resize(static_cast<std::size_t>(rows) * columns);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      (*to)[static_cast<std::size_t>(c) * rows + r] = *from++;
    }
  }
}

class WideBatchProductStep : public Step {
 public:
  ProductSizes sizes = {};
  std::vector<Batch> batches;
  bool x_is_transposed = false, y_is_transposed = false;
  std::int64_t multiplier = 0;  // of 15 bits
  int shift = 1;                // to the right, after it, to the nearest
  std::size_t x = 0, y = 0, output = 0;

  Status Run(GemmContext*, void* const* tensors) const override {
    const auto at = [](void* tensor, const Matrices& matrices, int i) {
      return static_cast<std::int16_t*>(tensor) + matrices.first +
             i * matrices.stride;
    };
    for (const Batch& batch : batches) {
      for (int i = 0; i < batch.count; ++i) {
        Multiply(at(tensors[x], batch.x, i), at(tensors[y], batch.y, i),
                 at(tensors[output], batch.result, i));
      }
    }
    return Status();
  }
  std::string Describe() const override { return "a loop"; }
  std::int64_t multiply_adds() const override {
    std::int64_t products = 0;
    for (const Batch& batch : batches) products += batch.count;
    return products * sizes.m * sizes.n * sizes.k;
  }

 private:
  // Rows of x and columns of y lie in order, as they are or as copies.
  void Multiply(const std::int16_t* rows, const std::int16_t* columns,
                std::int16_t* result) const {
    if (x_is_transposed) {
      TransposeValues(rows, sizes.k, sizes.m, &rows_);
      rows = rows_.data();
    }
    if (!y_is_transposed) {
      TransposeValues(columns, sizes.k, sizes.n, &columns_);
      columns = columns_.data();
    }
    for (int i = 0; i < sizes.m; ++i) {
      const std::int16_t* const row = rows + std::ptrdiff_t{i} * sizes.k;
      for (int j = 0; j < sizes.n; ++j) {
        *result++ = Scaled(row, columns + std::ptrdiff_t{j} * sizes.k);
      }
    }
  }

  std::int16_t Scaled(const std::int16_t* row,
                      const std::int16_t* column) const {
    std::int64_t sum = 0;
    for (int i = 0; i < sizes.k; ++i) sum += row[i] * column[i];
    const std::int64_t half = std::int64_t{1} << (shift - 1);
    return Clamped<std::int16_t>(
        static_cast<std::int32_t>((sum * multiplier + half) >> shift));
  }

  mutable Values rows_, columns_;
};

}  // namespace

Status MakeWideBatchProduct(const Operator& op, const ProductSizes& sizes,
                            std::vector<Batch> batches,
                            const gemmlowp::FixedPointMultiplier& multiplier,
                            std::unique_ptr<Step>* step) {
  constexpr int kMost = 1 << 17;  // times a multiplier, sums fit int64
  if (sizes.k > kMost) {
    return Refuse("inputs.shape", sizes.k, "values of a row are over 2^17");
  }
  if (multiplier.exponent < -31 || multiplier.exponent > 7) {
    return Refuse("scales", multiplier.exponent,
                  "is the exponent of their quotient, beyond -31..7");
  }
  std::int16_t reduced = 0;
  const Status status =
      gemmlowp::ReduceMultiplierTo15Bits(multiplier.multiplier, &reduced);
  if (!status.ok()) return status;
  auto made = std::make_unique<WideBatchProductStep>();
  made->sizes = sizes;
  made->batches = std::move(batches);
  made->x_is_transposed = op.options.adjoint_x != 0;
  made->y_is_transposed = op.options.adjoint_y != 0;
  made->multiplier = reduced;
  made->shift = 15 - multiplier.exponent;
  made->x = static_cast<std::size_t>(op.inputs[0]);
  made->y = static_cast<std::size_t>(op.inputs[1]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
