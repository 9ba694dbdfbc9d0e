// Rows of the kernel tables of 64-bit Arm's backends, which have the same
// kinds of kernels: a GEMV in place, and tiles that read rows of A in place or
// in the form of copied rows, which is that of panels too.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_KERNEL_TABLE_NEON_INL_H_
#define LOWP_META_KERNELS_KERNEL_TABLE_NEON_INL_H_

#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/contract/kernel.h"
#include "gemv_neon-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// With more rows, packing B pays.
constexpr int kMaxGemvRows = 8;

// Columns in place.
template <template <bool> class Multiply>
constexpr GemmKernel Gemv(const KernelCost& cost) {
  GemmKernel kernel = {};
  kernel.name = "4x4_gemv";
  kernel.a_forms = static_cast<std::uint8_t>(AForm::kInPlace);
  kernel.b_form = BForm::kInPlace;
  kernel.m.max = kMaxGemvRows;
  kernel.cost = cost;
  kernel.sum = &SumGemv<Multiply>;
  kernel.mr = NeonGemv<Multiply<true>>::kRows;
  kernel.prefetches = true;
  return kernel;
}

using SumFunction = void (*)(const GemmTask& task, const SumTarget& target);

// Tiles write whole registers, rows in ascending order: where rows lie n values
// apart, each overwrites what the one before it wrote too far.
constexpr GemmKernel Tiles(const char* name, int mr, const KernelCost& cost,
                           SumFunction sum) {
  GemmKernel kernel = {};
  kernel.name = name;
  kernel.a_forms = static_cast<std::uint8_t>(AForm::kCopied) |
                   static_cast<std::uint8_t>(AForm::kPanel);
  kernel.sums_densely = true;
  kernel.cost = cost;
  kernel.sum = sum;
  kernel.mr = mr;
  return kernel;
}

constexpr GemmKernel TilesInPlace(const char* name, int mr,
                                  const KernelCost& cost, SumFunction sum) {
  GemmKernel kernel = Tiles(name, mr, cost, sum);
  kernel.a_forms = static_cast<std::uint8_t>(AForm::kInPlace);
  return kernel;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_KERNEL_TABLE_NEON_INL_H_
