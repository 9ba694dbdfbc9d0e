// Multiplies rows with a panel of few columns.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "multiply_narrow.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../contract/packed_format.h"
#include "initial_values.h"

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
  const Epilogue& epilogue = *task.epilogue;
  switch (epilogue.form) {
    case EpilogueForm::kStore:
      return true;
    case EpilogueForm::kFixedPoint:
      return epilogue.fixed_point.along != Along::kRows;
    case EpilogueForm::kFloat:
      return epilogue.floating.scale.along != Along::kRows;
    case EpilogueForm::kList:
      return false;
  }
  return false;
}

// Repeats what varies along columns up to `width`, in steps of what is there
// already.
template <typename Parameter, typename Number>
void Repeat(const PanelTask& task, int width, Parameter* parameter,
            Number* repeated) {
  if (parameter->along == Along::kAll) return;
  std::copy_n(parameter->data + task.first_column, task.columns, repeated);
  for (int count = task.columns; count < width; count *= 2) {
    std::copy_n(repeated, std::min(count, width - count), repeated + count);
  }
  parameter->data = repeated;
  parameter->size = width;
}

// Finishes rows of a dense result as rows of a whole panel's width.
class DenseRows {
 public:
  DenseRows(const Backend& backend, const PanelTask& task)
      : backend_(backend), width_(backend.panel.width) {
    const Epilogue& epilogue = *task.epilogue;
    task_.epilogue = &epilogue;
    task_.first_row = task_.first_column = 0;
    task_.result_stride = task_.products_stride = width_;
    bytes_ = SizeOf(epilogue.result);
    if (!Varies(epilogue)) return;
    epilogue_ = epilogue;
    task_.epilogue = &epilogue_;
    width_ -= width_ % task.columns;
    task_.result_stride = task_.products_stride = width_;
    if (epilogue.form == EpilogueForm::kFloat) {
      Repeat(task, width_, &epilogue_.floating.scale, scale_);
    } else {
      Repeat(task, width_, &epilogue_.fixed_point.multiplier, multiplier_);
      Repeat(task, width_, &epilogue_.fixed_point.exponent, exponent_);
    }
  }
  DenseRows(const DenseRows&) = delete;
  DenseRows& operator=(const DenseRows&) = delete;

  // Finishes that many numbers; returns where the next ones go.
  std::uint8_t* Finish(const std::int32_t* products, int count,
                       std::uint8_t* result) {
    if (count >= width_) {
      const int rows = count / width_;
      FinishRows(products, rows, width_, result);
      const std::ptrdiff_t done = static_cast<std::ptrdiff_t>(rows) * width_;
      products += done;
      count -= static_cast<int>(done);
      result += done * bytes_;
    }
    if (count > 0) FinishRows(products, 1, count, result);
    return result + static_cast<std::ptrdiff_t>(count) * bytes_;
  }

 private:
  // Whether the epilogue, which is no list, varies along columns.
  static bool Varies(const Epilogue& epilogue) {
    return (epilogue.form == EpilogueForm::kFixedPoint &&
            epilogue.fixed_point.along == Along::kCols) ||
           (epilogue.form == EpilogueForm::kFloat &&
            epilogue.floating.scale.along == Along::kCols);
  }

  void FinishRows(const std::int32_t* products, int rows, int columns,
                  void* result) {
    task_.rows = rows;
    task_.columns = columns;
    task_.padded_columns = RoundUpToPower(backend_.panel.granule, columns);
    task_.products = products;
    task_.result = result;
    backend_.finish(task_);
  }

  const Backend& backend_;
  PanelTask task_;  // as far as Backend::finish looks at it
  int width_;
  int bytes_;  // of a number of the result
  Epilogue epilogue_;
  std::int32_t multiplier_[kMaxPanelWidth];
  std::int32_t exponent_[kMaxPanelWidth];
  float scale_[kMaxPanelWidth];
};

void MultiplyDense(const Backend& backend, const PanelTask& task) {
  alignas(64) std::int32_t products[kProducts + kNarrowSlack];
  DenseRows dense(backend, task);
  std::uint8_t* result = static_cast<std::uint8_t*>(task.result);
  NarrowRows part = {0, task.rows, products, task.columns};
  if (std::int64_t{task.rows} * task.columns <= kProducts) {
    backend.multiply_narrow(task, part);
    dense.Finish(products, task.rows * task.columns, result);
    return;
  }
  // A multiple of however many rows make a row of a panel's width.
  const int most = kProducts / task.columns / kMaxPanelWidth * kMaxPanelWidth;
  for (; part.first < task.rows; part.first += part.count) {
    part.count = std::min(most, task.rows - part.first);
    backend.multiply_narrow(task, part);
    result = dense.Finish(products, part.count * task.columns, result);
  }
}

// Any epilogue and any result: the products are all that is special.
void MultiplySparse(const Backend& backend, const PanelTask& task) {
  alignas(64) std::int32_t products[kProducts + kNarrowSlack];
  constexpr int kStride = kMaxNarrowColumns;
  constexpr int kMost = kProducts / kStride;
  NarrowRows part = {0, 0, products, kStride};
  PanelTask finish = task;
  finish.groups = finish.tail = 0;
  finish.row_add = nullptr;
  finish.column_add = kZeros;
  finish.products = products;
  finish.products_stride = kStride;
  for (; part.first < task.rows; part.first += part.count) {
    const int row = part.first;
    part.count = finish.rows = std::min(kMost, task.rows - row);
    backend.multiply_narrow(task, part);
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
