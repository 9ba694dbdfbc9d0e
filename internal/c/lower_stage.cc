// The fields of each stage of the C API, as those of an operation.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "lower_stage.h"

#include <cstdint>
#include <cstdio>
#include <limits>

#include "../frontend/lower_output_stages.h"
#include "error.h"
#include "read_matrix.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The parameters of one stage, which all vary in the same way.
class Reader {
 public:
  Reader(const lowp_stage& stage, const MatrixRef& result,
         const StageName& name)
      : name_(name),
        along_(stage.per == LOWP_PER_ROW      ? Along::kRows
               : stage.per == LOWP_PER_COLUMN ? Along::kCols
                                              : Along::kAll),
        size_(stage.per == LOWP_PER_ROW ? result.rows : result.cols) {}

  Int32Parameter Ints(const lowp_int32s& from) const {
    return along_ == Along::kAll
               ? Erase(from.value)
               : OneForEach<Int32Parameter>(from.values, size_, along_);
  }
  FloatParameter Floats(const lowp_floats& from) const {
    return along_ == Along::kAll
               ? EraseFloat(from.value)
               : OneForEach<FloatParameter>(from.values, size_, along_);
  }
  DoubleParameter Doubles(const lowp_doubles& from) const {
    return along_ == Along::kAll
               ? EraseDouble(from.value)
               : OneForEach<DoubleParameter>(from.values, size_, along_);
  }

  // An enum of 0 to `max`, as the C++ one.
  template <typename Enum>
  lowp_status ReadEnum(std::int32_t value, Enum max, const char* field,
                       const char* type, Enum* to) const {
    if (value < 0 || value > static_cast<std::int32_t>(max)) {
      return Fail(LOWP_INVALID_ARGUMENT, "%s.%s = %d: is not a %s", name(),
                  field, value, type);
    }
    *to = static_cast<Enum>(value);
    return LOWP_OK;
  }
  lowp_status ReadRounding(lowp_rounding value, const char* field,
                           FixedPointRounding* to) const {
    return ReadEnum(value, FixedPointRounding::kSingleUpward15Bits, field,
                    "lowp_rounding", to);
  }
  // result_rounding and result_order.
  template <typename Stage>
  lowp_status ReadFloatRounding(const Stage& from, EpilogueOp* op) const {
    op->offset = from.result_offset;
    const lowp_status status =
        ReadEnum(from.result_rounding, FloatRounding::kAwayBySum,
                 "result_rounding", "lowp_float_rounding", &op->float_rounding);
    if (status != LOWP_OK) return status;
    return ReadEnum(from.result_order, ZeroPointOrder::kBeforeRounding,
                    "result_order", "lowp_zero_point_order", &op->order);
  }

  lowp_status ReadStageMatrix(const lowp_matrix& from, TypeSet types,
                              const char* field, MatrixParameter* to) const {
    MatrixRef matrix;
    if (ReadMatrix(from, types, field, &matrix) != LOWP_OK) {
      char path[64];
      std::snprintf(path, sizeof(path), "%s.%s", name(), field);
      return ReadMatrix(from, types, path, &matrix);
    }
    *to = {matrix.data,   matrix.rows,      matrix.cols,
           matrix.stride, matrix.row_major, matrix.scalar};
    return LOWP_OK;
  }

  const char* name() const { return name_.text(); }

 private:
  const StageName& name_;
  Along along_;
  int size_;
};

lowp_status LowerScale(const lowp_stage_scale& s, const Reader& reader,
                       EpilogueOp* op) {
  *op = MakeFixedPointOp(reader.Ints(s.result_fixedpoint_multiplier),
                         reader.Ints(s.result_exponent),
                         s.result_offset_after_shift,
                         FixedPointRounding::kDouble);
  const lowp_status status =
      reader.ReadRounding(s.result_rounding, "result_rounding", &op->rounding);
  if (status != LOWP_OK) return status;
  return reader.ReadEnum(s.result_overflow, FixedPointOverflow::kSaturate,
                         "result_overflow", "lowp_overflow", &op->overflow);
}

lowp_status LowerPreAndPostShift(const lowp_stage_pre_and_post_shift& s,
                                 const Reader& reader, EpilogueOp* op) {
  op->kind = EpilogueKind::kPreAndPostShift;
  op->first = reader.Ints(s.result_pre_shift);
  op->second = reader.Ints(s.result_multiplier);
  op->more[0] = reader.Ints(s.result_post_shift);
  op->offset = s.result_offset_after_shift;
  return LOWP_OK;
}

lowp_status LowerCast(const lowp_stage_saturating_cast& s, const Reader& reader,
                      EpilogueOp* op) {
  switch (s.type) {
    case LOWP_UINT8:
      *op = MakeSaturatingCastOp<std::uint8_t>();
      return LOWP_OK;
    case LOWP_INT8:
      *op = MakeSaturatingCastOp<std::int8_t>();
      return LOWP_OK;
    case LOWP_INT16:
      *op = MakeSaturatingCastOp<std::int16_t>();
      return LOWP_OK;
    default:
      return Fail(LOWP_INVALID_ARGUMENT,
                  "%s.type = %d: is not LOWP_UINT8, LOWP_INT8 or LOWP_INT16",
                  reader.name(), s.type);
  }
}

lowp_status LowerLeakyRelu(const lowp_stage_leaky_relu& s, const Reader& reader,
                           EpilogueOp* op) {
  op->kind = EpilogueKind::kLeakyRelu;
  op->offset = s.result_zero_point;
  op->low = s.input_zero_point;
  op->first = reader.Ints(s.identity_multiplier);
  op->second = reader.Ints(s.identity_exponent);
  op->more[0] = reader.Ints(s.alpha_multiplier);
  op->more[1] = reader.Ints(s.alpha_exponent);
  return reader.ReadRounding(s.rounding, "rounding", &op->rounding);
}

lowp_status LowerSigmoid(EpilogueKind kind, const lowp_stage_sigmoid& s,
                         const Reader& reader, EpilogueOp* op) {
  op->kind = kind;
  op->first = reader.Ints(s.input_multiplier);
  op->second = reader.Ints(s.input_exponent);
  op->sigmoid = {s.input_zero_point,  s.input_radius, s.result_shift,
                 s.result_zero_point, s.result_min,   s.result_max};
  return LOWP_OK;
}

lowp_status LowerHardSwish(const lowp_stage_hard_swish& s, EpilogueOp* op) {
  op->kind = EpilogueKind::kHardSwish;
  op->second = Erase(s.result_exponent);
  op->hard_swish = {
      s.input_zero_point, s.result_multiplier, 0,
      s.share_multiplier, s.share_exponent,    s.result_zero_point};
  return LOWP_OK;
}

lowp_status LowerTable(const lowp_stage_table& s, const Reader& reader,
                       EpilogueOp* op) {
  if (s.type != LOWP_UINT8 && s.type != LOWP_INT8) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "%s.type = %d: is not LOWP_UINT8 or LOWP_INT8", reader.name(),
                s.type);
  }
  op->kind = EpilogueKind::kTable;
  op->low = s.type == LOWP_INT8 ? std::numeric_limits<std::int8_t>::min() : 0;
  op->table = s.table;
  return LOWP_OK;
}

lowp_status LowerResidual(const lowp_stage_residual_addition& s,
                          const Reader& reader, EpilogueOp* op,
                          ResidualAdditionNumbers* numbers) {
  op->kind = EpilogueKind::kAddResidual;
  op->residual = numbers;
  *numbers = {s.left_shift,        s.input_zero_point,    s.input_multiplier,
              s.input_exponent,    s.residual_zero_point, s.residual_multiplier,
              s.residual_exponent, s.result_multiplier,   s.result_exponent,
              s.result_zero_point, FixedPointRounding()};
  const lowp_status status =
      reader.ReadRounding(s.rounding, "rounding", &numbers->rounding);
  if (status != LOWP_OK) return status;
  return reader.ReadStageMatrix(s.residual, TypeSet::kIntegers, "residual",
                                &op->matrix);
}

lowp_status LowerDequantized(const lowp_stage_dequantized_addition& s,
                             const Reader& reader, EpilogueOp* op) {
  op->kind = EpilogueKind::kAddDequantized;
  op->offset = s.residual_zero_point;
  op->factor = EraseFloat(s.residual_scale);
  return reader.ReadStageMatrix(s.residual, TypeSet::kIntegers, "residual",
                                &op->matrix);
}

lowp_status LowerMatrixAddition(const lowp_stage_matrix_addition& s,
                                const Reader& reader, EpilogueOp* op) {
  op->kind = EpilogueKind::kAddMatrix;
  return reader.ReadStageMatrix(s.addend_matrix, TypeSet::kAll, "addend_matrix",
                                &op->matrix);
}

void CallInC(const void* stage, std::int32_t* values, int count, int row,
             int column, bool down) {
  const lowp_stage_call& s = *static_cast<const lowp_stage_call*>(stage);
  s.function(s.state, values, count, row, column, down ? 1 : 0);
}

lowp_status LowerCallInC(const lowp_stage_call& s, const Reader& reader,
                         EpilogueOp* op, lowp_stage_call* call) {
  if (s.function == nullptr) {
    return Fail(LOWP_INVALID_ARGUMENT, "%s.function = 0: is a null pointer",
                reader.name());
  }
  *call = s;
  op->kind = EpilogueKind::kCall;
  op->call = &CallInC;
  op->stage = call;
  return LOWP_OK;
}

lowp_status LowerFloatStage(const lowp_stage& stage, const Reader& reader,
                            EpilogueOp* op) {
  const auto make = [&](EpilogueKind kind, const lowp_floats& factor) {
    *op = MakeFloatOp(kind, reader.Floats(factor));
    return LOWP_OK;
  };
  switch (stage.kind) {
    case LOWP_STAGE_DEQUANTIZE:
      return make(EpilogueKind::kDequantize, stage.as.dequantize.result_scale);
    case LOWP_STAGE_BIAS_FLOAT:
      return make(EpilogueKind::kAddFloat, stage.as.bias_float.bias_vector);
    case LOWP_STAGE_MULTIPLY_FLOAT:
      return make(EpilogueKind::kMultiplyFloat, stage.as.multiply_float.factor);
    case LOWP_STAGE_DIVIDE_FLOAT:
      return make(EpilogueKind::kDivideFloat, stage.as.divide_float.divisor);
    case LOWP_STAGE_LEAKY_RELU_FLOAT:
      return make(EpilogueKind::kLeakyFloat,
                  stage.as.leaky_relu_float.negative_slope);
    case LOWP_STAGE_CLAMP_FLOAT:
      op->kind = EpilogueKind::kClampFloat;
      op->float_low = stage.as.clamp_float.min;
      op->float_high = stage.as.clamp_float.max;
      return LOWP_OK;
    case LOWP_STAGE_QUANTIZE_FLOAT:
      op->kind = EpilogueKind::kQuantize;
      return reader.ReadFloatRounding(stage.as.quantize_float, op);
    case LOWP_STAGE_SCALE_BY_FLOAT:
      op->kind = EpilogueKind::kScaleFloat;
      op->factor = reader.Floats(stage.as.scale_by_float.result_scale);
      return reader.ReadFloatRounding(stage.as.scale_by_float, op);
    default:  // LOWP_STAGE_SCALE_BY_DOUBLE
      op->kind = EpilogueKind::kScaleDouble;
      op->wide_factor = reader.Doubles(stage.as.scale_by_double.result_scale);
      return reader.ReadFloatRounding(stage.as.scale_by_double, op);
  }
}

lowp_status LowerMatrixStage(const lowp_stage& stage, const Reader& reader,
                             EpilogueOp* op, StageStorage* storage) {
  switch (stage.kind) {
    case LOWP_STAGE_MATRIX_ADDITION:
      return LowerMatrixAddition(stage.as.matrix_addition, reader, op);
    case LOWP_STAGE_RESIDUAL_ADDITION:
      return LowerResidual(stage.as.residual_addition, reader, op,
                           &storage->residual);
    default:  // LOWP_STAGE_DEQUANTIZED_ADDITION
      return LowerDequantized(stage.as.dequantized_addition, reader, op);
  }
}

}  // namespace

lowp_status LowerStage(const lowp_stage& stage, const MatrixRef& result,
                       const StageName& name, EpilogueOp* op,
                       StageStorage* storage) {
  const Reader reader(stage, result, name);
  switch (stage.kind) {
    case LOWP_STAGE_BIAS:
      op->kind = EpilogueKind::kBias;
      op->first = reader.Ints(stage.as.bias.bias_vector);
      return LOWP_OK;
    case LOWP_STAGE_QUANTIZE_DOWN:
      *op = MakeQuantizeDownOp(
          reader.Ints(stage.as.quantize_down.result_offset),
          reader.Ints(stage.as.quantize_down.result_mult_int),
          stage.as.quantize_down.result_shift);
      return LOWP_OK;
    case LOWP_STAGE_SCALE:
      return LowerScale(stage.as.scale, reader, op);
    case LOWP_STAGE_PRE_AND_POST_SHIFT:
      return LowerPreAndPostShift(stage.as.pre_and_post_shift, reader, op);
    case LOWP_STAGE_CLAMP:
      *op = MakeClampOp(stage.as.clamp.min, stage.as.clamp.max);
      return LOWP_OK;
    case LOWP_STAGE_SATURATING_CAST:
      return LowerCast(stage.as.saturating_cast, reader, op);
    case LOWP_STAGE_TRUNCATING_CAST:
      op->kind = EpilogueKind::kTruncate;
      return LOWP_OK;
    case LOWP_STAGE_TANH:
      op->kind = EpilogueKind::kTanh;
      op->tanh.zero = stage.as.tanh.real_zero_as_int32;
      op->tanh.amplitude = stage.as.tanh.real_amplitude_as_int32;
      return LOWP_OK;
    case LOWP_STAGE_LEAKY_RELU:
      return LowerLeakyRelu(stage.as.leaky_relu, reader, op);
    case LOWP_STAGE_LOGISTIC_Q4:
      return LowerSigmoid(EpilogueKind::kLogisticQ4, stage.as.sigmoid, reader,
                          op);
    case LOWP_STAGE_TANH_Q4:
      return LowerSigmoid(EpilogueKind::kTanhQ4, stage.as.sigmoid, reader, op);
    case LOWP_STAGE_HARD_SWISH:
      return LowerHardSwish(stage.as.hard_swish, op);
    case LOWP_STAGE_TABLE:
      return LowerTable(stage.as.table, reader, op);
    case LOWP_STAGE_MATRIX_ADDITION:
    case LOWP_STAGE_RESIDUAL_ADDITION:
    case LOWP_STAGE_DEQUANTIZED_ADDITION:
      return LowerMatrixStage(stage, reader, op, storage);
    case LOWP_STAGE_CALL:
      return LowerCallInC(stage.as.call, reader, op, &storage->call);
    default:
      return LowerFloatStage(stage, reader, op);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
