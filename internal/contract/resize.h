// Resizing without templates.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_RESIZE_H_
#define LOWP_INTERNAL_CONTRACT_RESIZE_H_

#include <cstdint>

#include "../../public/export.h"
#include "../../public/status.h"
#include "gemm.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {

struct ResizeGeometry;

namespace internal {

// kNearest, then BilinearForm (public/operators/resize.h) in its order.
enum class ResizeForm : std::uint8_t { kNearest, kFixedPoint, kReal };

struct ResizeProblem {
  ResizeForm form;
  Scalar scalar;
  const void* input;
  const ResizeGeometry* geometry;
  void* output;
};

LOWP_EXPORT Status RunResize(const ResizeProblem& problem,
                             const GemmResources& resources);

}  // namespace internal

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_RESIZE_H_
