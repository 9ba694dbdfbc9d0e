// A row times two panels at once. What is read of the row serves both, and the
// panels are two streams: L2 yields them faster than one.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_TWO_PANELS_INL_H_
#define LOWP_META_GEMM_TWO_PANELS_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "tile-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Shorter rows gain less than a function and sums in memory take.
constexpr int kMinPairedK = 128;

// The panels of a task, two by two.
template <class Kernel>
class PanelPairs {
 public:
  LOWP_INLINE explicit PanelPairs(const GemmTask& task)
      : are_taken_(task.m == 1 && task.k >= kMinPairedK) {}

  // The sums of products of the task's only row and the panel at `b`, the first
  // of `left`, without initial values; null: they are still to be made.
  LOWP_INLINE const std::int32_t* Next(const GemmTask& task,
                                       const std::uint8_t* b, int left) {
    if (!are_taken_) return nullptr;
    if (is_second_) {
      is_second_ = false;
      return products_ + kWidth;
    }
    if (left == 1) return nullptr;
    Multiply(task, b, products_);
    is_second_ = true;
    return products_;
  }

 private:
  static constexpr int kVectors = 2 * Kernel::kMaxVectors;
  static constexpr int kWidth = Kernel::kMaxVectors * Kernel::Simd::kLanes;

  // A function for all epilogues.
  static LOWP_NOINLINE void Multiply(const GemmTask& task,
                                     const std::uint8_t* b,
                                     std::int32_t* products) {
    using Tile = TileLoop<Kernel, 1, kVectors, 1, 2>;
    Tile tile;
    Tile::SetToZero(tile.sums);
    tile.rows[0] = task.a;
    tile.b = b;
    tile.panel_stride = task.panel_stride;
    tile.group_stride = Kernel::kRowStep;
    tile.at = 0;
    tile.at_odd = 0;
    tile.flip = Kernel::Flip(task.a_flip);
    tile.groups = WholeGroups(task, Kernel::kKr);
    MultiplyRun<Kernel>(task, &tile);
    if (const int tail = TailOf(task, Kernel::kKr)) tile.MultiplyTail(tail);
    StoreTile<typename Kernel::Simd>(tile.sums, products, 0);
  }

  const bool are_taken_;
  alignas(64) std::int32_t products_[2 * kWidth];
  bool is_second_ = false;  // the panel before had the sums of this one, too
};

// Of kernels whose rows take one panel after the other.
struct NoPanelPairs {
  explicit NoPanelPairs(const GemmTask&) {}
  static constexpr const std::int32_t* Next(const GemmTask&,
                                            const std::uint8_t*, int) {
    return nullptr;
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_TWO_PANELS_INL_H_
