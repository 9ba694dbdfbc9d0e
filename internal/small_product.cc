// Computes small products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "small_product.h"

#include "backend_list.h"
#include "compiler.h"
#include "initial_values.h"
#include "multiply_narrow.h"
#include "packed_format.h"
#include "plain_epilogue.h"
#include "plainly_valid.h"
#include "plan.h"

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

// Does a SmallTask by the functions that large products use.
LOWP_NOINLINE void MultiplyInSteps(const Backend& backend,
                                   const SmallTask& small) {
  alignas(64) std::int32_t column_add[kMaxPanelWidth];
  ColumnTask columns;
  columns.sums = small.sums;
  columns.offsets = nullptr;
  columns.offset = small.column_offset;
  columns.row_offset = small.row_offset;
  columns.depth = small.depth;
  columns.columns = small.columns;
  columns.padded_columns = small.padded_columns;
  columns.biases = small.biases;
  columns.bias_count = small.bias_count;
  columns.first_column = 0;
  columns.add = column_add;
  columns.sum_factor = nullptr;
  columns.offset_factor = nullptr;
  backend.prepare_columns(columns);
  const PanelFormat& format = backend.panel;
  PanelTask task;
  task.rows_data = small.rows_data;
  task.row_stride = small.row_stride;
  task.group_stride = format.group * format.element_size;
  task.row_form = RowForm::kPlain;
  task.rows = small.rows;
  task.row_flip = small.row_flip;
  task.panel = small.panel;
  task.columns = small.columns;
  task.padded_columns = small.padded_columns;
  task.groups = small.depth / format.group;
  task.tail = small.depth % format.group;
  task.row_add = small.row_add;
  task.column_add = column_add;
  task.products = nullptr;
  task.factor_count = 0;
  task.prefetches = false;
  task.epilogue = small.epilogue;
  task.result = small.result;
  task.result_stride = small.result_stride / SizeOf(small.epilogue->result);
  task.first_row = 0;
  task.first_column = 0;
  if (IsNarrow(backend, small.rows, small.columns)) {
    MultiplyNarrow(backend, task);
  } else {
    backend.multiply(task);
  }
}

// Rows of few columns that are multiplied at once. Measured on Zen 4.
constexpr int kFewRows = 8;
constexpr int kFewColumns = 8;

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

// A product in the backend's terms, kTransposed if its columns are the panel's
// rows.
template <bool kTransposed>
class SmallProduct {
 public:
  explicit SmallProduct(const GemmProblem& problem)
      : problem_(problem),
        rows_(kTransposed ? problem.rhs : problem.lhs),
        panels_(kTransposed ? problem.lhs : problem.rhs) {
    const MatrixRef& result = problem.result;
    task_.rows = kTransposed ? result.cols : result.rows;
    task_.columns = kTransposed ? result.rows : result.cols;
    task_.depth = problem.lhs.matrix.cols;
  }

  // False when the product is not a small one; then nothing has happened.
  bool Run(EngineState* state) {
    if (!IsSmall() || !AreMatricesPlainlyValid(problem_)) return false;
    backend_ = BackendAtAGlance(panels_, state);
    if (backend_ == nullptr || !SuitsBackend()) return false;
    task_.padded_columns =
        RoundUpToPower(backend_->panel.granule, task_.columns);
    const std::size_t row_bytes = 2 * RowBytes();
    const std::size_t panel_bytes =
        panels_.is_packed
            ? 0
            : PanelBytes(backend_->panel, task_.padded_columns, task_.depth);
    if (!state->workspace.Reserve(row_bytes + panel_bytes)) return false;
    if (!PreparePlainEpilogue(problem_, kTransposed, &prepared_)) return false;
    std::uint8_t* const memory =
        static_cast<std::uint8_t*>(state->workspace.data());
    SetOffsets();
    SetPanel(memory + row_bytes);
    SetRows(memory);
    task_.biases = prepared_.biases;
    task_.bias_count = prepared_.bias_count;
    task_.epilogue = &prepared_.epilogue;
    task_.result = const_cast<void*>(problem_.result.data);
    task_.result_stride =
        std::ptrdiff_t{problem_.result.stride} * SizeOf(problem_.result.scalar);
    if (MultipliesAtOnce()) {
      backend_->multiply_small(task_);
    } else {
      MultiplyInSteps(*backend_, task_);
    }
    return true;
  }

 private:
  bool IsSmall() const {
    return task_.columns <= kMaxPanelWidth && !rows_.is_packed &&
           rows_.matrix.row_major != kTransposed &&
           task_.rows <= kMaxSmallRows &&
           std::int64_t{task_.rows} * task_.depth <= kMaxSmallNumbers;
  }

  bool SuitsBackend() const {
    return task_.columns <= backend_->panel.width &&
           task_.columns <= backend_->most_columns_in_place &&
           (panels_.is_packed || task_.depth < kMinDotDepth ||
            task_.rows > backend_->dot_rows);
  }

  // Backend::multiply_small has a register of sums for each row, however few
  // columns there are: many rows are better off narrow.
  bool MultipliesAtOnce() const {
    return backend_->multiply_small != nullptr &&
           (task_.rows <= kFewRows || task_.columns > kFewColumns) &&
           FinishesAtOnce(prepared_.epilogue);
  }

  std::size_t RowBytes() const {
    return RoundUpToPower(kPackedAlignment, task_.rows * 4);
  }

  void SetOffsets() {
    const int row_shift =
        DomainShift(backend_->row_domain, rows_.matrix.scalar);
    task_.row_flip = row_shift != 0 ? 0x80 : 0;
    task_.row_offset = CommonOffset(
        kTransposed ? problem_.rhs_offset : problem_.lhs_offset, row_shift);
    task_.column_offset = CommonOffset(
        kTransposed ? problem_.lhs_offset : problem_.rhs_offset,
        DomainShift(backend_->panel.domain, panels_.matrix.scalar));
  }

  // The packed panel: its sums, and its numbers behind them. If need be it is
  // packed to `memory`.
  void SetPanel(std::uint8_t* memory) {
    const std::uint8_t* panel = memory;
    if (panels_.is_packed) {
      panel = PanelsOf(panels_.packed);
    } else {
      Pack(memory);
    }
    task_.sums = reinterpret_cast<const std::int32_t*>(panel);
    task_.panel = panel + PanelDataOffset(task_.padded_columns);
  }

  void Pack(std::uint8_t* memory) const {
    const MatrixRef& matrix = panels_.matrix;
    const bool depth_contiguous = matrix.row_major == kTransposed;
    PackTask task;
    task.source = static_cast<const std::uint8_t*>(matrix.data);
    task.column_stride = depth_contiguous ? matrix.stride : 1;
    task.depth_stride = depth_contiguous ? 1 : matrix.stride;
    task.scalar = matrix.scalar;
    task.columns = task_.columns;
    task.padded_columns = task_.padded_columns;
    task.depth = task_.depth;
    task.panel = memory + PanelDataOffset(task_.padded_columns);
    task.sums = reinterpret_cast<std::int32_t*>(memory);
    backend_->pack(task);
  }

  // The rows, and their initial values unless those are zero. `memory` has room
  // for two numbers for each row.
  void SetRows(std::uint8_t* memory) {
    task_.rows_data = static_cast<const std::uint8_t*>(rows_.matrix.data);
    task_.row_stride = rows_.matrix.stride;
    task_.row_add = nullptr;
    if (task_.column_offset == 0 && !HasRowBias(prepared_)) return;
    std::int32_t* const add = reinterpret_cast<std::int32_t*>(memory);
    std::int32_t* sums = nullptr;
    if (task_.column_offset != 0) {
      sums = reinterpret_cast<std::int32_t*>(memory + RowBytes());
      SumRows(sums);
    }
    FillRows(prepared_, task_.column_offset, sums, 0, task_.rows, add);
    task_.row_add = add;
  }

  void SumRows(std::int32_t* sums) const {
    RowTask task;
    task.source = task_.rows_data;
    task.row_stride = task_.row_stride;
    task.depth_stride = 1;
    task.scalar = rows_.matrix.scalar;
    task.rows = task_.rows;
    task.depth = task_.depth;
    task.packed = nullptr;
    task.packed_stride = 0;
    task.sums = sums;
    backend_->read_rows(task);
  }

  const GemmProblem& problem_;
  const Operand& rows_;
  const Operand& panels_;
  const Backend* backend_;
  PreparedEpilogue prepared_;
  SmallTask task_;
};

}  // namespace

bool RunSmallProduct(const GemmProblem& problem,
                     const GemmResources& resources) {
  EngineState* const state = resources.state;
  if (state->lent_workspace != nullptr || resources.max_threads < 1) {
    return false;
  }
  if (ContiguousAlongRow(problem.result)) {
    return SmallProduct<false>(problem).Run(state);
  }
  return SmallProduct<true>(problem).Run(state);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
