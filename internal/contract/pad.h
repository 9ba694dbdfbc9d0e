// Padding without templates.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_PAD_H_
#define LOWP_INTERNAL_CONTRACT_PAD_H_

#include <cstdint>

#include "../../public/export.h"
#include "../../public/status.h"
#include "gemm.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {

struct PadAxis;

namespace internal {

// The names of the arguments are those of public/operators/pad.h.
struct PadProblem {
  Scalar scalar;
  const void* input;
  const PadAxis* axes;
  int axis_count;
  std::int32_t value;
  void* result;
};

LOWP_EXPORT Status RunPad(const PadProblem& problem,
                          const GemmResources& resources);

}  // namespace internal

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_PAD_H_
