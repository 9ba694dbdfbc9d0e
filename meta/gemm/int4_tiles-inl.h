// Products with 4-bit weights: a tile of a few rows and strips of columns, a
// group of k at a time. Sums of a group stay in registers; at the group's end
// they go to L1, are scaled and added to totals.
//
// Written once over a kernel policy `Kernel`, which supplies
//   Lanes            a register policy with floats (float_scalar.h), and
//     Multiply(x, y)             the low half of a product of I32
//     MultiplyAdd(x, y, z)       x * y + z of F32, rounded once
//     LoadFloat16(p), LoadBfloat16(p)   kLanes finite values as F32
//   kTileRows        rows of the largest tile: 2, 4 or 6
//   kTileStrips      strips of it
//   kEndsInRegisters whether the usual end of a group is worth code of its own
//   kCosts           as in Int4Kernel
//   Sums             of a register of columns: SumsOf() makes an I32 of them,
//                    Clear() zeroes them, Shift() multiplies them by 16,
//                    Settle() keeps compilers from copying them in the loop
//   Arrange(sums)    puts those of a tile, all settled, at
//                    sums[row][register of columns] for SumsOf()
//   Unpack           Int4Kernel::unpack, if kCosts want it
//   OneRow           a policy for tiles of a row that are not unpacked, with
//                    groups of at most kInt4OneRowGroup
//   TwoRows          one for tiles of two rows that are not unpacked
//   MultiplyStep<kUnpacked>(b, rows, at, sums)
//                    adds the products of kInt4Step values of k: the lines of
//                    strips one after another at b, rows at rows[r] + at
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_INT4_TILES_INL_H_
#define LOWP_META_GEMM_INT4_TILES_INL_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/int4_task.h"
#include "../../internal/contract/matrix_ref.h"
#include "../simd/prefetch-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kInt4LineBytes = 64;
// int32 holds the sums of half as many values of 15 * 16 * 128; with 8-bit
// weights, of a 16th of that.
constexpr int kInt4OneRowGroup = 1 << 17;

// Compilers move no loads or stores past this.
#if defined(__GNUC__)
#define LOWP_IN_ORDER __asm__ volatile("" : : : "memory")
#else
#define LOWP_IN_ORDER static_cast<void>(0)
#endif

// The scales of a register of columns, floats.
template <class Lanes>
LOWP_INLINE typename Lanes::F32 LoadScales(Int4ScaleType type,
                                           const std::uint8_t* scales,
                                           int column) {
  switch (type) {
    case Int4ScaleType::kFloat16:
      return Lanes::LoadFloat16(scales + 2 * column);
    case Int4ScaleType::kBfloat16:
      return Lanes::LoadBfloat16(scales + 2 * column);
    default:
      return Lanes::Load(reinterpret_cast<const float*>(scales) + column);
  }
}

// Those of several, with one switch.
template <class Lanes, int kVectors>
LOWP_INLINE void LoadAllScales(Int4ScaleType type, const std::uint8_t* scales,
                               int column,
                               typename Lanes::F32 (&values)[kVectors]) {
  const auto load = [&](Int4ScaleType constant) LOWP_INLINE_LAMBDA {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      values[v] =
          LoadScales<Lanes>(constant, scales, column + v * Lanes::kLanes);
    }
  };
  switch (type) {
    case Int4ScaleType::kFloat16:
      return load(Int4ScaleType::kFloat16);
    case Int4ScaleType::kBfloat16:
      return load(Int4ScaleType::kBfloat16);
    default:
      return load(Int4ScaleType::kFloat32);
  }
}

// The sums of a group of a tile, as the loop over k leaves them in L1, and what
// becomes of them. One function for tiles of all sizes.
template <class Lanes>
struct Int4GroupSums {
  using I32 = typename Lanes::I32;
  using F32 = typename Lanes::F32;

  const Int4Task& task;
  int group;
  int first_row;  // of the task
  int rows;       // that the task has
  int column, columns;
  std::int32_t* sums;  // kInt4Nr to a row, from the first column on

  LOWP_INLINE std::int32_t* totals() const {
    return task.totals + std::ptrdiff_t{first_row} * kInt4Nr + column;
  }
  LOWP_INLINE const std::int32_t* terms() const {
    return task.terms + first_row * task.terms_stride + group;
  }

  // Adds factor(row) * the column's integer.
  template <class Factor>
  LOWP_INLINE void AddProducts(Scalar scalar, const std::uint8_t* integers,
                               const Factor& factor) const {
    for (int c = 0; c < columns; c += Lanes::kLanes) {
      const I32 of_columns =
          Lanes::LoadIntegers(scalar, integers + (column + c) * SizeOf(scalar));
      for (int r = 0; r < rows; ++r) {
        std::int32_t* const sum = sums + r * kInt4Nr + c;
        Lanes::Store(sum, Lanes::Add(Lanes::Load(sum),
                                     Lanes::Multiply(of_columns,
                                                     Lanes::Set1(factor(r)))));
      }
    }
  }

  // What varying zero points add.
  LOWP_INLINE void Correct() const {
    if (task.zero_points != nullptr) {
      AddProducts(Scalar::kUint8, task.zero_points + group * task.block_stride,
                  [this](int r) { return terms()[r * task.terms_stride]; });
    }
    if (task.sums != nullptr) {
      AddProducts(task.wide_sums ? Scalar::kInt32 : Scalar::kInt16,
                  task.sums + group * task.sums_stride,
                  [this](int r) { return -task.a_zero_points[first_row + r]; });
    }
  }

  // total = next(total, sum, scale) of all; scale(column) is a register's.
  template <class Scale, class Next>
  LOWP_INLINE void Update(const Scale& scale, const Next& next) const {
    static constexpr std::int32_t kNoTerm = 0;
    const bool varies = task.zero_points != nullptr;
    // In registers: stores might change what fields point to.
    const std::int32_t* const first_term = varies ? &kNoTerm : terms();
    const std::ptrdiff_t stride = varies ? 0 : task.terms_stride;
    const int count = rows, end = columns;
    for (int c = 0; c < end; c += Lanes::kLanes) {
      const auto of_columns = scale(column + c);
      const std::int32_t* sum = sums + c;
      const std::int32_t* term = first_term;
      std::int32_t* total = totals() + c;
      for (int r = 0; r < count; ++r) {
        Lanes::Store(
            total,
            next(Lanes::Load(total),
                 Lanes::Add(Lanes::Load(sum), Lanes::Set1(*term)), of_columns));
        sum += kInt4Nr;
        total += kInt4Nr;
        term += stride;
      }
    }
  }

  LOWP_INLINE void AddUp() const {
    const std::uint8_t* const scales = task.scales + group * task.scales_stride;
    const auto floats = [&](int c) LOWP_INLINE_LAMBDA {
      return LoadScales<Lanes>(task.scale_type, scales, c);
    };
    switch (task.end) {
      case Int4End::kSum:
        return Update([](int) { return 0; },
                      [](I32 total, I32 sum, int) LOWP_INLINE_LAMBDA {
                        return Lanes::Add(total, sum);
                      });
      case Int4End::kScaledSum:
        return Update(
            [&](int c) LOWP_INLINE_LAMBDA {
              return Lanes::Load(reinterpret_cast<const std::int32_t*>(scales) +
                                 c);
            },
            [](I32 total, I32 sum, I32 scale) LOWP_INLINE_LAMBDA {
              return Lanes::Add(total, Lanes::Multiply(sum, scale));
            });
      case Int4End::kMultiplyThenAdd:
        return Update(floats, [](I32 total, I32 sum,
                                 F32 scale) LOWP_INLINE_LAMBDA {
          return Lanes::Bits(Lanes::Add(Lanes::FromBits(total),
                                        Lanes::Mul(Lanes::ToF32(sum), scale)));
        });
      case Int4End::kFused:
        return Update(floats,
                      [](I32 total, I32 sum, F32 scale) LOWP_INLINE_LAMBDA {
                        return Lanes::Bits(Lanes::MultiplyAdd(
                            Lanes::ToF32(sum), scale, Lanes::FromBits(total)));
                      });
    }
  }
};

template <class Lanes>
LOWP_NOINLINE void EndInt4Group(const Int4GroupSums<Lanes>& sums) {
  sums.Correct();
  sums.AddUp();
}

// Whether the end of a group is the usual one, in registers: float scales, no
// zero points, multiply, then add.
LOWP_INLINE bool IsUsual(const Int4Task& task) {
  return task.end == Int4End::kMultiplyThenAdd && task.zero_points == nullptr &&
         task.sums == nullptr;
}

// total += float(sum + term) * scale, of a register.
template <class Lanes>
LOWP_INLINE void AddScaled(std::int32_t* total, typename Lanes::I32 sum,
                           typename Lanes::I32 term,
                           typename Lanes::F32 scale) {
  Lanes::Store(total,
               Lanes::Bits(Lanes::Add(
                   Lanes::FromBits(Lanes::Load(total)),
                   Lanes::Mul(Lanes::ToF32(Lanes::Add(sum, term)), scale))));
}

// Of a single row. A scale is loaded where it is used: sums take most
// registers.
template <class Kernel, Int4ScaleType kType, int kVectors>
LOWP_INLINE void EndUsualRow(const std::uint8_t* scales, int column,
                             std::int32_t term, std::int32_t* total,
                             const typename Kernel::Sums (&sums)[kVectors]) {
  using Lanes = typename Kernel::Lanes;
  const typename Lanes::I32 of_row = Lanes::Set1(term);
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    AddScaled<Lanes>(
        total + v * Lanes::kLanes, Kernel::SumsOf(sums[v]), of_row,
        LoadScales<Lanes>(kType, scales, column + v * Lanes::kLanes));
  }
}

// Rows past the task's end too, in room that is there for them.
template <class Kernel, int kRows, int kVectors>
LOWP_INLINE void EndUsualGroup(
    const Int4Task& task, int group, int first_row, int column,
    const typename Kernel::Sums (&sums)[kRows][kVectors]) {
  using Lanes = typename Kernel::Lanes;
  const std::uint8_t* const scales = task.scales + group * task.scales_stride;
  const std::int32_t* term = task.terms + first_row * task.terms_stride + group;
  std::int32_t* total =
      task.totals + std::ptrdiff_t{first_row} * kInt4Nr + column;
  if constexpr (kRows == 1) {
    switch (task.scale_type) {
      case Int4ScaleType::kFloat16:
        return EndUsualRow<Kernel, Int4ScaleType::kFloat16>(
            scales, column, *term, total, sums[0]);
      case Int4ScaleType::kBfloat16:
        return EndUsualRow<Kernel, Int4ScaleType::kBfloat16>(
            scales, column, *term, total, sums[0]);
      default:
        return EndUsualRow<Kernel, Int4ScaleType::kFloat32>(
            scales, column, *term, total, sums[0]);
    }
  }
  typename Lanes::F32 scale[kVectors];
  LoadAllScales<Lanes>(task.scale_type, scales, column, scale);
  const int left = task.rows - first_row;
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    const typename Lanes::I32 of_row = Lanes::Set1(*term);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      AddScaled<Lanes>(total + v * Lanes::kLanes, Kernel::SumsOf(sums[r][v]),
                       of_row, scale[v]);
    }
    LOWP_IN_ORDER;
    total += kInt4Nr;
    if (r + 1 < left) term += task.terms_stride;
  }
}

// Whether a single row's tile can prefetch, Kernel::kPrefetches.
template <class Kernel, typename = void>
constexpr bool kRowPrefetches = false;
template <class Kernel>
constexpr bool
    kRowPrefetches<Kernel, std::void_t<decltype(Kernel::kPrefetches)>> = true;

// The values of k of a group, up to `end`, from b on.
template <class Kernel, bool kUnpacked, int kPrefetchedLines, class Sums,
          int kRows>
LOWP_INLINE void MultiplySteps(const std::uint8_t* b, std::ptrdiff_t step,
                               const std::int8_t* const (&rows)[kRows],
                               std::ptrdiff_t end, Sums& sums) {
  std::ptrdiff_t at = 0;
  do {
    if constexpr (kPrefetchedLines > 0) {
      PrefetchLines<kPrefetchedLines>(b + kPanelAhead);
    }
    Kernel::template MultiplyStep<kUnpacked>(b, rows, at, sums);
    b += step;
    at += kInt4Step;
  } while (at < end);
}

// A tile of rows from `first` on, all strips, all groups. Rows past the task's
// are the last one again, whose sums nobody reads.
template <class Kernel, int kRows, int kStrips, bool kUnpacked>
LOWP_NOINLINE void MultiplyInt4Tile(const Int4Task& task, int first) {
  using Lanes = typename Kernel::Lanes;
  constexpr int kVectors = kStrips * (kInt4Strip / Lanes::kLanes);
  constexpr int kStepBytes =
      kInt4Step / kInt4LineK * kInt4LineBytes * (kUnpacked ? 2 : 1);
  constexpr int kStepLines = kStrips * kStepBytes / kLineBytes;
  constexpr bool kPrefetches = kRowPrefetches<Kernel> && kRows == 1 &&
                               kStrips * kInt4Strip == kInt4Nr && !kUnpacked;
  const int left = task.rows - first;
  const std::int8_t* rows[kRows];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    rows[r] = task.a + (first + (r < left ? r : left - 1)) * task.a_stride;
  }
  alignas(64) std::int32_t buffer[kRows * kInt4Nr];
  Int4GroupSums<Lanes> of_group = {
      task,  0, first, left < kRows ? left : kRows, 0, kStrips * kInt4Strip,
      buffer};
  const bool is_usual = IsUsual(task);
  const std::uint8_t* block = task.b;
  for (; of_group.group < task.groups; ++of_group.group) {
    for (int strip = 0; strip < task.strips; strip += kStrips) {
      typename Kernel::Sums sums[kRows][kVectors];
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) Kernel::Clear(&sums[r][v]);
      }
      const std::ptrdiff_t end = task.padded_group;
      std::ptrdiff_t step =
          (kStrips * kInt4Strip == kInt4Nr ? kStrips : task.strips) *
          std::ptrdiff_t{kStepBytes};
      // Or compilers make another loop for a single strip.
      if (kStrips == 1) LOWP_OPAQUE(step);
      for (int half = 0;;) {
        const std::uint8_t* b =
            block + half * task.half_stride + strip * kStepBytes;
        if (kPrefetches && task.prefetches) {
          MultiplySteps<Kernel, kUnpacked, kPrefetches ? kStepLines : 0>(
              b, step, rows, end, sums);
        } else {
          MultiplySteps<Kernel, kUnpacked, 0>(b, step, rows, end, sums);
        }
        if (++half == task.halves) break;
        LOWP_UNROLL
        for (int r = 0; r < kRows; ++r) {
          LOWP_UNROLL
          for (int v = 0; v < kVectors; ++v) Kernel::Shift(&sums[r][v]);
        }
      }
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) Kernel::Settle(&sums[r][v]);
      }
      Kernel::Arrange(sums);
      const int column = strip * kInt4Strip;
      if (Kernel::kEndsInRegisters && is_usual) {
        EndUsualGroup<Kernel>(task, of_group.group, first, column, sums);
        continue;
      }
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) {
          Lanes::Store(buffer + r * kInt4Nr + v * Lanes::kLanes,
                       Kernel::SumsOf(sums[r][v]));
        }
      }
      of_group.column = column;
      EndInt4Group(of_group);
    }
    block += task.b_stride;
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) rows[r] += task.padded_group;
  }
}

template <class Kernel, int kRows, bool kUnpacked>
LOWP_INLINE void MultiplyInt4Rows(const Int4Task& task, int first) {
  if (Kernel::kTileStrips > 1 && task.strips % Kernel::kTileStrips == 0) {
    return MultiplyInt4Tile<Kernel, kRows, Kernel::kTileStrips, kUnpacked>(
        task, first);
  }
  MultiplyInt4Tile<Kernel, kRows, 1, kUnpacked>(task, first);
}

template <class Kernel>
constexpr bool kUnpacksInt4 = Kernel::kCosts.unpacked_k > 0;

// Int4Kernel::multiply.
template <class Kernel>
void MultiplyInt4(const Int4Task& task) {
  constexpr int kTile = Kernel::kTileRows;
  constexpr int kFew = kTile < 4 ? kTile : 4;
  for (int row = 0; row < task.rows; row += kTile) {
    const int left = task.rows - row;
    if (kUnpacksInt4<Kernel> && task.unpacked) {
      MultiplyInt4Rows<Kernel, kTile, kUnpacksInt4<Kernel>>(task, row);
    } else if (left == 1 && task.padded_group <=
                                (task.halves == 1 ? kInt4OneRowGroup
                                                  : kInt4OneRowGroup / 16)) {
      MultiplyInt4Rows<typename Kernel::OneRow, 1, false>(task, row);
    } else if (left <= 2 || kTile == 2) {
      MultiplyInt4Rows<typename Kernel::TwoRows, 2, false>(task, row);
    } else if (left <= 4 || kTile == 4) {
      MultiplyInt4Rows<Kernel, kFew, false>(task, row);
    } else {
      MultiplyInt4Rows<Kernel, kTile, false>(task, row);
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_INT4_TILES_INL_H_
