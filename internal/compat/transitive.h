// Declares what gemmlowp's public/gemmlowp.h declares besides the public names.
// Included at the end of public/gemmlowp.h, whose entry points these headers
// call.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_TRANSITIVE_H_
#define LOWP_INTERNAL_COMPAT_TRANSITIVE_H_

// gemmlowp's headers include these.
#include <algorithm>  // IWYU pragma: export
#include <atomic>     // IWYU pragma: export
#include <cassert>    // IWYU pragma: export
#include <chrono>     // IWYU pragma: export
#include <cmath>      // IWYU pragma: export
#include <cstdint>    // IWYU pragma: export
#include <cstdio>     // IWYU pragma: export
#include <cstdlib>    // IWYU pragma: export
#include <cstring>    // IWYU pragma: export
#include <limits>     // IWYU pragma: export
#include <memory>     // IWYU pragma: export
#include <thread>     // IWYU pragma: export
#include <tuple>      // IWYU pragma: export
#include <vector>     // IWYU pragma: export

#include "../../fixedpoint/fixedpoint.h"
#include "allocator.h"
#include "common.h"
#include "instrumentation.h"
#include "kernel_default.h"
#include "kernel_reference.h"
#include "multi_thread_gemm.h"
#include "single_thread_gemm.h"
#include "workers_pool.h"

#endif  // LOWP_INTERNAL_COMPAT_TRANSITIVE_H_
