// The cost of a kernel is the formula of kernel.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "../../internal/gemm/select_kernel.h"
#include "../../internal/runtime/cpu_features.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::internal::Backend;
using gemmlowp::internal::CostOf;
using gemmlowp::internal::GemmKernel;
using gemmlowp::internal::KernelQuery;

TEST(KernelCostTest, CountsReadingPanelsFromL2BeyondL1) {
  const Backend& backend = *SupportedBackends().front();
  Backend measured = backend;
  measured.other_costs = {};
  GemmKernel kernel = {};
  kernel.a_forms =
      static_cast<unsigned char>(gemmlowp::internal::AForm::kInPlace);
  kernel.m_step = 3;
  kernel.cost.mac = 1;
  kernel.cost.mac_from_l2 = 0.5f;
  KernelQuery query = {};
  query.m = 4;  // six rows
  query.n = backend.panel.nr;
  query.a_is_contiguous = true;
  query.b_is_packed = true;
  const int last =
      static_cast<int>(gemmlowp::internal::DetectedCacheSizes().l1d /
                       static_cast<unsigned>(backend.panel.nr));
  for (const int k : {1, last, last + 1, 2 * last}) {
    query.k = k;
    const float products =
        6.0f * static_cast<float>(query.n) * static_cast<float>(k);
    EXPECT_EQ(CostOf(measured, kernel, query).cycles,
              (k > last ? 1.5f : 1.0f) * products)
        << k;
  }
}

}  // namespace
}  // namespace lowp_test
