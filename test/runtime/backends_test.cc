// The backends that a program can ask for, and what it has asked a context for.
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

TEST(BackendsTest, AContextTellsWhatIsSetOnIt) {
  GemmContext context;
  EXPECT_EQ(context.backend(), nullptr);
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    EXPECT_STREQ(context.backend(), backend.name);
    ASSERT_FALSE(context.set_backend("abacus").ok());
    EXPECT_STREQ(context.backend(), backend.name);
  });
  EXPECT_EQ(context.kernel(), nullptr);
  ASSERT_TRUE(context.set_backend(nullptr).ok());
  EXPECT_EQ(context.backend(), nullptr);
}

TEST(BackendsTest, AContextTellsTheKernelThatIsSetOnIt) {
  GemmContext context;
  EXPECT_EQ(context.kernel(), nullptr);
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    for (const gemmlowp::internal::GemmKernel& kernel : KernelsOf(backend)) {
      ASSERT_TRUE(context.set_kernel(kernel.name).ok());
      EXPECT_STREQ(context.kernel(), kernel.name);
      ASSERT_FALSE(context.set_kernel("9x9_abacus").ok());
      EXPECT_STREQ(context.kernel(), kernel.name);
    }
  });
  EXPECT_EQ(context.backend(), nullptr);
  ASSERT_TRUE(context.set_kernel(nullptr).ok());
  EXPECT_EQ(context.kernel(), nullptr);
}

}  // namespace
}  // namespace lowp_test
