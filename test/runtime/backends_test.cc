// The backends that a program can ask for.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/backends.h"

#include <gtest/gtest.h>

#include "../../public/gemm_context.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::BackendIsSupported;
using gemmlowp::BackendName;
using gemmlowp::GemmContext;
using gemmlowp::internal::AllBackends;

TEST(BackendsTest, AreThoseOfTheTableInItsOrder) {
  int index = 0;
  for (const gemmlowp::internal::Backend* backend : AllBackends()) {
    ASSERT_STREQ(BackendName(index), backend->name);
    ++index;
  }
  EXPECT_EQ(BackendName(index), nullptr);
  EXPECT_EQ(BackendName(index + 1), nullptr);
  EXPECT_EQ(BackendName(-1), nullptr);
}

TEST(BackendsTest, AreSupportedWhereAContextTakesThem) {
  for (int i = 0; BackendName(i) != nullptr; ++i) {
    GemmContext context;
    EXPECT_EQ(BackendIsSupported(BackendName(i)),
              context.set_backend(BackendName(i)).ok())
        << BackendName(i);
  }
  EXPECT_TRUE(BackendIsSupported("scalar"));
  EXPECT_FALSE(BackendIsSupported("abacus"));
  EXPECT_FALSE(BackendIsSupported(""));
  EXPECT_FALSE(BackendIsSupported(nullptr));
}

}  // namespace
}  // namespace lowp_test
