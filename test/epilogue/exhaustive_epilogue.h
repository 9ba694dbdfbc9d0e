// A register family's epilogue, or a kernel's, with one scaling stage, applied
// to existing sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_EPILOGUE_EXHAUSTIVE_EPILOGUE_H_
#define LOWP_TEST_EPILOGUE_EXHAUSTIVE_EPILOGUE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../../internal/contract/backend.h"
#include "../../internal/epilogue/prepare_epilogue.h"
#include "exhaustive_lines.h"
#include "exhaustive_stage.h"

namespace lowp_test {

enum class Way {
  kFused,        // sums in memory, through RegisterFamily::finish
  kList,         // the same with a list of operations
  kInRegisters,  // through GemmKernel::run, which makes the sums in registers
  kLines,        // the same through DepthwiseKernel::run
};

// Whether a kernel finishes sums in registers and stores such results.
inline bool Finishes(const gemmlowp::internal::GemmKernel& kernel,
                     Result result) {
  return kernel.run != nullptr &&
         (result == Result::kInt8 || !kernel.scales_to_bytes);
}

class ScalingEpilogue {
 public:
  // One of the stage's factors for all columns or, with kAllFactors, all of
  // them, column after column.
  static constexpr int kAllFactors = -1;
  // The maximum of rows times `stride` in a call of Apply.
  static constexpr int kMaxSums = 2304;

  // `kernel`: of the backend, for Way::kInRegisters.
  ScalingEpilogue(const gemmlowp::internal::Backend& backend,
                  const gemmlowp::internal::GemmKernel* kernel,
                  const ScalingStage& stage, int factor, Way way, Result result)
      : backend_(backend),
        kernel_(kernel),
        way_(way),
        columns_(ColumnsOf(way == Way::kLines ? LinesColumns(backend)
                                              : backend.panel.nr)),
        size_(gemmlowp::internal::SizeOf(result)) {
    using gemmlowp::internal::EpilogueKind;
    std::memset(static_cast<void*>(ops_), 0, sizeof(ops_));
    gemmlowp::internal::EpilogueOp* op = ops_;
    if (way == Way::kList) {
      op->kind = EpilogueKind::kClamp;
      op->low = INT32_MIN;
      op->high = INT32_MAX;
      ++op;
    }
    SetScaling(stage, factor, op++);
    if (result != Result::kInt32) {
      op->kind = EpilogueKind::kClamp;
      op->low = result == Result::kInt16 ? INT16_MIN : INT8_MIN;
      op->high = result == Result::kInt16 ? INT16_MAX : INT8_MAX;
      ++op;
    }
    gemmlowp::internal::PrepareEpilogue(ops_, static_cast<int>(op - ops_),
                                        result, false, &prepared_);
    if (kernel != nullptr) SetTask();
  }
  ScalingEpilogue(const ScalingEpilogue&) = delete;
  ScalingEpilogue& operator=(const ScalingEpilogue&) = delete;

  bool is_fused() const {
    return prepared_.epilogue.form != gemmlowp::internal::EpilogueForm::kList;
  }
  bool fits_registers() const {
    const gemmlowp::internal::RegisterFamily& family = *backend_.family;
    return gemmlowp::internal::FinishesInRegisters(
        prepared_.epilogue, way_ == Way::kLines ? family.scales_lines_in_floats
                                                : family.scales_in_floats());
  }
  // Per row: a multiple or a divisor of kFactors, of `available` ones.
  static int ColumnsOf(int available) {
    return available >= kFactors ? available / kFactors * kFactors : available;
  }
  int columns() const { return columns_; }

  // Applies the epilogue to `rows` rows of columns() sums, which are the
  // result's columns from `column` on. Rows of sums, 64-byte aligned at column
  // 0, and rows of results are `stride` apart.
  void Apply(const std::int32_t* sums, int rows, int stride, int column,
             void* results) const {
    std::uint8_t* const result = static_cast<std::uint8_t*>(results);
    if (way_ == Way::kLines) {
      FinishLines(backend_, prepared_.epilogue, sums, rows, columns_, stride,
                  column, result);
    } else if (kernel_ != nullptr) {
      Run(sums, rows, stride, column, result);
    } else {
      Finish(sums, rows, stride, column, result);
    }
  }

 private:
  void Finish(const std::int32_t* sums, int rows, int stride, int column,
              std::uint8_t* result) const {
    alignas(64) std::int32_t copy[kMaxSums];
    std::copy_n(sums, (rows - 1) * stride + columns_, copy);
    gemmlowp::internal::FinishTask task = {};
    task.sums = copy;
    task.stride = stride;
    task.rows = rows;
    task.columns = columns_;
    task.epilogue = &prepared_.epilogue;
    task.result = result;
    task.result_stride = std::ptrdiff_t{stride} * size_;
    task.first_column = column;
    backend_.family->finish(task);
  }

  // A and B are zeros. The sums come from their initial values: a bias for each
  // column and an addend for each row.
  void Run(const std::int32_t* sums, int rows, int stride, int column,
           std::uint8_t* result) const {
    std::vector<std::int32_t> row_add;
    for (int row = 0; row < rows;) {
      const std::int32_t* const base = sums + row * stride;
      row_add.clear();
      while (row < rows && static_cast<int>(row_add.size()) < kernel_->m.max &&
             IsFurther(base, sums + row * stride)) {
        row_add.push_back(Minus(sums[row * stride], *base));
        ++row;
      }
      const int count = static_cast<int>(row_add.size());
      RunRows(base - column, count, stride, column, &row_add,
              result + (row - count) * std::ptrdiff_t{stride} * size_);
    }
  }

  static std::int32_t Minus(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) -
                                     static_cast<std::uint32_t>(b));
  }
  // Whether all sums of a row differ from those of another by the same amount.
  // They ascend in equal steps, except at one place where they start again.
  bool IsFurther(const std::int32_t* base, const std::int32_t* row) const {
    const int last = columns_ - 1;
    return Minus(row[last], base[last]) == Minus(*row, *base);
  }

  // Runs the kernel for `count` rows, or for as many as it needs.
  void RunRows(const std::int32_t* biases, int count, int stride, int column,
               std::vector<std::int32_t>* row_add, std::uint8_t* result) const {
    const std::ptrdiff_t result_stride = std::ptrdiff_t{stride} * size_;
    const int rows = std::max(count, kernel_->m.min);
    row_add->resize(static_cast<std::size_t>(rows));
    std::vector<std::uint8_t> all;
    if (rows > count)
      all.resize(static_cast<std::size_t>(rows * result_stride));
    gemmlowp::internal::EpilogueOp bias = {};
    bias.kind = gemmlowp::internal::EpilogueKind::kBias;
    bias.first.along = gemmlowp::internal::Along::kCols;
    bias.first.data = biases;
    bias.first.size = column + columns_;
    gemmlowp::internal::GemmTask task = task_;
    task.m = rows;
    task.row_add = row_add->data();
    task.biases = &bias;
    task.bias_count = 1;
    task.result = all.empty() ? result : all.data();
    task.result_stride = result_stride;
    task.first_column = column;
    kernel_->run(task);
    for (int r = 0; r < count && !all.empty(); ++r) {
      std::memcpy(result + r * result_stride,
                  &all[static_cast<std::size_t>(r * result_stride)],
                  static_cast<std::size_t>(columns_ * size_));
    }
  }

  // What all tasks share: zeros, wherever the kernel may look for A or B.
  void SetTask() {
    using gemmlowp::internal::AForm;
    const gemmlowp::internal::PanelFormat& format = backend_.panel;
    const int k = std::max(kernel_->k.min, format.kr);
    zeros_.resize(static_cast<std::size_t>(
        gemmlowp::internal::PanelBytes(format, format.nr, k) +
        gemmlowp::internal::UnpackedBytes(format.nr, k) + 4096));
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(zeros_.data());
    const std::uint8_t* const zeros = zeros_.data() + (64 - at % 64) % 64;
    task_ = {};
    task_.a = task_.b = zeros;
    for (const AForm form : {AForm::kPanel, AForm::kCopied, AForm::kInPlace}) {
      if ((kernel_->a_forms & static_cast<int>(form)) != 0) task_.a_form = form;
    }
    task_.column_sums = reinterpret_cast<const std::int32_t*>(zeros);
    task_.n = columns_;
    task_.padded_n = gemmlowp::internal::PaddedColumns(format, columns_);
    task_.panels = 1;
    task_.k = task_.run = k;
    task_.runs = 1;
    task_.epilogue = &prepared_.epilogue;
  }

  // The parameter for one factor, or for as many columns as a panel may have.
  template <typename Parameter, typename T, typename ValueOf>
  void SetParameter(int factor, const ValueOf& value_of, std::vector<T>* values,
                    Parameter* parameter) {
    using gemmlowp::internal::Along;
    if (factor != kAllFactors) {
      parameter->along = Along::kAll;
      parameter->value = value_of(factor);
      return;
    }
    for (int c = 0; c < std::max(columns_, kFactors); ++c) {
      values->push_back(value_of(c % kFactors));
    }
    parameter->along = Along::kCols;
    parameter->data = values->data();
    parameter->size = static_cast<int>(values->size());
  }

  void SetScaling(const ScalingStage& stage, int factor,
                  gemmlowp::internal::EpilogueOp* op) {
    using gemmlowp::internal::EpilogueKind;
    op->kind = stage.kind;
    if (stage.kind == EpilogueKind::kFixedPoint) {
      op->rounding = stage.rounding;
      op->offset = stage.offset;
      SetParameter(
          factor, [&](int f) { return stage.factors[f].multiplier; },
          &multipliers_, &op->first);
      SetParameter(
          factor, [&](int f) { return stage.factors[f].exponent; }, &exponents_,
          &op->second);
      return;
    }
    op->float_rounding = stage.float_rounding;
    op->order = stage.order;
    op->offset = stage.offset;
    if (stage.kind == EpilogueKind::kScaleFloat) {
      SetParameter(
          factor, [&](int f) { return static_cast<float>(stage.scales[f]); },
          &scales_, &op->factor);
    } else {
      SetParameter(
          factor, [&](int f) { return stage.scales[f]; }, &wide_scales_,
          &op->wide_factor);
    }
  }

  const gemmlowp::internal::Backend& backend_;
  const gemmlowp::internal::GemmKernel* const kernel_;
  const Way way_;
  const int columns_;
  const int size_;  // of a result
  std::vector<std::int32_t> multipliers_, exponents_;
  std::vector<float> scales_;
  std::vector<double> wide_scales_;
  gemmlowp::internal::EpilogueOp ops_[3];
  gemmlowp::internal::PreparedEpilogue prepared_;
  std::vector<std::uint8_t> zeros_;
  gemmlowp::internal::GemmTask task_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_EPILOGUE_EXHAUSTIVE_EPILOGUE_H_
