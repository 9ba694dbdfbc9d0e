// Plans the products of a convolution.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "prepare_products.h"

#include <algorithm>
#include <limits>

#include "../contract/choose_backend.h"
#include "../contract/panel_format.h"
#include "../runtime/extent.h"
#include "choose_threads.h"
#include "divide_products.h"
#include "prepare_parts.h"
#include "product_cycles.h"
#include "sums_in_memory.h"
#include "windows_of.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Bytes from one copied row to the next: long ones take an odd number of cache
// lines, which keeps them out of each other's cache sets.
std::ptrdiff_t CopiedStride(const WindowCosts& costs, int k) {
  constexpr std::ptrdiff_t kLine = kPackedAlignment;
  return k < 4 * kLine ? RoundUpTo(costs.alignment, std::ptrdiff_t{k})
                       : ((k + kLine - 1) / kLine | 1) * kLine;
}

Int32Parameter FilterOffsets(const ConvState& state) {
  Int32Parameter offset;
  if (state.filter_offsets.empty()) {
    offset.value = state.filter_offset;
    offset.along = Along::kAll;
    return offset;
  }
  offset.data = state.filter_offsets.data();
  offset.size = static_cast<int>(state.filter_offsets.size());
  offset.along = Along::kCols;
  return offset;
}

bool IsCopiedByWindows(const PhaseProduct& phase) {
  return !phase.in_place && phase.lines.run == 0;
}

// Sets the product of `rows` windows with `columns` output channels.
void SetProblem(const ConvState& state, const PhaseProduct& phase, int rows,
                int columns, const PackedHeader* header, GemmProblem* problem) {
  problem->lhs.matrix = {nullptr, rows,
                         phase.k, static_cast<int>(phase.a_stride),
                         true,    state.input};
  problem->lhs.is_packed = false;
  problem->lhs.packed = nullptr;
  SetOperand(state.parts[0], &problem->rhs);
  problem->rhs.packed = header;
  problem->rhs.matrix.rows = phase.k;
  problem->rhs.matrix.cols = columns;
  problem->result = state.output_matrix;
  problem->result.rows = rows;
  problem->result.cols = columns;
  if (state.scatters || state.sums_stay) problem->result.stride = columns;
  problem->lhs_offset.value = state.input_offset;
  problem->lhs_offset.along = Along::kAll;
  if (IsCopiedByWindows(phase) && FlipOfCopies(state) != 0) {
    const bool is_signed = state.input == Scalar::kInt8;
    problem->lhs.matrix.scalar = is_signed ? Scalar::kUint8 : Scalar::kInt8;
    problem->lhs_offset.value += is_signed ? -128 : 128;
  }
  problem->rhs_offset = FilterOffsets(state);
  problem->ops = const_cast<EpilogueOp*>(state.ops.data());
  problem->op_count = static_cast<int>(state.ops.size());
  problem->uses_floats = state.uses_floats;
  problem->lhs_run = phase.lines.run;
  problem->lhs_line = phase.windows.axis[2].windows;
}

// Prepares one of the phase's products, unless another phase has the same.
Status PrepareBlock(const GemmResources& resources, const ConvState& state,
                    bool last_rows, bool last_columns, PhaseProduct* phase) {
  const int columns_of_group = GroupOutputs(state.product_geometry);
  const int rows =
      last_rows ? phase->rows - (phase->row_blocks - 1) * phase->row_block
                : phase->row_block;
  const int columns =
      last_columns
          ? columns_of_group - (phase->column_blocks - 1) * phase->column_block
          : phase->column_block;
  std::shared_ptr<const PreparedGemmState>* const place =
      &phase->products[last_rows][last_columns];
  if (last_columns && columns == phase->column_block &&
      phase->column_blocks > 1) {
    *place = phase->products[last_rows][0];
    return Status();
  }
  if (last_rows && rows == phase->row_block && phase->row_blocks > 1) {
    *place = phase->products[0][last_columns];
    return Status();
  }
  for (const PhaseProduct& other : state.products) {
    if (other.in_place == phase->in_place && other.k == phase->k &&
        other.a_stride == phase->a_stride &&
        other.lines.run == phase->lines.run && other.rows == phase->rows &&
        other.row_block == phase->row_block &&
        other.column_block == phase->column_block) {
      *place = other.products[last_rows][last_columns];
      return Status();
    }
  }
  PackedHeader header = *state.parts[0].header();
  header.magnitude = state.magnitude;
  GemmProblem problem;
  SetProblem(state, *phase, rows, columns, &header, &problem);
  problem.lhs_is_padded = IsCopiedByWindows(*phase);
  return PrepareGemmPart(problem, resources, place);
}

// Divides the phase and prepares its products.
Status PrepareBlocks(const GemmResources& resources, const ConvState& state,
                     int phases, PhaseProduct* phase) {
  DivideIntoBlocks(state, phases, phase);
  for (bool last_rows : {false, true}) {
    for (bool last_columns : {false, true}) {
      if (!last_rows && phase->row_blocks == 1) continue;
      if (!last_columns && phase->column_blocks == 1) continue;
      const Status status =
          PrepareBlock(resources, state, last_rows, last_columns, phase);
      if (!status.ok()) return status;
    }
  }
  return Status();
}

// Prepares windows as rows in copied lines. OK without a run: they are none.
Status PrepareLines(const GemmResources& resources, const ConvState& state,
                    int phases, RunLength length, PhaseProduct* phase) {
  phase->lines = LinesOf(phase->windows, *state.backend, length);
  if (phase->lines.run == 0) return Status();
  phase->k = static_cast<int>(phase->lines.offsets.size()) * phase->lines.run;
  return PrepareBlocks(resources, state, phases, phase);
}

// Prepares windows as copied rows or as rows in copied lines: those that
// kernels read, and if they read several, the cheapest ones.
Status PrepareWindows(const GemmResources& resources, int phases,
                      ConvState* state, PhaseProduct* phase) {
  const PhaseProduct whole = *phase;
  Status of_best = PrepareBlocks(resources, *state, phases, phase);
  if (of_best.code() == StatusCode::kResourceExhausted ||
      !state->may_copy_lines) {
    return of_best;
  }
  for (RunLength length : {RunLength::kOfGroups, RunLength::kOfSteps}) {
    PhaseProduct lines = whole;
    const Status status =
        PrepareLines(resources, *state, phases, length, &lines);
    if (status.code() == StatusCode::kResourceExhausted) return status;
    if (!status.ok() || lines.lines.run == 0 ||
        (of_best.ok() && CyclesOf(*state, *phase) <= CyclesOf(*state, lines))) {
      continue;
    }
    *phase = lines;
    of_best = status;
  }
  return of_best.ok() && phase->lines.run > phase->lines.values
             ? FillRuns(state, phase)
             : of_best;
}

Status PreparePhase(const GemmResources& resources, int phases,
                    ConvState* state, PhaseProduct* phase) {
  std::ptrdiff_t a_stride = 0;
  phase->in_place = AreRows(phase->windows, &phase->begin, &a_stride) &&
                    a_stride <= std::numeric_limits<int>::max();
  phase->a_stride = phase->in_place
                        ? a_stride
                        : CopiedStride(state->backend->windows, phase->k);
  if (phase->a_stride > std::numeric_limits<int>::max()) {
    return Status(StatusCode::kUnsupported, "geometry.input_channels",
                  state->geometry.input_channels,
                  "makes windows larger than 2^31 - 65 bytes");
  }
  return phase->in_place ? PrepareBlocks(resources, *state, phases, phase)
                         : PrepareWindows(resources, phases, state, phase);
}

// What a thread needs for the largest block of any phase.
Status LayOutProductSlot(ConvState* state) {
  Extent rows = 0, block = 0, product = 0;
  const auto keep_larger = [](Extent* largest, Extent bytes) {
    if (bytes.value() > largest->value()) *largest = bytes;
  };
  const auto aligned = [](Extent bytes) {
    return RoundUpToAlignment(std::min(bytes.value(), kMaxBytes));
  };
  for (const PhaseProduct& phase : state->products) {
    const Extent count = static_cast<std::uint64_t>(phase.row_block);
    if (phase.lines.run > 0) {
      keep_larger(
          &rows, WindowLinesBytes(phase.windows, phase.lines, phase.row_block));
    } else if (!phase.in_place) {
      keep_larger(&rows, count * static_cast<std::uint64_t>(phase.a_stride));
    }
    if (state->scatters || state->sums_stay) {
      keep_larger(&block,
                  (count * static_cast<std::uint64_t>(phase.column_block) +
                   kSumsSlack) *
                      static_cast<std::uint64_t>(SizeOf(state->output)));
    }
    for (const auto& of_rows : phase.products) {
      for (const auto& prepared : of_rows) {
        if (prepared != nullptr) {
          keep_larger(&product, PartWorkspaceBytes(*prepared));
        }
      }
    }
  }
  const std::size_t begin = BytesBetweenThreads(*state);
  const Extent total =
      Extent(begin) + aligned(rows) + aligned(block) + aligned(product);
  const Extent all =
      total * static_cast<std::uint64_t>(state->threads) + kPackedAlignment;
  if (!all.FitsMemory()) {
    return Status(StatusCode::kResourceExhausted, "workspace",
                  static_cast<std::int64_t>(
                      std::min<std::uint64_t>(all.value(), INT64_MAX)),
                  "bytes are more than this machine addresses");
  }
  state->slot.rows = begin;
  state->slot.block = begin + static_cast<std::size_t>(aligned(rows));
  state->slot.product =
      state->slot.block + static_cast<std::size_t>(aligned(block));
  state->slot.total = static_cast<std::size_t>(total.value());
  return Status();
}

// A product of all rows, in place, which gemm divides among threads itself.
Status PrepareWhole(const GemmResources& resources, const PhaseProduct& phase,
                    ConvState* state) {
  PackedHeader header = *state->parts[0].header();
  GemmProblem problem;
  SetProblem(*state, phase, phase.rows, state->geometry.output_channels,
             &header, &problem);
  const GemmOwners owners = {nullptr, &state->parts[0], nullptr, nullptr};
  const Status status = PrepareGemm(problem, owners, resources, &state->whole);
  if (status.ok()) state->cycles = PartCycles(*state->whole);
  return status;
}

// Parts that are packed already choose the backend, as any packed operand does:
// lines of the input are copied as its kernels read them.
Status ChooseBackendOfParts(const EngineState& engine, ConvState* state) {
  if (state->filter->plain != nullptr) return Status();
  GemmProblem problem = {};
  SetOperand(state->filter->parts[0], &problem.rhs);
  ChosenBackend chosen;
  const Status status = ChooseBackend(problem, engine, &chosen);
  if (status.ok()) state->backend = chosen.backend;
  return status;
}

bool IsOneProduct(const ConvState& state, PhaseProduct* phase) {
  return !state.sums_stay && state.product_geometry.groups == 1 &&
         !state.scatters &&
         AreRows(phase->windows, &phase->begin, &phase->a_stride) &&
         phase->begin == 0 && phase->a_stride >= phase->k &&
         phase->a_stride <= std::numeric_limits<int>::max();
}

}  // namespace

Status PrepareProducts(const GemmResources& resources, ConvState* state) {
  Status status = ChooseBackendOfParts(*resources.state, state);
  if (!status.ok() || !state->has_images()) return status;
  status = PrepareParts(state);
  if (!status.ok()) return status;
  ChooseThreads(resources, WorkOfProducts(*state), state);
  std::vector<PhaseProduct> phases;
  int part = 0;
  ForEachPhase(state->geometry, [&](const Phase& at) {
    PhaseProduct phase = {};
    phase.windows = WindowsOf(*state, state->product_geometry, at);
    const bool has_taps = TapsOfPhase(state->geometry, at).count() > 0;
    phase.first_part = has_taps ? part : 0;
    if (has_taps) {
      part += state->product_geometry.groups;
    } else {
      FillWithPadding(state->parts[0].rows(), &phase.windows);
    }
    phase.k = phase.windows.k();
    phase.rows = phase.windows.count();
    if (phase.rows > 0) phases.push_back(phase);
  });
  if (phases.size() == 1 && IsOneProduct(*state, &phases[0])) {
    phases[0].in_place = true;
    return PrepareWhole(resources, phases[0], state);
  }
  state->shares = 0;
  for (PhaseProduct& phase : phases) {
    const Status status =
        PreparePhase(resources, static_cast<int>(phases.size()), state, &phase);
    if (!status.ok()) return status;
    const std::int64_t shares = std::int64_t{phase.row_blocks} *
                                phase.column_blocks *
                                state->product_geometry.groups;
    if (shares > std::numeric_limits<int>::max() / 2 - state->shares) {
      return Status(StatusCode::kUnsupported, "geometry.groups",
                    state->product_geometry.groups,
                    "makes more than 2^30 blocks of work");
    }
    phase.first_share = state->shares;
    phase.shares = static_cast<int>(shares);
    state->shares += phase.shares;
    state->cycles += static_cast<float>(state->product_geometry.groups) *
                     CyclesOf(*state, phase);
    state->products.push_back(phase);
  }
  return LayOutProductSlot(state);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
