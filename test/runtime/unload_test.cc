// A module that contains the library is unloaded after EightBitIntGemm has
// started threads: they must end before their code disappears.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace lowp_test {
namespace {

TEST(UnloadTest, ThreadsEndBeforeTheirCodeGoes) {
  for (int i = 0; i < 3; ++i) {
    void* const module = dlopen(LOWP_UNLOADED_MODULE, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(module, nullptr) << dlerror();
    const auto multiply =
        reinterpret_cast<int (*)(int)>(dlsym(module, "MultiplyWithThreads"));
    ASSERT_NE(multiply, nullptr);
    EXPECT_EQ(multiply(250), 250);
    ASSERT_EQ(dlclose(module), 0);
    // A remaining thread would crash when it continues or goes to sleep.
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(dlopen(LOWP_UNLOADED_MODULE, RTLD_NOW | RTLD_NOLOAD), nullptr)
        << "it was not unloaded";
  }
}

}  // namespace
}  // namespace lowp_test
