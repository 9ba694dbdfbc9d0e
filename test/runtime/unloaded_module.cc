// A module that contains the library, to be loaded and unloaded.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <vector>

#include "../../internal/compat/eight_bit_int_gemm.h"

// Multiplies with several threads; returns an element of the result, which
// equals the size modulo 256.
extern "C" __attribute__((visibility("default"))) int MultiplyWithThreads(
    int size) {
  namespace gemm = gemmlowp::eight_bit_int_gemm;
  gemm::SetMaxNumThreads(4);
  const std::vector<std::uint8_t> ones(static_cast<std::size_t>(size) * size,
                                       1);
  std::vector<std::uint8_t> out(ones.size());
  gemm::EightBitIntGemm(false, false, false, size, size, size, ones.data(), 0,
                        size, ones.data(), 0, size, out.data(), 0, 1, 0, size,
                        gemm::BitDepthSetting::A8B8);
  return out.back();
}
