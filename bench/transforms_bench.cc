// Benchmarks transforms of tensors in L2 beside a copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "beside_copy.h"
#include "transform_case.h"

int main(int argc, char** argv) {
  std::vector<lowp_bench::TransformCase> all;
  for (const auto& cases :
       {lowp_bench::ElementwiseCases(), lowp_bench::ActivationCases(),
        lowp_bench::RowCases()}) {
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return lowp_bench::RunBesideCopy("Transforms", all, argc, argv);
}
