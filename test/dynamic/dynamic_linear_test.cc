// Dynamic linear layers against their definition, and their promises.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/dynamic/dynamic_linear.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/dynamic_case.h"
#include "../support/for_each_backend.h"
#include "../support/random_matrix.h"
#include "../support/real_values.h"
#include "../support/reference_dynamic.h"

namespace lowp_test {
namespace {

using gemmlowp::DynamicArithmetic;
using gemmlowp::DynamicLinear;
using gemmlowp::DynamicLinearParameters;
using gemmlowp::DynamicScope;
using gemmlowp::Executor;
using gemmlowp::GemmContext;
using gemmlowp::StatusCode;

// The bits that the definition gives.
template <typename T>
std::vector<std::uint32_t> ExpectedBits(const ReferenceLayer& layer,
                                        const std::vector<float>& x, int rows) {
  std::vector<std::uint32_t> bits;
  for (const float y : ReferenceDynamic(layer, x, rows)) {
    bits.push_back(BitsOf(NearestTo<T>(std::isnan(y) ? kNaN : y)));
  }
  return bits;
}

template <typename T>
std::vector<std::uint32_t> BitsOfRows(const Rows<T>& y) {
  std::vector<std::uint32_t> bits;
  for (int r = 0; r < y.rows(); ++r) {
    for (int c = 0; c < y.cols(); ++c) bits.push_back(BitsOf(y(r, c)));
  }
  return bits;
}

// One random layer and input, between guard pages, on each backend.
template <typename In, typename Out>
void CheckCase(std::uint64_t seed, const std::vector<int>& edges) {
  Random random(seed);
  const auto size = [&](int most) {
    const int edge =
        edges[random.Bits() % edges.size()] + random.Between(-1, 1);
    return std::max(1, std::min(most, edge));
  };
  const int rows = size(40), k = size(160), n = size(140);
  const Layer layer(k, n, &random);
  const std::vector<In> x = AnyRows<In>(rows, k, &random);
  const std::vector<std::uint32_t> expected =
      ExpectedBits<Out>(layer.reference, ValuesOf(x), rows);
  const int x_stride = k + random.Between(0, 3);
  const int y_stride = n + random.Between(0, 3);
  const auto bytes_of = [](int count, int columns, int stride, std::size_t of) {
    return (static_cast<std::size_t>(count - 1) *
                static_cast<std::size_t>(stride) +
            static_cast<std::size_t>(columns)) *
           of;
  };
  const std::size_t x_bytes = bytes_of(rows, k, x_stride, sizeof(In));
  const std::size_t y_bytes = bytes_of(rows, n, y_stride, sizeof(Out));
  const Placement place =
      random.OneIn(2) ? Placement::kAgainstStart : Placement::kAgainstEnd;
  static GuardedBuffer x_memory(1 << 16), y_memory(1 << 16);
  x_memory.MakeWritable();
  In* const x_data =
      reinterpret_cast<In*>(x_memory.Place(x_bytes, place, alignof(In)));
  for (int r = 0; r < rows; ++r) {
    std::memcpy(x_data + static_cast<std::ptrdiff_t>(r) * x_stride,
                x.data() + static_cast<std::ptrdiff_t>(r) * k,
                static_cast<std::size_t>(k) * sizeof(In));
  }
  x_memory.MakeReadOnly();
  Out* const y_data =
      reinterpret_cast<Out*>(y_memory.Place(y_bytes, place, alignof(Out)));
  SCOPED_TRACE("seed " + std::to_string(seed) + ": " + std::to_string(rows) +
               " x " + std::to_string(k) + " x " + std::to_string(n));
  ForEachBackend([&](const Backend& backend) {
    GemmContext* const context = ContextFor(backend);
    const DynamicLinear prepared = layer.Prepare(context, random.OneIn(2));
    std::memset(static_cast<void*>(y_data), 0xa5, y_bytes);
    const Rows<Out> y(y_data, rows, n, y_stride);
    const Status status =
        prepared.Run(context, Rows<const In>(x_data, rows, k, x_stride), y);
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(BitsOfRows(y), expected);
    for (int r = 0; r + 1 < rows; ++r) {
      for (int c = n; c < y_stride; ++c) {
        Out gap;
        std::memset(static_cast<void*>(&gap), 0xa5, sizeof(gap));
        ASSERT_EQ(BitsOf(y(r, c)), BitsOf(gap)) << "a gap was written";
      }
    }
  });
}

TEST(DynamicLinearTest, ComputesItsDefinition) {
  const std::vector<int> edges = TileEdges();
  for (std::uint64_t seed = 0; seed < 900 && !::testing::Test::HasFailure();
       ++seed) {
    switch (seed % 9) {
      case 0:
        CheckCase<float, float>(seed, edges);
        break;
      case 1:
        CheckCase<float, Bfloat16>(seed, edges);
        break;
      case 2:
        CheckCase<float, Float16>(seed, edges);
        break;
      case 3:
        CheckCase<Bfloat16, float>(seed, edges);
        break;
      case 4:
        CheckCase<Bfloat16, Bfloat16>(seed, edges);
        break;
      case 5:
        CheckCase<Bfloat16, Float16>(seed, edges);
        break;
      case 6:
        CheckCase<Float16, float>(seed, edges);
        break;
      case 7:
        CheckCase<Float16, Bfloat16>(seed, edges);
        break;
      default:
        CheckCase<Float16, Float16>(seed, edges);
    }
  }
}

// Every 16-bit value as the input of a layer with one weight, which changes
// nothing: each row is one value, whose code is 127, -127 or 0.
template <typename In>
void ReadsEveryValue() {
  constexpr int kRows = 1 << 16;
  std::vector<In> x;
  for (int i = 0; i < kRows; ++i) {
    x.push_back(In{static_cast<std::uint16_t>(i)});
  }
  ReferenceLayer reference;
  reference.k = reference.n = 1;
  reference.weights = {1};
  reference.zero_points = {0};
  reference.scales = {1};
  const std::vector<std::uint32_t> expected =
      ExpectedBits<float>(reference, ValuesOf(x), kRows);
  const std::int8_t weight = 1;
  const float scale = 1;
  DynamicLinearParameters parameters;
  parameters.scales = {&scale, 1};
  ForEachBackend([&](const Backend& backend) {
    GemmContext* const context = ContextFor(backend);
    DynamicLinear layer;
    ASSERT_TRUE(DynamicLinear::Prepare(context,
                                       Rows<const std::int8_t>(&weight, 1, 1),
                                       parameters, &layer)
                    .ok());
    std::vector<float> y(kRows);
    const Status status = layer.Run(context, Rows<const In>(x.data(), kRows, 1),
                                    Rows<float>(y.data(), kRows, 1));
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(BitsOfRows(Rows<float>(y.data(), kRows, 1)), expected);
  });
}

TEST(DynamicLinearTest, ReadsEveryBfloat16) { ReadsEveryValue<Bfloat16>(); }
TEST(DynamicLinearTest, ReadsEveryFloat16) { ReadsEveryValue<Float16>(); }

// The bias of a row of zeros comes out as it is rounded: ties, neighbours of
// ties, and the ends of the formats, of both signs.
template <typename Out>
void RoundsEveryValue() {
  std::vector<float> bias;
  for (int i = 0; i < 1 << 15; ++i) {
    const float value = ValueOf(Out{static_cast<std::uint16_t>(i)});
    const float next = ValueOf(Out{static_cast<std::uint16_t>(i + 1)});
    if (!std::isfinite(value)) break;
    const float tie = std::isfinite(next) ? value + (next - value) / 2
                                          : value * (1 + 0x1p-12f);
    for (const float x : {value, tie, std::nextafter(tie, 0.0f),
                          std::nextafter(tie, kInfinity)}) {
      bias.push_back(i % 2 == 0 ? x : -x);
    }
  }
  bias.push_back(std::numeric_limits<float>::max());
  const int n = static_cast<int>(bias.size());
  const std::vector<std::int8_t> weights(bias.size(), 1);
  const float scale = 1, zero = 0;
  DynamicLinearParameters parameters;
  parameters.scales = {&scale, 1};
  parameters.bias = {bias.data(), n};
  ForEachBackend([&](const Backend& backend) {
    GemmContext* const context = ContextFor(backend);
    DynamicLinear layer;
    ASSERT_TRUE(DynamicLinear::Prepare(
                    context, Rows<const std::int8_t>(weights.data(), 1, n),
                    parameters, &layer)
                    .ok());
    std::vector<Out> y(bias.size());
    const Status status = layer.Run(context, Rows<const float>(&zero, 1, 1),
                                    Rows<Out>(y.data(), 1, n));
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < bias.size(); ++i) {
      ASSERT_EQ(BitsOf(y[i]), BitsOf(NearestTo<Out>(bias[i]))) << bias[i];
    }
  });
}

TEST(DynamicLinearTest, RoundsToBfloat16) { RoundsEveryValue<Bfloat16>(); }
TEST(DynamicLinearTest, RoundsToFloat16) { RoundsEveryValue<Float16>(); }

// A layer that is large enough for several threads.
class SharedLayerTest : public ::testing::Test {
 protected:
  static constexpr int kRows = 67, kInputs = 512, kOutputs = 601;

  SharedLayerTest() : layer_(kInputs, kOutputs, &random_) {
    layer_.reference.arithmetic = gemmlowp::AsymmetricRows();
    x_ = AnyRows<Bfloat16>(kRows, kInputs, &random_);
  }
  std::vector<std::uint32_t> Expected() {
    return ExpectedBits<float>(layer_.reference, ValuesOf(x_), kRows);
  }
  std::vector<std::uint32_t> Run(const DynamicLinear& layer,
                                 GemmContext* context) {
    std::vector<float> y(kRows * kOutputs);
    const Rows<float> map(y.data(), kRows, kOutputs);
    const Status status = layer.Run(
        context, Rows<const Bfloat16>(x_.data(), kRows, kInputs), map);
    EXPECT_TRUE(status.ok()) << status.message();
    return BitsOfRows(map);
  }

  Random random_{77};
  Layer layer_;
  std::vector<Bfloat16> x_;
};

TEST_F(SharedLayerTest, DoesNotDependOnThreads) {
  for (const DynamicArithmetic& arithmetic :
       {gemmlowp::AsymmetricRows(), gemmlowp::OnnxTensor()}) {
    layer_.reference.arithmetic = arithmetic;
    if (arithmetic.scope == DynamicScope::kTensor) {
      x_ = AnyRows<Bfloat16>(kRows, kInputs, &random_, true);
    }
    const std::vector<std::uint32_t> expected = Expected();
    ForEachBackend([&](const Backend& backend) {
      for (const int threads : {1, 2, 5, 8}) {
        GemmContext context;
        UseBackend(backend, &context);
        context.set_max_num_threads(threads);
        ASSERT_EQ(Run(layer_.Prepare(&context), &context), expected) << threads;
      }
    });
  }
}

// Each row alone, in a smaller batch, and with other neighbours.
TEST_F(SharedLayerTest, RowsDoNotDependOnTheBatch) {
  for (const DynamicArithmetic& arithmetic :
       {gemmlowp::SymmetricRows(), gemmlowp::AsymmetricRowsByInverse()}) {
    layer_.reference.arithmetic = arithmetic;
    const std::vector<std::uint32_t> expected = Expected();
    ForEachBackend([&](const Backend& backend) {
      GemmContext* const context = ContextFor(backend);
      const DynamicLinear layer = layer_.Prepare(context);
      for (const int rows : {1, 2, 7, 33}) {
        for (int first = 0; first + rows <= kRows; first += rows) {
          std::vector<float> y(static_cast<std::size_t>(rows) * kOutputs);
          const Rows<float> map(y.data(), rows, kOutputs);
          ASSERT_TRUE(layer
                          .Run(context,
                               Rows<const Bfloat16>(x_.data() + first * kInputs,
                                                    rows, kInputs),
                               map)
                          .ok());
          const auto* const begin = expected.data() + first * kOutputs;
          ASSERT_EQ(BitsOfRows(map),
                    std::vector<std::uint32_t>(begin, begin + rows * kOutputs))
              << rows << " rows from " << first;
        }
      }
    });
  }
}

TEST_F(SharedLayerTest, ThreadsShareOneLayer) {
  const std::vector<std::uint32_t> expected = Expected();
  GemmContext preparing;
  const DynamicLinear layer = layer_.Prepare(&preparing);
  std::vector<std::vector<std::uint32_t>> results(4);
  std::vector<std::thread> threads;
  for (std::vector<std::uint32_t>& result : results) {
    threads.emplace_back([&, copy = layer] {
      GemmContext context;
      result = Run(copy, &context);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) EXPECT_EQ(result, expected);
}

TEST_F(SharedLayerTest, RunsInTheCallersMemoryAndThreads) {
  const std::vector<std::uint32_t> expected = Expected();
  GemmContext context;
  const DynamicLinear layer = layer_.Prepare(&context, true);
  auto backwards = [](int count, gemmlowp::ExecutorTask task) {
    while (count > 0) task(--count);
  };
  for (const int concurrency : {1, 3}) {
    const Executor executor = gemmlowp::MakeExecutor(&backwards, concurrency);
    const std::size_t bytes = layer.workspace_bytes(kRows, concurrency);
    std::vector<std::uint8_t> memory(bytes + 1);
    std::vector<float> y(kRows * kOutputs);
    const Rows<float> map(y.data(), kRows, kOutputs);
    const Rows<const Bfloat16> x(x_.data(), kRows, kInputs);
    Status status = layer.Run(x, map, memory.data() + 1, bytes, executor);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(BitsOfRows(map), expected);
    status = layer.Run(x, map, memory.data() + 1, bytes / 2, executor);
    EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
    EXPECT_STREQ(status.argument(), "workspace");
  }
}

}  // namespace
}  // namespace lowp_test
