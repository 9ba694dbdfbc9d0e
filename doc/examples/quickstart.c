/* Activations (u8) times weights (s8), with bias, scale, zero point and ReLU.
 */
#include <lowp.h>
#include <stdio.h>

int main(void) {
  const uint8_t activations[] = {12, 14, 8, /* 2 x 3, zero point 10 */
                                 10, 16, 18};
  const int8_t weights[] = {10, -20, 30, 5, -7, 40}; /* 3 x 2 */
  const int32_t bias[] = {100, -100};                /* one per column */
  uint8_t output[4] = {0};

  const lowp_stage stages[] = {
      {.size = sizeof(lowp_stage),
       .kind = LOWP_STAGE_BIAS,
       .per = LOWP_PER_COLUMN,
       .as.bias.bias_vector.values = bias},
      /* times 2^30 / 2^31 * 2^-2 = 1/8, plus the result's zero point */
      {.size = sizeof(lowp_stage),
       .kind = LOWP_STAGE_SCALE,
       .as.scale = {.result_fixedpoint_multiplier.value = 1 << 30,
                    .result_exponent.value = -2,
                    .result_offset_after_shift = 128}},
      /* not below zero */
      {.size = sizeof(lowp_stage),
       .kind = LOWP_STAGE_CLAMP,
       .as.clamp = {.min = 128, .max = 255}},
      {.size = sizeof(lowp_stage),
       .kind = LOWP_STAGE_SATURATING_CAST,
       .as.saturating_cast.type = LOWP_UINT8}};
  const lowp_product product = {
      .size = sizeof(lowp_product),
      .lhs = lowp_row_major(activations, LOWP_UINT8, 2, 3),
      .rhs = lowp_row_major(weights, LOWP_INT8, 3, 2),
      .result = lowp_row_major(output, LOWP_UINT8, 2, 2),
      .lhs_offset = -10,
      .stages = stages,
      .stage_count = 4};

  lowp_context* context = NULL;
  if (lowp_context_create(&context) != LOWP_OK ||
      lowp_gemm(context, &product) != LOWP_OK) {
    puts(lowp_error_message());
  }
  lowp_context_destroy(context);
  /* 160 128 / 156 159 */
  printf("%d %d / %d %d\n", output[0], output[1], output[2], output[3]);
  return output[0] == 160 && output[3] == 159 ? 0 : 1;
}
