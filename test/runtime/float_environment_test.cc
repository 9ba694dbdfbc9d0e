// The bytes of a result do not depend on how the caller's threads round, nor on
// what they do with subnormal floats; and the caller keeps its ways.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/runtime/float_environment.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/rowwise/sparse_lengths_sum.h"
#include "../../public/tensor/quantize_rows.h"
#include "../../public/tensor/transforms.h"
#include "../support/for_each_backend.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::internal::FloatControl;

constexpr MapOrder kRow = MapOrder::RowMajor;

// The control words of callers: rounding in each direction, and flushing.
std::vector<FloatControl::Word> OtherWays() {
#if defined(GEMMLOWP_X86_64)
  return {0x3f80, 0x5f80, 0x7f80, 0x9fc0};
#elif defined(GEMMLOWP_ARM)
  return {1u << 22, 2u << 22, 3u << 22, 1u << 24};
#else
  return {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
#endif
}

// Runs the function with the control word of a caller; whether that is still
// there afterwards.
template <typename Function>
bool Keeps(FloatControl::Word word, const Function& function) {
  const FloatControl::Word kept = FloatControl::Read();
  FloatControl::Write(word);
  function();
  const bool keeps = (FloatControl::Read() & FloatControl::kMask) ==
                     (word & FloatControl::kMask);
  FloatControl::Write(kept);
  return keeps;
}

// Threads of the caller's, which round as the caller does.
void OnThreadsOfTheCaller(int count, gemmlowp::ExecutorTask task) {
  const FloatControl::Word word = FloatControl::Read();
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([=] {
      FloatControl::Write(word);
      task(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Bytes of any vector.
template <typename T>
void Append(const std::vector<T>& values, std::vector<std::uint8_t>* bytes) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(values.data());
  bytes->insert(bytes->end(), first, first + values.size() * sizeof(T));
}

template <typename T, typename... Stages>
void AppendProduct(GemmContext* context, int size,
                   const std::tuple<Stages...>& pipeline,
                   std::vector<std::uint8_t>* bytes) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(size, size, 1);
  const OwnedMatrix<std::int8_t, kRow> rhs(size, size, 2);
  std::vector<T> out(size * size);
  MatrixMap<T, kRow> result(out.data(), size, size);
  const Status status = gemmlowp::TryGemm(context, lhs.map(), rhs.map(),
                                          &result, 3, -5, pipeline);
  ASSERT_TRUE(status.ok()) << status.message();
  Append(out, bytes);
}

// The results of products and transforms that calculate with floats.
std::vector<std::uint8_t> Results(GemmContext* context) {
  std::vector<std::uint8_t> bytes;
  for (const int size : {4, 33, 200}) {
    gemmlowp::OutputStageScaleInt32ByFloat scale{};
    scale.result_scale = 0x1.3579bdp-9f;
    AppendProduct<std::uint8_t>(
        context, size,
        std::make_tuple(scale, gemmlowp::OutputStageSaturatingCastToUint8()),
        &bytes);
    gemmlowp::OutputStageDequantize tiny{};
    tiny.result_scale = 0x1.3579bdp-140f;
    gemmlowp::OutputStageMultiplyFloat third{};
    third.factor = 1.0f / 3;
    AppendProduct<float>(context, size, std::make_tuple(tiny, third), &bytes);
    const auto user = [](float x, int, int) { return x / 7; };
    gemmlowp::OutputStageDequantize plain{};
    plain.result_scale = 0.1f;
    AppendProduct<float>(context, size, std::make_tuple(plain, user), &bytes);
  }
  std::vector<float> values(300000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(static_cast<int>(i * 7919 % 20011) - 10000) *
                (i % 3 == 0 ? 0x1p-145f : 0x1.1p-7f);
  }
  const int count = static_cast<int>(values.size());
  std::vector<std::int8_t> quantized(values.size());
  std::vector<float> back(values.size());
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(values.size());
  const gemmlowp::TensorQuantization by(0x1.23p-3f, 5);
  EXPECT_TRUE(gemmlowp::TryQuantize(context, values.data(), shape, by,
                                    gemmlowp::ValueRounding::kEven,
                                    quantized.data())
                  .ok());
  Append(quantized, &bytes);
  const gemmlowp::TensorQuantization tiny(0x1.23p-147f, 5);
  EXPECT_TRUE(gemmlowp::TryDequantize(context, quantized.data(), shape, tiny,
                                      back.data())
                  .ok());
  Append(back, &bytes);
  std::vector<float> scales(300), offsets(300);
  EXPECT_TRUE(gemmlowp::TryQuantizeRows(
                  context, {values.data(), 300, count / 300, count / 300},
                  gemmlowp::RowCoding::kDivide, quantized.data(), count / 300,
                  scales.data(), offsets.data(), nullptr)
                  .ok());
  Append(quantized, &bytes);
  Append(scales, &bytes);
  return bytes;
}

TEST(FloatEnvironment, ResultsAreTheSameAndTheCallersWaysStay) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext plain;
    ASSERT_TRUE(plain.set_backend(backend.name).ok());
    const std::vector<std::uint8_t> expected = Results(&plain);
    for (const FloatControl::Word word : OtherWays()) {
      SCOPED_TRACE(word);
      const auto on_threads = [](int count, gemmlowp::ExecutorTask task) {
        OnThreadsOfTheCaller(count, task);
      };
      for (const int threads : {1, 2, 3}) {
        SCOPED_TRACE(threads);
        std::vector<std::uint8_t> bytes;
        EXPECT_TRUE(Keeps(word, [&] {
          GemmContext context;
          EXPECT_TRUE(context.set_backend(backend.name).ok());
          context.set_max_num_threads(threads);
          // Its own threads start with the caller's ways too.
          if (threads == 3) {
            context.set_executor(gemmlowp::MakeExecutor(&on_threads, 3));
          }
          bytes = Results(&context);
        }));
        EXPECT_TRUE(bytes == expected);
      }
    }
  });
}

}  // namespace
}  // namespace lowp_test
