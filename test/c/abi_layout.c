/* Prints the size of each struct of the C API, and where its fields are.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "lowp.h"

#define STRUCT(type) printf("%s: %d bytes\n", #type, (int)sizeof(type))
#define FIELD(type, field) \
  printf("%s.%s at %d\n", #type, #field, (int)offsetof(type, field))

static void PrintProducts(void) {
  STRUCT(lowp_executor);
  FIELD(lowp_executor, state);
  FIELD(lowp_executor, parallel_for);
  FIELD(lowp_executor, concurrency);
  FIELD(lowp_executor, parallel_for_waking);
  STRUCT(lowp_matrix);
  FIELD(lowp_matrix, data);
  FIELD(lowp_matrix, rows);
  FIELD(lowp_matrix, cols);
  FIELD(lowp_matrix, row_stride);
  FIELD(lowp_matrix, col_stride);
  FIELD(lowp_matrix, type);
  STRUCT(lowp_packed_info);
  FIELD(lowp_packed_info, data);
  FIELD(lowp_packed_info, bytes);
  FIELD(lowp_packed_info, rows);
  FIELD(lowp_packed_info, cols);
  FIELD(lowp_packed_info, type);
  FIELD(lowp_packed_info, side);
  FIELD(lowp_packed_info, backend);
  FIELD(lowp_packed_info, max_magnitude);
  STRUCT(lowp_product);
  FIELD(lowp_product, lhs);
  FIELD(lowp_product, rhs);
  FIELD(lowp_product, result);
  FIELD(lowp_product, lhs_packed);
  FIELD(lowp_product, rhs_packed);
  FIELD(lowp_product, lhs_offset);
  FIELD(lowp_product, rhs_offset);
  FIELD(lowp_product, lhs_offsets);
  FIELD(lowp_product, rhs_offsets);
  FIELD(lowp_product, stages);
  FIELD(lowp_product, stage_count);
}

static void PrintStages(void) {
  STRUCT(lowp_stage);
  FIELD(lowp_stage, kind);
  FIELD(lowp_stage, per);
  FIELD(lowp_stage, as);
  STRUCT(lowp_stage_bias);
  STRUCT(lowp_stage_quantize_down);
  FIELD(lowp_stage_quantize_down, result_mult_int);
  FIELD(lowp_stage_quantize_down, result_shift);
  STRUCT(lowp_stage_scale);
  FIELD(lowp_stage_scale, result_exponent);
  FIELD(lowp_stage_scale, result_offset_after_shift);
  FIELD(lowp_stage_scale, result_rounding);
  FIELD(lowp_stage_scale, result_overflow);
  STRUCT(lowp_stage_pre_and_post_shift);
  FIELD(lowp_stage_pre_and_post_shift, result_multiplier);
  FIELD(lowp_stage_pre_and_post_shift, result_post_shift);
  FIELD(lowp_stage_pre_and_post_shift, result_offset_after_shift);
  STRUCT(lowp_stage_clamp);
  FIELD(lowp_stage_clamp, max);
  STRUCT(lowp_stage_saturating_cast);
  STRUCT(lowp_stage_tanh);
  FIELD(lowp_stage_tanh, real_amplitude_as_int32);
  STRUCT(lowp_stage_leaky_relu);
  FIELD(lowp_stage_leaky_relu, identity_exponent);
  FIELD(lowp_stage_leaky_relu, alpha_multiplier);
  FIELD(lowp_stage_leaky_relu, alpha_exponent);
  FIELD(lowp_stage_leaky_relu, input_zero_point);
  FIELD(lowp_stage_leaky_relu, result_zero_point);
  FIELD(lowp_stage_leaky_relu, rounding);
  STRUCT(lowp_stage_sigmoid);
  FIELD(lowp_stage_sigmoid, input_exponent);
  FIELD(lowp_stage_sigmoid, input_zero_point);
  FIELD(lowp_stage_sigmoid, input_radius);
  FIELD(lowp_stage_sigmoid, result_shift);
  FIELD(lowp_stage_sigmoid, result_zero_point);
  FIELD(lowp_stage_sigmoid, result_min);
  FIELD(lowp_stage_sigmoid, result_max);
  STRUCT(lowp_stage_hard_swish);
  FIELD(lowp_stage_hard_swish, result_multiplier);
  FIELD(lowp_stage_hard_swish, result_exponent);
  FIELD(lowp_stage_hard_swish, share_multiplier);
  FIELD(lowp_stage_hard_swish, share_exponent);
  FIELD(lowp_stage_hard_swish, result_zero_point);
  STRUCT(lowp_stage_table);
  FIELD(lowp_stage_table, type);
}

static void PrintMatrixAndFloatStages(void) {
  STRUCT(lowp_stage_matrix_addition);
  STRUCT(lowp_stage_residual_addition);
  FIELD(lowp_stage_residual_addition, left_shift);
  FIELD(lowp_stage_residual_addition, input_zero_point);
  FIELD(lowp_stage_residual_addition, input_multiplier);
  FIELD(lowp_stage_residual_addition, input_exponent);
  FIELD(lowp_stage_residual_addition, residual_zero_point);
  FIELD(lowp_stage_residual_addition, residual_multiplier);
  FIELD(lowp_stage_residual_addition, residual_exponent);
  FIELD(lowp_stage_residual_addition, result_multiplier);
  FIELD(lowp_stage_residual_addition, result_exponent);
  FIELD(lowp_stage_residual_addition, result_zero_point);
  FIELD(lowp_stage_residual_addition, rounding);
  STRUCT(lowp_stage_dequantized_addition);
  FIELD(lowp_stage_dequantized_addition, residual_zero_point);
  FIELD(lowp_stage_dequantized_addition, residual_scale);
  STRUCT(lowp_stage_call);
  FIELD(lowp_stage_call, state);
  FIELD(lowp_stage_call, takes);
  FIELD(lowp_stage_call, yields);
  STRUCT(lowp_stage_dequantize);
  STRUCT(lowp_stage_bias_float);
  STRUCT(lowp_stage_multiply_float);
  STRUCT(lowp_stage_divide_float);
  STRUCT(lowp_stage_clamp_float);
  FIELD(lowp_stage_clamp_float, max);
  STRUCT(lowp_stage_leaky_relu_float);
  STRUCT(lowp_stage_quantize_float);
  FIELD(lowp_stage_quantize_float, result_rounding);
  FIELD(lowp_stage_quantize_float, result_order);
  STRUCT(lowp_stage_scale_by_float);
  FIELD(lowp_stage_scale_by_float, result_offset);
  FIELD(lowp_stage_scale_by_float, result_rounding);
  FIELD(lowp_stage_scale_by_float, result_order);
  STRUCT(lowp_stage_scale_by_double);
  FIELD(lowp_stage_scale_by_double, result_offset);
  FIELD(lowp_stage_scale_by_double, result_rounding);
  FIELD(lowp_stage_scale_by_double, result_order);
}

int main(void) {
  PrintProducts();
  PrintStages();
  PrintMatrixAndFloatStages();
  return 0;
}
