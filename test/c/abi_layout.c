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

static void PrintConvolutions(void) {
  STRUCT(lowp_conv_axis);
  FIELD(lowp_conv_axis, kernel);
  FIELD(lowp_conv_axis, stride);
  FIELD(lowp_conv_axis, dilation);
  FIELD(lowp_conv_axis, pad_before);
  FIELD(lowp_conv_axis, pad_after);
  FIELD(lowp_conv_axis, output_padding);
  STRUCT(lowp_conv_geometry);
  FIELD(lowp_conv_geometry, batch);
  FIELD(lowp_conv_geometry, input_channels);
  FIELD(lowp_conv_geometry, output_channels);
  FIELD(lowp_conv_geometry, groups);
  FIELD(lowp_conv_geometry, depth);
  FIELD(lowp_conv_geometry, height);
  FIELD(lowp_conv_geometry, width);
  FIELD(lowp_conv_geometry, transposed);
  FIELD(lowp_conv_geometry, input_stride);
  FIELD(lowp_conv_geometry, output_stride);
  STRUCT(lowp_conv_shape);
  FIELD(lowp_conv_shape, batch);
  FIELD(lowp_conv_shape, depth);
  FIELD(lowp_conv_shape, height);
  FIELD(lowp_conv_shape, width);
  FIELD(lowp_conv_shape, channels);
  STRUCT(lowp_filter_info);
  FIELD(lowp_filter_info, data);
  FIELD(lowp_filter_info, bytes);
  FIELD(lowp_filter_info, backend);
  STRUCT(lowp_conv);
  FIELD(lowp_conv, geometry);
  FIELD(lowp_conv, filter);
  FIELD(lowp_conv, input_type);
  FIELD(lowp_conv, output_type);
  FIELD(lowp_conv, input_zero_point);
  FIELD(lowp_conv, filter_zero_point);
  FIELD(lowp_conv, filter_zero_points);
  FIELD(lowp_conv, stages);
  FIELD(lowp_conv, stage_count);
}

static void PrintDynamic(void) {
  STRUCT(lowp_quantization_rule);
  FIELD(lowp_quantization_rule, scale_precision);
  FIELD(lowp_quantization_rule, power_of_two);
  FIELD(lowp_quantization_rule, min_scale);
  FIELD(lowp_quantization_rule, scale_of_zero);
  FIELD(lowp_quantization_rule, float_range);
  FIELD(lowp_quantization_rule, reciprocal_is_finite);
  FIELD(lowp_quantization_rule, subtracts_terms);
  FIELD(lowp_quantization_rule, zero_where_ends_cancel);
  FIELD(lowp_quantization_rule, ties_to_even);
  STRUCT(lowp_dynamic_arithmetic);
  FIELD(lowp_dynamic_arithmetic, scope);
  FIELD(lowp_dynamic_arithmetic, scale);
  FIELD(lowp_dynamic_arithmetic, range_low);
  FIELD(lowp_dynamic_arithmetic, range_high);
  FIELD(lowp_dynamic_arithmetic, codes_low);
  FIELD(lowp_dynamic_arithmetic, codes_high);
  FIELD(lowp_dynamic_arithmetic, code);
  FIELD(lowp_dynamic_arithmetic, order);
  FIELD(lowp_dynamic_arithmetic, fuses_bias);
  FIELD(lowp_dynamic_arithmetic, rule);
  STRUCT(lowp_dynamic_linear);
  FIELD(lowp_dynamic_linear, weights);
  FIELD(lowp_dynamic_linear, weights_packed);
  FIELD(lowp_dynamic_linear, scales);
  FIELD(lowp_dynamic_linear, zero_points);
  FIELD(lowp_dynamic_linear, scale_count);
  FIELD(lowp_dynamic_linear, zero_point_count);
  FIELD(lowp_dynamic_linear, bias);
  FIELD(lowp_dynamic_linear, factors);
  FIELD(lowp_dynamic_linear, clamps);
  FIELD(lowp_dynamic_linear, low);
  FIELD(lowp_dynamic_linear, high);
  FIELD(lowp_dynamic_linear, arithmetic);
  STRUCT(lowp_dynamic_info);
  FIELD(lowp_dynamic_info, inputs);
  FIELD(lowp_dynamic_info, outputs);
}

static void PrintInt4(void) {
  STRUCT(lowp_int4_source);
  FIELD(lowp_int4_source, values);
  FIELD(lowp_int4_source, group);
  FIELD(lowp_int4_source, scale_type);
  FIELD(lowp_int4_source, scales);
  FIELD(lowp_int4_source, scale_group_stride);
  FIELD(lowp_int4_source, scale_column_stride);
  FIELD(lowp_int4_source, zero_points);
  FIELD(lowp_int4_source, zero_point_group_stride);
  FIELD(lowp_int4_source, zero_point_column_stride);
  STRUCT(lowp_int4_info);
  FIELD(lowp_int4_info, data);
  FIELD(lowp_int4_info, bytes);
  FIELD(lowp_int4_info, k);
  FIELD(lowp_int4_info, n);
  FIELD(lowp_int4_info, group);
  FIELD(lowp_int4_info, groups);
  FIELD(lowp_int4_info, scale_type);
  FIELD(lowp_int4_info, has_zero_points);
  FIELD(lowp_int4_info, fits_int32);
  STRUCT(lowp_int4_rows);
  FIELD(lowp_int4_rows, values);
  FIELD(lowp_int4_rows, scales);
  FIELD(lowp_int4_rows, zero_points);
  FIELD(lowp_int4_rows, zero_point_count);
  STRUCT(lowp_int4_options);
  FIELD(lowp_int4_options, bias);
  FIELD(lowp_int4_options, sum);
  FIELD(lowp_int4_options, stage_count);
  FIELD(lowp_int4_options, stages);
  STRUCT(lowp_matmul_nbits);
  FIELD(lowp_matmul_nbits, n);
  FIELD(lowp_matmul_nbits, k);
  FIELD(lowp_matmul_nbits, block_size);
  FIELD(lowp_matmul_nbits, scale_type);
  FIELD(lowp_matmul_nbits, b);
  FIELD(lowp_matmul_nbits, scales);
  FIELD(lowp_matmul_nbits, zero_points);
  STRUCT(lowp_gptq);
  FIELD(lowp_gptq, k);
  FIELD(lowp_gptq, n);
  FIELD(lowp_gptq, group);
  FIELD(lowp_gptq, version);
  FIELD(lowp_gptq, qweight);
  FIELD(lowp_gptq, qzeros);
  FIELD(lowp_gptq, scales);
  FIELD(lowp_gptq, g_idx);
  STRUCT(lowp_awq);
  FIELD(lowp_awq, k);
  FIELD(lowp_awq, n);
  FIELD(lowp_awq, group);
  FIELD(lowp_awq, qweight);
  FIELD(lowp_awq, qzeros);
  FIELD(lowp_awq, scales);
}

int main(void) {
  PrintProducts();
  PrintStages();
  PrintMatrixAndFloatStages();
  PrintConvolutions();
  PrintDynamic();
  PrintInt4();
  return 0;
}
