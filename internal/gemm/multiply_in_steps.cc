// Multiplies rows with one panel by the functions that large products use.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "multiply_in_steps.h"

#include <cstdint>

#include "../contract/packed_format.h"
#include "initial_values.h"
#include "multiply_narrow.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

void MultiplyInSteps(const Backend& backend, const DirectTask& small,
                     RowForm row_form, int columns, void* widened) {
  alignas(64) std::int32_t column_add[kMaxPanelWidth];
  ColumnTask prepare;
  prepare.sums = small.sums;
  prepare.offsets = nullptr;
  prepare.offset = small.column_offset;
  prepare.row_offset = small.row_offset;
  prepare.depth = small.depth;
  prepare.columns = small.columns;
  prepare.padded_columns = small.padded_columns;
  prepare.biases = small.biases;
  prepare.bias_count = small.bias_count;
  prepare.first_column = small.first_column;
  prepare.add = column_add;
  prepare.sum_factor = nullptr;
  prepare.offset_factor = nullptr;
  backend.prepare_columns(prepare);
  const PanelFormat& format = backend.panel;
  PanelTask task;
  task.rows_data = small.rows_data;
  task.row_stride = small.row_stride;
  task.group_stride = format.group * backend.row_element_size;
  task.row_form = row_form;
  task.rows = small.rows;
  task.row_flip = small.row_flip;
  task.panel = small.panel;
  task.widened = widened != nullptr;
  if (widened != nullptr) {
    backend.widen({small.panel, false, small.columns, small.padded_columns,
                   small.depth, widened});
    task.panel = widened;
  }
  task.columns = small.columns;
  task.padded_columns = small.padded_columns;
  const bool padded = row_form == RowForm::kCopied;
  task.groups =
      padded ? GroupCount(format, small.depth) : small.depth / format.group;
  task.tail = padded ? 0 : small.depth % format.group;
  task.row_add = small.row_add;
  task.column_add = column_add;
  task.products = nullptr;
  task.factor_count = 0;
  task.prefetches = false;
  task.epilogue = small.epilogue;
  task.result = small.result;
  task.result_stride = small.result_stride / SizeOf(small.epilogue->result);
  task.first_row = 0;
  task.first_column = small.first_column;
  if (IsNarrow(backend, small.rows, columns)) {
    MultiplyNarrow(backend, task);
  } else {
    backend.multiply(task);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
