// What stands behind DynamicLinear, without templates.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_DYNAMIC_LINEAR_H_
#define LOWP_INTERNAL_CONTRACT_DYNAMIC_LINEAR_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "../../public/dynamic/dynamic_arithmetic.h"
#include "../../public/executor.h"
#include "../../public/export.h"
#include "../../public/status.h"
#include "gemm.h"
#include "matrix_ref.h"
#include "row_groups.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Opaque, and never changed once it is there.
struct DynamicLinearState;

// A row-major matrix of floats.
struct RealMatrix {
  const void* data;
  int rows;
  int cols;
  int stride;  // in elements
  Real type;
};

template <typename T>
struct DynamicVector {
  const T* data;
  int size;
};

struct DynamicLinearProblem {
  DynamicVector<float> scales;
  DynamicVector<std::int32_t> zero_points;
  DynamicVector<float> bias;
  DynamicVector<float> factors;
  float low, high;
  DynamicArithmetic arithmetic;
};

LOWP_EXPORT Status PrepareDynamicLinear(
    const DynamicLinearProblem& problem, const PackedMatrix& weights,
    const GemmResources& resources,
    std::shared_ptr<const DynamicLinearState>* prepared);

LOWP_EXPORT int InputsOf(const DynamicLinearState& layer);
LOWP_EXPORT int OutputsOf(const DynamicLinearState& layer);

// A null layer is an empty one.
LOWP_EXPORT std::size_t DynamicWorkspaceBytes(const DynamicLinearState* layer,
                                              int rows, int concurrency);
LOWP_EXPORT Status RunDynamicLinear(const DynamicLinearState* layer,
                                    const RealMatrix& x, const RealMatrix& y,
                                    const GemmResources& resources);
LOWP_EXPORT Status RunDynamicLinear(const DynamicLinearState* layer,
                                    const RealMatrix& x, const RealMatrix& y,
                                    void* workspace, std::size_t bytes,
                                    const Executor& executor);

// The layers of groups of rows.
struct DynamicList {
  const DynamicLinearState* (*at)(const void* layers, int group);
  const void* layers;

  // Null where that one is empty.
  const DynamicLinearState* operator[](int group) const {
    return at(layers, group);
  }
};
LOWP_EXPORT Status RunDynamicGroups(const DynamicList& layers,
                                    const RowGroups& groups,
                                    const RealMatrix& x, const RealMatrix& y,
                                    const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_DYNAMIC_LINEAR_H_
