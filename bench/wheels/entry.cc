// Makes a library's product and times its calls, for wheels.py.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "entry.h"

#include <chrono>

namespace lowp_bench {
namespace {

struct Entry {
  Library library;
  void* instance;
};

}  // namespace
}  // namespace lowp_bench

#define LOWP_WHEELS_EXPORT extern "C" __attribute__((visibility("default")))

LOWP_WHEELS_EXPORT void* LowpWheelsCreate(const char* name,
                                          const LowpWheelsProduct* product) {
  const lowp_bench::Work work = {product->rows,       product->cols,
                                 product->depth,      product->input,
                                 product->input_s8,   product->weights,
                                 product->weights_u8, product->bias,
                                 product->multiplier, product->shift};
  lowp_bench::Request request;
  request.packed = true;
  request.signed_input = product->signed_input != 0;
  request.signed_weights = product->signed_weights != 0;
  if (product->sums != 0) request.output = lowp_bench::Output::kInt32;
  const lowp_bench::Library library = lowp_bench::EntryLibrary(name);
  void* const instance = library.create(name, work, request);
  if (instance == nullptr) return nullptr;
  return new lowp_bench::Entry{library, instance};
}

LOWP_WHEELS_EXPORT double LowpWheelsSeconds(void* entry, void* output,
                                            std::int32_t calls) {
  const lowp_bench::Entry& made = *static_cast<lowp_bench::Entry*>(entry);
  const auto start = std::chrono::steady_clock::now();
  for (std::int32_t i = 0; i < calls; ++i) {
    made.library.run(made.instance, output);
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  return seconds.count();
}

LOWP_WHEELS_EXPORT void LowpWheelsDestroy(void* entry) {
  lowp_bench::Entry* const made = static_cast<lowp_bench::Entry*>(entry);
  made->library.destroy(made->instance);
  delete made;
}
