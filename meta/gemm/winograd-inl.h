// Exact products of int16 by Winograd's inner product: of two depths
//   x0 * y0 + x1 * y1 = (x0 + y1) * (x1 + y0) - x0 * x1 - y0 * y1,
// where the last two terms are a row's and a column's own. Half of the
// multiplications become additions, of which processors do as many in a cycle
// or more: of each register, one instruction that multiplies pairs of int16 and
// three that add do for four depths what took two and two. The sums of two
// bytes fit int16; all others are modulo 2^32, so that nothing overflows which
// the result does not.
// (S. Winograd, A New Algorithm for Inner Product, IEEE Transactions on
// Computers C-17, 1968.)
//
// A row is even and odd depths by turns, a dword of two each:
//   depths 0, 2 | 1, 3 | 4, 6 | 5, 7 | ...
// Its term, minus the sum of x0 * x1, is part of row_add. A widened panel is,
// for each group of four depths, registers of columns,
//   depths 0, 2 of their columns | depths 1, 3 of them,
// and behind the last group the columns' terms.
//
// Written once over a policy `Int16`:
//   Simd                the register policy of sums, and of the epilogue
//   Register            int16, two in each of Simd's lanes
//   Load(p), Store(p, x)
//   Broadcast(p)        two numbers to all lanes
//   Even(x), Odd(x)     depths 0 and 2, or 1 and 3, of a group's signed bytes
//   MultiplyPairs(x, y) products of int16, added in pairs
//   MultiplyAdd(sums, x0, x1, y0, y1)
//                       adds (x0 + y1) * (x1 + y0), both of each lane
//   Subtract(x, y)      of int32
//   kWidth              columns of a panel
//   kLeastDepth         from which on this pays
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_WINOGRAD_INL_H_
#define LOWP_META_GEMM_WINOGRAD_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "panel_loop-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Of four depths.
constexpr int GroupsOf(int depth) { return (depth - 1) / 4 + 1; }

// The kernel policy for panels that are widened.
template <class Int16>
struct Winograd {
  using Simd = typename Int16::Simd;
  struct Numbers {
    typename Int16::Register even, odd;
  };
  static constexpr int kTileRows = 4;
  static constexpr int kMostTileRows = 4;
  static constexpr int kWidth = Int16::kWidth;
  static constexpr int kMaxVectors = kWidth / Simd::kLanes;
  static constexpr int kBytesPerVector = sizeof(Numbers);
  static constexpr int kParts = 1;
  static constexpr int kPartBytes = 0;
  static constexpr bool kReadsTails = false;
  // Both would need all units that add.
  static constexpr bool kFinishesLate = false;

  static LOWP_INLINE int Flip(std::uint8_t) { return 0; }
  template <int>
  static LOWP_INLINE Numbers LoadPanel(const std::uint8_t* p) {
    return {Int16::Load(p), Int16::Load(p + sizeof(Numbers) / 2)};
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(
      typename Int16::Register (&sums)[kVectors], const std::uint8_t* row, int,
      const Numbers (&numbers)[kVectors]) {
    const auto even = Int16::Broadcast(row);
    const auto odd = Int16::Broadcast(row + 4);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      Int16::MultiplyAdd(&sums[v], even, odd, numbers[v].even, numbers[v].odd);
    }
  }
};

// Backend::widen, of panels of signed bytes in that many registers.
template <class Int16, int kVectors>
void WidenPanelOf(const WidenTask& task) {
  using Register = typename Int16::Register;
  constexpr std::ptrdiff_t kBytes = sizeof(Register);
  const std::uint8_t* from = task.panel;
  std::uint8_t* to = static_cast<std::uint8_t*>(task.widened);
  Register terms[kVectors] = {};
  for (int g = GroupsOf(task.depth); g > 0; --g) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const Register bytes = Int16::Load(from + v * kBytes);
      const Register even = Int16::Even(bytes);
      const Register odd = Int16::Odd(bytes);
      Int16::Store(to + 2 * v * kBytes, even);
      Int16::Store(to + (2 * v + 1) * kBytes, odd);
      terms[v] = Int16::Subtract(terms[v], Int16::MultiplyPairs(even, odd));
    }
    from += kVectors * kBytes;
    to += 2 * kVectors * kBytes;
  }
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) Int16::Store(to + v * kBytes, terms[v]);
}

template <class Int16, int kVectors = Int16::kWidth / Int16::Simd::kLanes>
void WidenPanel(const WidenTask& task) {
  if constexpr (kVectors > 1) {
    if (task.padded_columns < kVectors * Int16::Simd::kLanes) {
      return WidenPanel<Int16, kVectors - 1>(task);
    }
  }
  WidenPanelOf<Int16, kVectors>(task);
}

// Multiplies with a panel that was widened.
template <class Int16>
void MultiplyWidened(const PanelTask& task) {
  using Simd = typename Int16::Simd;
  alignas(64) std::int32_t column_add[Int16::kWidth];
  const std::int32_t* const terms = reinterpret_cast<const std::int32_t*>(
      static_cast<const std::uint8_t*>(task.panel) +
      std::ptrdiff_t{task.groups} * task.padded_columns * 8);
  for (int c = 0; c < task.padded_columns; c += Simd::kLanes) {
    Simd::Store(column_add + c, Simd::Add(Simd::Load(task.column_add + c),
                                          Simd::Load(terms + c)));
  }
  PanelTask with_terms = task;
  with_terms.column_add = column_add;
  MultiplyPanel<Winograd<Int16>>(with_terms);
}

// Backend::multiply, by this, or by a kernel for panels of bytes, or one for
// widened panels of little depth. Where the products are made there is nothing
// left to multiply.
template <class Int16, class Bytes, class Shallow = void>
void MultiplyPairs(const PanelTask& task) {
  static_assert(Int16::kLeastDepth % 4 == 1, "a group is of one kind");
  if (!task.widened || task.groups == 0) return MultiplyPanel<Bytes>(task);
  if constexpr (Int16::kLeastDepth > 1) {
    if (task.groups < GroupsOf(Int16::kLeastDepth)) {
      return MultiplyPanel<Shallow>(task);
    }
  }
  MultiplyWidened<Int16>(task);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_WINOGRAD_INL_H_
