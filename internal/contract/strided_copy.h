// A copy from places of a tensor to places of another one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_STRIDED_COPY_H_
#define LOWP_INTERNAL_CONTRACT_STRIDED_COPY_H_

#include <cstddef>

#include "../../public/export.h"
#include "../../public/status.h"
#include "gemm.h"

namespace gemmlowp {
inline namespace lowp {

struct StridedCopyAxis;

namespace internal {

constexpr bool IsStridedCopySize(std::size_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

// The names of the arguments are those of public/operators/strided_copy.h.
struct StridedCopyProblem {
  int element_size;  // bytes
  const void* input;
  const StridedCopyAxis* axes;
  int axis_count;
  void* result;
};

LOWP_EXPORT Status RunStridedCopy(const StridedCopyProblem& problem,
                                  const GemmResources& resources);

}  // namespace internal

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_STRIDED_COPY_H_
