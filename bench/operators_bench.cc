// Benchmarks the operators between the products of a network beside a copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "beside_copy.h"
#include "operator_case.h"

int main(int argc, char** argv) {
  std::vector<lowp_bench::TransformCase> all = lowp_bench::PoolingCases();
  const auto others = lowp_bench::TensorOperatorCases();
  all.insert(all.end(), others.begin(), others.end());
  return lowp_bench::RunBesideCopy("Operators", all, argc, argv);
}
