// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "product.h"

#include <gemmlowp/lowp.h>

std::int32_t Product(std::uint8_t x, std::int8_t y) {
  using gemmlowp::MapOrder;
  std::int32_t product = 0;
  const gemmlowp::MatrixMap<const std::uint8_t, MapOrder::RowMajor> lhs(&x, 1,
                                                                        1);
  const gemmlowp::MatrixMap<const std::int8_t, MapOrder::RowMajor> rhs(&y, 1,
                                                                       1);
  gemmlowp::MatrixMap<std::int32_t, MapOrder::RowMajor> result(&product, 1, 1);
  gemmlowp::GemmContext context;
  const gemmlowp::Status status =
      gemmlowp::TryGemm(&context, lhs, rhs, &result, 0, 0, std::tuple<>());
  return status.ok() ? product : 0;
}
