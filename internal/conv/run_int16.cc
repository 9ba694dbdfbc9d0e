// Runs convolutions of int16 inputs: splits the input, then takes the shares of
// both halves together.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"
#include "conv_run.h"
#include "int16_state.h"
#include "sums_in_memory.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Values that are split at a time.
constexpr int kSplit = 1 << 15;
// Sums that are joined before they are finished: 8 KB, a quarter of L1, in rows
// of at most kColumns columns, a multiple of every register.
constexpr int kSums = 2048;
constexpr int kColumns = 256;

struct Int16Worker {
  int slot = 0;
  Worker high, low;
};

class Int16Run {
 public:
  Int16Run(const ConvState& state, const ConvPointers& pointers,
           std::uint8_t* workspace)
      : state_(state),
        int16_(*state.int16),
        input_(static_cast<const std::int16_t*>(pointers.input)),
        output_(static_cast<std::uint8_t*>(pointers.output)),
        high_bytes_(workspace + int16_.high_bytes),
        low_bytes_(workspace + int16_.low_bytes),
        high_pointers_{high_bytes_, nullptr},
        low_pointers_{low_bytes_, nullptr},
        high_(*int16_.high, high_pointers_, workspace + int16_.high_slots),
        low_(*int16_.low, low_pointers_, workspace + int16_.low_slots) {}

  // Positions of the input that are split at a time.
  int PositionsAtATime() const {
    return std::max(1, kSplit / state_.geometry.input_channels);
  }

  void Split(int share) const {
    const ConvGeometry& g = state_.geometry;
    const std::ptrdiff_t channels = g.input_channels;
    const std::ptrdiff_t first = std::ptrdiff_t{share} * PositionsAtATime();
    const std::ptrdiff_t count =
        std::min<std::ptrdiff_t>(PositionsAtATime(), InputPositions(g) - first);
    const bool is_dense = InputStride(g) == channels;
    SplitHalvesTask task = {
        input_ + first * InputStride(g), is_dense ? count * channels : channels,
        high_bytes_ + first * channels, low_bytes_ + first * channels};
    for (std::ptrdiff_t i = 0; i < (is_dense ? 1 : count); ++i) {
      state_.backend->family->split_halves(task);
      task.values += InputStride(g);
      task.high += channels;
      task.low += channels;
    }
  }

  void Share(int share, Int16Worker* worker) const {
    worker->high.slot = worker->low.slot = worker->slot;
    high_.Share(share, &worker->high);
    low_.Share(share, &worker->low);
    const SumsOfShare high = high_.Sums(share, worker->high);
    const SumsOfShare low = low_.Sums(share, worker->low);
    // Outputs of windows in a line lie evenly; all do, unless phases scatter
    // them.
    const WindowAxis& width = high.windows->axis[2];
    for (int row = 0, count; row < high.rows; row += count) {
      const int window = high.first + row;
      count = high.rows - row;
      if (state_.scatters) {
        count = std::min(count, width.windows - window % width.windows);
        if (state_.depends_on_rows) count = 1;
      }
      Finish(high, low, row, count, state_.scatters ? width.output_step : 1);
    }
  }

 private:
  // Rows from `row` on of a share, whose outputs lie `step` positions apart.
  void Finish(const SumsOfShare& high, const SumsOfShare& low, int row,
              int count, int step) const {
    const int position =
        OutputPosition(*high.windows, state_.shape, high.first + row);
    for (int c = 0; c < high.columns; c += kColumns) {
      const int columns = std::min(kColumns, high.columns - c);
      const int rows = kSums / RoundUpTo(kSumsSlack, columns);
      for (int r = 0; r < count; r += rows) {
        const std::ptrdiff_t at = std::ptrdiff_t{row + r} * high.columns + c;
        JoinHalvesTask task;
        task.high = high.sums + at;
        task.low = low.sums + at;
        task.stride = high.columns;
        task.rows = std::min(rows, count - r);
        task.columns = columns;
        FinishJoined(task, position + r * step, high.first_column + c, step);
      }
    }
  }

  void FinishJoined(JoinHalvesTask task, int position, int column,
                    int step) const {
    const RegisterFamily& family = *state_.backend->family;
    task.values = {int16_.bias.data() + column,
                   int16_.scales ? int16_.multiplier.data() + column : nullptr,
                   int16_.scales ? int16_.round.data() + column : nullptr,
                   int16_.scales ? int16_.shift.data() + column : nullptr,
                   int16_.add.data() + column};
    const std::ptrdiff_t pixel = OutputStride(state_.geometry);
    const std::ptrdiff_t at = position * pixel + column;
    task.result_int64 = nullptr;
    if (int16_.stores_int64) {
      task.result = nullptr;
      task.result_int64 = reinterpret_cast<std::int64_t*>(output_) + at;
      task.result_stride = step * pixel;
      return family.join_halves(task);
    }
    alignas(64) std::int32_t sums[kSums + kSumsSlack];
    task.result = sums;
    task.result_stride = RoundUpTo(kSumsSlack, task.columns);
    family.join_halves(task);
    const std::ptrdiff_t size = SizeOf(state_.output);
    FinishTask finish;
    finish.sums = sums;
    finish.stride = task.result_stride;
    finish.rows = task.rows;
    finish.columns = task.columns;
    finish.factor_count = 0;
    finish.epilogue = &state_.epilogue.epilogue;
    finish.result = output_ + at * size;
    finish.result_stride = step * pixel * size;
    finish.first_row = position;
    finish.first_column = column;
    if (state_.epilogue.has_row_bias) AddRowBiases(state_.epilogue, finish);
    family.finish(finish);
  }

  const ConvState& state_;
  const Int16State& int16_;
  const std::int16_t* const input_;
  std::uint8_t* const output_;
  std::uint8_t* const high_bytes_;
  std::uint8_t* const low_bytes_;
  const ConvPointers high_pointers_, low_pointers_;
  const ConvRun high_, low_;
};

}  // namespace

void RunInt16(const ConvState& state, const ConvPointers& pointers,
              void* workspace, const Executor& executor, int threads_to_wake) {
  const FloatEnvironment environment(state.uses_floats);
  const Int16Run run(state, pointers, static_cast<std::uint8_t*>(workspace));
  const Crew crew = {executor, state.threads, threads_to_wake,
                     state.uses_floats};
  const int splits =
      (InputPositions(state.geometry) - 1) / run.PositionsAtATime() + 1;
  ParallelFor(crew, splits, [&](int share) { run.Split(share); });
  ParallelFor<Int16Worker>(
      crew, state.shares,
      [&](int share, Int16Worker* worker) { run.Share(share, worker); });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
