// Indices of extremes without templates.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_ARG_EXTREME_H_
#define LOWP_INTERNAL_CONTRACT_ARG_EXTREME_H_

#include <cstddef>

#include "../../public/export.h"
#include "../../public/status.h"
#include "gemm.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct ArgExtremeProblem {
  bool finds_minimum;
  Scalar scalar;
  const void* values;
  std::size_t outer;
  std::size_t channels;
  std::size_t inner;
  bool wide;  // indices are int64_t
  void* indices;
};

LOWP_EXPORT Status RunArgExtreme(const ArgExtremeProblem& problem,
                                 const GemmResources& resources);

}  // namespace internal

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_ARG_EXTREME_H_
