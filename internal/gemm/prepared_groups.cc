// Runs groups of rows that have a prepared product each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstring>
#include <limits>

#include "../contract/prepared_gemm.h"
#include "../contract/thread_costs.h"
#include "../epilogue/overlap.h"
#include "prepared_gemm_state.h"
#include "product_part.h"
#include "row_groups.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

const MatrixNames kXNames = {"x",      "x.data",   "x.rows",
                             "x.cols", "x.stride", "x"};
const MatrixNames kYNames = {"y",      "y.data",   "y.rows",
                             "y.cols", "y.stride", "y"};

const std::uint8_t* RowAt(const MatrixRef& matrix, int row) {
  return static_cast<const std::uint8_t*>(matrix.data) +
         std::ptrdiff_t{row} * matrix.stride * SizeOf(matrix.scalar);
}

// The rows of x that a piece is made of.
class GatheredRows {
 public:
  GatheredRows() = default;
  GatheredRows(const MatrixRef& x, const std::int32_t* index, int rows)
      : x_(x), index_(index), rows_(rows) {
    x_.rows = rows;
    if (index == nullptr || rows == 0) return;
    const std::int64_t step = rows == 1 ? 1 : std::int64_t{index[1]} - index[0];
    is_even_ = step > 0 && step * x.stride <= std::numeric_limits<int>::max();
    for (int i = 1; is_even_ && i < rows; ++i) {
      is_even_ = std::int64_t{index[i]} - index[i - 1] == step;
    }
    if (!is_even_) return;
    x_.data = RowAt(x, index[0]);
    x_.stride = static_cast<int>(step * x.stride);
  }

  bool is_even() const { return is_even_; }
  const MatrixRef& x() const { return x_; }
  const std::int32_t* index() const { return index_; }

  // Rows that lie evenly are read there. Others are copied side by side, unless
  // the product copies its rows anyway.
  std::uint64_t bytes() const {
    return is_even_ ? 0
                    : static_cast<std::uint64_t>(rows_) *
                          static_cast<std::uint64_t>(Stride());
  }
  // What the product reads; the address is not that of copies.
  MatrixRef matrix() const {
    MatrixRef matrix = x_;
    if (!is_even_) matrix.stride = Stride();
    return matrix;
  }

  void Copy(std::uint8_t* to, const Crew& crew) const {
    constexpr int kRows = 16;
    ParallelFor(crew, (rows_ - 1) / kRows + 1, [&](int share) {
      const int end = std::min(rows_, (share + 1) * kRows);
      for (int i = share * kRows; i < end; ++i) {
        std::memcpy(to + std::ptrdiff_t{i} * Stride(), RowAt(x_, index_[i]),
                    static_cast<std::size_t>(x_.cols));
      }
    });
  }

 private:
  // Not of a power of two, so that rows lie in different sets of a cache.
  int Stride() const {
    constexpr int kLine = kPackedAlignment;
    if (x_.cols > std::numeric_limits<int>::max() - 2 * kLine) return x_.cols;
    return ((x_.cols + kLine - 1) / kLine | 1) * kLine;
  }

  MatrixRef x_;
  const std::int32_t* index_ = nullptr;
  int rows_ = 0;
  bool is_even_ = true;
};

class GroupRun {
 public:
  Status Prepare(const PreparedGemmState& state, const GatheredRows& rows,
                 const MatrixRef& y, int first,
                 const GemmResources& resources) {
    rows_ = rows;
    GemmProblem problem = state.problem;
    problem.lhs.matrix = rows.matrix();
    problem.result = y;
    if (problem.lhs_offset.along == Along::kRows) {
      problem.lhs_offset.data += first;
    }
    const Status status = part_.Prepare(state, problem, first, 0, resources);
    gathers_ = !rows.is_even() && !part_.copies_rows();
    if (status.ok() && !rows.is_even() && !gathers_) {
      part_.ReadRows(rows.x(), rows.index());
    }
    return status;
  }

  std::uint64_t bytes() const {
    const Extent of_product(part_.product().layout.total);
    return (gathers_ ? of_product + rows_.bytes() : of_product).value();
  }
  int threads_to_wake() const { return part_.product().threads_to_wake; }

  void Run(void* workspace, const Executor& executor, int threads_to_wake) {
    if (gathers_) {
      std::uint8_t* const copies =
          static_cast<std::uint8_t*>(workspace) + part_.product().layout.total;
      const bool is_small = rows_.bytes() < kFewGatheredBytes;
      rows_.Copy(copies, {executor, is_small ? 1 : part_.product().threads,
                          threads_to_wake, false});
      part_.lhs()->data = copies;
    }
    part_.Run(workspace, executor, threads_to_wake);
  }

 private:
  GatheredRows rows_;
  bool gathers_ = false;
  ProductPart part_;
};

// What RowGroupsRun asks for.
class PreparedMembers {
 public:
  using Run = GroupRun;

  PreparedMembers(const PreparedList& products, const RowGroups& groups,
                  const MatrixRef& x, const MatrixRef& y)
      : products_(products), groups_(groups), x_(x), y_(y) {}

  bool IsIndivisible(int) const { return false; }
  double WorkOfRow(int) const { return static_cast<double>(x_.cols) * y_.cols; }
  // From a row of x to the next; 0 if they lie unevenly.
  int StepOf(const GroupPiece& piece) const {
    const GatheredRows rows = RowsOf(piece);
    return rows.is_even() ? rows.x().stride : 0;
  }
  Status Prepare(const GroupPiece& piece, const GemmResources& resources,
                 GroupRun* run) const {
    MatrixRef y = y_;
    y.data = RowAt(y_, piece.first);
    y.rows = piece.rows;
    return run->Prepare(*products_[piece.group], RowsOf(piece), y, piece.first,
                        resources);
  }

 private:
  GatheredRows RowsOf(const GroupPiece& piece) const {
    if (groups_.index != nullptr) {
      return GatheredRows(x_, groups_.index + piece.first, piece.rows);
    }
    MatrixRef x = x_;
    x.data = RowAt(x_, piece.first);
    return GatheredRows(x, nullptr, piece.rows);
  }

  const PreparedList& products_;
  const RowGroups& groups_;
  const MatrixRef& x_;
  const MatrixRef& y_;
};

// Whether an order is that of rows: one column has both.
bool IsOfRows(const MatrixRef& matrix) {
  return matrix.row_major || matrix.cols == 1;
}

// What a product of a group has to be like.
Status ValidateProduct(const PreparedGemmState* state, int group,
                       const MatrixRef& x, const MatrixRef& y) {
  const auto refuse = [group](const char* why) {
    return InvalidArgument("products", group, why);
  };
  if (state == nullptr) return refuse("is empty");
  const GemmProblem& prepared = state->problem;
  if (!prepared.rhs.is_packed || prepared.lhs.is_packed) {
    return refuse("was not prepared for a packed rhs and an lhs in memory");
  }
  if (!IsOfRows(prepared.lhs.matrix) || !IsOfRows(prepared.result)) {
    return refuse("was not prepared for rows of an lhs and of a result");
  }
  if (prepared.lhs.matrix.scalar != x.scalar) {
    return refuse("was prepared for an lhs of another type than x");
  }
  if (prepared.result.scalar != y.scalar) {
    return refuse("was prepared for a result of another type than y");
  }
  if (!state->has_work && x.cols > 0 && y.cols > 0) {
    return refuse("was prepared for no rows");
  }
  if (prepared.lhs.matrix.cols != x.cols) {
    return InvalidArgument("x.cols", x.cols,
                           "differs from the depth of a group's product");
  }
  if (prepared.result.cols != y.cols) {
    return InvalidArgument("y.cols", y.cols,
                           "differs from the columns of a group's product");
  }
  GemmProblem problem = prepared;
  problem.lhs.matrix.rows = y.rows;
  problem.result = y;
  return ValidateParameters(problem);
}

Status Validate(const PreparedList& products, const RowGroups& groups,
                const MatrixRef& x, const MatrixRef& y) {
  Status status = ValidateMatrix(x, kXNames);
  if (status.ok()) status = ValidateMatrix(y, kYNames);
  if (status.ok()) status = ValidateRowGroups(groups, x.rows, y.rows);
  if (!status.ok() || y.rows == 0) return status;
  if (products.products == nullptr) return NullPointer("products");
  for (int g = 0; g < groups.count; ++g) {
    if (groups.RowsOf(g) == 0) continue;
    status = ValidateProduct(products[g], g, x, y);
    if (!status.ok()) return status;
  }
  if (!IsEmpty(x) && !IsEmpty(y) && Overlap(x, y)) {
    return InvalidArgument("y.data", 0, "overlaps x in memory");
  }
  return ValidateGroupsOverlap(groups, y);
}

}  // namespace

Status RunPreparedGroups(const PreparedList& products, const RowGroups& groups,
                         const MatrixRef& x, const MatrixRef& y,
                         const GemmResources& resources) {
  Status status = ValidateResources(resources);
  if (status.ok()) status = CheckNotInUse(*resources.state);
  if (status.ok()) status = Validate(products, groups, x, y);
  if (!status.ok() || IsEmpty(x) || IsEmpty(y)) return status;
  bool uses_floats = false;
  for (int g = 0; g < groups.count; ++g) {
    uses_floats = uses_floats ||
                  (groups.RowsOf(g) > 0 && products[g]->problem.uses_floats);
  }
  const PreparedMembers members(products, groups, x, y);
  return RowGroupsRun<PreparedMembers>(groups, members)
      .Run(resources, uses_floats);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
