// Another version of lowp as a module that a benchmark loads beside its own:
// compiled together with lowp_library.cc against that version's headers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "module.h"

#include "lowp_library.h"

extern "C" __attribute__((visibility("default"))) lowp_bench::Library
LOWP_BENCH_MODULE_FUNCTION(const char* backend) {
  return lowp_bench::LowpLibrary(backend);
}
