// Turns the list of operations that the front end lowered into the epilogue
// that kernels run: checked, oriented like the product, simplified.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_PREPARE_EPILOGUE_H_
#define LOWP_INTERNAL_EPILOGUE_PREPARE_EPILOGUE_H_

#include "../../public/status.h"
#include "../contract/epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Checks every stage's parameters against a result of rows x cols.
Status ValidateOps(const EpilogueOp* ops, int count, const MatrixRef& result);

// An epilogue, and the leading biases, which belong in the accumulators'
// initial values.
struct PreparedEpilogue {
  const EpilogueOp* biases;
  int bias_count;
  bool has_row_bias;  // one of them varies along rows of A
  Epilogue epilogue;
};

// Rewrites valid operations in place (right shifts become exponents, tanh gets
// its constants, a transposed product swaps rows and columns) and simplifies.
void PrepareEpilogue(EpilogueOp* ops, int count, Scalar result, bool transposed,
                     PreparedEpilogue* prepared);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_PREPARE_EPILOGUE_H_
