// Rows of floats, quantized into the workspace in the form in which kernels
// read them in place.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_DYNAMIC_QUANTIZED_ROWS_H_
#define LOWP_INTERNAL_DYNAMIC_QUANTIZED_ROWS_H_

#include <cstddef>
#include <cstdint>

#include "../contract/backend.h"
#include "../contract/dynamic_linear.h"
#include "../runtime/parallel_for.h"
#include "row_code.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// How rows lie, of which each value is a byte.
struct CodeForm {
  Scalar scalar;     // what the backend reads
  std::int32_t add;  // a stored byte minus its code
  int stride;        // bytes from one row to the next
};
CodeForm CodeFormFor(const Backend& backend, int k,
                     const DynamicArithmetic& arithmetic);

// Where the parts lie.
struct QuantizedRowsLayout {
  std::size_t codes, scales, offsets, ranges, buffers;
  std::uint64_t total;
};
// `reads`: rows are converted or multiplied first, each thread in a buffer.
QuantizedRowsLayout LayOutQuantizedRows(const CodeForm& form, int rows, int k,
                                        const DynamicArithmetic& arithmetic,
                                        bool reads, int threads);

class QuantizedRows {
 public:
  // `x` has rows of k values. `factors` are null, or k. `index` is null, or
  // says which row of x each row is.
  QuantizedRows(const Backend& backend, const DynamicArithmetic& arithmetic,
                const CodeForm& form, const RealMatrix& x,
                const std::int32_t* index, const float* factors,
                const QuantizedRowsLayout& layout, std::uint8_t* memory);

  // In memory that the layout has room for; by the threads of the crew.
  void Quantize(const Crew& crew) const;

  const std::uint8_t* codes() const { return memory_ + layout_.codes; }
  // For each row, or the first for all if the scope is the tensor. A row
  // without a scale has NaN.
  float* scales() const {
    return reinterpret_cast<float*>(memory_ + layout_.scales);
  }
  // What has to be added to the stored bytes, likewise.
  std::int32_t* offsets() const {
    return reinterpret_cast<std::int32_t*>(memory_ + layout_.offsets);
  }
  bool by_row() const { return arithmetic_.scope == DynamicScope::kRow; }

 private:
  bool reads() const {
    return factors_ != nullptr || x_.type != Real::kFloat32;
  }
  ValueRange* ranges() const {
    return reinterpret_cast<ValueRange*>(memory_ + layout_.ranges);
  }
  const float* Read(int row, int slot) const;
  TransformTask TaskOf(TransformKind kind, const float* values,
                       int count) const;
  // Of `count` rows, the first of which is at `values`.
  void FindRanges(const float* values, int count, ValueRange* ranges) const;
  void Encode(const float* values, int row, int count,
              const RowParameters* parameters) const;
  void Set(int row, const DynamicRowCode& code) const;
  RowParameters ParametersOf(const DynamicRowCode& code) const;
  int RowsAtATime() const;
  void QuantizeByRow(int first, int last, int slot) const;

  const Backend& backend_;
  const DynamicArithmetic& arithmetic_;
  const CodeForm form_;
  const RealMatrix x_;
  const std::int32_t* const index_;
  const float* const factors_;
  const QuantizedRowsLayout layout_;
  std::uint8_t* const memory_;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_DYNAMIC_QUANTIZED_ROWS_H_
