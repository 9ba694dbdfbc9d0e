// Prepares convolutions of int16 inputs.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <limits>

#include "../epilogue/validate_parameter.h"
#include "../runtime/extent.h"
#include "int16_state.h"
#include "sums_in_memory.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// With sums of halves that fit 32 bits, those of both are below 2^40, and with
// the bias below 2^47: times a multiplier of 15 bits they fit 63 bits.
constexpr std::int64_t kMaxBias = std::int64_t{1} << 46;
constexpr int kMaxExponent = 7;
constexpr int kFractionBits = 15;

Status CheckBias(const Int64Vector& bias, const MatrixRef& output) {
  const Status status =
      ValidateParameter(bias, output, {"bias_vector.data", "bias_vector.size"});
  if (!status.ok()) return status;
  for (int i = 0; i < bias.size; ++i) {
    if (bias.data[i] < -kMaxBias || bias.data[i] >= kMaxBias) {
      return InvalidArgument("bias_vector", bias.data[i],
                             "is outside -2^46..2^46-1");
    }
  }
  return Status();
}

Status CheckScale(const Int64Stages& stages, const MatrixRef& output) {
  if (!stages.scales) return Status();
  const Status status = ValidateNumbers(
      stages.multiplier, output,
      {"result_fixedpoint_multiplier.data",
       "result_fixedpoint_multiplier.size"},
      {0, INT32_MAX, "result_fixedpoint_multiplier", "is negative"});
  if (!status.ok()) return status;
  return ValidateNumbers(
      stages.exponent, output, {"result_exponent.data", "result_exponent.size"},
      {-31, kMaxExponent, "result_exponent", "is outside -31..7"});
}

// The largest distance of a value from a zero point.
std::int64_t Reach(std::int32_t lowest, std::int32_t zero_point) {
  return std::max(zero_point - lowest, lowest + 255 - zero_point);
}

// Whether the sums of each half fit 32 bits.
Status CheckSums(const ConvProblem& problem, const ConvState& state) {
  const ConvGeometry& g = state.geometry;
  const std::int32_t zero_point = problem.input_zero_point;
  const std::int64_t input =
      std::max(Reach(-128, zero_point >> 8), Reach(0, zero_point & 255));
  const std::int32_t lowest =
      state.filter->header.scalar == static_cast<int>(Scalar::kInt8) ? -128 : 0;
  std::int64_t filter = Reach(lowest, problem.filter_zero_point);
  if (problem.filter_zero_points != nullptr) {
    filter = 0;
    for (int i = 0; i < g.output_channels; ++i) {
      filter = std::max(filter, Reach(lowest, problem.filter_zero_points[i]));
    }
  }
  const std::int64_t terms = std::int64_t{g.depth.kernel} * g.height.kernel *
                             g.width.kernel * GroupInputs(g);
  if (terms <= std::numeric_limits<std::int32_t>::max() / (input * filter)) {
    return Status();
  }
  return Status(StatusCode::kUnsupported, "geometry.input_channels",
                g.input_channels,
                "times the taps of the filter lets sums of an int16 input "
                "exceed 39 bits");
}

// Elements of int64 are two of those that a geometry is checked for.
Status CheckOutput(const ConvState& state, bool stores_int64) {
  if (!stores_int64) return Status();
  const MatrixRef& output = state.output_memory;
  if (output.stride > std::numeric_limits<int>::max() / 2) {
    return Status(StatusCode::kUnsupported, "geometry.output_stride",
                  output.stride, "is more than 2^30 - 1, with int64 outputs");
  }
  return BytesOfRows(output.rows, output.cols, output.stride,
                     sizeof(std::int64_t))
                 .FitsMemory()
             ? Status()
             : InvalidArgument("geometry.output_stride", output.stride,
                               "int64 elements for each position exceed the "
                               "address space");
}

Status PrepareHalf(const ConvProblem& problem, ConvGeometry geometry,
                   const GemmResources& resources, Scalar scalar,
                   std::int32_t zero_point, bool may_copy_lines,
                   std::shared_ptr<const ConvState>* half) {
  geometry.input_stride = geometry.output_stride = 0;
  ConvProblem of_half = problem;
  of_half.geometry = &geometry;
  of_half.input = scalar;
  of_half.output = Scalar::kInt32;
  of_half.int64 = Int64Stages();
  of_half.sums_stay = true;
  of_half.may_copy_lines = may_copy_lines;
  of_half.input_zero_point = zero_point;
  of_half.ops = nullptr;
  of_half.op_count = 0;
  of_half.uses_floats = false;
  of_half.pipeline = nullptr;
  of_half.destroy = nullptr;
  return PrepareConvolution(of_half, resources, half);
}

// Whether shares of both have the same rows and columns of the output.
bool AreDividedAlike(const ConvState& a, const ConvState& b) {
  return a.shares == b.shares &&
         std::equal(a.products.begin(), a.products.end(), b.products.begin(),
                    b.products.end(),
                    [](const PhaseProduct& x, const PhaseProduct& y) {
                      return x.first_share == y.first_share &&
                             x.row_block == y.row_block &&
                             x.row_blocks == y.row_blocks &&
                             x.column_block == y.column_block &&
                             x.column_blocks == y.column_blocks;
                    });
}

// Whether copied lines cost less than copied rows depends on an input's sign.
// Halves that differ in it, and so in their blocks, both copy rows.
Status PrepareHalves(const ConvProblem& problem, const ConvGeometry& geometry,
                     const GemmResources& resources, Int16State* int16) {
  const std::int32_t zero_point = problem.input_zero_point;
  for (const bool may_copy_lines : {true, false}) {
    Status status = PrepareHalf(problem, geometry, resources, Scalar::kInt8,
                                zero_point >> 8, may_copy_lines, &int16->high);
    if (!status.ok()) return status;
    status = PrepareHalf(problem, geometry, resources, Scalar::kUint8,
                         zero_point & 255, may_copy_lines, &int16->low);
    if (!status.ok() || AreDividedAlike(*int16->high, *int16->low)) {
      return status;
    }
  }
  return Status(StatusCode::kUnsupported, "geometry", 0,
                "is divided differently for both halves of an int16 input");
}

void SetColumns(const Int64Stages& stages, const ConvState& state,
                Int16State* int16) {
  for (int i = 0; i < state.geometry.output_channels; ++i) {
    std::uint32_t add = BiasOf(state.epilogue, i);
    int16->bias.push_back(stages.bias.data == nullptr ? 0
                                                      : stages.bias.data[i]);
    if (stages.scales) {
      const std::int64_t multiplier = ValueAt(stages.multiplier, i);
      const int shift = kFractionBits - ValueAt(stages.exponent, i);
      int16->multiplier.push_back(
          std::min<std::int64_t>((multiplier + (1 << 15)) >> 16, INT16_MAX));
      int16->shift.push_back(shift);
      const std::int64_t moved = std::int64_t{1} << kInt64RoundBit;
      int16->round.push_back(moved + (std::int64_t{1} << (shift - 1)));
      add += static_cast<std::uint32_t>(stages.offset) -
             static_cast<std::uint32_t>(moved >> shift);
    }
    int16->add.push_back(static_cast<std::int32_t>(add));
  }
}

Status LayOut(const ConvState& state, Int16State* int16) {
  Extent total = 0;
  const auto append = [&total](Extent bytes) {
    const Extent at = total;
    total = total + RoundUpToAlignment(std::min(bytes.value(), kMaxBytes / 8));
    return static_cast<std::size_t>(at.value());
  };
  const Extent half =
      Extent(static_cast<std::uint64_t>(InputPositions(state.geometry))) *
      static_cast<std::uint64_t>(state.geometry.input_channels);
  const std::uint64_t threads = static_cast<std::uint64_t>(state.threads);
  int16->high_bytes = append(half);
  int16->low_bytes = append(half);
  int16->high_slots = append(Extent(int16->high->slot.total) * threads);
  int16->low_slots = append(Extent(int16->low->slot.total) * threads);
  if (half.value() >= kMaxBytes / 8 || !total.FitsMemory()) {
    return Status(StatusCode::kResourceExhausted, "workspace",
                  static_cast<std::int64_t>(
                      std::min<std::uint64_t>(half.value(), INT64_MAX)),
                  "bytes are more than this machine addresses");
  }
  int16->workspace_bytes = static_cast<std::size_t>(total.value());
  return Status();
}

}  // namespace

Status PrepareInt16(const ConvProblem& problem, const GemmResources& resources,
                    ConvState* state) {
  const Int64Stages& stages = problem.int64;
  const auto int16 = std::make_shared<Int16State>();
  int16->stores_int64 = stages.stores;
  int16->scales = stages.scales;
  Status status = CheckSums(problem, *state);
  if (status.ok()) status = CheckOutput(*state, stages.stores);
  if (status.ok()) status = CheckBias(stages.bias, state->output_matrix);
  if (status.ok()) status = CheckScale(stages, state->output_matrix);
  if (!status.ok() || !state->has_images()) return status;
  status = PrepareHalves(problem, state->geometry, resources, int16.get());
  if (!status.ok()) return status;
  PrepareOps(state);
  SetColumns(stages, *state, int16.get());
  state->threads = int16->high->threads;
  state->threads_to_wake = int16->high->threads_to_wake;
  state->threads_reason = int16->high->threads_reason;
  state->shares = int16->high->shares;
  if (stages.stores) {
    state->output_bytes = static_cast<std::size_t>(
        BytesOfRows(state->output_matrix.rows, state->output_matrix.cols,
                    state->output_matrix.stride, sizeof(std::int64_t))
            .value());
  }
  status = LayOut(*state, int16.get());
  state->int16 = int16;
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
