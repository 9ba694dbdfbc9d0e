// PlanGemm's answer: how a call would run, and why. Small products take a
// shorter path to the same bytes, which the plan does not describe.
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

// How the A side, whose elements the kernels broadcast, reaches them.
enum class RowSource : unsigned char {
  kInPlace,    // read where the caller has it
  kCopied,     // copied once per call, contiguous along k
  kPrepacked,  // a PackedMatrix
};

// How the B side, along which vector lanes run, reaches the kernels.
enum class PanelSource : unsigned char {
  kJustInTime,  // each panel is packed right before it is used
  kUpFront,     // all are packed first: threads or row blocks share them
  kPrepacked,   // a PackedMatrix
  kInPlace,     // read where the caller has it: too few rows to pack
};

// How accumulators become results.
enum class EpiloguePath : unsigned char {
  kStored,       // int32 sums are stored as they are
  kInRegisters,  // one fused operation, applied to the accumulators
  kInterpreted,  // a list of operations, one tile at a time
};

// A plan depends on shapes, types, strides, stages and the context, never on
// the values in the matrices, except for the largest magnitude in a packed
// matrix.
struct GemmPlan {
  const internal::Backend* backend = nullptr;
  const char* backend_name = "";
  const char* backend_reason = "";

  // False when a dimension is zero: the call then returns at once and leaves
  // the result untouched.
  bool has_work = false;

  // All values of the packed B side lie in -64..64, and the backend has faster
  // kernels for such values.
  bool reduced_range = false;

  // The operand on the B side, which is cut into panels.
  Side panel_side = Side::kRhs;
  // Blocks of the result are computed transposed, and transposed back as they
  // are stored, because the result is not contiguous along the packed operand's
  // side.
  bool transposed_store = false;
  const char* orientation_reason = "";

  // n is so small and m so large that the kernels use registers narrower than a
  // panel, and finish the sums of several rows together.
  bool narrow = false;

  // One kernel initialises, requantizes and stores without leaving registers;
  // unless columns are read in place, it also accumulates.
  bool direct = false;

  // Each panel is unpacked to wider elements in memory, because many rows use
  // it.
  bool widened = false;

  RowSource row_source = RowSource::kInPlace;
  PanelSource panel_source = PanelSource::kJustInTime;
  Prefetching prefetch = Prefetching::kNothing;
  EpiloguePath epilogue = EpiloguePath::kStored;
  const char* row_reason = "";

  int tile_rows = 0;   // mr: rows of the usual tile
  int tile_cols = 0;   // nr: columns of a whole panel
  int panel_rows = 0;  // m, the rows of the A side
  int panel_cols = 0;  // n, the columns of the B side
  int panels = 0;      // number of panels
  int row_block = 0;   // rows per work item

  int threads = 1;
  const char* threads_reason = "";
  // How many of them to wake if they sleep.
  int threads_to_wake = 0;

  // Memory that the call takes from the context's workspace, in bytes.
  std::size_t workspace_bytes = 0;

  // A description in a few lines, for people.
  LOWP_EXPORT std::string Describe() const;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_GEMM_PLAN_H_
