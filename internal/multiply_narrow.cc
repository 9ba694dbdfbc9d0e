// Multiplies rows with a panel of few columns.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "multiply_narrow.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "initial_values.h"
#include "packed_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Products that are made before they are finished.
constexpr int kProducts = 2048;

// The initial values of sums that have theirs already.
alignas(64) constexpr std::int32_t kZeros[kMaxPanelWidth] = {};

// Whether the rows of the result follow one another without gaps and nothing
// but the products and row_add depends on the row. Then they are as good as
// fewer rows of many columns, which take whole registers.
bool IsDense(const PanelTask& task) {
  if (task.result_stride != task.columns || task.factor_count > 0) return false;
  const FixedPointEpilogue& fused = task.epilogue->fixed_point;
  switch (task.epilogue->form) {
    case EpilogueForm::kStore:
      return true;
    case EpilogueForm::kFixedPoint:
      return fused.along != Along::kRows;
    case EpilogueForm::kList:
      return false;
  }
  return false;
}

NarrowTask ProductsOf(const Backend& backend, const PanelTask& task,
                      std::int32_t* products, std::ptrdiff_t stride) {
  NarrowTask narrow;
  narrow.rows_data = task.rows_data;
  narrow.row_stride = task.row_stride;
  narrow.group_stride = task.group_stride;
  narrow.rows = task.rows;
  narrow.row_flip = task.row_flip;
  narrow.row_form = task.row_form;
  narrow.panel = static_cast<const std::uint8_t*>(task.panel);
  narrow.panel_step = static_cast<std::ptrdiff_t>(task.padded_columns) *
                      backend.panel.group * backend.panel.element_size;
  narrow.columns = task.columns;
  narrow.groups = task.groups;
  narrow.tail = task.tail;
  narrow.row_add = task.row_add;
  narrow.column_add = task.column_add;
  narrow.products = products;
  narrow.products_stride = stride;
  return narrow;
}

// Repeats what varies along columns up to `width`.
void Repeat(const PanelTask& task, int width, Int32Parameter* parameter,
            std::int32_t* repeated) {
  if (parameter->along == Along::kAll) return;
  for (int i = 0; i < width; ++i) {
    repeated[i] = parameter->data[task.first_column + i % task.columns];
  }
  parameter->data = repeated;
  parameter->size = width;
}

// Finishes rows of a dense result as rows of a whole panel's width.
class DenseRows {
 public:
  DenseRows(const Backend& backend, const PanelTask& task)
      : backend_(backend),
        epilogue_(*task.epilogue),
        width_(backend.panel.width) {
    if (epilogue_.form != EpilogueForm::kFixedPoint) return;
    FixedPointEpilogue& fused = epilogue_.fixed_point;
    if (fused.along == Along::kAll) return;
    width_ -= width_ % task.columns;
    Repeat(task, width_, &fused.multiplier, multiplier_);
    Repeat(task, width_, &fused.exponent, exponent_);
  }
  DenseRows(const DenseRows&) = delete;
  DenseRows& operator=(const DenseRows&) = delete;

  // Finishes that many numbers.
  void Finish(const std::int32_t* products, int count, void* result) const {
    const int rows = count / width_;
    FinishRows(products, rows, width_, result);
    const std::ptrdiff_t done = static_cast<std::ptrdiff_t>(rows) * width_;
    FinishRows(
        products + done, 1, static_cast<int>(count - done),
        static_cast<std::uint8_t*>(result) + done * SizeOf(epilogue_.result));
  }

 private:
  void FinishRows(const std::int32_t* products, int rows, int columns,
                  void* result) const {
    if (rows == 0 || columns == 0) return;
    PanelTask task = {};
    task.rows = rows;
    task.columns = columns;
    task.padded_columns = RoundUpTo(backend_.panel.granule, columns);
    task.products = products;
    task.products_stride = width_;
    task.epilogue = &epilogue_;
    task.result = result;
    task.result_stride = width_;
    backend_.finish(task);
  }

  const Backend& backend_;
  Epilogue epilogue_;
  int width_;
  std::int32_t multiplier_[kMaxPanelWidth];
  std::int32_t exponent_[kMaxPanelWidth];
};

void MultiplyDense(const Backend& backend, const PanelTask& task) {
  alignas(64) std::int32_t products[kProducts + kNarrowSlack];
  const DenseRows dense(backend, task);
  NarrowTask part = ProductsOf(backend, task, products, task.columns);
  // A multiple of however many rows make a row of a panel's width.
  const int most = kProducts / task.columns / kMaxPanelWidth * kMaxPanelWidth;
  std::uint8_t* result = static_cast<std::uint8_t*>(task.result);
  for (int row = 0; row < task.rows; row += part.rows) {
    part.rows = std::min(most, task.rows - row);
    part.rows_data = task.rows_data + row * task.row_stride;
    if (task.row_add != nullptr) part.row_add = task.row_add + row;
    backend.multiply_narrow(part);
    const int count = part.rows * task.columns;
    dense.Finish(products, count, result);
    result +=
        static_cast<std::ptrdiff_t>(count) * SizeOf(task.epilogue->result);
  }
}

// Any epilogue and any result: the products are all that is special.
void MultiplySparse(const Backend& backend, const PanelTask& task) {
  alignas(64) std::int32_t products[kProducts + kNarrowSlack];
  constexpr int kStride = kMaxNarrowColumns;
  constexpr int kMost = kProducts / kStride;
  NarrowTask part = ProductsOf(backend, task, products, kStride);
  part.row_add = nullptr;
  part.column_add = kZeros;
  PanelTask finish = task;
  finish.groups = finish.tail = 0;
  finish.products = products;
  finish.products_stride = kStride;
  for (int row = 0; row < task.rows; row += kMost) {
    part.rows = finish.rows = std::min(kMost, task.rows - row);
    part.rows_data = task.rows_data + row * task.row_stride;
    backend.multiply_narrow(part);
    if (task.row_add != nullptr) finish.row_add = task.row_add + row;
    for (int t = 0; t < task.factor_count; ++t) {
      finish.row_factor[t] = task.row_factor[t] + row;
    }
    finish.first_row = task.first_row + row;
    finish.result = static_cast<std::uint8_t*>(task.result) +
                    row * task.result_stride * SizeOf(task.epilogue->result);
    backend.multiply(finish);
  }
}

}  // namespace

void MultiplyNarrow(const Backend& backend, const PanelTask& task) {
  if (IsDense(task)) {
    MultiplyDense(backend, task);
  } else {
    MultiplySparse(backend, task);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
