// The kernel that gemmlowp would choose for a pair of ranges; here it only
// names the engine's own choice, with a format. Reached as
// internal/kernel_default.h.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_KERNEL_DEFAULT_H_
#define LOWP_INTERNAL_COMPAT_KERNEL_DEFAULT_H_

#include "../../public/bit_depth.h"
#include "common.h"
#include "kernel.h"
#include "kernel_reference.h"

namespace gemmlowp {
inline namespace lowp {

using DefaultReferenceKernel = ReferenceKernel<KernelFormat<
    KernelSideFormat<CellFormat<4, 16, CellOrder::WidthMajor>, 1>,
    KernelSideFormat<CellFormat<4, 16, CellOrder::WidthMajor>, 1>>>;

// The ranges change nothing: lowp's kernels are exact for all values. Run() is
// that of the reference kernel; MultiThreadGemm() and SingleThreadGemm() do not
// call it.
template <typename BitDepthParams>
struct DefaultKernel : DefaultReferenceKernel {
  const char* Name() const override { return "lowp's choice at run time"; }
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_KERNEL_DEFAULT_H_
