// The backends that this machine runs, for tests that try each of them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_FOR_EACH_BACKEND_H_
#define LOWP_TEST_SUPPORT_FOR_EACH_BACKEND_H_

#include <gtest/gtest.h>

#include <cstdio>
#include <set>
#include <vector>

#include "../../internal/backends/backend_list.h"

namespace lowp_test {

// The backends that can run here; names the others once, on stdout.
inline const std::vector<const gemmlowp::internal::Backend*>&
SupportedBackends() {
  static const auto* const supported = [] {
    auto* list = new std::vector<const gemmlowp::internal::Backend*>;
    for (const gemmlowp::internal::Backend* backend :
         gemmlowp::internal::AllBackends()) {
      if (gemmlowp::internal::IsSupported(*backend)) {
        list->push_back(backend);
      } else {
        std::printf("NOT TESTED: this machine cannot run the backend %s\n",
                    backend->name);
      }
    }
    return list;
  }();
  return *supported;
}

// The kernels of a backend's table.
struct KernelTable {
  const gemmlowp::internal::Backend& backend;
  const gemmlowp::internal::GemmKernel* begin() const {
    return backend.kernels;
  }
  const gemmlowp::internal::GemmKernel* end() const {
    return backend.kernels + backend.kernel_count;
  }
};
inline KernelTable KernelsOf(const gemmlowp::internal::Backend& backend) {
  return {backend};
}

// Sizes at which something ends in some backend: a group of values of k, a
// register, a tile, a panel; and one more or less. Ascending, from 1.
inline std::vector<int> TileEdges() {
  std::set<int> periods;
  for (const gemmlowp::internal::Backend* backend : SupportedBackends()) {
    const gemmlowp::internal::PanelFormat& panel = backend->panel;
    periods.insert({panel.kr, panel.nr_step, panel.nr, 2 * panel.nr});
    for (const gemmlowp::internal::GemmKernel& kernel : KernelsOf(*backend)) {
      periods.insert({kernel.mr, 2 * kernel.mr});
      periods.insert({kernel.m_step, 2 * kernel.m_step});
    }
  }
  std::set<int> edges = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (int period : periods) {
    for (int size : {period - 1, period, period + 1}) {
      if (size > 0) edges.insert(size);
    }
  }
  return std::vector<int>(edges.begin(), edges.end());
}

// Makes a context use the given backend.
template <typename Context>
void UseBackend(const gemmlowp::internal::Backend& backend, Context* context) {
  ASSERT_TRUE(context->set_backend(backend.name).ok());
}

// Calls f(const Backend&) for each backend, whose name appears in every
// failure.
template <typename F>
void ForEachBackend(F f) {
  ASSERT_FALSE(SupportedBackends().empty());
  for (const gemmlowp::internal::Backend* backend : SupportedBackends()) {
    SCOPED_TRACE(backend->name);
    f(*backend);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_FOR_EACH_BACKEND_H_
