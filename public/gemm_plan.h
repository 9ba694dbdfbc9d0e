// What a call would do, and why: the answer to PlanGemm. Small products take a
// shorter way to the same bytes, which is not in it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_GEMM_PLAN_H_
#define LOWP_PUBLIC_GEMM_PLAN_H_

#include <cstddef>
#include <string>

#include "export.h"
#include "prefetching.h"

namespace gemmlowp {
inline namespace lowp {

namespace internal {
struct Backend;
}

// Which side of a product a matrix is on.
enum class Side : unsigned char { kLhs, kRhs };

// How the row side (whose numbers kernels broadcast) reaches the kernels.
enum class RowSource : unsigned char {
  kInPlace,    // read where the caller has it
  kCopied,     // copied once for each call, depth contiguous
  kPrepacked,  // a PackedMatrix
};

// How the panel side (along which vector lanes run) reaches the kernels.
enum class PanelSource : unsigned char {
  kJustInTime,  // each panel is packed right before it is multiplied
  kUpFront,     // all are packed first: threads or blocks of rows share them
  kPrepacked,   // a PackedMatrix
  kInPlace,     // read where the caller has it: too few rows to pack it for
};

// How sums leave the registers.
enum class EpiloguePath : unsigned char {
  kStored,       // int32 sums are stored as they are
  kInRegisters,  // one fused operation, applied to the accumulators
  kInterpreted,  // a list of operations, a tile at a time
};

// A plan is decided from shapes, types, strides, stages and the context, never
// from the values in matrices; of packed ones also from their largest number.
struct GemmPlan {
  const internal::Backend* backend = nullptr;
  const char* backend_name = "";
  const char* backend_reason = "";

  // False when a dimension is zero: then the call returns at once and leaves
  // the result untouched.
  bool has_work = false;

  // The packed operand that is cut into panels has no number beyond 64 or -64,
  // and the backend has faster kernels for such.
  bool reduced_range = false;

  // The side that is cut into panels.
  Side panel_side = Side::kRhs;
  // Blocks of the result are computed transposed and turned around on their
  // way out, because the prepacked side is not the one in whose direction the
  // result is contiguous.
  bool transposed_store = false;
  const char* orientation_reason = "";

  // Many rows meet so few columns that registers shorter than a panel multiply
  // them, and sums of several rows are finished together.
  bool narrow = false;

  // One kernel initialises, requantizes and stores without leaving registers;
  // unless columns are read in place, it also accumulates.
  bool direct = false;

  // Each panel is turned into wider numbers, in memory, before it meets the
  // rows, of which there are many.
  bool widened = false;

  RowSource row_source = RowSource::kInPlace;
  PanelSource panel_source = PanelSource::kJustInTime;
  Prefetching prefetch = Prefetching::kNothing;
  EpiloguePath epilogue = EpiloguePath::kStored;
  const char* row_reason = "";

  int tile_rows = 0;   // of the usual tile
  int tile_cols = 0;   // columns of a whole panel
  int panel_rows = 0;  // rows of the row side, panel_cols of the panel side
  int panel_cols = 0;
  int panels = 0;     // how many there are
  int row_block = 0;  // rows that one share of the work covers

  int threads = 1;
  const char* threads_reason = "";
  // Of them, those that it pays to wake should they sleep.
  int threads_to_wake = 0;

  // Memory that the call takes from the context's workspace.
  std::size_t workspace_bytes = 0;

  // A few lines for people.
  LOWP_EXPORT std::string Describe() const;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_GEMM_PLAN_H_
