// The stages of the C API that take int64 sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../frontend/erase.h"
#include "error.h"
#include "lower_stage.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Int32Parameter PerColumn(const lowp_int32s& from, const lowp_stage& stage,
                         const MatrixRef& result) {
  Int32Parameter to = Erase(from.value);
  if (stage.per == LOWP_PER_COLUMN) {
    to.data = from.values;
    to.size = result.cols;
    to.along = Along::kCols;
  }
  return to;
}

}  // namespace

lowp_status LowerInt64Stage(const lowp_stage& stage, const MatrixRef& result,
                            const StageName& name, Int64Stages* stages) {
  const bool is_bias = stage.kind == LOWP_STAGE_BIAS_INT64;
  if (stage.per == LOWP_PER_ROW || (is_bias && stage.per != LOWP_PER_COLUMN)) {
    return Fail(LOWP_INVALID_ARGUMENT, "%s.per = %d: is not %sLOWP_PER_COLUMN",
                name.text(), stage.per, is_bias ? "" : "LOWP_PER_RESULT or ");
  }
  if (is_bias) {
    stages->bias = {stage.as.bias_int64.bias_vector, result.cols, Along::kCols};
    return LOWP_OK;
  }
  const lowp_stage_scale_int64& scale = stage.as.scale_int64;
  stages->scales = true;
  stages->multiplier =
      PerColumn(scale.result_fixedpoint_multiplier, stage, result);
  stages->exponent = PerColumn(scale.result_exponent, stage, result);
  stages->offset = scale.result_offset_after_shift;
  return LOWP_OK;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
