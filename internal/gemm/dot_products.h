// Few rows times columns where they lie, some panels at a time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_DOT_PRODUCTS_H_
#define LOWP_INTERNAL_GEMM_DOT_PRODUCTS_H_

#include <cstddef>
#include <cstdint>

#include "../contract/backend.h"
#include "initial_values.h"
#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// With four times as many, products of one row are no faster on Zen 4.
constexpr int kMostPanelsPerDot = 16;

// What a DotTask makes of the columns of some panels.
struct DotProducts {
  // The product of (r, c) at r * stride + c.
  alignas(64) std::int32_t products[kMaxDotRows * kMaxPanelWidth];
  std::ptrdiff_t stride;
  // What the accumulators still need of each column's numbers.
  alignas(64) std::int32_t sums[kMostPanelsPerDot * kMaxPanelWidth];
};

// How many panels' columns to multiply at once, at most kMostPanelsPerDot. The
// longer the streams that a DotTask reads, the better hardware prefetches them:
// of a single row's 1 to 16 MB, one panel at a time took 1.04 to 1.09 times as
// long on Zen 4.
int PanelsPerDot(const GemmPlan& plan);

// Multiplies the rows with the columns of `panels` panels, from `first` on.
void MakeDotProducts(const OrientedProblem& problem, const GemmPlan& plan,
                     const InitialValues& initial, int first, int panels,
                     DotProducts* out);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_DOT_PRODUCTS_H_
