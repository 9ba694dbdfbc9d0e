// Extremes along an axis, or their indices, without templates.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_EXTREMES_H_
#define LOWP_INTERNAL_CONTRACT_EXTREMES_H_

#include <cstddef>
#include <cstdint>

#include "../../public/export.h"
#include "../../public/status.h"
#include "gemm.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What is written of an extreme: its index or itself.
enum class ExtremeForm : std::uint8_t { kIndex32, kIndex64, kValue };

struct ExtremesProblem {
  bool finds_minimum;
  Scalar scalar;
  const void* values;
  std::size_t outer;
  std::size_t channels;
  std::size_t inner;
  ExtremeForm form;
  void* results;
};

LOWP_EXPORT Status RunExtremes(const ExtremesProblem& problem,
                               const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_EXTREMES_H_
