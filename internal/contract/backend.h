// A backend: everything the engine knows about one instruction set. It is a
// constant struct of plain data: a name, the CPU features it needs, the shape
// of what its kernels read, and a few functions. Adding an instruction set is
// one file that defines such a struct and one line in the build's table.
//
// In a backend's terms the product has a *row side* (rows x depth) and a *panel
// side* (depth x columns). Vector lanes run along the panel side, and so does
// the contiguous dimension of the result.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_BACKEND_H_
#define LOWP_INTERNAL_CONTRACT_BACKEND_H_

#include <cstddef>
#include <cstdint>

#include "../detect_platform.h"
#include "direct_task.h"
#include "epilogue.h"
#include "matrix_ref.h"
#include "sparse_sum_task.h"
#include "transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The numbers a kernel multiplies are the caller's, or the caller's moved by
// 128 so that they fit the other signedness (one flip of the sign bit). The
// engine moves the zero point by as much, so a product never notices.
enum class Domain : std::uint8_t {
  kNative,    // as the caller stores them
  kUnsigned,  // 0..255: s8 is flipped
  kSigned,    // -128..127: u8 is flipped
};

// What a kernel's number is, minus what the caller stored.
LOWP_INLINE constexpr int DomainShift(Domain domain, Scalar scalar) {
  return domain == Domain::kUnsigned && scalar == Scalar::kInt8  ? 128
         : domain == Domain::kSigned && scalar == Scalar::kUint8 ? -128
                                                                 : 0;
}

// How packed panels are laid out. A panel holds `width` columns (the last one
// fewer, rounded up to a multiple of `granule`, a power of two), `group`
// consecutive depths of a column side by side, zero padded:
//   [depth / group][columns][group] elements of element_size bytes,
// after one int32 for each column: the sum of the column's numbers.
//
//   depth 0..3 of column 0 | of column 1 | ... | of column width-1
//   depth 4..7 of column 0 | ...
struct PanelFormat {
  int width;
  int granule;
  int group;
  int element_size;
  Domain domain;

  LOWP_INLINE constexpr bool operator==(const PanelFormat& other) const {
    return width == other.width && granule == other.granule &&
           group == other.group && element_size == other.element_size &&
           domain == other.domain;
  }
};

// Packs one panel.
struct PackTask {
  const std::uint8_t* source;    // column 0, depth 0
  std::ptrdiff_t column_stride;  // in bytes, which are elements
  std::ptrdiff_t depth_stride;
  Scalar scalar;
  int columns;
  int padded_columns;  // a multiple of the granule, at most the width
  int depth;
  void* panel;         // aligned to 64 bytes
  std::int32_t* sums;  // padded_columns of them, aligned to 64 bytes
};

// Turns the numbers of a packed panel into int16, in a form that only the
// backend's own kernels see.
struct WidenTask {
  const std::uint8_t* panel;
  bool rows_in_place;  // the rows that it will meet
  int columns;
  int padded_columns;
  int depth;
  // Aligned to 64 bytes; room for the padded columns' numbers of a depth that
  // is a multiple of kWidenedDepths, and an int32 for each.
  void* widened;
};
constexpr int kWidenedDepths = 16;

// Reads rows of the row side: copies them, sums them, or both.
//
// A packed row is its numbers in Backend::row_element_size bytes each, in depth
// order, zero padded to a multiple of the group; the rest of its cache lines is
// scratch. Where the backend interleaves rows, `rows` begins with a whole block
// of Backend::row_interleave, which lie side by side,
//   [depth / group][rows of the block][group] elements,
// from where its first row would begin; the last block has as many as are left,
// and room for a whole one. Only the backend's own kernels see these bytes: it
// may have changed them further, as long as the sums are those of the numbers.
// A row that a kernel reads in place is only summed.
struct RowTask {
  const std::uint8_t* source;
  std::ptrdiff_t row_stride;  // in bytes, which are elements
  std::ptrdiff_t depth_stride;
  Scalar scalar;
  int rows;
  int depth;
  void*
      packed;  // null: do not copy; else `rows` rows, packed_stride bytes apart
  std::ptrdiff_t packed_stride;
  std::int32_t* sums;   // null: do not sum; else of numbers in the row's domain
  std::int32_t* terms;  // null: not wanted; else see Backend::least_term_depth
};

// Copies columns of a packed panel, from the first one on, in the form that
// read_rows gives to rows.
struct PanelRowsTask {
  const std::uint8_t* panel;
  int padded_columns;
  int rows;  // at most the padded columns
  int depth;
  void* packed;
  std::ptrdiff_t packed_stride;
  std::int32_t* terms;  // as in RowTask
};

// The most rows of any backend's DotTask.
constexpr int kMaxDotRows = 64;

// Multiplies few rows with the columns of one or more panels that are not
// packed: all of them lie contiguous in depth. Columns are read as they are,
// Domain::kNative; rows in the domain that DotRowDomain tells.
struct DotTask {
  const std::uint8_t* rows_data;
  std::ptrdiff_t row_stride;  // in bytes
  Scalar row_scalar;
  std::uint8_t row_flip;  // 0x80: flip the sign bit of every byte read
  int rows;
  const std::uint8_t* columns_data;
  std::ptrdiff_t column_stride;  // in bytes
  Scalar column_scalar;
  int columns;
  int depth;
  // Products and sums beyond the columns, up to a whole panel, are scratch.
  std::int32_t* products;  // the sum for (r, c) at r * products_stride + c
  std::ptrdiff_t products_stride;  // at least the columns, in whole panels
  std::int32_t* sums;              // of each column's numbers; null: not wanted
  // Added to every number of the rows: any number where there is one row, else
  // at most Backend::most_dot_offset, either way.
  std::int32_t row_offset;
  // The columns are more than caches hold: ask for them ahead.
  bool prefetches;
};

// Makes the columns' part of the accumulators' initial values for one panel.
// For a column c of it, modulo 2^32:
//   offset_factor[c] = offset + offsets[c]
//   sum_factor[c]    = sums[c] + depth * offset_factor[c]
//   add[c]           = row_offset * sum_factor[c] + the biases
// Entries past `columns` are unspecified.
struct ColumnTask {
  const std::int32_t* sums;     // padded_columns of them, aligned
  const std::int32_t* offsets;  // null: zero
  std::int32_t offset;
  std::int32_t row_offset;
  int depth;
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

// What a kernel finds where rows are.
enum class RowForm : std::uint8_t {
  kPlain,   // the caller's bytes, contiguous in depth
  kCopied,  // what read_rows made of them
  kPanel,   // columns of a packed panel
};

// Multiplies a run of rows with one panel, applies the epilogue and stores.
//
// The accumulator of (r, c) starts as
//   row_add[r] + column_add[c] + products[r][c] +
//   sum over t of row_factor[t][r] * column_factor[t][c]
// modulo 2^32. The factors serve zero points that vary along rows and columns.
// Where a DotTask has made the products, there are no groups left.
struct PanelTask {
  // The row side. Row r's group g is read at
  //   rows_data + r * row_stride + g * group_stride,
  // or, where they are copied, in the form that read_rows gave them: then the
  // first row begins a block of Backend::row_interleave.
  const std::uint8_t* rows_data;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t group_stride;
  int rows;
  std::uint8_t row_flip;  // 0x80: flip the sign bit of every byte read
  RowForm row_form;
  Scalar row_scalar;  // of plain rows
  // The panel side.
  const void* panel;
  bool widened;  // by Backend::widen
  int columns;
  int padded_columns;
  // Full groups, then 0..group-1 further depths of a last group, which is
  // whole (zero padded) in the panel but not in a row that is read in place.
  int groups;
  int tail;

  const std::int32_t* row_add;     // null: zero
  const std::int32_t* column_add;  // padded_columns of them, aligned
  const std::int32_t* products;    // null: zero
  std::ptrdiff_t products_stride;
  int factor_count;  // 0..2
  const std::int32_t* row_factor[2];
  const std::int32_t* column_factor[2];

  // The panels are more than caches hold, and lie one behind another: ask for
  // them ahead.
  bool prefetches;

  const Epilogue* epilogue;
  // Where (first_row, first_column) of the result goes; stride in elements.
  void* result;
  std::ptrdiff_t result_stride;
  // The position in the whole result, for parameters that vary.
  int first_row;
  int first_column;
};

// Backend::most_columns_in_place where copies are never faster.
constexpr int kAnyColumns = 0x7fffffff;

// The most columns of a narrow panel, and the numbers that may be overwritten
// after the last of its products.
constexpr int kMaxNarrowColumns = 16;
constexpr int kNarrowSlack = kMaxNarrowColumns;

// Rows of a PanelTask whose accumulators are wanted as they are. The task has
// no products, and its factors are left out.
struct NarrowRows {
  int first;  // of the task's rows
  int count;
  // The accumulator of (first + r, c) goes to r * products_stride + c. A row is
  // written before the next one, and with it up to kMaxNarrowColumns numbers
  // from its start on.
  std::int32_t* products;
  std::ptrdiff_t products_stride;  // at least the columns
};

// Panels have a reduced range if all their numbers are from -kReducedRange to
// kReducedRange: then int16 holds the sum of two products with unsigned bytes,
// 2 * 255 * 64. Weights are quantized to 7 bits for that: reduce_range of ONNX
// Runtime's quantize_static and quantize_dynamic.
constexpr int kReducedRange = 64;

struct Backend {
  const char* name;                 // "avx2"; also the value of LOWP_BACKEND
  std::uint64_t required_features;  // CpuFeature bits, all needed
  PanelFormat panel;
  int tile_rows;  // rows of the usual tile
  // Kernels read rows of plain bytes, contiguous in depth, where they lie;
  // otherwise every row side is copied first.
  bool rows_in_place;
  // With more columns than that on the panel side, rows are copied all the
  // same, since kernels read the copies faster.
  int most_columns_in_place;
  // Rows of a block of copied rows, a divisor of tile_rows; 1: rows lie one
  // behind another.
  int row_interleave;
  int row_element_size;  // bytes of a number of a copied row
  Domain row_domain;
  void (*pack)(const PackTask& task);
  // Null where kernels read packed panels at full speed. Otherwise it unpacks
  // panels that are used by at least rows_to_widen rows.
  void (*widen)(const WidenTask& task);
  int rows_to_widen;
  // At least so deep, rows that `multiply` meets with widened panels have
  // terms, numbers of its own choice that are part of row_add.
  int least_term_depth;
  void (*read_rows)(const RowTask& task);
  // Null where kernels read the columns of packed panels as rows.
  void (*copy_panel_rows)(const PanelRowsTask& task);
  void (*prepare_columns)(const ColumnTask& task);
  void (*multiply)(const PanelTask& task);
  // Null where packing is always the better way; else for up to dot_rows rows,
  // at most kMaxDotRows, if they are deep enough.
  void (*dot)(const DotTask& task);
  int dot_rows;
  // What `dot` can add to the numbers of any rows as it reads them, either way.
  int most_dot_offset;
  // Whether a one-row `dot` is memory-bound, and needs no prefetching.
  bool dot_keeps_up;
  // Multiplies rows with a panel of at most kMaxNarrowColumns columns. Null
  // where a narrow panel is multiplied like any other.
  void (*multiply_narrow)(const PanelTask& task, const NarrowRows& rows);
  // Where no other kernel reads rows in place, multiply_narrow does, beside a
  // widened panel of at most so many columns, if they are at least so deep.
  int most_narrow_in_place;
  int least_narrow_depth;
  // Applies the epilogue, which is not a list, to the task's products as they
  // are, and stores them. Null where multiply_narrow is.
  void (*finish)(const PanelTask& task);
  // Null where prepare_columns and multiply are always the better way. Where
  // rows_in_place, copied rows are then bytes, one row behind another, like
  // those in place; elsewhere only rows in place are multiplied so.
  void (*multiply_direct)(const DirectTask& task);
  void (*transform)(const TransformTask& task);
  void (*sparse_sum)(const SparseSumTask& task);
  // What multiplies packed panels of reduced range: a backend of the same name
  // and panel format, which never packs. Null where they are like any others.
  const Backend* for_reduced_range;
};

// The domain of rows in a DotTask, which leaves the columns alone, of which
// there are more. The rows take the columns' sign where the backend multiplies
// numbers of one sign, and the other one where it multiplies unsigned by signed
// numbers.
LOWP_INLINE constexpr Domain DotRowDomain(const Backend& backend,
                                          Scalar columns) {
  return backend.row_domain == Domain::kNative ? Domain::kNative
         : (columns == Scalar::kInt8) ==
                 (backend.row_domain == backend.panel.domain)
             ? Domain::kSigned
             : Domain::kUnsigned;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_BACKEND_H_
