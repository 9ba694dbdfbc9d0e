// Quantizes rows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "quantized_rows.h"

#include <algorithm>
#include <limits>

#include "../runtime/extent.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Values of a share of rows, which takes about 10 microseconds.
constexpr std::int64_t kValuesPerShare = 1 << 15;
// Values of rows that are taken together, and how many rows at most.
constexpr int kValuesAtATime = 1 << 12;
constexpr int kMaxRowsAtATime = 16;

// What is added to codes to bring them into low..high, a range of 256.
std::int32_t MoveInto(QuantizedRange codes, std::int32_t low,
                      std::int32_t high) {
  return codes.low >= low && codes.high <= high ? 0 : low - codes.low;
}

std::size_t Append(std::uint64_t bytes, std::uint64_t* total) {
  const std::size_t at = static_cast<std::size_t>(*total);
  *total = (Extent(*total) + RoundUpToAlignment(bytes)).value();
  return at;
}

}  // namespace

CodeForm CodeFormFor(const Backend& backend, int k,
                     const DynamicArithmetic& arithmetic) {
  CodeForm form;
  const bool is_signed = backend.copied_rows.signedness == Signedness::kSigned;
  form.scalar = is_signed ? Scalar::kInt8 : Scalar::kUint8;
  form.add = is_signed ? MoveInto(arithmetic.codes, INT8_MIN, INT8_MAX)
                       : MoveInto(arithmetic.codes, 0, UINT8_MAX);
  // An odd number of cache lines keeps rows out of each other's cache sets.
  constexpr int kLine = static_cast<int>(kPackedAlignment);
  form.stride = k > std::numeric_limits<int>::max() - 2 * kLine
                    ? k
                    : (((k - 1) / kLine + 1) | 1) * kLine;
  return form;
}

QuantizedRowsLayout LayOutQuantizedRows(const CodeForm& form, int rows, int k,
                                        const DynamicArithmetic& arithmetic,
                                        bool reads, int threads) {
  QuantizedRowsLayout layout = {};
  const Extent count(static_cast<std::uint64_t>(rows));
  std::uint64_t* const total = &layout.total;
  layout.codes =
      Append((count * static_cast<std::uint64_t>(form.stride)).value(), total);
  layout.scales = Append((count * 4).value(), total);
  layout.offsets = Append((count * 4).value(), total);
  if (arithmetic.scope == DynamicScope::kTensor) {
    layout.ranges = Append((count * sizeof(ValueRange)).value(), total);
  }
  if (reads) {
    const std::uint64_t bytes =
        RoundUpToAlignment(static_cast<std::uint64_t>(k) * sizeof(float));
    layout.buffers = Append(
        (Extent(bytes) * static_cast<std::uint64_t>(threads)).value(), total);
  }
  return layout;
}

QuantizedRows::QuantizedRows(const Backend& backend,
                             const DynamicArithmetic& arithmetic,
                             const CodeForm& form, const RealMatrix& x,
                             const std::int32_t* index, const float* factors,
                             const QuantizedRowsLayout& layout,
                             std::uint8_t* memory)
    : backend_(backend),
      arithmetic_(arithmetic),
      form_(form),
      x_(x),
      index_(index),
      factors_(factors),
      layout_(layout),
      memory_(memory) {}

// The row as floats, multiplied with the factors: where it lies, or in the
// thread's buffer.
const float* QuantizedRows::Read(int row, int slot) const {
  const std::uint8_t* const source =
      static_cast<const std::uint8_t*>(x_.data) +
      std::ptrdiff_t{index_ != nullptr ? index_[row] : row} * x_.stride *
          SizeOf(x_.type);
  if (!reads()) return reinterpret_cast<const float*>(source);
  const std::size_t bytes = static_cast<std::size_t>(
      RoundUpToAlignment(static_cast<std::uint64_t>(x_.cols) * sizeof(float)));
  TransformTask task = {};
  task.kind = TransformKind::kReadReals;
  task.real_type = x_.type;
  task.input = source;
  task.scales = factors_;
  task.output =
      memory_ + layout_.buffers + static_cast<std::size_t>(slot) * bytes;
  task.count = static_cast<std::size_t>(x_.cols);
  task.runs = 1;
  backend_.family->transform(task);
  return static_cast<const float*>(task.output);
}

TransformTask QuantizedRows::TaskOf(TransformKind kind, const float* values,
                                    int count) const {
  TransformTask task = {};
  task.kind = kind;
  task.input = values;
  task.count = static_cast<std::size_t>(x_.cols);
  task.runs = static_cast<std::size_t>(count);
  task.run_stride = static_cast<std::size_t>(x_.stride);
  return task;
}

void QuantizedRows::FindRanges(const float* values, int count,
                               ValueRange* ranges) const {
  TransformTask task = TaskOf(TransformKind::kRange, values, count);
  task.output = ranges;
  backend_.family->transform(task);
}

void QuantizedRows::Set(int row, const DynamicRowCode& code) const {
  scales()[row] = code.scale;
  offsets()[row] = -(code.zero_point + form_.add);
}

RowParameters QuantizedRows::ParametersOf(const DynamicRowCode& code) const {
  return {FormOf(arithmetic_.code), static_cast<float>(code.zero_point),
          code.factor, form_.add, nullptr};
}

void QuantizedRows::Encode(const float* values, int row, int count,
                           const RowParameters* parameters) const {
  TransformTask task = TaskOf(TransformKind::kQuantizeRow, values, count);
  task.output = memory_ + layout_.codes + std::ptrdiff_t{row} * form_.stride;
  task.output_stride = static_cast<std::size_t>(form_.stride);
  task.scalar = form_.scalar;
  task.low = arithmetic_.codes.low;
  task.high = arithmetic_.codes.high;
  task.row = parameters;
  backend_.family->transform(task);
}

// Rows that are read where they lie are taken together while they stay in L1.
int QuantizedRows::RowsAtATime() const {
  if (reads() || index_ != nullptr) return 1;
  return std::min(kMaxRowsAtATime,
                  std::max(1, kValuesAtATime / std::max(1, x_.cols)));
}

void QuantizedRows::QuantizeByRow(int first, int last, int slot) const {
  const int at_a_time = RowsAtATime();
  ValueRange ranges[kMaxRowsAtATime];
  RowParameters parameters[kMaxRowsAtATime];
  for (int row = first; row < last; row += at_a_time) {
    const int count = std::min(last - row, at_a_time);
    const float* const values = Read(row, slot);
    FindRanges(values, count, ranges);
    for (int i = 0; i < count; ++i) {
      const DynamicRowCode code = ChooseRowCode(arithmetic_, ranges[i]);
      Set(row + i, code);
      parameters[i] = ParametersOf(code);
    }
    Encode(values, row, count, parameters);
  }
}

void QuantizedRows::Quantize(const Crew& crew) const {
  struct Worker {
    int slot;
  };
  const int rows = x_.rows;
  const int at_a_time = static_cast<int>(
      std::max<std::int64_t>(1, kValuesPerShare / std::max(1, x_.cols)));
  const auto for_each_share = [&](const auto& function) {
    ParallelFor<Worker>(
        crew, (rows - 1) / at_a_time + 1, [&](int share, Worker* worker) {
          const int first = share * at_a_time;
          const int last = std::min(rows - first, at_a_time) + first;
          function(first, last, worker->slot);
        });
  };
  if (by_row()) {
    return for_each_share([&](int first, int last, int slot) {
      QuantizeByRow(first, last, slot);
    });
  }
  for_each_share([&](int first, int last, int slot) {
    for (int row = first; row < last; ++row) {
      FindRanges(Read(row, slot), 1, ranges() + row);
    }
  });
  ValueRange range = ranges()[0];
  for (int row = 1; row < rows; ++row) {
    range.min = std::min(range.min, ranges()[row].min);
    range.max = std::max(range.max, ranges()[row].max);
    range.zero_or_nan += ranges()[row].zero_or_nan;
  }
  const DynamicRowCode code = ChooseRowCode(arithmetic_, range);
  Set(0, code);
  const RowParameters parameters = ParametersOf(code);
  for_each_share([&](int first, int last, int slot) {
    for (int row = first; row < last; ++row) {
      Encode(Read(row, slot), row, 1, &parameters);
    }
  });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
