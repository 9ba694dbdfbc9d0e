// Declares the one function of a module (module.cc).
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_MODULE_H_
#define LOWP_BENCH_MODULE_H_

#include "work.h"

// The name changes whenever Library, or a type in it, changes.
#define LOWP_BENCH_MODULE_FUNCTION lowp_bench_module_2

// The named backend.
extern "C" lowp_bench::Library LOWP_BENCH_MODULE_FUNCTION(const char* backend);

#endif  // LOWP_BENCH_MODULE_H_
