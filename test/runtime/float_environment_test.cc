// The bytes of a result depend neither on the rounding mode of the caller's
// threads nor on their handling of subnormals; and the caller keeps its
// settings.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/runtime/float_environment.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <thread>
#include <tuple>
#include <vector>

#include "../../internal/compat/eight_bit_int_gemm.h"
#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../../public/quantization/observers.h"
#include "../../public/quantization/quantization.h"
#include "../../public/rowwise/rowwise_quantization.h"
#include "../../public/rowwise/sparse_lengths_sum.h"
#include "../../public/tensor/affine_requantization.h"
#include "../../public/tensor/quantize_rows.h"
#include "../../public/tensor/softmax.h"
#include "../../public/tensor/transforms.h"
#include "../support/for_each_backend.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::internal::FloatControl;

// Callers' control words: rounding in each direction, and flushing.
std::vector<FloatControl::Word> OtherWays() {
#if defined(GEMMLOWP_X86_64)
  return {0x3f80, 0x5f80, 0x7f80, 0x9fc0};
#elif defined(GEMMLOWP_ARM)
  return {1u << 22, 2u << 22, 3u << 22, 1u << 24};
#else
  return {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
#endif
}

// Runs the function with a caller's control word; returns whether it is
// unchanged afterwards.
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

// The caller's threads, which round as the caller does.
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

// Appends the bytes of any vector.
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

// A depthwise convolution by fixed point, which floats scale on some backends.
void AppendDepthwise(GemmContext* context, std::vector<std::uint8_t>* bytes) {
  constexpr int kSize = 40, kChannels = 70;
  gemmlowp::ConvGeometry g;
  g.height.input = g.width.input = kSize;
  g.height.kernel = g.width.kernel = 3;
  g.input_channels = g.output_channels = g.groups = kChannels;
  const OwnedMatrix<std::int8_t, kRow> filter(kChannels, 9, 3);
  const OwnedMatrix<std::int8_t, kRow> input(kSize * kSize, kChannels, 4);
  gemmlowp::PackedFilter packed;
  ASSERT_TRUE(gemmlowp::PackedFilter::Pack(g, filter.map().data(),
                                           gemmlowp::FilterLayout::kODHWI,
                                           &packed)
                  .ok());
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent scale{};
  scale.result_fixedpoint_multiplier = 1717986918;
  scale.result_exponent = -9;
  scale.result_offset_after_shift = 3;
  gemmlowp::PreparedConvolution convolution;
  ASSERT_TRUE(
      gemmlowp::PreparedConvolution::Prepare<std::int8_t>(
          context, g, packed, {},
          std::make_tuple(scale, gemmlowp::OutputStageSaturatingCastToInt8()),
          &convolution)
          .ok());
  std::vector<std::int8_t> out(std::size_t{kSize - 2} * (kSize - 2) *
                               kChannels);
  const Status status =
      convolution.Run(context, input.map().data(), out.data());
  ASSERT_TRUE(status.ok()) << status.message();
  Append(out, bytes);
}

// The results of products and transforms that compute with floats.
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
  AppendDepthwise(context, &bytes);
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
  // Large enough to show the last bit of a scale's inverse.
  std::vector<std::int32_t> sums(2000), affine(2000);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] = static_cast<std::int32_t>(i * 7919) * 97;
  }
  for (const float scale : {0.3f, 0.7f, 1.1f, 13.7f}) {
    const gemmlowp::AffineRange in = {0.1f, 0.013f, 3};
    EXPECT_TRUE(gemmlowp::TryRequantizeAffine(context, sums.data(), sums.size(),
                                              in, {-0.3f, scale, 0.5f},
                                              affine.data())
                    .ok());
    Append(affine, &bytes);
  }
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
          // Its own threads also start with the caller's settings.
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

// The interface without contexts scales its sums after the product.
TEST(FloatEnvironment, EightBitIntGemmIsTheSame) {
  namespace gemm = gemmlowp::eight_bit_int_gemm;
  constexpr int kSize = 40;
  const OwnedMatrix<std::uint8_t, kRow> a(kSize, kSize, 1), b(kSize, kSize, 2);
  const auto multiply = [&] {
    std::vector<float> c(kSize * kSize);
    gemm::EightBitIntGemm(true, true, true, kSize, kSize, kSize,
                          a.const_map().data(), 1, kSize, b.const_map().data(),
                          -3, kSize, c.data(), 0.0137f, kSize,
                          gemm::BitDepthSetting::A8B8);
    return c;
  };
  const std::vector<float> expected = multiply();
  for (const FloatControl::Word word : OtherWays()) {
    SCOPED_TRACE(word);
    std::vector<float> c;
    EXPECT_TRUE(Keeps(word, [&] { c = multiply(); }));
    EXPECT_EQ(c, expected);
  }
}

template <typename T>
void AppendValue(const T& value, std::vector<std::uint8_t>* bytes) {
  Append(std::vector<T>{value}, bytes);
}

// Real values, made in the default environment.
struct RealNumbers {
  RealNumbers() : values(2000) {
    for (int i = 1; i < 200; ++i) {
      scales.push_back(0.001f * static_cast<float>(i));
      reals.push_back(0.001 * i / 7);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<float>(static_cast<int>(i * 7919 % 2011) - 700) *
                  (i % 5 == 0 ? 0x1p-140f : 0.013f);
    }
  }
  std::vector<float> scales;
  std::vector<double> reals;
  std::vector<float> values;
};

// Everything that chooses parameters from them.
std::vector<std::uint8_t> Parameters(const RealNumbers& numbers) {
  std::vector<std::uint8_t> bytes;
  const std::vector<float>& values = numbers.values;
  for (std::size_t i = 0; i < numbers.scales.size(); ++i) {
    const float scale = numbers.scales[i];
    double real = 0;
    EXPECT_TRUE(gemmlowp::RealMultiplier(scale, 0.3f, 0.7f, &real).ok());
    AppendValue(real, &bytes);
    float quotient = 0;
    EXPECT_TRUE(gemmlowp::FloatMultiplier(scale, 0.3f, 0.7f, &quotient).ok());
    AppendValue(quotient, &bytes);
    gemmlowp::FixedPointMultiplier multiplier;
    EXPECT_TRUE(
        gemmlowp::QuantizeMultiplier(numbers.reals[i], &multiplier).ok());
    AppendValue(multiplier.multiplier, &bytes);
    EXPECT_TRUE(
        gemmlowp::QuantizeMultiplierHalfToEven(numbers.reals[i], &multiplier)
            .ok());
    AppendValue(multiplier.multiplier, &bytes);
    for (const gemmlowp::QuantizationRule& rule :
         {gemmlowp::DoubleRule(), gemmlowp::ReciprocalRule(),
          gemmlowp::ReciprocalRuleInDouble(true, true)}) {
      gemmlowp::QuantizationParams params;
      EXPECT_TRUE(gemmlowp::ChooseQuantizationParams(-scale, 0.9, {-128, 127},
                                                     rule, &params)
                      .ok());
      AppendValue(params.scale, &bytes);
      AppendValue(params.zero_point, &bytes);
    }
    gemmlowp::QuantizationParams params;
    EXPECT_TRUE(gemmlowp::ChooseDynamicQuantizationParams(-scale, 0.77f,
                                                          {0, 255}, 1, &params)
                    .ok());
    AppendValue(params.scale, &bytes);
    gemmlowp::QuantizedRange range;
    EXPECT_TRUE(gemmlowp::ActivationRange(gemmlowp::BoundedActivation::kRelu6,
                                          scale, 3, {0, 255}, &range)
                    .ok());
    AppendValue(range.high, &bytes);
  }
  gemmlowp::MovingAverageObserver average;
  gemmlowp::HistogramObserver histogram(128);
  for (std::size_t first = 0; first < values.size(); first += 500) {
    EXPECT_TRUE(average.Observe(values.data() + first, 500).ok());
    EXPECT_TRUE(histogram.Observe(values.data() + first, 500).ok());
  }
  AppendValue(average.range(), &bytes);
  Append(histogram.counts(), &bytes);
  gemmlowp::ObservedRange percentile;
  EXPECT_TRUE(histogram.PercentileRange(0.9, &percentile).ok());
  AppendValue(percentile, &bytes);
  gemmlowp::ActivationTable<std::int8_t> table;
  EXPECT_TRUE(gemmlowp::BuildActivationTable(
                  [](float x) { return x; }, {0.3f, 1}, {0.7f, 2},
                  gemmlowp::TableRounding::kEvenWithZeroPoint, &table)
                  .ok());
  AppendValue(table, &bytes);
  const auto softmax = std::make_unique<gemmlowp::WideSoftmaxTables>();
  EXPECT_TRUE(
      gemmlowp::BuildWideSoftmaxTables(
          1e-4f, 1, gemmlowp::FixedPointRounding::kDouble, softmax.get())
          .ok());
  for (const std::int32_t entry : softmax->exponentials) {
    AppendValue(entry, &bytes);
  }
  for (const std::int32_t entry : softmax->reciprocals) {
    AppendValue(entry, &bytes);
  }
  std::vector<std::uint8_t> rows(values.size());
  float scales[2], offsets[2];
  EXPECT_TRUE(gemmlowp::QuantizeRows({values.data(), 2, 1000, 1000},
                                     gemmlowp::RowCoding::kMultiplyByReciprocal,
                                     rows.data(), 1000, scales, offsets)
                  .ok());
  Append(rows, &bytes);
  return bytes;
}

TEST(FloatEnvironment, ParametersAreTheSame) {
  const RealNumbers numbers;
  const std::vector<std::uint8_t> expected = Parameters(numbers);
  for (const FloatControl::Word word : OtherWays()) {
    SCOPED_TRACE(word);
    std::vector<std::uint8_t> bytes;
    EXPECT_TRUE(Keeps(word, [&] { bytes = Parameters(numbers); }));
    EXPECT_TRUE(bytes == expected);
  }
}

}  // namespace
}  // namespace lowp_test
