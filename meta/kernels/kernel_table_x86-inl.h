// Rows of the kernel tables of x86's backends. Those of one kind differ in
// names, sizes and costs: {mac, element, row, panel, call, load, channel,
// store, ...} as in KernelCost, in cycles of a Zen 4 unless a backend says
// otherwise, as ./dev bench kernels prints them.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_KERNEL_TABLE_X86_INL_H_
#define LOWP_META_KERNELS_KERNEL_TABLE_X86_INL_H_

#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/contract/kernel.h"
#include "../../internal/contract/register_family.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// GemmKernel::a_forms.
constexpr std::uint8_t kAInPlace = static_cast<std::uint8_t>(AForm::kInPlace);
constexpr std::uint8_t kACopied = static_cast<std::uint8_t>(AForm::kCopied);
constexpr std::uint8_t kACopiedRuns =
    static_cast<std::uint8_t>(AForm::kCopiedRuns);
constexpr std::uint8_t kAPanel = static_cast<std::uint8_t>(AForm::kPanel);

using RunFunction = void (*)(const GemmTask& task);
using SumFunction = void (*)(const GemmTask& task, const SumTarget& target);

// Rows of a tile that is finished in registers; fewer of them have SingleRows.
constexpr int kRegisterTileRows = 4;

// A row or two at a time, finished in registers, with each of several panels.
constexpr GemmKernel SingleRows(const char* name, int a_forms,
                                const KernelCost& cost, RunFunction run) {
  GemmKernel kernel = {};
  kernel.name = name;
  kernel.a_forms = static_cast<std::uint8_t>(a_forms);
  kernel.m.max = kRegisterTileRows - 1;
  kernel.cost = cost;
  kernel.run = run;
  kernel.takes_panels = true;
  return kernel;
}

// Tiles of several rows, finished in registers.
constexpr GemmKernel Tiles(const char* name, int a_forms,
                           const KernelCost& cost, RunFunction run) {
  GemmKernel kernel = {};
  kernel.name = name;
  kernel.a_forms = static_cast<std::uint8_t>(a_forms);
  kernel.m.min = kRegisterTileRows;
  kernel.cost = cost;
  kernel.run = run;
  kernel.mr = kRegisterTileRows;
  return kernel;
}

// Tiles of any number of rows, mr of them in the usual one, whose sums are left
// in memory.
constexpr GemmKernel SumTiles(const char* name, int a_forms, int mr,
                              const KernelCost& cost, SumFunction sum) {
  GemmKernel kernel = {};
  kernel.name = name;
  kernel.a_forms = static_cast<std::uint8_t>(a_forms);
  kernel.cost = cost;
  kernel.sum = sum;
  kernel.mr = mr;
  kernel.sums_densely = true;
  kernel.prefetches = true;
  return kernel;
}

// Many rows, eight at a time, with few columns.
constexpr GemmKernel Skinny(const char* name, int a_forms,
                            const KernelCost& cost, SumFunction sum) {
  GemmKernel kernel = SumTiles(name, a_forms, /*mr=*/8, cost, sum);
  kernel.m.min = 8;
  kernel.n.max = 8;
  kernel.n_step = 8;
  kernel.prefetches = false;
  return kernel;
}

// Columns in place, with up to max_m rows, mr of them at a time.
constexpr GemmKernel Gemv(const char* name, int mr, int max_m,
                          const KernelCost& cost, SumFunction sum) {
  GemmKernel kernel = SumTiles(name, kAInPlace, mr, cost, sum);
  kernel.b_form = BForm::kInPlace;
  kernel.sums_densely = false;
  kernel.m.max = max_m;
  return kernel;
}

// B in place, contiguous along columns, at least min_n of them.
constexpr GemmKernel Lines(const char* name, int a_forms, SizeRange m,
                           int min_n, const KernelCost& cost, SumFunction sum) {
  GemmKernel kernel = Gemv(name, m.max, m.max, cost, sum);
  kernel.a_forms = static_cast<std::uint8_t>(a_forms);
  kernel.b_form = BForm::kLines;
  kernel.m.min = m.min;
  kernel.n.min = min_n;
  kernel.prefetches = false;
  return kernel;
}

}  // namespace

// The register families of x86.
extern const RegisterFamily family_avx2;
extern const RegisterFamily family_avx512;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_KERNEL_TABLE_X86_INL_H_
