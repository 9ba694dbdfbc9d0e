// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

// Includes headers by their paths in gemmlowp, with and without its directory's
// name.
#include <gemmlowp/fixedpoint/fixedpoint.h>
#include <gemmlowp/public/gemmlowp.h>

#include "eight_bit_int_gemm/eight_bit_int_gemm.h"
#include "internal/allocator.h"
#include "internal/common.h"
#include "internal/detect_platform.h"
#include "internal/kernel.h"
#include "internal/kernel_default.h"
#include "internal/kernel_reference.h"
#include "internal/multi_thread_gemm.h"
#include "internal/platform.h"
#include "internal/single_thread_gemm.h"
#include "profiling/instrumentation.h"
#include "profiling/pthread_everywhere.h"
#include "public/bit_depth.h"
#include "public/map.h"
#include "public/output_stages.h"

void UseOldPaths() {
  gemmlowp::ScopedProfilingLabel label("old paths");
  gemmlowp::Allocator allocator;
  gemmlowp::eight_bit_int_gemm::SetMaxNumThreads(1);
}
