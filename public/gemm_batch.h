// Products that were prepared one by one, run at once: each has its own
// weights, offsets, pipeline and, if wanted, shape.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_GEMM_BATCH_H_
#define LOWP_PUBLIC_GEMM_BATCH_H_

#include "batch_operand.h"
#include "prepared_gemm.h"

namespace gemmlowp {
inline namespace lowp {

// For each i below `count`, computes result[i] from lhs[i] and rhs[i] as
// products[i].Run(...) does, with the same bytes: for attention whose heads
// have scales of their own, or for products of several shapes. If all products
// are the same one, PreparedGemm::RunBatch has less overhead.
//
// Threads share the work of all products: whole products, or parts of them if
// some are larger than others or there are few for each thread.
//
// A product without work is skipped. No result may share memory with another
// one, with any operand, or with what another product's stages and offsets
// read. Strides of a BatchOperand are in elements of one
// type for all products. Fails, with nothing written, as Run does; for an empty
// product with kInvalidArgument of "products", with its index.
template <typename Context>
Status RunGemmBatch(Context* context, const PreparedGemm* products, int count,
                    const BatchOperand& lhs, const BatchOperand& rhs,
                    const BatchOperand& result) {
  if (context == nullptr) return internal::NullPointer("context");
  if (products == nullptr && count > 0) {
    return internal::NullPointer("products");
  }
  return internal::RunPreparedBatch(internal::ListOf(products),
                                    {count, lhs, rhs, result},
                                    internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_GEMM_BATCH_H_
