// What a product calls may not use the product's context.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"

namespace lowp_test {
namespace {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::Status;

// A stage that multiplies with the context that it was called for is refused,
// on every thread and for every size, and the outer product is still right.
TEST(ContextInUseTest, ByAStage) {
  for (const int size : {4, 40, 300}) {
    SCOPED_TRACE(size);
    gemmlowp::GemmContext context;
    context.set_max_num_threads(2);
    std::atomic<int> refused{0}, done{0};
    const auto again = [&](std::int32_t value, int, int) {
      const std::uint8_t one[] = {1};
      std::int32_t product = 0;
      const MatrixMap<const std::uint8_t, MapOrder::RowMajor> in(one, 1, 1);
      MatrixMap<std::int32_t, MapOrder::RowMajor> out(&product, 1, 1);
      const Status status =
          gemmlowp::TryGemm(&context, in, in, &out, 0, 0, std::tuple<>());
      refused += status.argument() == std::string("context") && product == 0;
      gemmlowp::GemmContext own;
      done += gemmlowp::TryGemm(&own, in, in, &out, 0, 0, std::tuple<>()).ok();
      return value;
    };
    const std::vector<std::uint8_t> ones(size * size, 1);
    std::vector<std::int32_t> sums(size * size);
    const MatrixMap<const std::uint8_t, MapOrder::RowMajor> in(ones.data(),
                                                               size, size);
    MatrixMap<std::int32_t, MapOrder::RowMajor> out(sums.data(), size, size);
    for (int call = 0; call < 2; ++call) {
      ASSERT_TRUE(gemmlowp::TryGemm(&context, in, in, &out, 0, 0,
                                    std::make_tuple(again))
                      .ok());
    }
    EXPECT_EQ(refused, 2 * size * size);
    EXPECT_EQ(done, 2 * size * size);
    EXPECT_EQ(sums, std::vector<std::int32_t>(size * size, size));
    EXPECT_TRUE(
        gemmlowp::TryGemm(&context, in, in, &out, 0, 0, std::tuple<>()).ok());
  }
}

// The same in the caller's executor, between the shares of a product.
TEST(ContextInUseTest, ByAnExecutor) {
  constexpr int kSize = 300;
  gemmlowp::GemmContext context;
  int refused = 0, calls = 0;
  const auto on_threads = [&](int count, gemmlowp::ExecutorTask task) {
    for (int i = 0; i < count; ++i) {
      task(i);
      const std::uint8_t one[] = {1};
      std::int32_t product = 0;
      const MatrixMap<const std::uint8_t, MapOrder::RowMajor> in(one, 1, 1);
      MatrixMap<std::int32_t, MapOrder::RowMajor> out(&product, 1, 1);
      const Status status =
          gemmlowp::TryGemm(&context, in, in, &out, 0, 0, std::tuple<>());
      ++calls;
      refused += status.argument() == std::string("context") && product == 0;
    }
  };
  context.set_executor(gemmlowp::MakeExecutor(&on_threads, 3));
  const std::vector<std::uint8_t> ones(kSize * kSize, 1);
  std::vector<std::int32_t> sums(kSize * kSize);
  const MatrixMap<const std::uint8_t, MapOrder::RowMajor> in(ones.data(), kSize,
                                                             kSize);
  MatrixMap<std::int32_t, MapOrder::RowMajor> out(sums.data(), kSize, kSize);
  ASSERT_TRUE(
      gemmlowp::TryGemm(&context, in, in, &out, 0, 0, std::tuple<>()).ok());
  EXPECT_GT(calls, 0);
  EXPECT_EQ(refused, calls);
  EXPECT_EQ(sums, std::vector<std::int32_t>(kSize * kSize, kSize));
}

// An executor without a function is ignored: the context's own threads run.
TEST(ContextInUseTest, AnExecutorOfNothingIsNone) {
  void (*const nothing)(int, gemmlowp::ExecutorTask) = nullptr;
  const auto* const none = nothing == nullptr ? nullptr : &nothing;
  EXPECT_EQ(gemmlowp::MakeExecutor(none, 2).parallel_for, nullptr);
}

}  // namespace
}  // namespace lowp_test
