// What the engine asks of a backend's functions, as plain data.
//
// A product has an A side (m x k), whose values kernels broadcast, and a B side
// (k x n), along whose columns vector lanes run, and with them the contiguous
// dimension of the result. Orientation may have swapped the caller's lhs and
// rhs: "row" and "column" here are those of A and B.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_GEMM_TASKS_H_
#define LOWP_INTERNAL_CONTRACT_GEMM_TASKS_H_

#include <cstddef>
#include <cstdint>

#include "../detect_platform.h"
#include "epilogue.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Packs one panel of B.
struct PackTask {
  const std::uint8_t* source;    // column 0, k = 0
  std::ptrdiff_t column_stride;  // in bytes, which are elements
  std::ptrdiff_t k_stride;
  Scalar scalar;
  int columns;
  int padded_columns;  // a multiple of nr_step, at most nr
  int k;
  void* panel;         // aligned to 64 bytes
  std::int32_t* sums;  // padded_columns of them, aligned to 64 bytes
};

// Unpacks a panel into the form that one kernel reads (GemmKernel::unpack).
struct UnpackTask {
  const std::uint8_t* panel;
  int columns;
  int padded_columns;
  int k;
  void* unpacked;  // aligned to 64 bytes; UnpackedBytes() of them
};

// Values of k of an unpacked panel are padded to a multiple of this.
constexpr int kUnpackedStep = 16;

// Bytes of an unpacked panel: its values as int16, and an int32 a column.
LOWP_INLINE constexpr std::uint64_t UnpackedBytes(int padded_columns, int k) {
  const std::uint64_t steps =
      static_cast<std::uint64_t>((k - 1) / kUnpackedStep + 1);
  return ((steps * kUnpackedStep * 2 + 4) * padded_columns + 63) / 64 * 64;
}

// How kernels find rows of A.
enum class AForm : std::uint8_t {
  kInPlace = 1,     // the caller's bytes, contiguous in k
  kCopied = 2,      // what read_rows made of them
  kPanel = 4,       // columns of a packed panel
  kCopiedRuns = 8,  // runs of k of what read_rows made of shorter rows
};

// Bytes behind the last copied row that may be overwritten (RowTask::terms).
constexpr int kCopySlack = 64;

// Reads rows of A: copies them, sums them, or both.
//
// A copied row is its values in CopiedRows::element_size bytes each, in order
// of k, zero padded to a multiple of kr; the rest of its cache lines is
// scratch. Where the backend interleaves rows, `copies` begins with a whole
// block of CopiedRows::interleave rows, which lie side by side,
//   [k / kr][rows of the block][kr] elements,
// from where its first row would begin; the last block has as many as are left,
// and room for a whole one. Only the backend's own kernels see these bytes: it
// may have changed them further, as long as the sums are those of the values.
// A row that a kernel reads in place is only summed.
struct RowTask {
  const std::uint8_t* source;
  std::ptrdiff_t row_stride;  // in bytes, which are elements
  std::ptrdiff_t k_stride;
  Scalar scalar;
  int rows;
  int k;
  // Null: rows follow one another. Else row r is row index[r] of the source;
  // such rows are contiguous in k, and copied.
  const std::int32_t* index = nullptr;
  void* copies;                // null: do not copy
  std::ptrdiff_t copy_stride;  // bytes from one copied row to the next
  // Where the CopiedRows::extra_bytes of each row go; null: behind its values.
  // Without them rows may lie so close that a copy ends where the next begins;
  // up to kCopySlack bytes behind the last one are overwritten.
  std::int32_t* terms = nullptr;
  // null: do not sum. Else that of a row becomes, modulo 2^32,
  // sum_factor * (the sum of the values as copies have them) + sum_add.
  std::int32_t* sums;
  std::int32_t sum_factor = 1;
  std::int32_t sum_add = 0;

  LOWP_INLINE const std::uint8_t* RowAt(std::ptrdiff_t row) const {
    return source + (index == nullptr ? row : index[row]) * row_stride;
  }
  LOWP_INLINE std::int32_t SumOf(std::int32_t values) const {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum_factor) *
                                         static_cast<std::uint32_t>(values) +
                                     static_cast<std::uint32_t>(sum_add));
  }
};

// Copies columns of a packed panel, from the first one on, in the form that
// read_rows gives to rows.
struct PanelRowsTask {
  const std::uint8_t* panel;
  int padded_columns;
  int rows;  // at most the padded columns
  int k;
  void* copies;
  std::ptrdiff_t copy_stride;
};

// Products of m rows of A and n columns of B, and what becomes of them.
//
// The accumulator of (r, c) starts, modulo 2^32, as
//   row_add[r] + a_offset * (column_sums[c] + k * b_offset) + the biases of c
// which folds the offsets of both sides into initial values. Where columns are
// in place, the kernel finds their sums.
struct GemmTask {
  // Rows of A. Row r's group g is read at a + r * a_stride + g * a_group_stride
  // or, where rows are copied, in the form that read_rows gave them: then the
  // first row begins a block of CopiedRows::interleave.
  const std::uint8_t* a;
  std::ptrdiff_t a_stride;
  std::ptrdiff_t a_group_stride;
  int m;
  AForm a_form;
  Scalar a_scalar;              // of rows in place
  std::uint8_t a_flip;          // 0x80: flip the sign bit of every byte read
  const std::int32_t* row_add;  // null: zero

  // Columns of B: one panel, or `panels` whole ones that lie panel_stride bytes
  // apart, sums included. In place: columns b_stride bytes apart, or lines of
  // columns, each a value of k, that far apart.
  const std::uint8_t* b;
  const std::int32_t* column_sums;
  int n;  // of one panel; in place, of all of them
  int padded_n;
  int panels;
  std::ptrdiff_t panel_stride;
  std::ptrdiff_t sums_stride;  // from a panel's column_sums to the next one's
  std::ptrdiff_t b_stride;
  Scalar b_scalar;  // of columns in place

  int k;
  std::int32_t a_offset;
  std::int32_t b_offset;
  const EpilogueOp* biases;  // those that vary along rows are left out
  int bias_count;
  // For GemmKernel::sum: the columns' part of the initial values, padded_n of
  // them, aligned, which replaces the fields that it follows from. Where
  // columns are in place, that of columns whose sums are 0.
  const std::int32_t* column_add;

  // B is larger than the caches, and lies in one piece: prefetch it.
  bool prefetches;
  bool prefetches_into_l1;  // MemoryCosts

  const Epilogue* epilogue;
  // Null, or for GemmKernel::run what make_tile_constants made of all columns
  // of a kFixedPoint epilogue that varies along them, from column 0 of the
  // result on; first_column is a multiple of a register's lanes.
  const void* constants;
  // Where (first_row, first_column) of the result goes.
  std::uint8_t* result;
  std::ptrdiff_t result_stride;  // in bytes
  // The position in the whole result, for parameters that vary.
  int first_row;
  int first_column;

  // A row of A has `runs` runs of `run` values of k. Usually that is one run of
  // k values or, where the bytes behind may be read, of k rounded up to whole
  // groups.
  //
  // AForm::kCopiedRuns: runs are whole groups, copies of one or several rows,
  // and row r's run s begins at a_rows[r] + a_offsets[s]. The first offset is
  // 0. a_terms[r] is the sum of the terms of the rows that its runs copy.
  int run;
  int runs;
  const std::uint8_t* const* a_rows;
  const std::ptrdiff_t* a_offsets;
  const std::int32_t* a_terms;
};

// What differs between a task's panels. A loop over them advances this rather
// than a copy of the task: to copy the task, the processor would have to wait
// for the engine's last stores to it.
struct PanelPlace {
  LOWP_INLINE explicit PanelPlace(const GemmTask& task)
      : b(task.b),
        column_sums(task.column_sums),
        result(task.result),
        first_column(task.first_column) {}

  // Moves on to the next panel.
  LOWP_INLINE void Next(const GemmTask& task) {
    b += task.panel_stride;
    column_sums += task.sums_stride;
    result += std::ptrdiff_t{task.n} * SizeOf(task.epilogue->result);
    first_column += task.n;
  }

  const std::uint8_t* b;
  const std::int32_t* column_sums;
  std::uint8_t* result;
  int first_column;
};

// The maximum rows of a task with columns in place, and its maximum columns.
constexpr int kMaxRowsInPlace = 64;
constexpr int kMaxColumnsInPlace = 1024;

// Where GemmKernel::sum leaves the accumulators of rows [first, first + count)
// of its task: that of (first + r, c) at sums + r * stride + c. Rows are
// written in ascending order, each with up to a whole register past padded_n,
// or past n by kernels that write densely.
struct SumTarget {
  int first;
  int count;
  std::int32_t* sums;  // aligned to 64 bytes
  std::ptrdiff_t stride;
  // Of columns in place: where the sums of their values go; null: not wanted.
  std::int32_t* column_sums;
};

// Makes the columns' part of the accumulators' initial values for one panel.
// For a column c of it, modulo 2^32:
//   offset_factor[c] = offset + offsets[c]
//   sum_factor[c]    = sums[c] + k * offset_factor[c]
//   add[c]           = a_offset * sum_factor[c] + the biases
// Entries past `columns` are unspecified.
struct ColumnTask {
  const std::int32_t* sums;     // padded_columns of them, aligned
  const std::int32_t* offsets;  // null: zero
  std::int32_t offset;
  std::int32_t a_offset;
  int k;
  int columns;
  int padded_columns;
  // Those that vary along rows are left out.
  const EpilogueOp* biases;
  int bias_count;
  int first_column;  // in the whole result
  // padded_columns each, aligned; the factors may be null: not wanted.
  std::int32_t* add;
  std::int32_t* sum_factor;
  std::int32_t* offset_factor;
};

// Finishes sums that lie in memory: adds the sum over t of
//   row_factor[t][r] * column_factor[t][c],
// which serves offsets that vary along rows and columns, applies the epilogue
// and stores.
struct FinishTask {
  std::int32_t* sums;  // overwritten
  std::ptrdiff_t stride;
  int rows;
  int columns;       // up to a whole register of them are read
  int factor_count;  // 0..2
  const std::int32_t* row_factor[2];
  const std::int32_t* column_factor[2];
  const Epilogue* epilogue;
  std::uint8_t* result;
  std::ptrdiff_t result_stride;  // in bytes
  int first_row;
  int first_column;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_GEMM_TASKS_H_
