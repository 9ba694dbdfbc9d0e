// The arithmetic of dynamic layers, to C and from C.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "dynamic_arithmetic.h"

#include "error.h"
#include "sized_struct.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

lowp_status ReadRule(const lowp_quantization_rule& from, QuantizationRule* to) {
  lowp_status status =
      ReadEnum(from.symmetry, Symmetry::kSymmetricAboutTheMiddle,
               "arithmetic.rule.symmetry", "lowp_symmetry", &to->symmetry);
  if (status != LOWP_OK) return status;
  status = ReadEnum(from.scale_precision, ScalePrecision::kFloatInTheEnd,
                    "arithmetic.rule.scale_precision", "lowp_scale_precision",
                    &to->scale_precision);
  if (status != LOWP_OK) return status;
  status = ReadEnum(from.power_of_two, PowerOfTwoScale::kInTheEnd,
                    "arithmetic.rule.power_of_two", "lowp_power_of_two_scale",
                    &to->power_of_two);
  if (status != LOWP_OK) return status;
  const struct {
    std::int32_t value;
    const char* name;
    bool* to;
  } bools[] = {
      {from.float_range, "arithmetic.rule.float_range", &to->float_range},
      {from.reciprocal_is_finite, "arithmetic.rule.reciprocal_is_finite",
       &to->reciprocal_is_finite},
      {from.subtracts_terms, "arithmetic.rule.subtracts_terms",
       &to->subtracts_terms},
      {from.zero_where_ends_cancel, "arithmetic.rule.zero_where_ends_cancel",
       &to->zero_where_ends_cancel},
      {from.ties_to_even, "arithmetic.rule.ties_to_even", &to->ties_to_even}};
  for (const auto& one : bools) {
    status = ReadBool(one.value, one.name, one.to);
    if (status != LOWP_OK) return status;
  }
  to->min_scale = from.min_scale;
  to->scale_of_zero = from.scale_of_zero;
  return LOWP_OK;
}

lowp_quantization_rule RuleInC(const QuantizationRule& rule) {
  return {static_cast<lowp_symmetry>(rule.symmetry),
          static_cast<lowp_scale_precision>(rule.scale_precision),
          static_cast<lowp_power_of_two_scale>(rule.power_of_two),
          rule.min_scale,
          rule.scale_of_zero,
          rule.float_range,
          rule.reciprocal_is_finite,
          rule.subtracts_terms,
          rule.zero_where_ends_cancel,
          rule.ties_to_even};
}

// False if there is no such preset.
bool MakePreset(lowp_dynamic_preset preset, DynamicArithmetic* arithmetic) {
  switch (preset) {
    case LOWP_PRESET_SYMMETRIC_ROWS:
      *arithmetic = SymmetricRows();
      return true;
    case LOWP_PRESET_ASYMMETRIC_ROWS:
      *arithmetic = AsymmetricRows();
      return true;
    case LOWP_PRESET_ASYMMETRIC_ROWS_BY_INVERSE:
      *arithmetic = AsymmetricRowsByInverse();
      return true;
    case LOWP_PRESET_ONNX_TENSOR:
      *arithmetic = OnnxTensor();
      return true;
    case LOWP_PRESET_RECIPROCAL_TENSOR_REDUCED:
    case LOWP_PRESET_RECIPROCAL_TENSOR:
      *arithmetic =
          ReciprocalTensor(preset == LOWP_PRESET_RECIPROCAL_TENSOR_REDUCED);
      return true;
    default:
      return false;
  }
}

}  // namespace

lowp_status ReadArithmetic(const lowp_dynamic_arithmetic* from,
                           DynamicArithmetic* to) {
  *to = SymmetricRows();
  if (from == nullptr) return LOWP_OK;
  lowp_dynamic_arithmetic read;
  lowp_status status = ReadStruct(from, "arithmetic", &read);
  if (status != LOWP_OK) return status;
  status = ReadEnum(read.scope, DynamicScope::kTensor, "arithmetic.scope",
                    "lowp_dynamic_scope", &to->scope);
  if (status != LOWP_OK) return status;
  status = ReadEnum(read.scale, DynamicScale::kSymmetric, "arithmetic.scale",
                    "lowp_dynamic_scale", &to->scale);
  if (status != LOWP_OK) return status;
  status = ReadEnum(read.code, DynamicCode::kFused, "arithmetic.code",
                    "lowp_dynamic_code", &to->code);
  if (status != LOWP_OK) return status;
  status = ReadEnum(read.order, DynamicOrder::kProductFirst, "arithmetic.order",
                    "lowp_dynamic_order", &to->order);
  if (status != LOWP_OK) return status;
  status = ReadBool(read.fuses_bias, "arithmetic.fuses_bias", &to->fuses_bias);
  if (status != LOWP_OK) return status;
  to->range = {read.range_low, read.range_high};
  to->codes = {read.codes_low, read.codes_high};
  return ReadRule(read.rule, &to->rule);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

lowp_status lowp_dynamic_arithmetic_preset(
    lowp_dynamic_preset preset, lowp_dynamic_arithmetic* arithmetic) {
  lowp_dynamic_arithmetic filled;
  const lowp_status status =
      gemmlowp::internal::ReadStruct(arithmetic, "arithmetic", &filled);
  if (status != LOWP_OK) return status;
  gemmlowp::DynamicArithmetic made;
  if (!gemmlowp::internal::MakePreset(preset, &made)) {
    return gemmlowp::internal::Fail(LOWP_INVALID_ARGUMENT,
                                    "preset = %d: is not a lowp_dynamic_preset",
                                    preset);
  }
  filled.scope = static_cast<lowp_dynamic_scope>(made.scope);
  filled.scale = static_cast<lowp_dynamic_scale>(made.scale);
  filled.range_low = made.range.low;
  filled.range_high = made.range.high;
  filled.codes_low = made.codes.low;
  filled.codes_high = made.codes.high;
  filled.code = static_cast<lowp_dynamic_code>(made.code);
  filled.order = static_cast<lowp_dynamic_order>(made.order);
  filled.fuses_bias = made.fuses_bias;
  filled.rule = gemmlowp::internal::RuleInC(made.rule);
  gemmlowp::internal::WriteStruct(filled, arithmetic);
  return LOWP_OK;
}
