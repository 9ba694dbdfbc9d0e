/* What the parts of the test of the C API share: checks, and a small product.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_TEST_C_CHECK_H_
#define LOWP_TEST_C_CHECK_H_

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lowp.h"

enum { kM = 5, kN = 7, kK = 9, kMaxEntries = 128 };

extern int failures;

#define EXPECT(condition)                                                   \
  do {                                                                      \
    if (!(condition)) {                                                     \
      printf("%s:%d: %s; last error: %s\n", __FILE__, __LINE__, #condition, \
             lowp_error_message());                                         \
      ++failures;                                                           \
    }                                                                       \
  } while (0)
#define EXPECT_OK(call) EXPECT((call) == LOWP_OK)

/* Expects a refusal with a message that begins with `argument`. */
void Refused(int line, const char* file, lowp_status got, lowp_status wanted,
             const char* argument);
#define EXPECT_REFUSED(call, argument) \
  Refused(__LINE__, __FILE__, call, LOWP_INVALID_ARGUMENT, argument)
#define EXPECT_STATUS(call, status, argument) \
  Refused(__LINE__, __FILE__, call, status, argument)

extern lowp_context* context;
extern uint8_t a[kMaxEntries];
extern int8_t b[kMaxEntries];
extern int32_t sums[kMaxEntries];

uint32_t Next(void);

/* An element of the product of a and b, with offsets added to them. */
int32_t Sum(int i, int j, int32_t a_offset, int32_t b_offset);

/* Whether `sums` equals that product, kM x kN, row-major. */
int SumsAre(int32_t a_offset, int32_t b_offset);

/* The product of a and b into `sums`, without offsets. */
lowp_product Product(void);

/* A stage of which only the kind is set. */
lowp_stage Stage(lowp_stage_kind kind);

/* Multiplies a by b with these stages. */
lowp_status Multiply(const lowp_stage* stages, int32_t count, lowp_type type,
                     void* result);

/* One product whose field is set to a value that is accepted or refused. */
#define EXPECT_FIELD(field, good, bad, argument)             \
  do {                                                       \
    lowp_product product_ = Product();                       \
    product_.field = good;                                   \
    EXPECT_OK(lowp_gemm(context, &product_));                \
    product_.field = bad;                                    \
    EXPECT_REFUSED(lowp_gemm(context, &product_), argument); \
  } while (0)

/* Expects that a call with one field of its struct set is refused. */
#define EXPECT_WITHOUT(function, type, right, field, value, argument) \
  do {                                                                \
    type wrong_ = right;                                              \
    wrong_.field = value;                                             \
    EXPECT_REFUSED(function(context, &wrong_), argument);             \
  } while (0)

/* And what each of them refuses. */
#define EXPECT_SHAPE(function, type, right, name)    \
  EXPECT_REFUSED(function(NULL, &right), "context"); \
  EXPECT_REFUSED(function(context, NULL), name);     \
  EXPECT_WITHOUT(function, type, right, size, sizeof(right) - 1, name ".size")

/* The parts, each in a file of its own. */
void TestProducts(void);
void TestStages(void);
void TestKept(void);
void TestBlas(void);
void TestConvolution(void);
void TestDynamic(void);
void TestInt4(void);
void TestInt16(void);
void TestBatch(void);
void TestOperators(void);
void TestStridedCopy(void);
void TestExtremes(void);

#endif /* LOWP_TEST_C_CHECK_H_ */
