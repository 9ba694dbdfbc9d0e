// 4-bit weights as other programs store them, packed for products
// (gemm_int4.h): exact shuffles of their bits. Nothing is rounded, and scales
// keep their type. The formats are defined by what writes and reads them:
//
//   ONNX Runtime   contrib operator com.microsoft.MatMulNBits, bits = 4
//   GGUF           block_q4_0 and block_q8_0 of ggml-common.h
//   GPTQ           QuantLinear of AutoGPTQ (version 1) and GPTQModel (2)
//   AWQ            WQLinear_GEMM of AutoAWQ
//
// Each fails, and changes nothing, with kInvalidArgument and the name of what
// is wrong, as PackedInt4::Pack does. Words are little-endian.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_INT4_IMPORT_INT4_H_
#define LOWP_PUBLIC_INT4_IMPORT_INT4_H_

#include <cstdint>

#include "../export.h"
#include "../half.h"
#include "../pack_progress.h"
#include "../status.h"
#include "packed_int4.h"

namespace gemmlowp {
inline namespace lowp {

// The inputs B, scales and zero_points of MatMulNBits. With groups = k /
// block_size:
//   value(k, n)       half k % 2 (0: low) of b[n * k_total / 2 + k / 2]
//   scale(g, n)       scales[n * groups + g]
//   zero_point(g, n)  half g % 2 of zero_points[n * ((groups + 1) / 2) + g / 2]
struct MatMulNBitsWeights {
  int n = 0, k = 0;
  int block_size = 32;  // a multiple of 16 that divides k
  const std::uint8_t* b = nullptr;
  Int4ScaleType scale_type = Int4ScaleType::kFloat32;  // or another float
  const void* scales = nullptr;
  const std::uint8_t* zero_points = nullptr;  // null: all are 8
};
LOWP_EXPORT Status ImportMatMulNBits(const MatMulNBitsWeights& weights,
                                     PackedInt4* packed,
                                     const PackProgress& progress = {});

// Rows of n tensors of k values, k a multiple of 32, in blocks of 18 bytes: a
// half-precision scale d, and 16 bytes, the i-th of which holds value i in its
// low and value i + 16 in its high half. A weight is d * (value - 8).
LOWP_EXPORT Status ImportGgufQ4_0(const void* blocks, int n, int k,
                                  PackedInt4* packed,
                                  const PackProgress& progress = {});

// The same with blocks of 34 bytes: the scale d, and 32 values of 8 bits. A
// weight is d * value.
LOWP_EXPORT Status ImportGgufQ8_0(const void* blocks, int n, int k,
                                  PackedInt4* packed,
                                  const PackProgress& progress = {});

// Version 1 stores zero points less 1, version 2 as they are. Files do not
// always say which, and the wrong one is off by a scale in every weight.
enum class GptqVersion : std::uint8_t { k1 = 1, k2 = 2 };

//   value(k, n)       bits 4 * (k % 8) of qweight[k / 8 * n_total + n]
//   zero_point(g, n)  bits 4 * (n % 8) of qzeros[(g * n_total + n) / 8], and 1
//                     more in version 1
//   scale(g, n)       scales[g * n_total + n]
struct GptqWeights {
  int k = 0, n = 0;  // multiples of 8
  int group = 128;   // a multiple of 16 that divides k; -1: k
  GptqVersion version = GptqVersion::k1;
  const std::int32_t* qweight = nullptr;
  const std::int32_t* qzeros = nullptr;
  const Float16* scales = nullptr;
  // The group of each k. Null or k / group: an order by activation, in which
  // groups are scattered over k, is refused.
  const std::int32_t* g_idx = nullptr;
};
LOWP_EXPORT Status ImportGptq(const GptqWeights& weights, PackedInt4* packed,
                              const PackProgress& progress = {});

// With nibble(n) = 0 4 1 5 2 6 3 7 for n % 8 = 0 .. 7:
//   value(k, n)       bits 4 * nibble(n) of qweight[(k * n_total + n) / 8]
//   zero_point(g, n)  the same of qzeros[(g * n_total + n) / 8]
//   scale(g, n)       scales[g * n_total + n]
struct AwqWeights {
  int k = 0, n = 0;  // n: a multiple of 8
  int group = 128;   // a multiple of 16 that divides k; -1: k
  const std::int32_t* qweight = nullptr;
  const std::int32_t* qzeros = nullptr;
  const Float16* scales = nullptr;
};
LOWP_EXPORT Status ImportAwq(const AwqWeights& weights, PackedInt4* packed,
                             const PackProgress& progress = {});

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_INT4_IMPORT_INT4_H_
