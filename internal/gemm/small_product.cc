// Computes small products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "small_product.h"

#include <algorithm>
#include <cstdint>

#include "../backends/backend_list.h"
#include "../compiler.h"
#include "../contract/engine_state.h"
#include "../contract/packed_format.h"
#include "../contract/repeated_product.h"
#include "initial_values.h"
#include "multiply_direct.h"
#include "multiply_in_steps.h"
#include "multiply_narrow.h"
#include "plain_epilogue.h"
#include "plainly_valid.h"
#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A product of so few columns is small if each of its panels meets no more
// rows, and numbers of the row side, than the panels' part of these.
constexpr int kMaxSmallColumns = 4 * kMaxPanelWidth;
constexpr std::int64_t kMaxSmallNumbers = 1 << 15;
constexpr std::int64_t kMaxSmallRows = 1 << 12;
static_assert((kMaxSmallNumbers + kMaxSmallRows * kWorkPerEntry) *
                          kMaxPanelWidth <
                      2 * kWorkPerThread &&
                  kMaxSmallNumbers * kMaxPanelWidth * kWorkPerByte <
                      2 * kWorkPerThread,
              "a small product must not be worth a second thread");

// A product in the backend's terms, kTransposed if its columns are the panel's
// rows. Members are const so that they stay in registers across calls that
// take addresses of other variables.
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
    RepeatedProduct* const seen = FindRepeatedProduct(problem_, state);
    const Backend* const backend =
        seen != nullptr ? seen->backend : TakeBackend(state);
    if (backend == nullptr) return false;
    PreparedEpilogue prepared;
    if (!PreparePlainEpilogue(problem_, kTransposed, &prepared)) return false;
    if (seen != nullptr && seen->Suits(prepared.epilogue)) {
      Repeat(prepared, *state, seen);
    } else if (ReadsRowsInPlace(*backend) ||
               (RowsAreContiguousInDepth() &&
                PaysInPlace(*backend, prepared.epilogue, row_count_, columns_,
                            depth_))) {
      Multiply<RowForm::kPlain>(*backend, prepared, state);
    } else {
      MultiplyCopies(problem_, *backend, prepared, state);
    }
    return true;
  }

 private:
  // Static, so that this object need not be in memory.
  static LOWP_NOINLINE void MultiplyCopies(const GemmProblem& problem,
                                           const Backend& backend,
                                           const PreparedEpilogue& prepared,
                                           EngineState* state) {
    SmallProduct(problem).template Multiply<RowForm::kCopied>(backend, prepared,
                                                              state);
  }

  // The backend of a small product that is valid but for its stages, with
  // memory for it; null for any other.
  const Backend* TakeBackend(EngineState* state) const {
    if (!IsSmall() || !AreMatricesPlainlyValid(problem_)) return nullptr;
    const Backend* backend = BackendOf(state);
    if (backend == nullptr) return nullptr;
    if (panels_.is_packed) backend = &BackendFor(*backend, *panels_.packed);
    return Suits(*backend) && ReserveMemory(*backend, state) ? backend
                                                             : nullptr;
  }

  // Multiplies as it was done before.
  void Repeat(const PreparedEpilogue& prepared, const EngineState& state,
              RepeatedProduct* seen) const {
    const Backend& backend = *seen->backend;
    std::uint8_t* const memory =
        static_cast<std::uint8_t*>(state.workspace.data());
    DirectTask* const task = &seen->task;
    task->biases = prepared.biases;
    task->bias_count = prepared.bias_count;
    task->epilogue = &prepared.epilogue;
    task->result = Result();
    task->rows_data = static_cast<const std::uint8_t*>(rows_.data);
    task->row_add = nullptr;
    if (seen->has_row_values || HasRowBias(prepared)) {
      SetRows<RowForm::kPlain>(backend, prepared, memory, task);
    }
    SetNumbers(backend, memory + 2 * RowBytes(), task);
    backend.multiply_direct(*task);
  }

  // For two numbers for each row, for copies of the rows unless they are read
  // in place, and for a panel unless they are packed.
  bool ReserveMemory(const Backend& backend, EngineState* state) const {
    std::size_t bytes =
        ReadsRowsInPlace(backend) ? 2 * RowBytes() : BytesOfCopies(backend);
    if (!panels_.is_packed) {
      const PanelFormat& format = backend.panel;
      bytes += PanelBytes(format, PaddedColumns(format, 0), depth_);
    }
    return bytes <= state->workspace.size() || state->workspace.Reserve(bytes);
  }

  // Bytes before a panel where rows are copied.
  std::size_t BytesOfCopies(const Backend& backend) const {
    return 2 * RowBytes() + CopiedBytes(backend) + WidenedPanelBytes(backend);
  }

  // With rows of that form.
  template <RowForm kForm>
  void Multiply(const Backend& backend, const PreparedEpilogue& prepared,
                EngineState* state) const {
    const PanelFormat& format = backend.panel;
    std::uint8_t* const memory =
        static_cast<std::uint8_t*>(state->workspace.data());
    DirectTask task;
    task.rows = row_count_;
    task.depth = depth_;
    task.biases = prepared.biases;
    task.bias_count = prepared.bias_count;
    task.products = nullptr;
    task.panel_stride = 0;
    if (columns_ > format.width) {
      task.panel_stride =
          static_cast<std::ptrdiff_t>(PanelBytes(format, format.width, depth_));
    }
    task.epilogue = &prepared.epilogue;
    task.result_stride =
        std::ptrdiff_t{problem_.result.stride} * SizeOf(problem_.result.scalar);
    task.column_offset =
        CommonOffset(kTransposed ? problem_.lhs_offset : problem_.rhs_offset,
                     DomainShift(format.domain, panels_.matrix.scalar));
    SetRows<kForm>(backend, prepared, memory, &task);
    std::uint8_t* const panel_memory =
        memory +
        (kForm == RowForm::kPlain ? 2 * RowBytes() : BytesOfCopies(backend));
    const int next = MultiplyPanels<kForm>(backend, 0, panel_memory, &task);
    if (next < columns_) {
      MultiplyRest<kForm>(backend, next, panel_memory, &task);
    } else if (kForm == RowForm::kPlain &&
               MultipliesDirectly<kForm>(backend, task)) {
      RememberProduct(problem_, backend, task, state);
    }
  }

  bool IsSmall() const {
    if (columns_ > kMaxSmallColumns) return false;
    const int panels = columns_ <= kMaxPanelWidth
                           ? 1
                           : (columns_ + kMaxPanelWidth - 1) / kMaxPanelWidth;
    const std::int64_t rows = std::int64_t{row_count_} * panels;
    return !(kTransposed ? problem_.rhs : problem_.lhs).is_packed &&
           rows <= kMaxSmallRows && rows * depth_ <= kMaxSmallNumbers;
  }

  bool Suits(const Backend& backend) const {
    if (RowsAreContiguousInDepth() &&
        ReadsNarrowRowsInPlace(backend, row_count_, columns_, depth_)) {
      return false;
    }
    if (panels_.is_packed) return FormatOf(*panels_.packed) == backend.panel;
    const bool dots = depth_ >= kMinDotDepth ||
                      (panels_.matrix.row_major == kTransposed &&
                       OneRowReadsInPlace(row_count_, columns_, depth_));
    return !dots || row_count_ > backend.dot_rows;
  }

  bool RowsAreContiguousInDepth() const {
    return rows_.row_major != kTransposed;
  }

  std::uint8_t* Result() const {
    return static_cast<std::uint8_t*>(const_cast<void*>(problem_.result.data));
  }

  bool ReadsRowsInPlace(const Backend& backend) const {
    return backend.rows_in_place && RowsAreContiguousInDepth() &&
           columns_ <= backend.most_columns_in_place;
  }

  std::size_t CopiedBytes(const Backend& backend) const {
    return static_cast<std::size_t>(
               RoundUpTo(backend.row_interleave, row_count_)) *
           CopiedRowStride(backend, depth_);
  }

  std::size_t WidenedPanelBytes(const Backend& backend) const {
    return backend.widen == nullptr || row_count_ < backend.rows_to_widen
               ? 0
               : WidenedBytes(PaddedColumns(backend.panel, 0), depth_);
  }

  // Multiplies with the panel that begins with column `first`, or few rows with
  // all the whole packed ones from there on; returns where the next one begins.
  // `memory` has room for a panel, and if it is widened, before for that.
  template <RowForm kForm>
  int MultiplyPanels(const Backend& backend, int first, std::uint8_t* memory,
                     DirectTask* task) const {
    const int width = backend.panel.width;
    SetPanel(backend, first, memory, task);
    task->panels = 1;
    if (!MultipliesDirectly<kForm>(backend, *task)) {
      const std::size_t widened =
          kForm == RowForm::kCopied ? WidenedPanelBytes(backend) : 0;
      MultiplyInSteps(backend, *task, kForm, columns_,
                      widened > 0 ? memory - widened : nullptr);
      return first + width;
    }
    if (panels_.is_packed && row_count_ < kDirectTileRows &&
        columns_ - first >= 2 * width) {
      task->panels = (columns_ - first) / width;
    }
    backend.multiply_direct(*task);
    return first + task->panels * width;
  }

  template <RowForm kForm>
  LOWP_NOINLINE void MultiplyRest(const Backend& backend, int first,
                                  std::uint8_t* memory,
                                  DirectTask* task) const {
    while (first < columns_) {
      first = MultiplyPanels<kForm>(backend, first, memory, task);
    }
  }

  template <RowForm kForm>
  bool MultipliesDirectly(const Backend& backend,
                          const DirectTask& task) const {
    if (!backend.rows_in_place) return kForm == RowForm::kPlain;
    return backend.multiply_direct != nullptr &&
           !IsBetterNarrow(row_count_, columns_) &&
           FinishesDirectly(*task.epilogue) &&
           PaysForFew(*task.epilogue, row_count_, task.padded_columns, depth_);
  }

  // Of the panel that begins with column `first`.
  int PaddedColumns(const PanelFormat& format, int first) const {
    const int left = columns_ - first;
    return left >= format.width ? format.width
                                : RoundUpToPower(format.granule, left);
  }

  std::size_t RowBytes() const {
    return RoundUpToPower(kPackedAlignment, row_count_ * 4);
  }

  // The panel that begins with column `first`. If need be it is packed to
  // `memory`.
  void SetPanel(const Backend& backend, int first, std::uint8_t* memory,
                DirectTask* task) const {
    const PanelFormat& format = backend.panel;
    task->padded_columns = PaddedColumns(format, first);
    task->columns = std::min(columns_ - first, task->padded_columns);
    task->first_column = first;
    task->result =
        Result() + std::ptrdiff_t{first} * SizeOf(problem_.result.scalar);
    SetNumbers(backend, memory, task);
  }

  // The numbers of that panel, and their sums.
  void SetNumbers(const Backend& backend, std::uint8_t* memory,
                  DirectTask* task) const {
    const std::uint8_t* panel = memory;
    if (panels_.is_packed) {
      const int first = task->first_column;
      panel = static_cast<const std::uint8_t*>(panels_.matrix.data);
      if (first > 0) panel += first / backend.panel.width * task->panel_stride;
    } else {
      Pack(backend, *task, memory);
    }
    task->sums = reinterpret_cast<const std::int32_t*>(panel);
    task->panel = panel + PanelDataOffset(task->padded_columns);
  }

  void Pack(const Backend& backend, const DirectTask& columns,
            std::uint8_t* memory) const {
    const MatrixRef& matrix = panels_.matrix;
    const bool depth_contiguous = matrix.row_major == kTransposed;
    PackTask task;
    task.column_stride = depth_contiguous ? matrix.stride : 1;
    task.depth_stride = depth_contiguous ? 1 : matrix.stride;
    task.source = static_cast<const std::uint8_t*>(matrix.data) +
                  columns.first_column * task.column_stride;
    task.scalar = matrix.scalar;
    task.columns = columns.columns;
    task.padded_columns = columns.padded_columns;
    task.depth = depth_;
    task.panel = memory + PanelDataOffset(columns.padded_columns);
    task.sums = reinterpret_cast<std::int32_t*>(memory);
    backend.pack(task);
  }

  // The rows, what has to be added to their numbers, and their initial values
  // unless those are zero. `memory` has room for two numbers for each row, and
  // for the rows behind them if they are copied.
  template <RowForm kForm>
  void SetRows(const Backend& backend, const PreparedEpilogue& prepared,
               std::uint8_t* memory, DirectTask* task) const {
    const int shift = DomainShift(backend.row_domain, rows_.scalar);
    task->row_flip = shift != 0 ? 0x80 : 0;
    task->row_scalar = rows_.scalar;
    task->row_offset = CommonOffset(
        kTransposed ? problem_.rhs_offset : problem_.lhs_offset, shift);
    task->rows_data = static_cast<const std::uint8_t*>(rows_.data);
    task->row_stride = rows_.stride;
    task->row_add = nullptr;
    std::uint8_t* copies = nullptr;
    if (kForm == RowForm::kCopied) {
      copies = memory + 2 * RowBytes();
      task->rows_data = copies;
      task->row_stride =
          static_cast<std::ptrdiff_t>(CopiedRowStride(backend, depth_));
    }
    std::int32_t* const add = reinterpret_cast<std::int32_t*>(memory);
    const bool widened =
        kForm == RowForm::kCopied && WidenedPanelBytes(backend) > 0;
    const bool narrow = IsNarrow(backend, row_count_, columns_);
    std::int32_t* const terms =
        RowsHaveTerms(backend, widened, narrow, depth_) ? add : nullptr;
    std::int32_t* sums = nullptr;
    if (task->column_offset != 0) {
      sums = reinterpret_cast<std::int32_t*>(memory + RowBytes());
    }
    if (copies != nullptr || sums != nullptr) {
      ReadRows(backend, copies, task->row_stride, sums, terms);
    }
    if (sums == nullptr && terms == nullptr && !HasRowBias(prepared)) return;
    FillRows(prepared, task->column_offset, sums, terms != nullptr, 0,
             row_count_, add);
    task->row_add = add;
  }

  // Backend::read_rows, of all rows; copies, if any, lie `stride` bytes apart.
  void ReadRows(const Backend& backend, void* copies, std::ptrdiff_t stride,
                std::int32_t* sums, std::int32_t* terms) const {
    const bool contiguous = RowsAreContiguousInDepth();
    RowTask task;
    task.source = static_cast<const std::uint8_t*>(rows_.data);
    task.row_stride = contiguous ? rows_.stride : 1;
    task.depth_stride = contiguous ? 1 : rows_.stride;
    task.scalar = rows_.scalar;
    task.rows = row_count_;
    task.depth = depth_;
    task.packed = copies;
    task.packed_stride = stride;
    task.sums = sums;
    task.terms = terms;
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
