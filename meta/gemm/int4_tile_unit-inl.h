// Products with 4-bit weights on a unit that multiplies whole tiles: sixteen
// rows of a panel, a group of k at a time. Weights are unpacked without their
// zero points, so that terms of rows are 0. Sums of a group leave the unit
// through memory. They are scaled and added to totals behind the products of
// the next group, before those leave it.
//
// Written once over a kernel policy, which supplies
//   Lanes                   as in int4_tiles-inl.h
//   TileUnit                the unit (meta/kernels/tile_unit_amx.h)
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_INT4_TILE_UNIT_INL_H_
#define LOWP_META_GEMM_INT4_TILE_UNIT_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/int4_task.h"
#include "../simd/prefetch-inl.h"
#include "int4_group_end-inl.h"
#include "tile_rows-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// How a group is cut into steps of tiles. The last step of several ends with
// the group, and the weights of values that the step before has multiplied,
// too, are 0.
struct Int4TileSteps {
  LOWP_INLINE explicit Int4TileSteps(int padded_group)
      : count((padded_group - 1) / kTileDepth + 1),
        depth(Smaller(padded_group, kTileDepth)),
        zeros(count * depth - padded_group) {}

  int count;
  int depth;  // values of k
  int zeros;  // of the last step
};

constexpr int kTileLineBytes = 64;
// How far ahead of what is unpacked is prefetched: 0.90 to 0.97 of the time of
// 16 and 64 rows on a Granite Rapids.
constexpr int kUnpackedBytesAhead = 4096;

// What is subtracted from the bytes of lines of each strip.
class Int4LineZeros {
 public:
  LOWP_INLINE explicit Int4LineZeros(const Int4Task& task) : task_(task) {
    std::memset(bytes_, task.halves == 2 ? 128 : kInt4Zero, sizeof(bytes_));
  }

  LOWP_INLINE void SetGroup(int group) {
    if (task_.zero_points == nullptr) return;
    const std::uint8_t* const zeros =
        task_.zero_points + group * task_.block_stride;
    for (int c = 0; c < task_.strips * kInt4Strip; ++c) {
      std::memset(bytes_ + 4 * c, zeros[c], 4);
    }
  }
  LOWP_INLINE const std::uint8_t* OfStrip(int strip) const {
    return bytes_ + strip * kTileLineBytes;
  }

 private:
  const Int4Task& task_;
  alignas(64) std::uint8_t bytes_[4 * kInt4Nr];
};

// Two lines of unpacked weights of a line of packed ones, and where weights
// have 8 bits, of their lower halves.
template <bool kHas8Bits>
LOWP_INLINE void UnpackLine(const std::uint8_t* line,
                            [[maybe_unused]] const std::uint8_t* lower,
                            const std::uint8_t* zeros, std::uint8_t* to) {
  for (int i = 0; i < kTileLineBytes; ++i) {
    int first = line[i] & 0xF, second = line[i] >> 4;
    if constexpr (kHas8Bits) {
      first = first << 4 | (lower[i] & 0xF);
      second = (line[i] & 0xF0) | lower[i] >> 4;
    }
    to[i] = static_cast<std::uint8_t>(first - zeros[i]);
    to[kTileLineBytes + i] = static_cast<std::uint8_t>(second - zeros[i]);
  }
}

// A group: strip by strip, steps one after another, four values of k a line.
// Weights are read in the order of memory.
template <bool kHas8Bits>
LOWP_INLINE void UnpackGroup(const Int4Task& task, int group,
                             const Int4LineZeros& zeros,
                             std::ptrdiff_t strip_bytes, std::uint8_t* to) {
  constexpr int kLines = kInt4Step / kInt4LineK;
  const Int4TileSteps steps(task.padded_group);
  const std::uint8_t* from = task.b + group * task.b_stride;
  const int begin_of_last = (steps.count - 1) * kTileDepth;
  for (int k = 0; k < task.padded_group; k += kInt4Step) {
    if (k == begin_of_last) {
      const int bytes = steps.zeros * kInt4Strip;
      for (int strip = 0; strip < task.strips; ++strip) {
        std::memset(to + strip * strip_bytes, 0,
                    static_cast<std::size_t>(bytes));
      }
      to += bytes;
    }
    for (int strip = 0; strip < task.strips; ++strip) {
      std::uint8_t* const lines = to + strip * strip_bytes;
      for (int line = 0; line < kLines; ++line, from += kTileLineBytes) {
        PrefetchLinesIntoL1<1>(AddressAhead(from, kUnpackedBytesAhead));
        UnpackLine<kHas8Bits>(from, from + task.half_stride,
                              zeros.OfStrip(strip),
                              lines + 2 * line * kTileLineBytes);
      }
    }
    to += 2 * kLines * kTileLineBytes;
  }
}

// Int4Unpacking::unpack: signed bytes.
void UnpackInt4IntoTiles(std::uint8_t* unpacked, Int4Task* task) {
  const Int4TileSteps steps(task->padded_group);
  const std::ptrdiff_t strip_bytes =
      std::ptrdiff_t{steps.count} * steps.depth * kInt4Strip;
  Int4LineZeros zeros(*task);
  std::uint8_t* to = unpacked;
  for (int group = 0; group < task->groups; ++group) {
    zeros.SetGroup(group);
    if (task->halves == 2) {
      UnpackGroup<true>(*task, group, zeros, strip_bytes, to);
    } else {
      UnpackGroup<false>(*task, group, zeros, strip_bytes, to);
    }
    to += strip_bytes * task->strips;
  }
  task->b = unpacked;
  task->b_stride = strip_bytes * task->strips;
  task->halves = 1;
  task->zero_points = nullptr;
  task->terms = nullptr;
}

// The rows of a task, in tiles.
template <class Kernel>
class Int4TileRows {
 public:
  LOWP_INLINE explicit Int4TileRows(const Int4Task& task)
      : task_(task),
        steps_(task.padded_group),
        strip_bytes_(std::ptrdiff_t{steps_.count} * steps_.depth * kInt4Strip),
        rows_(Smaller(task.rows, kTileRows)),
        unit_(rows_, steps_.depth) {}

  template <int kStrips>
  LOWP_INLINE void Multiply() {
    for (int row = 0; row < task_.rows; row += kTileRows) {
      if (task_.rows - row < rows_) {
        rows_ = task_.rows - row;
        unit_.SetRows(rows_, steps_.depth);
      }
      first_ = row;
      for (int group = 0; group < task_.groups; ++group) {
        MultiplyGroup<kStrips>(group);
        if (group > 0) EndGroup<kStrips>(group - 1);
        StoreTiles<kStrips>(sums_);
      }
      EndGroup<kStrips>(task_.groups - 1);
    }
  }

 private:
  using Lanes = typename Kernel::Lanes;
  static constexpr int kTileOfA = 4, kTileOfB = 6;

  template <int kStrips>
  LOWP_INLINE void MultiplyGroup(int group) {
    const std::int8_t* a =
        task_.a + first_ * task_.a_stride + group * task_.padded_group;
    const std::uint8_t* b = task_.b + group * task_.b_stride;
    ClearTiles<kStrips>();
    for (int step = 1;; ++step) {
      unit_.template Load<kTileOfA>(a, task_.a_stride);
      MultiplyStrips<kStrips, 0>(b);
      if (step == steps_.count) break;
      a += step + 1 == steps_.count ? kTileDepth - steps_.zeros : kTileDepth;
      b += kTileBytes;
    }
  }

  template <int kStrips>
  LOWP_INLINE void ClearTiles() {
    if constexpr (kStrips > 0) {
      ClearTiles<kStrips - 1>();
      unit_.template Clear<kStrips - 1>();
    }
  }
  template <int kStrips, int kStrip>
  LOWP_INLINE void MultiplyStrips(const std::uint8_t* b) {
    if constexpr (kStrip < kStrips) {
      constexpr int kB = kTileOfB + kStrip % 2;
      unit_.template Load<kB>(b, kTileLineBytes);
      unit_.template MultiplyAdd<kStrip, kTileOfA, kB, /*kASigned=*/true>();
      MultiplyStrips<kStrips, kStrip + 1>(b + strip_bytes_);
    }
  }
  template <int kStrips>
  LOWP_INLINE void StoreTiles(std::int32_t* sums) {
    if constexpr (kStrips > 0) {
      StoreTiles<kStrips - 1>(sums);
      unit_.template Store<kStrips - 1>(sums + (kStrips - 1) * kTileColumns,
                                        kInt4Nr * sizeof(*sums));
    }
  }

  template <int kStrips>
  LOWP_NOINLINE void EndGroup(int group) {
    if (!IsUsual(task_)) {
      EndInt4Group(Int4GroupSums<Lanes>{task_, group, first_, rows_, 0,
                                        kStrips * kInt4Strip, sums_});
    } else if (task_.sums != nullptr) {
      EndUsualGroup<kStrips, true>(group);
    } else {
      EndUsualGroup<kStrips, false>(group);
    }
  }

  // total += float(sum + correction) * scale.
  template <int kStrips, bool kCorrects>
  LOWP_INLINE void EndUsualGroup(int group) {
    constexpr int kVectors = kStrips * (kInt4Strip / Lanes::kLanes);
    typename Lanes::F32 scales[kVectors];
    LoadAllScales<Lanes>(task_.scale_type,
                         task_.scales + group * task_.scales_stride, 0, scales);
    [[maybe_unused]] typename Lanes::I32 of_columns[kVectors];
    if constexpr (kCorrects) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        of_columns[v] = Lanes::LoadIntegers(
            Scalar::kInt16,
            task_.sums + group * task_.sums_stride + 2 * v * Lanes::kLanes);
      }
    }
    const std::int32_t* sums = sums_;
    std::int32_t* totals = task_.totals + std::ptrdiff_t{first_} * kInt4Nr;
    for (int r = 0; r < rows_; ++r) {
      [[maybe_unused]] typename Lanes::I32 factor;
      if constexpr (kCorrects) {
        factor = Lanes::SetShort(-task_.a_zero_points[first_ + r]);
      }
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        typename Lanes::I32 sum = Lanes::Load(sums + v * Lanes::kLanes);
        if constexpr (kCorrects) {
          sum = Lanes::AddShortProduct(sum, of_columns[v], factor);
        }
        AddScaled<Lanes>(totals + v * Lanes::kLanes, sum, Lanes::Set1(0),
                         scales[v]);
      }
      sums += kInt4Nr;
      totals += kInt4Nr;
    }
  }

  const Int4Task& task_;
  const Int4TileSteps steps_;
  const std::ptrdiff_t strip_bytes_;
  int rows_;
  int first_ = 0;
  typename Kernel::TileUnit unit_;
  alignas(64) std::int32_t sums_[kTileRows * kInt4Nr];
};

// Int4Unpacking::multiply.
template <class Kernel>
void MultiplyUnpackedInt4Tiles(const Int4Task& task) {
  Int4TileRows<Kernel> rows(task);
  switch (task.strips) {
    case 1:
      return rows.template Multiply<1>();
    case 2:
      return rows.template Multiply<2>();
    case 3:
      return rows.template Multiply<3>();
    default:
      return rows.template Multiply<4>();
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_INT4_TILE_UNIT_INL_H_
