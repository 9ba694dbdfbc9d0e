// doc/kernels.md has a row for each kernel of the backends that it has tables
// of, and no other rows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "../../internal/backends/backend_list.h"

namespace lowp_test {
namespace {

// The names in the first columns of tables, `name`, below a heading.
std::set<std::string> KernelsOnPage(const std::string& heading) {
  std::ifstream page(LOWP_GOLDEN_DIR "/../../doc/kernels.md");
  EXPECT_TRUE(page.is_open());
  std::set<std::string> names;
  bool below = false;
  for (std::string line; std::getline(page, line);) {
    if (line.compare(0, 3, "## ") == 0) below = line == "## " + heading;
    if (below && line.compare(0, 3, "| `") == 0) {
      names.insert(line.substr(3, line.find('`', 3) - 3));
    }
  }
  return names;
}

TEST(KernelsPageTest, HasAllKernels) {
  const std::set<std::string> measured = {"amx", "avx512_vnni", "avx512",
                                          "avx2", "avx_vnni"};
  for (const auto* const backend : gemmlowp::internal::AllBackends()) {
    if (measured.count(backend->name) == 0) continue;
    std::set<std::string> kernels;
    for (int i = 0; i < backend->kernel_count; ++i) {
      kernels.insert(backend->kernels[i].name);
    }
    EXPECT_EQ(KernelsOnPage(backend->name), kernels) << backend->name;
  }
}

}  // namespace
}  // namespace lowp_test
