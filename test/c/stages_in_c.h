// Turns the operations of a test's pipeline into stages of the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_C_STAGES_IN_C_H_
#define LOWP_TEST_C_STAGES_IN_C_H_

#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "../../public/c/lowp.h"
#include "../support/live_case.h"

namespace lowp_test {

inline lowp_type TypeInC(Scalar scalar) {
  switch (scalar) {
    case Scalar::kUint8:
      return LOWP_UINT8;
    case Scalar::kInt8:
      return LOWP_INT8;
    case Scalar::kInt16:
      return LOWP_INT16;
    case Scalar::kFloat32:
      return LOWP_FLOAT32;
    default:
      return LOWP_INT32;
  }
}

template <typename Matrix>
lowp_matrix MatrixInC(const Matrix& m) {
  const std::int64_t size = gemmlowp::internal::SizeOf(m.scalar);
  const std::int64_t stride = m.stride * size;
  return {m.data,
          m.rows,
          m.cols,
          m.row_major ? stride : size,
          m.row_major ? size : stride,
          TypeInC(m.scalar)};
}

class StagesInC {
 public:
  explicit StagesInC(const Pipeline& pipeline) {
    bool floats = false;
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
      const EpilogueOp& op = pipeline.stages[i].op;
      const bool is_last = i + 1 == pipeline.stages.size();
      stages_.push_back(Convert(op, is_last, pipeline.result, floats));
      floats = Yields(op, floats);
    }
  }
  StagesInC(const StagesInC&) = delete;
  StagesInC& operator=(const StagesInC&) = delete;

  const lowp_stage* data() const { return stages_.data(); }
  std::int32_t count() const {
    return static_cast<std::int32_t>(stages_.size());
  }

 private:
  using Kind = gemmlowp::internal::EpilogueKind;

  static bool Yields(const EpilogueOp& op, bool floats) {
    if (op.kind == Kind::kDequantize) return true;
    return op.kind == Kind::kQuantize ? false : floats;
  }

  template <typename Parameter>
  static lowp_per Per(const Parameter& parameter) {
    return parameter.along == Along::kRows   ? LOWP_PER_ROW
           : parameter.along == Along::kCols ? LOWP_PER_COLUMN
                                             : LOWP_PER_RESULT;
  }
  template <typename Union, typename Parameter>
  static Union Values(const Parameter& parameter, lowp_stage* stage) {
    stage->per = Per(parameter);
    Union values;
    if (stage->per == LOWP_PER_RESULT) {
      values.value = parameter.value;
    } else {
      values.values = parameter.data;
    }
    return values;
  }
  static lowp_int32s Ints(const gemmlowp::internal::Int32Parameter& parameter,
                          lowp_stage* stage) {
    return Values<lowp_int32s>(parameter, stage);
  }
  static lowp_floats Floats(const EpilogueOp& op, lowp_stage* stage) {
    return Values<lowp_floats>(op.factor, stage);
  }

  lowp_stage Convert(const EpilogueOp& op, bool is_last, Scalar result,
                     bool floats) {
    lowp_stage s;
    std::memset(static_cast<void*>(&s), 0, sizeof(s));
    s.size = sizeof(s);
    switch (op.kind) {
      case Kind::kBias:
        s.kind = LOWP_STAGE_BIAS;
        s.as.bias.bias_vector = Ints(op.first, &s);
        break;
      case Kind::kFixedPoint:
        s.kind = LOWP_STAGE_SCALE;
        s.as.scale.result_fixedpoint_multiplier = Ints(op.first, &s);
        s.as.scale.result_exponent = Ints(op.second, &s);
        if (op.second_is_right_shift) {
          s.as.scale.result_exponent.value = -op.second.value;
        }
        s.as.scale.result_offset_after_shift = op.offset;
        s.as.scale.result_rounding = static_cast<lowp_rounding>(op.rounding);
        s.as.scale.result_overflow = static_cast<lowp_overflow>(op.overflow);
        break;
      case Kind::kQuantizeDown:
        s.kind = LOWP_STAGE_QUANTIZE_DOWN;
        s.as.quantize_down = {Ints(op.first, &s), Ints(op.second, &s),
                              op.offset};
        break;
      case Kind::kPreAndPostShift:
        s.kind = LOWP_STAGE_PRE_AND_POST_SHIFT;
        s.as.pre_and_post_shift = {Ints(op.first, &s), Ints(op.second, &s),
                                   Ints(op.more[0], &s), op.offset};
        break;
      case Kind::kClamp:
        if (is_last && result != Scalar::kInt32) {
          s.kind = LOWP_STAGE_SATURATING_CAST;
          s.as.saturating_cast.type = TypeInC(result);
        } else {
          s.kind = LOWP_STAGE_CLAMP;
          s.as.clamp = {op.low, op.high};
        }
        break;
      case Kind::kTruncate:
        s.kind = LOWP_STAGE_TRUNCATING_CAST;
        break;
      case Kind::kTanh:
        s.kind = LOWP_STAGE_TANH;
        s.as.tanh = {op.tanh.zero, op.tanh.amplitude};
        break;
      case Kind::kCall:
        s.kind = LOWP_STAGE_CALL;
        s.as.call.function = &CallOp;
        calls_.push_back(op);
        s.as.call.state = &calls_.back();
        s.as.call.takes = floats ? LOWP_FLOAT32 : LOWP_INT32;
        s.as.call.yields = s.as.call.takes;
        break;
      default:
        if (!ConvertActivation(op, &s)) ConvertFloats(op, &s);
    }
    return s;
  }

  static bool ConvertActivation(const EpilogueOp& op, lowp_stage* s) {
    switch (op.kind) {
      case Kind::kLeakyRelu:
        s->kind = LOWP_STAGE_LEAKY_RELU;
        s->as.leaky_relu = {Ints(op.first, s),
                            Ints(op.second, s),
                            Ints(op.more[0], s),
                            Ints(op.more[1], s),
                            op.low,
                            op.offset,
                            static_cast<lowp_rounding>(op.rounding)};
        return true;
      case Kind::kLogisticQ4:
      case Kind::kTanhQ4:
        s->kind = op.kind == Kind::kTanhQ4 ? LOWP_STAGE_TANH_Q4
                                           : LOWP_STAGE_LOGISTIC_Q4;
        s->as.sigmoid = {
            Ints(op.first, s),           Ints(op.second, s),
            op.sigmoid.input_zero_point, op.sigmoid.input_radius,
            op.sigmoid.result_shift,     op.sigmoid.result_zero_point,
            op.sigmoid.result_min,       op.sigmoid.result_max};
        return true;
      case Kind::kHardSwish:
        s->kind = LOWP_STAGE_HARD_SWISH;
        s->as.hard_swish = {op.hard_swish.input_zero_point,
                            op.hard_swish.result_multiplier,
                            op.second.value,
                            op.hard_swish.share_multiplier,
                            op.hard_swish.share_exponent,
                            op.hard_swish.result_zero_point};
        return true;
      case Kind::kTable:
        s->kind = LOWP_STAGE_TABLE;
        s->as.table = {op.table, op.low == 0 ? LOWP_UINT8 : LOWP_INT8};
        return true;
      case Kind::kAddMatrix:
        s->kind = LOWP_STAGE_MATRIX_ADDITION;
        s->as.matrix_addition.addend_matrix = MatrixInC(op.matrix);
        return true;
      case Kind::kAddResidual: {
        const gemmlowp::ResidualAdditionNumbers& n = *op.residual;
        s->kind = LOWP_STAGE_RESIDUAL_ADDITION;
        s->as.residual_addition = {
            MatrixInC(op.matrix),  n.left_shift,
            n.input_zero_point,    n.input_multiplier,
            n.input_exponent,      n.residual_zero_point,
            n.residual_multiplier, n.residual_exponent,
            n.result_multiplier,   n.result_exponent,
            n.result_zero_point,   static_cast<lowp_rounding>(n.rounding)};
        return true;
      }
      case Kind::kAddDequantized:
        s->kind = LOWP_STAGE_DEQUANTIZED_ADDITION;
        s->as.dequantized_addition = {MatrixInC(op.matrix), op.offset,
                                      op.factor.value};
        return true;
      default:
        return false;
    }
  }

  static void ConvertFloats(const EpilogueOp& op, lowp_stage* s) {
    const lowp_float_rounding rounding =
        static_cast<lowp_float_rounding>(op.float_rounding);
    const lowp_zero_point_order order =
        static_cast<lowp_zero_point_order>(op.order);
    switch (op.kind) {
      case Kind::kDequantize:
        s->kind = LOWP_STAGE_DEQUANTIZE;
        s->as.dequantize.result_scale = Floats(op, s);
        break;
      case Kind::kAddFloat:
        s->kind = LOWP_STAGE_BIAS_FLOAT;
        s->as.bias_float.bias_vector = Floats(op, s);
        break;
      case Kind::kMultiplyFloat:
        s->kind = LOWP_STAGE_MULTIPLY_FLOAT;
        s->as.multiply_float.factor = Floats(op, s);
        break;
      case Kind::kDivideFloat:
        s->kind = LOWP_STAGE_DIVIDE_FLOAT;
        s->as.divide_float.divisor = Floats(op, s);
        break;
      case Kind::kLeakyFloat:
        s->kind = LOWP_STAGE_LEAKY_RELU_FLOAT;
        s->as.leaky_relu_float.negative_slope = Floats(op, s);
        break;
      case Kind::kClampFloat:
        s->kind = LOWP_STAGE_CLAMP_FLOAT;
        s->as.clamp_float = {op.float_low, op.float_high};
        break;
      case Kind::kQuantize:
        s->kind = LOWP_STAGE_QUANTIZE_FLOAT;
        s->as.quantize_float = {op.offset, rounding, order};
        break;
      case Kind::kScaleFloat:
        s->kind = LOWP_STAGE_SCALE_BY_FLOAT;
        s->as.scale_by_float = {Floats(op, s), op.offset, rounding, order};
        break;
      case Kind::kScaleDouble:
        s->kind = LOWP_STAGE_SCALE_BY_DOUBLE;
        s->as.scale_by_double = {Values<lowp_doubles>(op.wide_factor, s),
                                 op.offset, rounding, order};
        break;
      default:
        ADD_FAILURE() << "an operation that no stage of the C API gives: "
                      << static_cast<int>(op.kind);
    }
  }

  static void CallOp(void* state, void* values, std::int32_t count,
                     std::int32_t row, std::int32_t column, std::int32_t down) {
    const EpilogueOp& op = *static_cast<const EpilogueOp*>(state);
    op.call(op.stage, static_cast<std::int32_t*>(values), count, row, column,
            down != 0);
  }

  std::vector<lowp_stage> stages_;
  std::deque<EpilogueOp> calls_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_C_STAGES_IN_C_H_
