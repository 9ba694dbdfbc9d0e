// Computes small products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "small_product.h"

#include "backend_list.h"
#include "initial_values.h"
#include "multiply_narrow.h"
#include "packed_format.h"
#include "plainly_valid.h"
#include "plan.h"
#include "prepare_epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Numbers of the row side, and rows, up to which a product of one panel is
// small.
constexpr std::int64_t kMaxSmallNumbers = 1 << 15;
constexpr int kMaxSmallRows = 1 << 12;
static_assert((kMaxSmallNumbers + kMaxSmallRows * kWorkPerEntry) *
                          kMaxPanelWidth <
                      2 * kWorkPerThread &&
                  kMaxSmallNumbers * kMaxPanelWidth * kWorkPerByte <
                      2 * kWorkPerThread,
              "a small product must not be worth a second thread");

// A product in the backend's terms, as far as it is not in the problem.
struct SmallProduct {
  const Backend* backend;
  const Operand* rows;
  const Operand* panels;
  bool transposed;
  int row_count;
  int columns;
  int padded;  // columns
  int depth;
  // What has to be added to the kernel's numbers.
  std::int32_t row_offset;
  std::int32_t column_offset;
  std::uint8_t row_flip;  // as in PanelTask
};

// The backend that planning would choose, or null when that takes more than a
// glance.
const Backend* BackendAtAGlance(const Operand& panels, EngineState* state) {
  const Backend* backend = state->backend;
  if (backend == nullptr) {
    if (state->default_backend == nullptr) {
      state->default_backend = DefaultBackend().backend;
    }
    backend = state->default_backend;
  }
  if (backend == nullptr || !backend->rows_in_place) return nullptr;
  if (panels.is_packed && !(FormatOf(*panels.packed) == backend->panel)) {
    return nullptr;
  }
  return backend;
}

// Orients a product if it is a small one.
bool Recognise(const GemmProblem& problem, const GemmResources& resources,
               SmallProduct* small) {
  const EngineState& state = *resources.state;
  const MatrixRef& result = problem.result;
  const bool transposed = !ContiguousAlongRow(result);
  const Operand& rows = transposed ? problem.rhs : problem.lhs;
  const Operand& panels = transposed ? problem.lhs : problem.rhs;
  small->rows = &rows;
  small->panels = &panels;
  small->transposed = transposed;
  small->row_count = transposed ? result.cols : result.rows;
  small->columns = transposed ? result.rows : result.cols;
  small->depth = problem.lhs.matrix.cols;
  if (small->columns > kMaxPanelWidth || rows.is_packed ||
      rows.matrix.row_major == transposed || state.lent_workspace != nullptr ||
      resources.max_threads < 1 || small->row_count > kMaxSmallRows ||
      std::int64_t{small->row_count} * small->depth > kMaxSmallNumbers ||
      !IsPlainlyValid(problem)) {
    return false;
  }
  const Backend* backend = BackendAtAGlance(panels, resources.state);
  if (backend == nullptr || small->columns > backend->panel.width ||
      small->columns > backend->most_columns_in_place ||
      (!panels.is_packed && small->depth >= kMinDotDepth &&
       small->row_count <= backend->dot_rows)) {
    return false;
  }
  small->backend = backend;
  small->padded = RoundUpToPower(backend->panel.granule, small->columns);
  const Int32Parameter& row_offset =
      transposed ? problem.rhs_offset : problem.lhs_offset;
  const int row_shift = DomainShift(backend->row_domain, rows.matrix.scalar);
  small->row_flip = row_shift != 0 ? 0x80 : 0;
  const Int32Parameter& column_offset =
      transposed ? problem.lhs_offset : problem.rhs_offset;
  small->row_offset = CommonOffset(row_offset, row_shift);
  small->column_offset = CommonOffset(
      column_offset, DomainShift(backend->panel.domain, panels.matrix.scalar));
  return true;
}

std::size_t RowBytes(int rows) {
  return RoundUpToPower(kPackedAlignment, rows * 4);
}

// Packs the panel: its sums, and its numbers behind them.
void Pack(const SmallProduct& small, std::uint8_t* memory) {
  const MatrixRef& matrix = small.panels->matrix;
  const bool depth_contiguous = matrix.row_major == small.transposed;
  PackTask task;
  task.source = static_cast<const std::uint8_t*>(matrix.data);
  task.column_stride = depth_contiguous ? matrix.stride : 1;
  task.depth_stride = depth_contiguous ? 1 : matrix.stride;
  task.scalar = matrix.scalar;
  task.columns = small.columns;
  task.padded_columns = small.padded;
  task.depth = small.depth;
  task.panel = memory + PanelDataOffset(small.padded);
  task.sums = reinterpret_cast<std::int32_t*>(memory);
  small.backend->pack(task);
}

// The rows' initial values, or null when they are zero. `memory` has room for
// two numbers for each row.
const std::int32_t* PrepareRows(const SmallProduct& small,
                                const PreparedEpilogue& prepared,
                                std::uint8_t* memory) {
  if (small.column_offset == 0 && !HasRowBias(prepared)) return nullptr;
  std::int32_t* const add = reinterpret_cast<std::int32_t*>(memory);
  std::int32_t* sums = nullptr;
  if (small.column_offset != 0) {
    const MatrixRef& rows = small.rows->matrix;
    sums = reinterpret_cast<std::int32_t*>(memory + RowBytes(small.row_count));
    RowTask task;
    task.source = static_cast<const std::uint8_t*>(rows.data);
    task.row_stride = rows.stride;
    task.depth_stride = 1;
    task.scalar = rows.scalar;
    task.rows = small.row_count;
    task.depth = small.depth;
    task.packed = nullptr;
    task.packed_stride = 0;
    task.sums = sums;
    small.backend->read_rows(task);
  }
  FillRows(prepared, small.column_offset, sums, 0, small.row_count, add);
  return add;
}

void FillColumns(const SmallProduct& small, const PreparedEpilogue& prepared,
                 const std::int32_t* sums, std::int32_t* add) {
  ColumnTask task;
  task.sums = sums;
  task.offsets = nullptr;
  task.offset = small.column_offset;
  task.row_offset = small.row_offset;
  task.depth = small.depth;
  task.columns = small.columns;
  task.padded_columns = small.padded;
  task.biases = prepared.biases;
  task.bias_count = prepared.bias_count;
  task.first_column = 0;
  task.add = add;
  task.sum_factor = nullptr;
  task.offset_factor = nullptr;
  small.backend->prepare_columns(task);
}

}  // namespace

bool RunSmallProduct(const GemmProblem& problem,
                     const GemmResources& resources) {
  SmallProduct small;
  if (!Recognise(problem, resources, &small)) return false;
  const PanelFormat& format = small.backend->panel;
  const std::size_t row_bytes = 2 * RowBytes(small.row_count);
  const std::size_t panel_bytes =
      small.panels->is_packed ? 0
                              : PanelBytes(format, small.padded, small.depth);
  AlignedBuffer* const workspace = &resources.state->workspace;
  if (!workspace->Reserve(row_bytes + panel_bytes)) return false;
  std::uint8_t* const memory = static_cast<std::uint8_t*>(workspace->data());
  const std::uint8_t* panel = memory + row_bytes;
  if (small.panels->is_packed) {
    panel = PanelsOf(small.panels->packed);
  } else {
    Pack(small, memory + row_bytes);
  }
  PreparedEpilogue prepared;
  PrepareEpilogue(problem.ops, problem.op_count, problem.result.scalar,
                  small.transposed, &prepared);
  alignas(64) std::int32_t column_add[kMaxPanelWidth];
  FillColumns(small, prepared, reinterpret_cast<const std::int32_t*>(panel),
              column_add);
  const MatrixRef& rows = small.rows->matrix;
  PanelTask task;
  task.rows_data = static_cast<const std::uint8_t*>(rows.data);
  task.row_stride = rows.stride;
  task.group_stride = format.group * format.element_size;
  task.row_form = RowForm::kPlain;
  task.rows = small.row_count;
  task.row_flip = small.row_flip;
  task.panel = panel + PanelDataOffset(small.padded);
  task.columns = small.columns;
  task.padded_columns = small.padded;
  task.groups = small.depth / format.group;
  task.tail = small.depth % format.group;
  task.row_add = PrepareRows(small, prepared, memory);
  task.column_add = column_add;
  task.products = nullptr;
  task.factor_count = 0;
  task.prefetches = false;
  task.epilogue = &prepared.epilogue;
  task.result = const_cast<void*>(problem.result.data);
  task.result_stride = problem.result.stride;
  task.first_row = 0;
  task.first_column = 0;
  if (IsNarrow(*small.backend, small.row_count, small.columns)) {
    MultiplyNarrow(*small.backend, task);
  } else {
    small.backend->multiply(task);
  }
  return true;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
