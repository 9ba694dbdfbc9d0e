// Short names of the two orders of a matrix, for tables of cases.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_MAP_ORDERS_H_
#define LOWP_TEST_SUPPORT_MAP_ORDERS_H_

#include "../../public/map.h"

namespace lowp_test {

inline constexpr gemmlowp::MapOrder kRow = gemmlowp::MapOrder::RowMajor;
inline constexpr gemmlowp::MapOrder kCol = gemmlowp::MapOrder::ColMajor;

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_MAP_ORDERS_H_
