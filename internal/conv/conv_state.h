// A convolution that is ready to run: phases, each a product or a depthwise
// task, cut into shares that threads take.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_CONV_STATE_H_
#define LOWP_INTERNAL_CONV_CONV_STATE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "../contract/backend.h"
#include "../contract/convolution.h"
#include "../contract/panel_format.h"
#include "../contract/prepared_gemm.h"
#include "../epilogue/prepare_epilogue.h"
#include "../epilogue/usual_epilogue.h"
#include "filter_state.h"
#include "planes.h"
#include "window_lines.h"
#include "windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Rows are windows, columns output channels of a group. A share is a block of
// rows times a block of columns, of one group.
struct PhaseProduct {
  Windows windows;
  int first_part;  // of the filter, of group 0
  int k;
  // Rows lie in the input: `begin` bytes from its first, `a_stride` apart. Else
  // they are found in copied lines, or copied, a block at a time.
  bool in_place;
  WindowLines lines;  // of rows in copied lines
  std::ptrdiff_t begin, a_stride;
  int rows, row_block, row_blocks;
  int column_block, column_blocks;
  // [whether it is the last block of rows][the last block of columns].
  std::shared_ptr<const PreparedGemmState> products[2][2];
  int first_share, shares;
};

// Where the positions of a depthwise kernel's groups lie.
struct DepthwisePosition {
  int line;  // of those that a window meets, each PhaseDepthwise::shifts times
  // Along the width, from the first position of the first window. It may lie
  // beyond what an int holds, where the window itself is far to the left.
  std::int64_t x;
  // The first of the windows that share positions to have a tap here; too high:
  // none has.
  int first_window;
};

// A block of channels: `count` of the output.
struct DepthwiseTile {
  int first, count;
  int width;          // index of the kernel's functions
  bool in_registers;  // sums are finished there
  int groups;         // those of the phase, once or twice
  const std::uint8_t* weights;
  const std::int32_t* add;
  const void* constants;
};

// Where copies of input lines go in a thread's memory; no slots: they are read
// where they lie.
struct LineSlots {
  int slots;
  std::size_t slot_bytes;
  // A line's slot is found by its depth and height modulo these. 0: each tap
  // line of a window has its own, and is copied for every output line.
  int depth_period, height_period;
};

// How a phase is computed from interleaved lines: for a few output lines at a
// time quads are made of all the lines that these meet, then tile after tile is
// computed along the line.
struct InterleavedPlan {
  const InterleavedKernel* kernel = nullptr;  // null: it is not
  int filter_parts = 1;  // how many times a tile may meet quads (FilterParts)
  // Each depth has quads of its own, whose lines are line_step lines of the
  // input apart. Output lines that share them are `apart` lines of the output
  // apart; each begins `moves` lines of the quads after the one before.
  int line_step = 0, moves = 0, apart = 0, quads_of_plane = 0;
  // Output lines are computed in groups, as many at a time as share quads.
  // Groups of neighbouring lines follow one another.
  int groups_of_plane = 0;
  // How many quads at the end of each depth are the first ones of the next
  // group of lines.
  int kept_quads = 0;
  // Whether tiles go on from one window to the next: then they repeat after
  // windows_of_block windows. Otherwise each window has tiles of its own.
  bool folds = false;
  int tiles = 0, windows_of_block = 0;
  // Windows of a line that all groups of a plane are computed for before the
  // next windows are.
  int windows_at_once = 0;
  // Bytes of a quad's position, of a quad, and of all quads, with what is read
  // or written behind them.
  std::ptrdiff_t position = 0, quad_bytes = 0;
  std::size_t bytes = 0;
  // Where a channel has several outputs: where positions are interleaved before
  // they are repeated for these, in bytes behind the first quad.
  std::ptrdiff_t narrow = 0;
  std::vector<InterleavedTile> tile;
};
inline int LanesOfBlock(const InterleavedPlan& plan) {
  return 4 * plan.kernel->lanes;
}
// Bytes from one interleaved position to the next, before channels are
// repeated.
inline std::ptrdiff_t NarrowPosition(const ConvGeometry& g,
                                     const InterleavedPlan& plan) {
  return MultiplierOf(g) == 1 ? plan.position
                              : std::ptrdiff_t{kQuadWidth} * g.input_channels;
}
// Groups of all planes.
int GroupsOfLines(const Windows& windows, const InterleavedPlan& plan);

// A share is a line of windows, those that differ along the width only, a group
// of lines if they are interleaved, or a part of one.
struct PhaseDepthwise {
  Windows windows;
  const DepthwiseKernel* kernel;
  int groups;
  std::vector<DepthwisePosition> positions;  // of all groups
  int filter_parts;  // how many times a tile may meet them (FilterParts)
  int shifts;        // neighbours that a channel meets, itself included
  // Windows this far apart share positions: a line is run in as many parts.
  int apart;
  InterleavedPlan interleaved;
  std::vector<DepthwiseTile> tiles;
  std::vector<std::uint8_t> tile_memory;  // what tiles point at
  LineSlots copies;
  // The positions along the width that a line, or its copy, has, and the bytes
  // from one to the next.
  int first_position, last_position;
  std::ptrdiff_t position;
  int line_parts;
  int first_share, shares;
};

// Offsets of a thread's memory, in bytes.
struct ConvSlot {
  // Of the result, where rows go to scattered positions or stay.
  std::size_t block;
  // Of products.
  std::size_t product;  // the workspace of a product
  // Of depthwise convolutions.
  // Positions, or where quads of interleaved lines are; lines.
  std::size_t sources, line_starts;
  std::size_t padding;  // a position's channels
  // The line in each slot. Of interleaved lines: the next share that finds
  // quads, and the slot of the first of these.
  std::size_t tags;
  // Copied windows or lines.
  std::size_t rows;
  std::size_t total;
};

struct Int16State;

struct ConvState {
  ConvState() = default;
  ConvState(const ConvState&) = delete;
  ConvState& operator=(const ConvState&) = delete;
  ~ConvState() {
    if (pipeline != nullptr) destroy(pipeline);
  }

  // Without images nothing is planned, and runs do nothing.
  bool has_images() const { return shape.batch > 0; }

  ConvGeometry geometry;  // of rows, where tensors are planes
  ConvShape shape;
  PlanarTensors planes;
  std::shared_ptr<const FilterState> filter;
  Scalar input, output;
  void* pipeline = nullptr;
  void (*destroy)(void* pipeline) = nullptr;
  bool uses_floats;
  std::vector<EpilogueOp> ops;  // as given
  UsualReads reads;             // what these read
  // What is added to the filter's values: one offset, or for each channel.
  std::int32_t filter_offset;
  std::vector<std::int32_t> filter_offsets;
  std::int32_t input_offset;
  // Without their places in memory: the caller's tensors, and the output as a
  // matrix to the pipeline.
  MatrixRef input_memory, output_memory, output_matrix;
  std::size_t output_bytes;

  // Of int16 inputs: everything else but the pipeline.
  std::shared_ptr<const Int16State> int16;
  // The convolution is one product, of rows in place.
  std::shared_ptr<const PreparedGemmState> whole;
  std::vector<PhaseProduct> products;
  // What products multiply: the geometry, with narrow groups put together, and
  // the filter's parts or those made for it.
  ConvGeometry product_geometry;
  std::vector<PackedMatrix> parts;
  int magnitude;         // as in FilterState
  bool scatters;         // rows of the result do not follow one another
  bool depends_on_rows;  // the pipeline does
  // Sums of a share stay in its thread's memory, in `block`: rows of windows
  // one after another. The geometry and the pipeline say nothing of the output.
  bool sums_stay;
  bool may_copy_lines;  // as in ConvProblem

  const Backend* backend;  // whose register family is used
  // Of a depthwise convolution, without products.
  std::vector<PhaseDepthwise> depthwise;
  std::vector<EpilogueOp> prepared_ops;
  PreparedEpilogue epilogue;

  // As KernelCost counts them, of all shares.
  double cycles = 0;
  int shares;
  int threads;
  int threads_to_wake;  // as Crew::wake
  const char* threads_reason;
  ConvSlot slot;
};

// What copies of windows have flipped in each byte: their values are of the
// signedness that kernels multiply.
inline std::uint8_t FlipOfCopies(const ConvState& state) {
  const Signedness signedness = state.backend->copied_rows.signedness;
  return ValueShift(signedness, state.input) != 0 ? 0x80 : 0;
}

// The first bytes of a thread's memory are not used. Processors fetch ahead of
// what a thread writes, also beyond a page, and would take cache lines that
// another thread needs, which costs some hundred nanoseconds each on a Zen 5.
inline std::size_t BytesBetweenThreads(const ConvState& state) {
  return state.threads > 1 ? std::size_t{1} << 16 : 0;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_CONV_STATE_H_
