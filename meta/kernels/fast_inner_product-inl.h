// Exact products of int16 by Winograd's fast inner product (FIP): of two values
// of k
//   x0 * y0 + x1 * y1 = (x0 + y1) * (x1 + y0) - x0 * x1 - y0 * y1,
// where the last two terms are a row's and a column's own. Half of the
// multiplications become additions, of which processors do at least as many in
// a cycle: for four values of k and a register of columns, one multiplication
// of pairs of int16 and three additions replace two of each. The sums of two
// bytes fit int16; all other sums are modulo 2^32, as the result is.
// (S. Winograd, A New Algorithm for Inner Product, IEEE Transactions on
// Computers C-17, 1968.)
//
// A copied row (int16_rows_avx2-inl.h) has even and odd values of k in turn,
// two in a dword,
//   k = 0, 2 | 1, 3 | 4, 6 | 5, 7 | ...
// and behind its last group its term, minus the sum of x0 * x1. An unpacked
// panel is, for each group of four values of k, registers of columns,
//   k = 0, 2 of their columns | k = 1, 3 of them,
// and behind the last group the columns' terms.
//
// Written once over a policy `Fip`:
//   Simd                the register policy of sums, and of the epilogue
//   Register            int16, two in each of Simd's lanes
//   Load(p), Store(p, x)
//   Broadcast(p)        two values to all lanes
//   Even(x), Odd(x)     k = 0 and 2, or 1 and 3, of a group's signed bytes
//   MultiplyPairs(x, y) products of int16, added in pairs
//   MultiplyAdd(sums, x0, x1, y0, y1)
//                       adds (x0 + y1) * (x1 + y0) of both int16 of a lane
//   Subtract(x, y)      of int32
//   kNr                 columns of a panel
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_FAST_INNER_PRODUCT_INL_H_
#define LOWP_META_KERNELS_FAST_INNER_PRODUCT_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/tile-inl.h"
#include "../pack/int16_rows_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Where the terms of an unpacked panel's columns lie.
LOWP_INLINE constexpr std::ptrdiff_t ColumnTermsOffset(int k,
                                                       int padded_columns) {
  return (std::ptrdiff_t{k} + 3) / 4 * 8 * padded_columns;
}

// The kernel policy (kernel_policy-inl.h) for copied rows and unpacked panels.
template <class Fip>
struct FipKernel {
  using Simd = typename Fip::Simd;
  struct Values {
    typename Fip::Register even, odd;
  };
  static constexpr int kTileRows = 4;
  static constexpr int kMaxTileRows = 4;
  static constexpr int kNr = Fip::kNr;
  static constexpr int kMaxVectors = kNr / Simd::kLanes;
  static constexpr int kKr = 4;
  static constexpr int kRowStep = 8;
  static constexpr int kBytesPerVector = sizeof(Values);
  static constexpr int kParts = 1;
  static constexpr int kPartBytes = 0;
  static constexpr bool kReadsTails = false;
  static constexpr bool kReadsCopiedRuns = true;

  static LOWP_INLINE int Flip(std::uint8_t) { return 0; }
  template <int>
  static LOWP_INLINE Values LoadB(const std::uint8_t* p) {
    return {Fip::Load(p), Fip::Load(p + sizeof(Values) / 2)};
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(typename Fip::Register (&sums)[kVectors],
                                      const std::uint8_t* row, int,
                                      const Values (&values)[kVectors]) {
    const auto even = Fip::Broadcast(row);
    const auto odd = Fip::Broadcast(row + 4);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      Fip::MultiplyAdd(&sums[v], even, odd, values[v].even, values[v].odd);
    }
  }

  static LOWP_INLINE const std::int32_t* ColumnTerms(const GemmTask& task) {
    return reinterpret_cast<const std::int32_t*>(
        task.b + ColumnTermsOffset(task.k, task.padded_n));
  }
  static LOWP_INLINE RowTerms TermsOf(const GemmTask& task, int row,
                                      const std::uint8_t* first) {
    const std::uint8_t* const apart =
        reinterpret_cast<const std::uint8_t*>(task.a_terms);
    return apart != nullptr
               ? RowTerms{apart + row * sizeof(*task.a_terms),
                          sizeof(*task.a_terms)}
               : RowTerms{first + TermOffset(task.k), task.a_stride};
  }
};

// Unpacks panels of signed bytes in kVectors registers.
template <class Fip, int kVectors>
void UnpackForFipOf(const UnpackTask& task) {
  using Register = typename Fip::Register;
  constexpr std::ptrdiff_t kBytes = sizeof(Register);
  const std::uint8_t* from = task.panel;
  std::uint8_t* to = static_cast<std::uint8_t*>(task.unpacked);
  Register terms[kVectors] = {};
  for (int left = task.k; left > 0; left -= 4) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const Register bytes = Fip::Load(from + v * kBytes);
      const Register even = Fip::Even(bytes);
      const Register odd = Fip::Odd(bytes);
      Fip::Store(to + 2 * v * kBytes, even);
      Fip::Store(to + (2 * v + 1) * kBytes, odd);
      terms[v] = Fip::Subtract(terms[v], Fip::MultiplyPairs(even, odd));
    }
    from += kVectors * kBytes;
    to += 2 * kVectors * kBytes;
  }
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) Fip::Store(to + v * kBytes, terms[v]);
}

// GemmKernel::unpack.
template <class Fip, int kVectors = FipKernel<Fip>::kMaxVectors>
void UnpackForFip(const UnpackTask& task) {
  if constexpr (kVectors > 1) {
    if (task.padded_columns < kVectors * Fip::Simd::kLanes) {
      return UnpackForFip<Fip, kVectors - 1>(task);
    }
  }
  UnpackForFipOf<Fip, kVectors>(task);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_FAST_INNER_PRODUCT_INL_H_
