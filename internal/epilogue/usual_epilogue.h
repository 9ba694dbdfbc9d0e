// The epilogues that nearly everyone uses, checked and prepared in one pass of
// a few dozen instructions: a cached product calls this every time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_USUAL_EPILOGUE_H_
#define LOWP_INTERNAL_EPILOGUE_USUAL_EPILOGUE_H_

#include <cstddef>

#include "prepare_epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Does what ValidateOps and PrepareEpilogue do for
//   [biases]
//   [biases][scale by fixed point, or by float][clamps and casts]
// with positive fixed-point multipliers and right shifts. Returns false, and
// changes nothing, for any other list or an invalid one. `result_bytes` are
// those from the result's first element to its last.
bool PrepareUsualEpilogue(EpilogueOp* ops, int count, const MatrixRef& result,
                          std::size_t result_bytes, bool transposed,
                          PreparedEpilogue* prepared);

// Whether all operations are of those kinds, and what they read is apart from
// the result. False says nothing: ValidateOps decides.
bool AreUsualAndApart(const EpilogueOp* ops, int count, const MatrixRef& result,
                      std::size_t result_bytes);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_USUAL_EPILOGUE_H_
