// A backend: everything the engine knows about one instruction set. It is a
// constant struct of plain data: a name, the CPU features it needs, the forms
// of A and B that its kernels read, its kernels. Adding an instruction set is
// one file that defines such a struct and one line in the build's table.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_BACKEND_H_
#define LOWP_INTERNAL_CONTRACT_BACKEND_H_

#include <cstddef>
#include <cstdint>

#include "../cpu_feature.h"
#include "../detect_platform.h"
#include "depthwise_task.h"
#include "gemm_tasks.h"
#include "int4_task.h"
#include "interleaved_task.h"
#include "kernel.h"
#include "panel_format.h"
#include "register_family.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What read_rows makes of A.
struct CopiedRows {
  int element_size;  // bytes of a value
  // Rows of a block of copied rows, a divisor of every kernel's tile; 1: rows
  // lie one behind another.
  int interleave;
  // Bytes behind the values of a row that belong to the copy: a term, or 0.
  int extra_bytes;
  // Of the values, copied or in place.
  Signedness signedness;
  // Copies of bytes have this signedness already: kernels flip nothing.
  bool are_flipped = false;

  constexpr bool have_terms() const { return extra_bytes > 0; }
};

// Cycles, as in KernelCost, to copy rows that are contiguous in k because their
// sign has to be flipped (KernelCost::flip): for each call, each row, and each
// value of an A that takes at most near_l2s times L2 (near_value) or more
// (far_value).
struct FlippedCopyCost {
  float call = 0, row = 0, near_value = 0, far_value = 0, near_l2s = 0;
};

// Cycles, as in KernelCost.
struct ReadingCost {
  float copy;  // of a value of A where rows have to be copied
  float pack;  // of a value of B
  FlippedCopyCost flipped_copy = {};
};

// What was measured of kernels and memory, on Zen 3 to 5 unless a backend says
// otherwise.
struct MemoryCosts {
  // One row of a GEMV in place is bound by memory, and needs no prefetching.
  bool one_row_keeps_up = false;
  // Rows that meet every panel are taken in passes if their bytes are more than
  // twice L2 / rows_in_l2 or twice the last cache / rows_in_l3, whichever is
  // larger. A pass has at least min_rows_of_a_pass rows.
  std::size_t rows_in_l2 = 2, rows_in_l3 = 8;
  int min_rows_of_a_pass = 64;
  // The last cache answers late: behind a mesh of many cores, say. If the
  // panels take more than L2, each is prefetched while many rows meet the one
  // before, and the rows of a pass take L2 / rows_in_l2, which leaves room for
  // it. If the panels fit L2, but rows and results together do not, those of a
  // pass take result_of_pass bytes: each panel writes a few lines of every row
  // of the result, which is slower where the rows lie in more than 64 pages.
  bool last_cache_is_far = false;
  std::size_t result_of_pass = std::size_t{64} << 12;
  // Blocks of fewer rows do little but read their panels.
  int min_rows_per_block = 32;
  // Few rows wait for memory if packed panels are larger than this many L2
  // caches.
  double near_packed_l2s = 4;
  // A value of larger packed panels than these comes from memory. It takes so
  // many cycles longer in a kernel that does not prefetch, with few rows: 0.04
  // to 0.22 of 1 to 64 rows on an Emerald Rapids.
  std::size_t far_packed_bytes = std::size_t{8} << 20;
  float far_value = 0.15f;
  // Columns in place are several streams, which the hardware prefetcher follows
  // if they take at most near_in_place_l2s times L2, or near_in_place_l3s times
  // the last cache, the part of it that a thread can expect to have. The code
  // prefetches larger ones.
  double near_in_place_l2s = 8, near_in_place_l3s = 1.0 / 3;
  // Columns in place, and panels of few rows, are prefetched into L1: every
  // line of the former and half of the latter's lines. Else into L2 and from
  // farther ahead, where the hardware prefetcher follows with most of a panel.
  bool prefetches_into_l1 = false;
  // Dense rows of n columns are finished as rows of a panel's width, with what
  // varies along columns repeated, if that fills at least this many more lanes.
  int min_lanes_saved = 16;
};

// Costs on a processor with the same instructions as the one that the figures
// in the rows were measured on, and other speeds.
struct CoreCosts {
  Core core;
  const KernelCost* kernels;  // one for each row of the table
  ReadingCost reading;
  // Null: those of the rows, of the table and of the backend.
  const InterleavedCost* interleaved = nullptr;
  const DepthwiseCost* depthwise = nullptr;
  const DepthwiseLineCost* depthwise_lines = nullptr;
  const MemoryCosts* memory = nullptr;
  const Int4Costs* int4 = nullptr;
};
struct OtherCosts {
  const CoreCosts* cores = nullptr;
  int count = 0;
};

// What was measured of convolutions' blocks of windows, which are rows of A, on
// Zen 3 to 5 unless a backend says otherwise.
struct WindowCosts {
  // Copied windows of less than four cache lines begin at multiples of this.
  int alignment = 16;
  // A block and a panel stay in L2, and copied windows in L1.
  int block_bytes = 1 << 17;
  int copied_bytes = 1 << 15;
  // Cycles that a byte of a copied window, or of a copied line, takes beside
  // WindowCopyCost's, where copies come back from L2.
  float window_byte = 0, line_byte = 0;
  // A block has at least min_rows, or min_shared_rows where several threads
  // share the rows: they use each panel that it reads.
  int min_rows = 48, min_shared_rows = 24, max_rows = 1536;
  // A multiple of most kernels' mr.
  int row_step = 4;
  // Groups of channels are multiplied together, with zeros between them, while
  // together they have at most max_outputs_together outputs and a column has at
  // most max_values_together values.
  int max_outputs_together = 16;
  std::int64_t max_values_together = 1 << 16;
  // A cycle of such products counts as this many of depthwise kernels, where
  // they compute narrow groups.
  float product_cycle = 1.5f;
};

struct Backend {
  const char* name;                 // "avx2"; also the value of LOWP_BACKEND
  std::uint64_t required_features;  // CpuFeature bits, all needed
  PanelFormat panel;
  CopiedRows copied_rows;
  ReadingCost reading;
  void (*pack)(const PackTask& task);
  void (*read_rows)(const RowTask& task);
  // Null where kernels read the columns of packed panels as rows.
  void (*copy_panel_rows)(const PanelRowsTask& task) = nullptr;
  const GemmKernel* kernels;
  int kernel_count;
  MemoryCosts memory;
  const RegisterFamily* family;
  const Int4Kernel* int4;
  // In addition to the family's, for filters whose values are bytes.
  DepthwiseKernels depthwise = {};
  InterleavedKernels interleaved = {};
  OtherCosts other_costs = {};
  WindowCosts windows = {};
  // Not null: a backend with the same forms of A and B, whose kernels this one
  // has too, behind its own. All of its members are that one's but for name,
  // required_features, which are needed beside, kernels, windows, and if int4
  // is not null, its costs and its unpacking.
  const Backend* extends = nullptr;
};

// The signedness of rows of that form that a kernel multiplies with panels.
LOWP_INLINE constexpr Signedness SignednessOfRows(const Backend& backend,
                                                  const GemmKernel& kernel,
                                                  AForm form) {
  if (kernel.takes_both_signs && form == AForm::kInPlace) {
    return Signedness::kAsStored;
  }
  return kernel.a_signedness != Signedness::kAsStored
             ? kernel.a_signedness
             : backend.copied_rows.signedness;
}

// The signedness of rows where columns are read in place as they are. Rows take
// the columns' sign where the backend multiplies values of one sign, and the
// other one where it multiplies unsigned by signed values.
LOWP_INLINE constexpr Signedness RowSignednessInPlace(const Backend& backend,
                                                      Scalar columns) {
  const Signedness rows = backend.copied_rows.signedness;
  return rows == Signedness::kAsStored ? Signedness::kAsStored
         : (columns == Scalar::kInt8) == (rows == backend.panel.signedness)
             ? Signedness::kSigned
             : Signedness::kUnsigned;
}

// Bytes from one copied row to the next: an odd number of cache lines keeps
// rows out of each other's cache sets.
LOWP_INLINE constexpr std::uint64_t CopiedRowStride(const Backend& backend,
                                                    int k) {
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(GroupCount(backend.panel, k)) *
          backend.panel.kr * backend.copied_rows.element_size +
      backend.copied_rows.extra_bytes;
  return (RoundUpToAlignment(bytes) / kPackedAlignment | 1) * kPackedAlignment;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_BACKEND_H_
