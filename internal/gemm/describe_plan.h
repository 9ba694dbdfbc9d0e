// A prepared product as the caller sees it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_DESCRIBE_PLAN_H_
#define LOWP_INTERNAL_GEMM_DESCRIBE_PLAN_H_

#include "../../public/gemm_plan.h"
#include "../contract/choose_backend.h"
#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

void DescribePlan(const PreparedProduct& p, GemmPlan* plan);

// The plan of a product without elements.
void DescribeNoWork(const ChosenBackend& chosen, GemmPlan* plan);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_DESCRIBE_PLAN_H_
