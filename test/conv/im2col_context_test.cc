// Im2col and Col2im with a context: they use its backend and its threads, and
// have the bytes that they have without one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../internal/contract/backend.h"
#include "../../internal/contract/engine_state.h"
#include "../../public/convolution/im2col.h"
#include "../../public/gemm_context.h"
#include "../support/conv_case.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::ExecutorTask;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::Status;
using gemmlowp::StatusCode;
using gemmlowp::internal::Backend;
using gemmlowp::internal::CopyWindowsTask;

// A copy of a backend that counts the windows which the original copies.
class CountingBackend {
 public:
  explicit CountingBackend(const Backend& backend)
      : copy_(backend), family_(*backend.family) {
    original_ = family_.copy_windows;
    family_.copy_windows = &CopyWindows;
    copy_.family = &family_;
    windows_ = 0;
  }
  CountingBackend(const CountingBackend&) = delete;
  CountingBackend& operator=(const CountingBackend&) = delete;

  void SetOn(GemmContext* context) const {
    context->engine_state()->backend = &copy_;
  }
  // Those since the last call.
  int TakeCount() { return windows_.exchange(0); }

 private:
  static void CopyWindows(const CopyWindowsTask& task) {
    windows_ += task.count;
    original_(task);
  }

  static inline void (*original_)(const CopyWindowsTask& task) = nullptr;
  static inline std::atomic<int> windows_{0};
  Backend copy_;
  gemmlowp::internal::RegisterFamily family_;
};

// A convolution with random tensors.
struct RowsCase {
  ConvGeometry g;
  ConvShape shape;
  std::vector<std::int16_t> input;
  std::vector<std::int32_t> rows;

  RowsCase(const ConvGeometry& geometry, Random* random) : g(geometry) {
    EXPECT_TRUE(gemmlowp::OutputShape(g, &shape).ok());
    const int stride = g.input_stride ? g.input_stride : g.input_channels;
    input.resize(static_cast<std::size_t>(inputs()) * stride);
    rows.resize(g.transposed ? static_cast<std::size_t>(inputs()) * taps() *
                                   (g.output_channels / g.groups)
                             : 0);
    for (std::int16_t& v : input) v = static_cast<std::int16_t>(random->Bits());
    for (std::int32_t& v : rows) v = random->Int32();
  }
  int inputs() const {
    return g.batch * g.depth.input * g.height.input * g.width.input;
  }
  int outputs() const {
    return shape.batch * shape.depth * shape.height * shape.width;
  }
  int taps() const { return g.depth.kernel * g.height.kernel * g.width.kernel; }
};

// Each calls the function with these arguments, and a context if it is not
// null, and returns all that the function might have written.
template <typename T>
std::vector<T> WindowsOf(const RowsCase& c, int group, GemmContext* context) {
  const int k = c.taps() * (c.g.input_channels / c.g.groups);
  std::vector<T> written(static_cast<std::size_t>(c.outputs()) * (k + 3), 77);
  const MatrixMap<T, MapOrder::RowMajor> map(written.data(), c.outputs(), k,
                                             k + 3);
  const T* const input = reinterpret_cast<const T*>(c.input.data());
  const int zero_point = sizeof(T) == 1 ? 5 : 0;
  const Status status =
      context == nullptr
          ? gemmlowp::Im2col(c.g, group, input, zero_point, map)
          : gemmlowp::Im2col(context, c.g, group, input, zero_point, map);
  EXPECT_TRUE(status.ok()) << status.message();
  return written;
}

std::vector<std::int32_t> SumsOf(const RowsCase& c, int group,
                                 GemmContext* context) {
  const int stride =
      c.g.output_stride ? c.g.output_stride : c.g.output_channels;
  std::vector<std::int32_t> written(
      static_cast<std::size_t>(c.outputs()) * stride, 77);
  const MatrixMap<const std::int32_t, MapOrder::RowMajor> map(
      c.rows.data(), c.inputs(), c.taps() * (c.g.output_channels / c.g.groups));
  const Status status =
      context == nullptr
          ? gemmlowp::Col2im(c.g, group, map, written.data())
          : gemmlowp::Col2im(context, c.g, group, map, written.data());
  EXPECT_TRUE(status.ok()) << status.message();
  return written;
}

void ExpectTheSame(const RowsCase& c, int group, CountingBackend* backend,
                   GemmContext* context) {
  if (c.g.transposed) {
    EXPECT_EQ(SumsOf(c, group, context), SumsOf(c, group, nullptr));
    return;
  }
  EXPECT_EQ(WindowsOf<std::int8_t>(c, group, context),
            WindowsOf<std::int8_t>(c, group, nullptr));
  EXPECT_EQ(backend->TakeCount(), c.outputs());
  EXPECT_EQ(WindowsOf<std::int16_t>(c, group, context),
            WindowsOf<std::int16_t>(c, group, nullptr));
  EXPECT_EQ(backend->TakeCount(), c.outputs());
}

// Enough for several threads: two images, two groups of 40 channels.
ConvGeometry LargeGeometry(bool transposed) {
  ConvGeometry g;
  g.transposed = transposed;
  g.batch = 2;
  g.groups = 2;
  g.input_channels = g.output_channels = 80;
  for (ConvAxis* axis : {&g.height, &g.width}) {
    axis->input = 24;
    axis->kernel = 3;
    axis->pad_before = axis->pad_after = 1;
  }
  return g;
}

TEST(Im2colContextTest, HasTheSameBytesOnAllBackendsAndThreads) {
  Random random(10);
  std::vector<RowsCase> cases;
  for (const bool transposed : {false, true}) {
    cases.emplace_back(LargeGeometry(transposed), &random);
  }
  for (int n = 0; n < 30; ++n) {
    ConvShape shape;
    cases.emplace_back(RandomGeometry(&random, &shape), &random);
  }
  ForEachBackend([&](const Backend& backend) {
    CountingBackend counting(backend);
    for (const int threads : {1, 3}) {
      GemmContext context;
      counting.SetOn(&context);
      context.set_max_num_threads(threads);
      for (const RowsCase& c : cases) {
        SCOPED_TRACE(Text(c.g));
        for (const int group : {0, c.g.groups - 1}) {
          ASSERT_NO_FATAL_FAILURE(ExpectTheSame(c, group, &counting, &context));
        }
      }
    }
  });
}

TEST(Im2colContextTest, SharesLargeTensorsAmongTheThreads) {
  Random random(11);
  int tasks = 0;
  const auto one_by_one = [&tasks](int count, ExecutorTask task) {
    tasks += count;
    for (int i = count - 1; i >= 0; --i) task(i);
  };
  GemmContext context;
  context.set_executor(gemmlowp::MakeExecutor(&one_by_one, 3));
  const RowsCase forward(LargeGeometry(false), &random);
  EXPECT_EQ(WindowsOf<std::int8_t>(forward, 1, &context),
            WindowsOf<std::int8_t>(forward, 1, nullptr));
  EXPECT_EQ(tasks, 3);
  const RowsCase transposed(LargeGeometry(true), &random);
  EXPECT_EQ(SumsOf(transposed, 1, &context), SumsOf(transposed, 1, nullptr));
  EXPECT_EQ(tasks, 6);
}

TEST(Im2colContextTest, ABadContextIsRefused) {
  std::int8_t value = 1, window = 77;
  const std::int32_t row = 1;
  std::int32_t sum = 77;
  ConvGeometry g;
  const MatrixMap<std::int8_t, MapOrder::RowMajor> rows(&window, 1, 1);
  const MatrixMap<const std::int32_t, MapOrder::RowMajor> sums(&row, 1, 1);
  GemmContext negative;
  negative.set_max_num_threads(-1);
  for (GemmContext* context : {static_cast<GemmContext*>(nullptr), &negative}) {
    const char* const argument =
        context == nullptr ? "context" : "context.max_num_threads";
    g.transposed = false;
    Status status = gemmlowp::Im2col(context, g, 0, &value, 0, rows);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_STREQ(status.argument(), argument);
    g.transposed = true;
    status = gemmlowp::Col2im(context, g, 0, sums, &sum);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_STREQ(status.argument(), argument);
  }
  EXPECT_EQ(window, 77);
  EXPECT_EQ(sum, 77);
}

}  // namespace
}  // namespace lowp_test
