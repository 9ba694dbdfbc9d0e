// gemmlowp's interface without templates: products of uint8 matrices, passed as
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

// The number of bits that a and b use. Accepted and not needed: every product
// is exact for 8 bits on both sides.
enum class BitDepthSetting {
  A8B8,
  A5B7,
};

//   sum(i, j) = sum over l of (a(i, l) + a_offset) * (b(l, j) + b_offset)
//   c(i, j) = saturate_to_uint8(((sum + c_offset) * c_mult_int) >> c_shift)
//
// a is m x k, b is k x n, c is m x n; the shift rounds to nearest, and c_shift
// lies in 0..31. A matrix is column-major if its transpose flag is false and
// row-major if it is true; the "ld" argument is the distance in elements from
// one column, or row, to the next. If m, n or k is 0, c is left untouched.
// Invalid arguments go to the handler of public/status.h, and nothing is
// written.
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
// Despite its name, the parameter is a factor.
LOWP_EXPORT void EightBitIntGemm(bool transpose_a, bool transpose_b,
                                 bool transpose_c, int m, int n, int k,
                                 const std::uint8_t* a, std::int32_t a_offset,
                                 int lda, const std::uint8_t* b,
                                 std::int32_t b_offset, int ldb, float* c,
                                 float c_offset, int ldc,
                                 BitDepthSetting bit_depth);

// Frees the memory and the threads kept for further calls; those that a call in
// progress uses are freed when that call ends.
LOWP_EXPORT void FreePersistentResources();

// The maximum number of threads for later calls, 1 at first. 0 means the number
// of CPUs that this process may use.
LOWP_EXPORT void SetMaxNumThreads(int n);

}  // namespace eight_bit_int_gemm
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_EIGHT_BIT_INT_GEMM_H_
