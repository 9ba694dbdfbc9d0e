// Cuts products into parts, and runs them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "product_part.h"

#include <algorithm>

#include "../contract/engine_state.h"
#include "../runtime/shares.h"
#include "prepare.h"
#include "product_run.h"
#include "select_kernel.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Fewer rows of A at a time would read each panel too often.
constexpr int kRowsOfAPart = 16;

// Parts have multiples of this many entries of a side: of packed ones, whole
// panels.
int UnitOf(const PreparedProduct& whole, bool is_b) {
  return is_b || whole.a.is_packed ? whole.backend->panel.nr : kRowsOfAPart;
}

int UnitsOf(const PreparedProduct& whole, bool is_b) {
  const PreparedSide& side = is_b ? whole.b : whole.a;
  return (side.count - 1) / UnitOf(whole, is_b) + 1;
}

bool IsForced(const PreparedProduct& product) {
  EngineState engine;
  engine.kernel = product.wanted_kernel;
  return KernelForced(engine).name != nullptr;
}

// A pointer moved by `bytes`, even if it points to no memory yet.
const void* Moved(const void* data, std::ptrdiff_t bytes) {
  return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(data) +
                                       static_cast<std::uintptr_t>(bytes));
}

// Cuts a problem down to entries [first, first + count) of A or of B.
void Cut(const PreparedProduct& whole, bool along_b, int first, int count,
         GemmProblem* problem) {
  const bool is_lhs = along_b == whole.swapped;
  const PreparedSide& side = along_b ? whole.b : whole.a;
  Operand& operand = is_lhs ? problem->lhs : problem->rhs;
  MatrixRef& result = problem->result;
  (is_lhs ? operand.matrix.rows : operand.matrix.cols) = count;
  (is_lhs ? result.rows : result.cols) = count;
  operand.matrix.data =
      Moved(operand.matrix.data,
            side.is_packed ? first / whole.backend->panel.nr *
                                 static_cast<std::ptrdiff_t>(whole.panel_stride)
                           : first * side.stride);
  result.data = Moved(result.data, first * (along_b ? whole.result_column_stride
                                                    : whole.result_row_stride));
  Int32Parameter& offset = is_lhs ? problem->lhs_offset : problem->rhs_offset;
  if (!along_b && side.varies) offset.data += first;
}

}  // namespace

Status ProductPart::Prepare(const PreparedGemmState& state,
                            const GemmProblem& problem, int first_row,
                            int first_column, const GemmResources& resources) {
  state_ = &state;
  problem_ = problem;
  first_row_ = first_row;
  first_column_ = first_column;
  const PreparedProduct& whole = state.alone;
  EngineState engine;
  engine.kernel = whole.wanted_kernel;
  GemmResources own = resources;
  own.state = &engine;
  return internal::Prepare(problem_, ShapeOf(state.epilogue.epilogue),
                           {whole.backend, whole.backend_reason},
                           {whole.swapped, whole.transposed_store}, own,
                           &product_);
}

void ProductPart::ReadRows(const MatrixRef& x, const std::int32_t* index) {
  problem_.lhs.matrix.data = x.data;
  problem_.lhs.matrix.stride = x.stride;
  product_.a.stride = product_.rows.row_stride = x.stride;
  index_ = index;
}

void ProductPart::Run(void* workspace, const Executor& executor,
                      int threads_to_wake) const {
  CallPart part;
  part.first_row = first_row_;
  part.first_column = first_column_;
  part.index = index_;
  RunProduct(product_,
             {PlacesOf(problem_, product_.swapped), problem_, state_->epilogue,
              workspace, part},
             executor, threads_to_wake);
}

ProductSplit SplitOf(const PreparedProduct& whole, int wanted) {
  const int b_units = UnitsOf(whole, true), a_units = UnitsOf(whole, false);
  const bool along_b = b_units >= wanted || b_units >= a_units;
  const int parts =
      IsForced(whole) ? 1 : std::min(wanted, along_b ? b_units : a_units);
  const int count = along_b ? whole.b.count : whole.a.count;
  const int step =
      parts == 1 ? count
                 : RoundUpTo(UnitOf(whole, along_b), (count - 1) / parts + 1);
  return {(count - 1) / step + 1, along_b, step};
}

std::uint64_t BytesOfAPart(const PreparedGemmState& state,
                           const ProductSplit& split) {
  if (split.parts == 1) return state.alone.layout.total;
  std::uint64_t bytes = 0;
  for (const int index : {0, split.parts - 1}) {
    ProductPart part;
    PreparePart(state, state.problem, split, index, &part);
    bytes = std::max(bytes, part.product().layout.total);
  }
  return bytes;
}

void PreparePart(const PreparedGemmState& state, const GemmProblem& problem,
                 const ProductSplit& split, int index, ProductPart* part) {
  const PreparedProduct& whole = state.alone;
  const int first = index * split.step;
  const int count = split.along_b ? whole.b.count : whole.a.count;
  GemmProblem cut = problem;
  Cut(whole, split.along_b, first, std::min(split.step, count - first), &cut);
  GemmResources one_thread;
  // Cannot fail: no kernel is forced, or the part is the whole.
  (void)part->Prepare(state, cut, split.along_b ? 0 : first,
                      split.along_b ? first : 0, one_thread);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
