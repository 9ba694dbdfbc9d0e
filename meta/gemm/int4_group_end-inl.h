// The ends of groups of 4-bit weights: sums are corrected, scaled and added to
// totals. The usual end is in registers; any other finds the sums in L1.
//
// Kernel policies and their Lanes are those of int4_tiles-inl.h.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_INT4_GROUP_END_INL_H_
#define LOWP_META_GEMM_INT4_GROUP_END_INL_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/int4_task.h"
#include "../../internal/contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

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

  // sum = next(sum, the columns' integers, row) for all lanes.
  template <class Next>
  LOWP_INLINE void Add(Scalar scalar, const std::uint8_t* integers,
                       const Next& next) const {
    for (int c = 0; c < columns; c += Lanes::kLanes) {
      const I32 of_columns =
          Lanes::LoadIntegers(scalar, integers + (column + c) * SizeOf(scalar));
      for (int r = 0; r < rows; ++r) {
        std::int32_t* const sum = sums + r * kInt4Nr + c;
        Lanes::Store(sum, next(Lanes::Load(sum), of_columns, r));
      }
    }
  }

  // What varying zero points add.
  LOWP_INLINE void Correct() const {
    if (task.zero_points != nullptr) {
      Add(Scalar::kUint8, task.zero_points + group * task.block_stride,
          [this](I32 sum, I32 zeros, int r) LOWP_INLINE_LAMBDA {
            return Lanes::Add(
                sum, Lanes::Multiply(
                         zeros, Lanes::Set1(terms()[r * task.terms_stride])));
          });
    }
    if (task.sums == nullptr) return;
    const std::uint8_t* const of_group = task.sums + group * task.sums_stride;
    const std::int32_t* const zeros = task.a_zero_points + first_row;
    Add(task.wide_sums ? Scalar::kInt32 : Scalar::kInt16, of_group,
        [=](I32 sum, I32 of_columns, int r) LOWP_INLINE_LAMBDA {
          return Lanes::Add(
              sum, Lanes::Multiply(of_columns, Lanes::Set1(-zeros[r])));
        });
  }

  // total = next(total, sum, scale) for all lanes; scale(column) yields the
  // scales of a register from that column on.
  template <class Scale, class Next>
  LOWP_INLINE void Update(const Scale& scale, const Next& next) const {
    static constexpr std::int32_t kNoTerm = 0;
    const bool has_terms = task.zero_points == nullptr && task.terms != nullptr;
    // In registers: stores might change what fields point to.
    const std::int32_t* const first_term = has_terms ? terms() : &kNoTerm;
    const std::ptrdiff_t stride = has_terms ? task.terms_stride : 0;
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
                        return Lanes::Bits(Lanes::MulAdd(
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

// The longest group whose terms are within int16, if they are what zero points
// of columns are multiplied by: sums of the row's values.
constexpr int kInt4ShortTerms = 255;

// Whether the end of a group is the usual one, in registers: float scales,
// multiply, then add.
LOWP_INLINE bool IsUsual(const Int4Task& task) {
  return task.end == Int4End::kMultiplyThenAdd &&
         (task.zero_points == nullptr ||
          task.padded_group <= kInt4ShortTerms) &&
         (task.sums == nullptr || !task.wide_sums);
}

// Adds what varying zero points of rows add to the sums of a tile.
template <class Lanes, int kRows, int kVectors>
LOWP_INLINE void CorrectForRows(const Int4Task& task, int group, int first_row,
                                int column,
                                typename Lanes::I32 (&sums)[kRows][kVectors]) {
  const std::uint8_t* const of_group =
      task.sums + group * task.sums_stride + 2 * column;
  const std::int32_t* const zero_points = task.a_zero_points + first_row;
  const int last = task.rows - first_row - 1;
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    const typename Lanes::I32 of_columns =
        Lanes::LoadIntegers(Scalar::kInt16, of_group + 2 * v * Lanes::kLanes);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      sums[r][v] = Lanes::AddShortProduct(
          sums[r][v], of_columns,
          Lanes::SetShort(-zero_points[r < last ? r : last]));
    }
  }
}

// The same of columns.
template <class Lanes, int kRows, int kVectors>
LOWP_INLINE void CorrectForColumns(
    const Int4Task& task, int group, int first_row, int column,
    typename Lanes::I32 (&sums)[kRows][kVectors]) {
  const std::uint8_t* const zero_points =
      task.zero_points + group * task.block_stride + column;
  const std::int32_t* const terms =
      task.terms + first_row * task.terms_stride + group;
  const int last = task.rows - first_row - 1;
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    const typename Lanes::I32 of_columns =
        Lanes::LoadIntegers(Scalar::kUint8, zero_points + v * Lanes::kLanes);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      sums[r][v] = Lanes::AddShortProduct(
          sums[r][v], of_columns,
          Lanes::SetShort(terms[(r < last ? r : last) * task.terms_stride]));
    }
  }
}

// Of a single row. A scale is loaded where it is used: sums take most
// registers.
template <class Lanes, Int4ScaleType kType, int kVectors>
LOWP_INLINE void EndUsualRow(const std::uint8_t* scales, int column,
                             std::int32_t term, std::int32_t* total,
                             const typename Lanes::I32 (&sums)[kVectors]) {
  const typename Lanes::I32 of_row = Lanes::Set1(term);
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    AddScaled<Lanes>(
        total + v * Lanes::kLanes, sums[v], of_row,
        LoadScales<Lanes>(kType, scales, column + v * Lanes::kLanes));
  }
}

// Also ends rows past the task's last, for which totals have room.
// `kVaries`: weights may have zero points.
template <class Kernel, bool kVaries, int kRows, int kVectors>
LOWP_INLINE void EndUsualGroup(
    const Int4Task& task, int group, int first_row, int column,
    const typename Kernel::Sums (&of_tile)[kRows][kVectors]) {
  using Lanes = typename Kernel::Lanes;
  typename Lanes::I32 sums[kRows][kVectors];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums[r][v] = Kernel::SumsOf(of_tile[r][v]);
    }
  }
  if (task.sums != nullptr) {
    CorrectForRows<Lanes>(task, group, first_row, column, sums);
  }
  // As a condition GCC copies sums in the loop over k.
  for (bool varies = kVaries && task.zero_points != nullptr; varies;
       varies = false) {
    CorrectForColumns<Lanes>(task, group, first_row, column, sums);
  }
  const std::uint8_t* const scales = task.scales + group * task.scales_stride;
  static constexpr std::int32_t kNoTerm = 0;
  const bool has_terms = !kVaries || task.zero_points == nullptr;
  const std::int32_t* term =
      has_terms ? task.terms + first_row * task.terms_stride + group : &kNoTerm;
  std::int32_t* total =
      task.totals + std::ptrdiff_t{first_row} * kInt4Nr + column;
  if constexpr (kRows == 1) {
    switch (task.scale_type) {
      case Int4ScaleType::kFloat16:
        return EndUsualRow<Lanes, Int4ScaleType::kFloat16>(
            scales, column, *term, total, sums[0]);
      case Int4ScaleType::kBfloat16:
        return EndUsualRow<Lanes, Int4ScaleType::kBfloat16>(
            scales, column, *term, total, sums[0]);
      default:
        return EndUsualRow<Lanes, Int4ScaleType::kFloat32>(
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
      AddScaled<Lanes>(total + v * Lanes::kLanes, sums[r][v], of_row, scale[v]);
    }
    LOWP_IN_ORDER;
    total += kInt4Nr;
    if (r + 1 < left && has_terms) term += task.terms_stride;
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_INT4_GROUP_END_INL_H_
