// What the C API says about the library is what the C++ API says, and the
// version is that of the project.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "../../public/backends.h"
#include "../../public/c/lowp/status.h"
#include "../../public/version.h"

namespace lowp_test {
namespace {

TEST(CLibraryTest, HasTheVersionOfTheProject) {
  EXPECT_STREQ(gemmlowp::LibraryVersion(), LOWP_PROJECT_VERSION);
  EXPECT_STREQ(lowp_version(), LOWP_PROJECT_VERSION);
}

TEST(CLibraryTest, ListsTheBackendsOfTheCppApi) {
  int count = 0;
  for (; gemmlowp::BackendName(count) != nullptr; ++count) {
    const char* const name = gemmlowp::BackendName(count);
    EXPECT_STREQ(lowp_backend_name(count), name);
    EXPECT_EQ(lowp_backend_is_supported(name),
              gemmlowp::BackendIsSupported(name) ? 1 : 0)
        << name;
  }
  EXPECT_GT(count, 0);
  EXPECT_EQ(lowp_backend_name(count), nullptr);
}

}  // namespace
}  // namespace lowp_test
