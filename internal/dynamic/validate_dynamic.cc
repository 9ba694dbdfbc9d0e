// Checks the input and the output of dynamic layers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_dynamic.h"

#include "../epilogue/overlap.h"
#include "../epilogue/validate_matrix.h"
#include "dynamic_run.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr MatrixNames kInputNames = {"x",      "x.data",   "x.rows",
                                     "x.cols", "x.stride", "x"};
constexpr MatrixNames kOutputNames = {"y",      "y.data",   "y.rows",
                                      "y.cols", "y.stride", "y"};

}  // namespace

Status ValidateDynamicShape(const DynamicLinearState& layer,
                            const RealMatrix& x, const RealMatrix& y) {
  Status status = ValidateMatrix(RefOf(x), kInputNames);
  if (status.ok()) status = ValidateMatrix(RefOf(y), kOutputNames);
  if (!status.ok()) return status;
  if (x.cols != layer.k) {
    return InvalidArgument("x.cols", x.cols,
                           "is not the number of the layer's inputs");
  }
  if (y.cols != layer.n) {
    return InvalidArgument("y.cols", y.cols,
                           "is not the number of the layer's outputs");
  }
  return Status();
}

Status ValidateDynamicOverlap(const DynamicLinearState& layer,
                              const RealMatrix& x, const RealMatrix& y) {
  if (Overlap(RefOf(x), RefOf(y))) {
    return InvalidArgument("y.data", 0, "overlaps x");
  }
  if (OverlapsBytes(RefOf(y), layer.weights.data(),
                    static_cast<std::int64_t>(layer.weights.size()))) {
    return InvalidArgument("y.data", 0, "overlaps the weights");
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
