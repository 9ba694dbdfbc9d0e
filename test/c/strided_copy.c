/* Copies with strides: once with values that are easy to see, and what is
 * refused.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

void TestStridedCopy(void) {
  const uint16_t x[6] = {1, 2, 3, 4, 5, 6}; /* 2 rows of 3 */
  uint16_t y[6] = {0};
  lowp_copied_axis axes[2];
  lowp_strided_copying copying;
  memset(axes, 0, sizeof(axes));
  axes[0].size = 2;
  axes[0].input_stride = 3 * sizeof(*x);
  axes[0].result_stride = sizeof(*x);
  axes[1].size = 3;
  axes[1].input_stride = sizeof(*x);
  axes[1].result_stride = 2 * sizeof(*x);
  memset(&copying, 0, sizeof(copying));
  copying.size = sizeof(copying);
  copying.element_size = sizeof(*x);
  copying.axes = axes;
  copying.axis_count = 2;
  copying.input = x;
  copying.result = y;
  EXPECT_OK(lowp_strided_copy(context, &copying));
  EXPECT(y[0] == 1 && y[1] == 4 && y[2] == 2 && y[3] == 5 && y[5] == 6);
  EXPECT_SHAPE(lowp_strided_copy, lowp_strided_copying, copying, "copying");
#define EXPECT_COPY(field, value, argument)                               \
  EXPECT_WITHOUT(lowp_strided_copy, lowp_strided_copying, copying, field, \
                 value, argument)
  EXPECT_COPY(element_size, 0, "element_size");
  EXPECT_COPY(element_size, 16, "element_size");
  EXPECT_COPY(element_size, 4, "axes.input_stride");
  EXPECT_COPY(axis_count, -1, "axis_count");
  EXPECT_COPY(axis_count, 17, "axis_count");
  EXPECT_COPY(axes, NULL, "axes");
  EXPECT_COPY(input, NULL, "input");
  EXPECT_COPY(input, y, "result");
  EXPECT_COPY(result, NULL, "result");
  axes[1].result_stride = 3;
  EXPECT_REFUSED(lowp_strided_copy(context, &copying), "axes.result_stride");
  axes[1].result_stride = sizeof(*x);
  EXPECT_REFUSED(lowp_strided_copy(context, &copying), "axes.result_stride");
  axes[1].size = -1;
  EXPECT_REFUSED(lowp_strided_copy(context, &copying), "axes.size");
}
