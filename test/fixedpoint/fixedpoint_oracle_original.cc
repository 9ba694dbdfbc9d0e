// The functions of the original gemmlowp, for fixedpoint_oracle_test.cc. The
// only file of that test that includes the original headers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/fixedpoint/fixedpoint.h>

#include <type_traits>

#include "fixedpoint_oracle-inl.h"

const FixedpointFunctions<std::int32_t>& OriginalFunctions32() {
  static const auto functions = MakeFunctions<std::int32_t>();
  return functions;
}

const FixedpointFunctions<std::int16_t>& OriginalFunctions16() {
  static const auto functions = MakeFunctions<std::int16_t>();
  return functions;
}
