// Computes small products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "small_product.h"

#include "backend_list.h"
#include "compiler.h"
#include "initial_values.h"
#include "multiply_direct.h"
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

// Does a DirectTask by the functions that large products use.
LOWP_NOINLINE void MultiplyInSteps(const Backend& backend,
                                   const DirectTask& small) {
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

// Rows of few columns that are not better off narrow. Measured on Zen 4.
constexpr int kFewRows = 8;

// A product in the backend's terms, kTransposed if its columns are the panel's
// rows. Constant, so that what a call takes the address of is in its own
// variables and the rest can stay in registers.
template <bool kTransposed>
class SmallProduct {
 public:
  explicit SmallProduct(const GemmProblem& problem)
      : problem_(problem),
        rows_((kTransposed ? problem.rhs : problem.lhs).matrix),
        panels_(kTransposed ? problem.lhs : problem.rhs),
        row_count_(kTransposed ? problem.result.cols : problem.result.rows),
        columns_(kTransposed ? problem.result.rows : problem.result.cols),
        depth_(problem.lhs.matrix.cols) {}

  // False when the product is not a small one; then nothing has happened.
  bool Run(EngineState* state) const {
    if (!IsSmall()) return false;
    const Backend* const backend = BackendAtAGlance(state);
    if (backend == nullptr || !backend->rows_in_place ||
        !AreMatricesPlainlyValid(problem_) || !Suits(*backend)) {
      return false;
    }
    DirectTask task;
    task.padded_columns = RoundUpToPower(backend->panel.granule, columns_);
    const std::size_t row_bytes = 2 * RowBytes();
    const std::size_t bytes =
        row_bytes +
        (panels_.is_packed
             ? 0
             : PanelBytes(backend->panel, task.padded_columns, depth_));
    if (bytes > state->workspace.size() && !state->workspace.Reserve(bytes)) {
      return false;
    }
    PreparedEpilogue prepared;
    if (!PreparePlainEpilogue(problem_, kTransposed, &prepared)) return false;
    std::uint8_t* const memory =
        static_cast<std::uint8_t*>(state->workspace.data());
    task.rows = row_count_;
    task.columns = columns_;
    task.first_column = 0;
    task.depth = depth_;
    task.biases = prepared.biases;
    task.bias_count = prepared.bias_count;
    task.products = nullptr;
    task.panels = 1;
    task.epilogue = &prepared.epilogue;
    task.result =
        static_cast<std::uint8_t*>(const_cast<void*>(problem_.result.data));
    task.result_stride =
        std::ptrdiff_t{problem_.result.stride} * SizeOf(problem_.result.scalar);
    SetPanel(*backend, memory + row_bytes, &task);
    SetRows(*backend, prepared, memory, &task);
    if (MultipliesDirectly(*backend, prepared.epilogue, task.padded_columns)) {
      backend->multiply_direct(task);
    } else {
      MultiplyInSteps(*backend, task);
    }
    return true;
  }

 private:
  bool IsSmall() const {
    return columns_ <= kMaxPanelWidth &&
           !(kTransposed ? problem_.rhs : problem_.lhs).is_packed &&
           rows_.row_major != kTransposed && row_count_ <= kMaxSmallRows &&
           std::int64_t{row_count_} * depth_ <= kMaxSmallNumbers;
  }

  // The backend that planning would choose, or null when that takes more than a
  // glance.
  const Backend* BackendAtAGlance(EngineState* state) const {
    const Backend* backend = state->backend;
    if (backend == nullptr) {
      if (state->default_backend == nullptr) {
        state->default_backend = DefaultBackend().backend;
      }
      backend = state->default_backend;
    }
    return backend;
  }

  bool Suits(const Backend& backend) const {
    if (columns_ > backend.panel.width ||
        columns_ > backend.most_columns_in_place) {
      return false;
    }
    return panels_.is_packed
               ? FormatOf(*panels_.packed) == backend.panel
               : depth_ < kMinDotDepth || row_count_ > backend.dot_rows;
  }

  bool MultipliesDirectly(const Backend& backend, const Epilogue& epilogue,
                          int padded_columns) const {
    return backend.multiply_direct != nullptr &&
           (row_count_ <= kFewRows || columns_ > kFewColumns) &&
           FinishesDirectly(epilogue) &&
           PaysForFew(epilogue, row_count_, padded_columns, depth_);
  }

  std::size_t RowBytes() const {
    return RoundUpToPower(kPackedAlignment, row_count_ * 4);
  }

  // The packed panel, its sums and its numbers behind them, and what has to be
  // added to the numbers. If need be it is packed to `memory`.
  void SetPanel(const Backend& backend, std::uint8_t* memory,
                DirectTask* task) const {
    const std::uint8_t* panel = memory;
    if (panels_.is_packed) {
      panel = PanelsOf(panels_.packed);
    } else {
      Pack(backend, task->padded_columns, memory);
    }
    task->sums = reinterpret_cast<const std::int32_t*>(panel);
    task->panel = panel + PanelDataOffset(task->padded_columns);
    task->column_offset =
        CommonOffset(kTransposed ? problem_.lhs_offset : problem_.rhs_offset,
                     DomainShift(backend.panel.domain, panels_.matrix.scalar));
  }

  void Pack(const Backend& backend, int padded, std::uint8_t* memory) const {
    const MatrixRef& matrix = panels_.matrix;
    const bool depth_contiguous = matrix.row_major == kTransposed;
    PackTask task;
    task.source = static_cast<const std::uint8_t*>(matrix.data);
    task.column_stride = depth_contiguous ? matrix.stride : 1;
    task.depth_stride = depth_contiguous ? 1 : matrix.stride;
    task.scalar = matrix.scalar;
    task.columns = columns_;
    task.padded_columns = padded;
    task.depth = depth_;
    task.panel = memory + PanelDataOffset(padded);
    task.sums = reinterpret_cast<std::int32_t*>(memory);
    backend.pack(task);
  }

  // The rows, what has to be added to their numbers, and their initial values
  // unless those are zero. `memory` has room for two numbers for each row.
  void SetRows(const Backend& backend, const PreparedEpilogue& prepared,
               std::uint8_t* memory, DirectTask* task) const {
    const int shift = DomainShift(backend.row_domain, rows_.scalar);
    task->row_flip = shift != 0 ? 0x80 : 0;
    task->row_offset = CommonOffset(
        kTransposed ? problem_.rhs_offset : problem_.lhs_offset, shift);
    task->rows_data = static_cast<const std::uint8_t*>(rows_.data);
    task->row_stride = rows_.stride;
    task->row_add = nullptr;
    if (task->column_offset == 0 && !HasRowBias(prepared)) return;
    std::int32_t* const add = reinterpret_cast<std::int32_t*>(memory);
    std::int32_t* sums = nullptr;
    if (task->column_offset != 0) {
      sums = reinterpret_cast<std::int32_t*>(memory + RowBytes());
      SumRows(backend, sums);
    }
    FillRows(prepared, task->column_offset, sums, 0, row_count_, add);
    task->row_add = add;
  }

  void SumRows(const Backend& backend, std::int32_t* sums) const {
    RowTask task;
    task.source = static_cast<const std::uint8_t*>(rows_.data);
    task.row_stride = rows_.stride;
    task.depth_stride = 1;
    task.scalar = rows_.scalar;
    task.rows = row_count_;
    task.depth = depth_;
    task.packed = nullptr;
    task.packed_stride = 0;
    task.sums = sums;
    backend.read_rows(task);
  }

  const GemmProblem& problem_;
  const MatrixRef& rows_;
  const Operand& panels_;
  const int row_count_;
  const int columns_;
  const int depth_;
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
