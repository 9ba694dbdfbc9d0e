// The fused epilogue of real results: whether operations fit it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_FUSE_REAL_H_
#define LOWP_INTERNAL_EPILOGUE_FUSE_REAL_H_

#include "../contract/epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Builds a RealEpilogue with float results from [kDequantize], and after it at
// most one each of [kMultiplyFloat][kAddFloat][kClampFloat]; returns false if
// the operations do not fit.
bool FuseReal(const EpilogueOp* op, const EpilogueOp* end, RealEpilogue* fused);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_FUSE_REAL_H_
