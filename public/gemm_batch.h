// Products that were prepared one by one, run at once: each has its own
// weights, offsets, pipeline and, if wanted, shape.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_GEMM_BATCH_H_
#define LOWP_PUBLIC_GEMM_BATCH_H_

#include "batch_operand.h"
#include "prepared_gemm.h"

namespace gemmlowp {
inline namespace lowp {

// For each i below `count`, result[i] is that of products[i] for lhs[i] and
// rhs[i], as products[i].Run(...) computes it, with the same bytes: attention
// whose heads have scales of their own, or products of several shapes. Where
// all are one product, PreparedGemm::RunBatch finds out less about each.
//
// The work of all of them is shared out at once: by products, or parts of them
// where some are larger than others or there are few for each thread.
//
// A product without work is passed over. No result may share memory with
// another one or with any operand; strides of BatchOperand are in elements of
// one type. Fails, with nothing written, as Run does; an empty product is
// kInvalidArgument of "products", with its index.
template <typename Context>
Status RunGemmBatch(Context* context, const PreparedGemm* products, int count,
                    const BatchOperand& lhs, const BatchOperand& rhs,
                    const BatchOperand& result) {
  if (context == nullptr) {
    return internal::InvalidArgument("context", 0, "is a null pointer");
  }
  if (products == nullptr && count > 0) {
    return internal::InvalidArgument("products", 0, "is a null pointer");
  }
  return internal::RunPreparedBatch(internal::ListOf(products),
                                    {count, lhs, rhs, result},
                                    internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_GEMM_BATCH_H_
