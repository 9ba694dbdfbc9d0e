// A backend's epilogue with one scaling stage, applied to existing sums.
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
#include "exhaustive_stage.h"

namespace lowp_test {

// kFinished is kFused with the sums in memory, through Backend::finish, in
// backends that have it.
enum class Way { kFused, kFusedLate, kFinished, kList };

class ScalingEpilogue {
 public:
  // One of the stage's factors for all columns or, with kAllFactors, all of
  // them, column after column. The results are int32, or int16 if `narrow`.
  static constexpr int kAllFactors = -1;

  ScalingEpilogue(const gemmlowp::internal::Backend& backend,
                  const ScalingStage& stage, int factor, Way way, bool narrow)
      : backend_(backend),
        columns_(backend.panel.width >= kFactors
                     ? backend.panel.width / kFactors * kFactors
                     : backend.panel.width),
        groups_(way == Way::kFusedLate ? kLateGroups : 0) {
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
    if (narrow) {
      op->kind = EpilogueKind::kClamp;
      op->low = INT16_MIN;
      op->high = INT16_MAX;
      ++op;
    }
    using gemmlowp::internal::Scalar;
    gemmlowp::internal::PrepareEpilogue(
        ops_, static_cast<int>(op - ops_),
        narrow ? Scalar::kInt16 : Scalar::kInt32, false, &prepared_);
    finishes_ =
        way == Way::kFinished && is_fused() && backend.finish != nullptr;
    // Large enough for any format: rows of zeros and a panel of zeros.
    zeros_.resize(static_cast<std::size_t>(kLateGroups * backend.panel.width *
                                           backend.panel.group *
                                           backend.panel.element_size) +
                  64 + 4096);
  }

  bool is_fused() const {
    return prepared_.epilogue.form != gemmlowp::internal::EpilogueForm::kList;
  }
  // Per row: a multiple or a divisor of kFactors.
  int columns() const { return columns_; }

  // Applies the epilogue to `rows` rows of columns() sums, which are the
  // result's columns from `column` on. Rows of sums, 64-byte aligned at column
  // 0, and rows of results are `stride` apart.
  void Apply(const std::int32_t* sums, int rows, int stride, int column,
             void* results) const {
    alignas(64) static const std::int32_t kNothing[256] = {};
    gemmlowp::internal::PanelTask task = {};
    task.rows_data = Aligned();
    task.rows = rows;
    task.row_form = gemmlowp::internal::RowForm::kCopied;
    task.panel = Aligned();
    task.columns = columns_;
    task.padded_columns = columns_;
    task.groups = groups_;
    task.column_add = kNothing;
    task.products = sums;
    task.products_stride = stride;
    task.epilogue = &prepared_.epilogue;
    task.result = results;
    task.result_stride = stride;
    task.first_column = column;
    if (finishes_) {
      backend_.finish(task);
    } else {
      backend_.multiply(task);
    }
  }

 private:
  static constexpr int kLateGroups = 16;

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

  const std::uint8_t* Aligned() const {
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(zeros_.data());
    return zeros_.data() + (64 - at % 64) % 64;
  }

  const gemmlowp::internal::Backend& backend_;
  const int columns_;
  const int groups_;
  bool finishes_;
  std::vector<std::int32_t> multipliers_, exponents_;
  std::vector<float> scales_;
  std::vector<double> wide_scales_;
  gemmlowp::internal::EpilogueOp ops_[3];
  gemmlowp::internal::PreparedEpilogue prepared_;
  std::vector<std::uint8_t> zeros_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_EPILOGUE_EXHAUSTIVE_EPILOGUE_H_
