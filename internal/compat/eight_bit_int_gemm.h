// gemmlowp's interface without templates: products of uint8 matrices given by
// pointers and flags. Reached as eight_bit_int_gemm/eight_bit_int_gemm.h.
//
// Every function may be called from any thread at any time; calls do not wait
// for each other.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_EIGHT_BIT_INT_GEMM_H_
#define LOWP_INTERNAL_COMPAT_EIGHT_BIT_INT_GEMM_H_

#include <cstdint>

#include "../../public/export.h"

namespace gemmlowp {
inline namespace lowp {
namespace eight_bit_int_gemm {

// The number of bits that a and b keep to. Accepted and not needed: every
// product is exact for 8 bits on both sides.
enum class BitDepthSetting {
  A8B8,
  A5B7,
};

//   sum(i, j) = sum over l of (a(i, l) + a_offset) * (b(l, j) + b_offset)
//   c(i, j) = saturate_to_uint8(((sum + c_offset) * c_mult_int) >> c_shift)
//
// a is m x k, b is k x n, c is m x n; the shift rounds to nearest, and c_shift
// is 0 to 31. A matrix is column-major with its transpose flag false and
// row-major with it true, and the "ld" argument is the distance in elements
// from one column, or row, to the next. When m, n or k is 0, c is left
// untouched. Wrong arguments go to the handler of public/status.h, and nothing
// is written.
LOWP_EXPORT void EightBitIntGemm(bool transpose_a, bool transpose_b,
                                 bool transpose_c, int m, int n, int k,
                                 const std::uint8_t* a, std::int32_t a_offset,
                                 int lda, const std::uint8_t* b,
                                 std::int32_t b_offset, int ldb,
                                 std::uint8_t* c, std::int32_t c_offset,
                                 std::int32_t c_mult_int, std::int32_t c_shift,
                                 int ldc, BitDepthSetting bit_depth);

//   c(i, j) = float(sum(i, j)) * c_offset
//
// The parameter is a factor, in spite of its name.
LOWP_EXPORT void EightBitIntGemm(bool transpose_a, bool transpose_b,
                                 bool transpose_c, int m, int n, int k,
                                 const std::uint8_t* a, std::int32_t a_offset,
                                 int lda, const std::uint8_t* b,
                                 std::int32_t b_offset, int ldb, float* c,
                                 float c_offset, int ldc,
                                 BitDepthSetting bit_depth);

// Frees the memory and the threads that are kept for further calls; what a call
// in progress uses is freed when that call ends.
LOWP_EXPORT void FreePersistentResources();

// The most threads that one later call uses, 1 at first. 0 stands for the CPUs
// that this process may use.
LOWP_EXPORT void SetMaxNumThreads(int n);

}  // namespace eight_bit_int_gemm
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_EIGHT_BIT_INT_GEMM_H_
