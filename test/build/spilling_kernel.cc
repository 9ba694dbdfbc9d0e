// Faulty main loops, which test the check itself: one copies a register, one
// keeps a sum on the stack, one stores it through a pointer, one branches.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>

void CopyingKernel(std::size_t count) {
  for (; count > 0; --count) {
    __asm__ volatile(
        "vpmaddwd %%ymm0, %%ymm1, %%ymm2\n\t"
        "vmovdqa %%ymm2, %%ymm3" ::
            : "xmm2", "xmm3");
  }
}

void SpillingKernel(std::size_t count) {
  volatile int sum = 0;
  for (; count > 0; --count) {
    __asm__ volatile("vpmaddwd %%ymm0, %%ymm1, %%ymm2" ::: "xmm2");
    sum = sum + 1;
  }
}

void StoringKernel(std::size_t count, void* sums) {
  for (; count > 0; --count) {
    __asm__ volatile(
        "vpmaddwd %%ymm0, %%ymm1, %%ymm2\n\t"
        "vmovdqu %%ymm2, (%0)" ::"r"(sums)
        : "xmm2", "memory");
  }
}

void BranchingKernel(std::size_t count) {
  for (; count > 0; --count) {
    __asm__ volatile(
        "vpmaddwd %%ymm0, %%ymm1, %%ymm2\n\t"
        "test $4, %0\n\t"
        "jz 1f\n\t"
        "vpaddd %%ymm2, %%ymm2, %%ymm2\n"
        "1:" ::"r"(count)
        : "xmm2", "cc");
  }
}
