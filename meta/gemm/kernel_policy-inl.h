// What a kernel policy has, and what it may have: how a register of A is
// broadcast, how registers of B are loaded, and how the two are multiplied and
// added.
//
// A kernel policy `Kernel` supplies
//   Simd                    the register policy
//   kTileRows               mr, rows of the usual tile
//   kMaxTileRows            rows of the largest one
//   kNr, kMaxVectors        nr, and registers that hold as many columns
//   Values                  a register of B
//   kBytesPerVector         of a register's columns in a group of kr
//   kParts                  parts of a group that are multiplied one after
//                           another; a row's lie kPartBytes apart
//   LoadB<part>(pointer)    a register of that part
//   Flip(byte)              what to flip in the values of A
//   MultiplyRow(sums, row pointer, flip, registers of B)
//                           adds one part of a row times one of B
//   kReadsTails             whether rows are read in place, so that their last
//                           group may be partial; then also
//   LoadTail(row pointer, tail): that group, whole
// and where flipping takes the units that multiply,
//   Unflipped               the same policy for rows without anything to flip
//   kFlipsRows              optional: true; then also
//   FlipRows<kRows>(from, stride, k, flip, to, to_stride)
//                           flips k bytes of rows; may overwrite 63 bytes more
//   kFewRowsSkipFlips       optional: whether tiles of one row have a loop for
//                           such rows, too; otherwise they flip by zero
// and where a product waits for the sum that it is added to,
//   kSumsAtOnce             sums that keep the units that multiply busy
// and where a row takes two panels at once, since it reads one no faster than
// L2 yields it,
//   kTakesTwoPanels         true: MultiplyRow takes 2 * kMaxVectors registers
// and where a few rows are multiplied faster than memory yields a panel,
//   kRowsOutrunMemory
// and where tiles read rows in copied runs,
//   kReadsCopiedRuns        true
// and where sums have more initial values than a GemmTask tells,
//   ColumnTerms(task)       padded_n of them for the columns of the panel
//   TermsOf(task, row, row pointer)   RowTerms of the rows from that one on
// Such kernels read copied rows only.
// A kernel with a loop of its own, kHasOwnLoop<Kernel>, has instead of all
// members from Values on
//   MultiplyGroups<kRows, kVectors>(task, row, sums)
//                           adds the products of A and B
// Such a kernel gets its rows in tiles of kTileRows; the last may be smaller.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_KERNEL_POLICY_INL_H_
#define LOWP_META_GEMM_KERNEL_POLICY_INL_H_

#include <type_traits>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Kernel>
constexpr bool kHasOwnLoop = false;

// Whether rows without anything to flip have a policy of their own,
// Kernel::Unflipped, because flipping takes the units that multiply.
template <class Kernel, typename = void>
constexpr bool kHasUnflipped = false;
template <class Kernel>
constexpr bool kHasUnflipped<Kernel, std::void_t<typename Kernel::Unflipped>> =
    true;

template <class Kernel, typename = void>
constexpr bool kFlipsRows = false;
template <class Kernel>
constexpr bool kFlipsRows<Kernel, std::void_t<decltype(Kernel::kFlipsRows)>> =
    Kernel::kFlipsRows;

template <class Kernel, typename = void>
constexpr bool kFewRowsSkipFlips = false;
template <class Kernel>
constexpr bool kFewRowsSkipFlips<
    Kernel, std::void_t<decltype(Kernel::kFewRowsSkipFlips)>> =
    Kernel::kFewRowsSkipFlips;

template <class Kernel, typename = void>
constexpr bool kTakesTwoPanels = false;
template <class Kernel>
constexpr bool
    kTakesTwoPanels<Kernel, std::void_t<decltype(Kernel::kTakesTwoPanels)>> =
        Kernel::kTakesTwoPanels;

// How many groups a tile of kSums registers of sums multiplies at once, each
// into sums of its own, to keep the units that multiply busy. At most four,
// since groups that are left are multiplied one by one.
template <class Kernel, int kSums, typename = void>
constexpr int kGroupsAtOnce = 1;
template <class Kernel, int kSums>
constexpr int
    kGroupsAtOnce<Kernel, kSums, std::void_t<decltype(Kernel::kSumsAtOnce)>> =
        kSums > Kernel::kSumsAtOnce / 2   ? 1
        : kSums > Kernel::kSumsAtOnce / 4 ? 2
                                          : 4;

// Whether a kernel's sums have terms of its own.
template <class Kernel, typename = void>
constexpr bool kHasTerms = false;
template <class Kernel>
constexpr bool kHasTerms<Kernel, std::void_t<decltype(&Kernel::ColumnTerms)>> =
    true;

// Whether tiles read rows in copied runs (AForm::kCopiedRuns).
template <class Kernel, typename = void>
constexpr bool kReadsRuns = false;
template <class Kernel>
constexpr bool
    kReadsRuns<Kernel, std::void_t<decltype(Kernel::kReadsCopiedRuns)>> =
        Kernel::kReadsCopiedRuns;

// Whether a tile whose sums stay in memory has a loop of its own for rows
// without anything to flip: only whole tiles keep the units that multiply so
// busy that it is worth its code.
template <class Kernel, int kRows, int kVectors, bool kHas>
constexpr bool kSkipsFlipsOf = false;
template <class Kernel, int kRows, int kVectors>
constexpr bool kSkipsFlipsOf<Kernel, kRows, kVectors, true> =
    (kRows >= Kernel::kTileRows) && (kVectors == Kernel::kMaxVectors) &&
    !std::is_same<Kernel, typename Kernel::Unflipped>::value;
template <class Kernel, int kRows, int kVectors>
constexpr bool kSkipsFlips =
    kSkipsFlipsOf<Kernel, kRows, kVectors, kHasUnflipped<Kernel>>;

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_KERNEL_POLICY_INL_H_
