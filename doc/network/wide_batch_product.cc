// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "wide_batch_product.h"

#include <algorithm>
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

class WideProductStep : public Step {
 public:
  // `multiplier` has 15 bits; after it a shift to the right, to the nearest.
  WideProductStep(const Operator& op, WideProduct product,
                  std::int64_t multiplier, int shift)
      : product_(std::move(product)),
        multiplier_(multiplier),
        shift_(shift),
        x_(static_cast<std::size_t>(op.inputs[0])),
        y_(static_cast<std::size_t>(op.inputs[1])),
        output_(static_cast<std::size_t>(op.outputs[0])) {}

  Status Run(GemmContext*, void* const* tensors) const override {
    const auto at = [](void* tensor, const Matrices& matrices, int i) {
      return static_cast<std::int16_t*>(tensor) + matrices.first +
             i * matrices.stride;
    };
    for (const Batch& batch : product_.batches) {
      for (int i = 0; i < batch.count; ++i) {
        Multiply(at(tensors[x_], batch.x, i), at(tensors[y_], batch.y, i),
                 at(tensors[output_], batch.result, i));
      }
    }
    return Status();
  }
  std::string Describe() const override { return "a loop"; }
  std::int64_t multiply_adds() const override {
    const ProductSizes& sizes = product_.sizes;
    std::int64_t products = 0;
    for (const Batch& batch : product_.batches) products += batch.count;
    return products * sizes.m * sizes.n * sizes.k;
  }

 private:
  // Rows of x and columns of y lie in order, as they are or as copies.
  void Multiply(const std::int16_t* rows, const std::int16_t* columns,
                std::int16_t* result) const {
    const ProductSizes& sizes = product_.sizes;
    if (product_.x_is_transposed) {
      TransposeValues(rows, sizes.k, sizes.m, &rows_);
      rows = rows_.data();
    }
    if (!product_.y_is_transposed) {
      TransposeValues(columns, sizes.k, sizes.n, &columns_);
      columns = columns_.data();
    }
    for (int i = 0; i < sizes.m; ++i) {
      const std::int16_t* const row = rows + std::ptrdiff_t{i} * sizes.k;
      for (int j = 0; j < sizes.n; ++j) {
        const std::int64_t bias = product_.bias[static_cast<std::size_t>(j)];
        *result++ = Scaled(bias, row, columns + std::ptrdiff_t{j} * sizes.k);
      }
    }
  }

  std::int16_t Scaled(std::int64_t sum, const std::int16_t* row,
                      const std::int16_t* column) const {
    for (int i = 0; i < product_.sizes.k; ++i) sum += row[i] * column[i];
    const std::int64_t half = std::int64_t{1} << (shift_ - 1);
    const auto value =
        static_cast<std::int32_t>((sum * multiplier_ + half) >> shift_);
    return static_cast<std::int16_t>(
        std::min(std::max(value, product_.bounds.low), product_.bounds.high));
  }

  WideProduct product_;
  std::int64_t multiplier_;
  int shift_;
  std::size_t x_, y_, output_;
  mutable Values rows_, columns_;
};

}  // namespace

Status MakeWideProduct(const Operator& op, WideProduct product,
                       std::unique_ptr<Step>* step) {
  const gemmlowp::FixedPointMultiplier multiplier = product.multiplier;
  constexpr int kMaxK = 1 << 17;  // times a multiplier, sums fit int64
  if (product.sizes.k > kMaxK) {
    return Refuse("inputs.shape", product.sizes.k,
                  "values of a row are over 2^17");
  }
  if (multiplier.exponent < -31 || multiplier.exponent > 7) {
    return Refuse("scales", multiplier.exponent,
                  "is the exponent of their quotient, beyond -31..7");
  }
  std::int16_t reduced = 0;
  const Status status =
      gemmlowp::ReduceMultiplierTo15Bits(multiplier.multiplier, &reduced);
  if (!status.ok()) return status;
  *step = std::make_unique<WideProductStep>(op, std::move(product), reduced,
                                            15 - multiplier.exponent);
  return status;
}

}  // namespace lowp_network
