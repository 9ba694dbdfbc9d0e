// What depends on the registers of a machine and not on how it multiplies: one
// object for all backends of a register family.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_REGISTER_FAMILY_H_
#define LOWP_INTERNAL_CONTRACT_REGISTER_FAMILY_H_

#include <climits>
#include <cstddef>

#include "binary_in_floats.h"
#include "depthwise_task.h"
#include "gemm_tasks.h"
#include "int64_stages.h"
#include "linear_addition.h"
#include "operator_tasks.h"
#include "pool_windows.h"
#include "scale_constants.h"
#include "sparse_sum_task.h"
#include "spread_task.h"
#include "transform.h"
#include "transpose_task.h"
#include "windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What was measured of them, on Zen 4 and 5.
struct FamilyCosts {
  // From this many bytes on, a table of a function's 256 results pays off.
  std::size_t bytes_worth_a_table = 1024;
  // With at most this many channels, positions side by side are summed like
  // channels of one position, and their sums added.
  int folded_channels = 8;
  // Extremes of rows of at most so many channels are found in columns: blocks
  // of rows are transposed first. 4096 rows of 6 bytes take 0.15x the time with
  // AVX-512 (on a Granite Rapids), of 64 bytes 0.19x, of 128 bytes 0.35x (with
  // AVX2 0.5x), and of 200 bytes as long; without vectors, 64 bytes take 1.1x.
  std::size_t transposed_channels = 128;
  // A depthwise convolution copies lines for their padding alone if this has at
  // most padded_line_padding positions and the lines have at most
  // padded_line_windows windows or, at stride 1, padded_line_bytes bytes: then
  // they stay in L1, and each serves several windows. Without the copy, windows
  // at the ends, which are computed a few at a time, would take longer. Copies
  // are also aligned to cache lines.
  int padded_line_windows = 32;
  std::int64_t padded_line_bytes = 1 << 13;
  int padded_line_padding = 64;
};

struct RegisterFamily {
  int lanes;  // int32 values of a register
  void (*prepare_columns)(const ColumnTask& task);
  // Of tiles of products, and of lines of depthwise convolutions; null: no
  // kernel scales sums in registers.
  ScaleConstantsMaker* make_tile_constants;
  ScaleConstantsMaker* make_line_constants;
  void (*finish)(const FinishTask& task);
  void (*transform)(const TransformTask& task);
  void (*sparse_sum)(const SparseSumTask& task);
  void (*copy_windows)(const CopyWindowsTask& task);
  WindowCopyCost copy_windows_cost;
  DepthwiseKernels depthwise;  // for any values; one of them for any taps
  void (*add_linearly)(const LinearAdditionTask& task);
  // Null: fixed point is not slower, or that was not measured.
  void (*multiply_in_floats)(const MultiplyTask& task);
  void (*square_difference_in_floats)(const SquareDifferenceTask& task);
  void (*split_halves)(const SplitHalvesTask& task);
  void (*join_halves)(const JoinHalvesTask& task);
  void (*sum_windows)(const PoolSumsTask& task);
  void (*find_maxima)(const PoolMaximaTask& task);
  void (*divide_sums)(const DivideSumsTask& task);
  void (*transpose)(const TransposeTask& task);
  void (*form_products)(const ProductsTask& task);
  void (*choose)(const ChoiceTask& task);
  void (*find_extremes)(const ExtremesTask& task);
  void (*interpolate)(const InterpolateTask& task);
  void (*spread)(const SpreadTask& task);
  FamilyCosts costs = {};
  // Products of at least so many rows have their sums scaled by floats where
  // FixedPointEpilogue::suits_floats, by `finish` and by kernels. 1: special
  // scalings, too.
  int min_rows_in_floats = INT_MAX;
  // Whether depthwise kernels scale by floats where that suits.
  bool scales_lines_in_floats = false;

  bool scales_in_floats() const { return min_rows_in_floats == 1; }
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_REGISTER_FAMILY_H_
