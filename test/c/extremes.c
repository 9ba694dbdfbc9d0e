/* Extremes of tensors, where they lie, and choices of two tensors: once with
 * values that are easy to see, and what is refused.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

static void TestIndices(void) {
  const int8_t x[6] = {3, -9, 3, 8, 8, -128};
  int32_t narrow[2] = {0};
  int64_t wide[2] = {0};
  lowp_arg_extreme extreme;
  memset(&extreme, 0, sizeof(extreme));
  extreme.size = sizeof(extreme);
  extreme.type = LOWP_INT8;
  extreme.index_type = LOWP_INT32;
  extreme.shape.outer = 2;
  extreme.shape.channels = 3;
  extreme.shape.inner = 1;
  extreme.values = x;
  extreme.indices = narrow;
  EXPECT_OK(lowp_find_extreme(context, &extreme));
  EXPECT(narrow[0] == 0 && narrow[1] == 0);
  extreme.finds_minimum = 1;
  extreme.index_type = LOWP_INT64;
  extreme.indices = wide;
  EXPECT_OK(lowp_find_extreme(context, &extreme));
  EXPECT(wide[0] == 1 && wide[1] == 2);
  EXPECT_SHAPE(lowp_find_extreme, lowp_arg_extreme, extreme, "extreme");
#define EXPECT_EXTREME(field, value, argument)                               \
  EXPECT_WITHOUT(lowp_find_extreme, lowp_arg_extreme, extreme, field, value, \
                 argument)
  EXPECT_EXTREME(type, LOWP_INT32, "extreme.type");
  EXPECT_EXTREME(index_type, LOWP_INT16, "extreme.index_type");
  EXPECT_EXTREME(finds_minimum, 2, "extreme.finds_minimum");
  EXPECT_EXTREME(shape.channels, 0, "shape.channels");
  EXPECT_EXTREME(values, NULL, "values");
  EXPECT_EXTREME(indices, NULL, "indices");
}

static void TestReductions(void) {
  const int8_t x[6] = {3, -9, 3, 8, 8, -128};
  int8_t r[2] = {0};
  lowp_extreme extreme;
  memset(&extreme, 0, sizeof(extreme));
  extreme.size = sizeof(extreme);
  extreme.type = LOWP_INT8;
  extreme.shape.outer = 2;
  extreme.shape.channels = 3;
  extreme.shape.inner = 1;
  extreme.values = x;
  extreme.result = r;
  EXPECT_OK(lowp_reduce_extreme(context, &extreme));
  EXPECT(r[0] == 3 && r[1] == 8);
  extreme.finds_minimum = 1;
  EXPECT_OK(lowp_reduce_extreme(context, &extreme));
  EXPECT(r[0] == -9 && r[1] == -128);
  EXPECT_SHAPE(lowp_reduce_extreme, lowp_extreme, extreme, "extreme");
#define EXPECT_REDUCTION(field, value, argument)                           \
  EXPECT_WITHOUT(lowp_reduce_extreme, lowp_extreme, extreme, field, value, \
                 argument)
  EXPECT_REDUCTION(type, LOWP_INT32, "extreme.type");
  EXPECT_REDUCTION(finds_minimum, 2, "extreme.finds_minimum");
  EXPECT_REDUCTION(shape.channels, 0, "shape.channels");
  EXPECT_REDUCTION(values, NULL, "values");
  EXPECT_REDUCTION(result, NULL, "result");
}

static void TestChoices(void) {
  const int16_t x[4] = {3, -9, 300, -32768}, y[2] = {2, -8};
  int16_t r[4] = {0};
  lowp_choice choice;
  memset(&choice, 0, sizeof(choice));
  choice.size = sizeof(choice);
  choice.operands.type = LOWP_INT16;
  choice.operands.x = x;
  choice.operands.x_count = 4;
  choice.operands.y = y;
  choice.operands.y_count = 2;
  choice.operands.result = r;
  choice.operands.range.low = 5; /* is not looked at */
  choice.operands.range.high = -5;
  EXPECT_OK(lowp_choose(context, &choice));
  EXPECT(r[0] == 3 && r[1] == -8 && r[2] == 300 && r[3] == -8);
  choice.takes_smaller = 1;
  EXPECT_OK(lowp_choose(context, &choice));
  EXPECT(r[0] == 2 && r[1] == -9 && r[2] == 2 && r[3] == -32768);
  EXPECT_SHAPE(lowp_choose, lowp_choice, choice, "choice");
#define EXPECT_CHOICE(field, value, argument) \
  EXPECT_WITHOUT(lowp_choose, lowp_choice, choice, field, value, argument)
  EXPECT_CHOICE(takes_smaller, 2, "choice.takes_smaller");
  EXPECT_CHOICE(operands.type, LOWP_INT32, "operands.type");
  EXPECT_CHOICE(operands.y_count, 3, "y_count");
  EXPECT_CHOICE(operands.y, NULL, "y");
  EXPECT_CHOICE(operands.result, NULL, "result");
}

void TestExtremes(void) {
  TestIndices();
  TestReductions();
  TestChoices();
}
