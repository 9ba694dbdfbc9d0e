// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_COMPAT_CONSUMERS_EXPORTED_PRODUCT_H_
#define LOWP_TEST_COMPAT_CONSUMERS_EXPORTED_PRODUCT_H_

#include <cstdint>

// x * y for single values, by way of a matrix product.
std::int32_t Product(std::uint8_t x, std::int8_t y);

#endif  // LOWP_TEST_COMPAT_CONSUMERS_EXPORTED_PRODUCT_H_
