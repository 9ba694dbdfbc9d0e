// Products with 4-bit weights on every backend, bit for bit against their
// definition.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/int4/gemm_int4.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../internal/contract/core_costs.h"
#include "../../internal/runtime/cpu_features.h"
#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"
#include "../support/int4_case.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::PreparedInt4;

// The expected bits of the case, which take longest to compute.
std::vector<std::uint32_t> ExpectedOf(const Int4Case& test) {
  std::vector<std::uint32_t> expected;
  for (int r = 0; r < test.shape.m; ++r) {
    for (int c = 0; c < test.shape.n; ++c) {
      expected.push_back(test.Result(r, c));
    }
  }
  return expected;
}

void ExpectResult(const Int4Case& test,
                  const std::vector<std::uint32_t>& expected,
                  const Int4Output& output) {
  for (int r = 0; r < test.shape.m; ++r) {
    for (int c = 0; c < test.shape.n; ++c) {
      ASSERT_EQ(output.At(r, c), expected[r * test.shape.n + c])
          << "row " << r << " column " << c << ": " << Describe(test);
    }
    for (int i = test.shape.n * output.Size();
         i < output.stride * output.Size(); ++i) {
      ASSERT_EQ(output.bytes[r * output.stride * output.Size() + i], 0xA5)
          << "written past row " << r << ": " << Describe(test);
    }
  }
}

void TestFloats(const Int4Case& test) {
  const Int4Arguments arguments(test);
  const PackedInt4 packed = Packed(arguments);
  const std::vector<std::uint32_t> expected = ExpectedOf(test);
  ForEachBackend([&](const Backend& backend) {
    Int4Output output(test.result, test.shape.m, test.shape.n);
    const Status status = TryGemmInt4(ContextFor(backend), arguments.Rows(),
                                      packed, output.Get(), arguments.options);
    ASSERT_TRUE(status.ok()) << status.message();
    ExpectResult(test, expected, output);
  });
}

// With weights of 4 or of 8 bits.
Int4Case AnyCase(const Int4Shape& shape, Random* random) {
  Int4Case test = RandomInt4Case(shape, random);
  if (random->OneIn(3)) Widen(&test, random);
  return test;
}

constexpr int kGroups[] = {0, 16, 32, 48, 64, 128};

int SomeK(int group, Random* random) {
  return group == 0 ? random->Between(1, 150)
                    : group * random->Between(1, group < 64 ? 6 : 3);
}

TEST(GemmInt4Test, EveryColumnCount) {
  Random random(1);
  for (int n = 1; n <= 130; ++n) {
    if (!TakesCase()) continue;
    const int group = random.Pick(kGroups);
    TestFloats(AnyCase({random.Between(1, 7), n, SomeK(group, &random), group},
                       &random));
    if (HasFatalFailure()) return;
  }
}

TEST(GemmInt4Test, EveryRowCountAndGroup) {
  Random random(2);
  for (int m = 1; m <= 20; ++m) {
    for (const int group : kGroups) {
      if (!TakesCase()) continue;
      TestFloats(AnyCase({m, random.Pick({1, 15, 16, 17, 64, 65, 80}),
                          SomeK(group, &random), group},
                         &random));
      if (HasFatalFailure()) return;
    }
  }
}

// The longest columns, at the limits of int32, also where one row adds up 16
// times as much.
TEST(GemmInt4Test, LongestColumnsOf8Bits) {
  Random random(11);
  for (const int k : {1 << 13, (1 << 13) + 1, 1 << 15}) {
    for (const int weight : {-128, 127}) {
      for (const int m : {1, 3}) {
        Int4Case test = RandomInt4Case({m, 20, k, 0}, &random);
        Widen(&test, &random);
        for (int& w : test.weights) w = weight;
        for (int& a : test.a) a = test.signed_rows ? -128 : 255;
        TestFloats(test);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// Depths that end within a step; a group longer than what is unpacked at a
// time; more groups than that; rows of several blocks.
TEST(GemmInt4Test, EdgesOfBlocks) {
  Random random(3);
  constexpr Int4Shape kShapes[] = {
      {1, 64, 0, 0},      {3, 20, 0, 0},      {2, 70, 1, 0},
      {2, 64, 2047, 0},   {2, 64, 2048, 0},   {5, 33, 2064, 2064},
      {13, 64, 640, 320}, {25, 65, 512, 32},  {97, 17, 96, 32},
      {200, 64, 64, 64},  {30, 129, 272, 16}, {14, 16, 1536, 512},
  };
  for (const Int4Shape& shape : kShapes) {
    for (int i = 0; i < 2; ++i) {
      if (!TakesCase()) continue;
      Int4Case test = RandomInt4Case(shape, &random);
      TestFloats(test);
      Widen(&test, &random);
      TestFloats(test);
      if (HasFatalFailure()) return;
    }
  }
}

// Sums that no int16 holds, and the largest ones of all; the longest group
// whose sum of a row an int16 holds, and a longer one.
TEST(GemmInt4Test, Extremes) {
  Random random(4);
  for (const int group : {240, 256}) {
    for (const int a : {-128, 127}) {
      for (const int w : {0, 15}) {
        for (const int zero : {0, 15, 16}) {
          Int4Case test = RandomInt4Case({7, 64, 2 * group, group}, &random);
          test.signed_weights = false;
          test.signed_rows = true;
          test.has_zero_points = true;
          std::fill(test.weights.begin(), test.weights.end(), w);
          std::fill(test.zeros.begin(), test.zeros.end(), zero);
          std::fill(test.a.begin(), test.a.end(), a);
          test.row_zeros.assign(7, a < 0 ? 127 : -128);
          TestFloats(test);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

// Sums of long groups, which some kernels add up 16 times too large.
TEST(GemmInt4Test, LongGroups) {
  for (const int k : {1 << 17, (1 << 17) + 1, 1 << 18, 1 << 19}) {
    for (const int m : {1, 2}) {
      Int4Case test;
      test.shape = {m, 1, k, 0};
      test.has_zero_points = true;
      test.zeros.assign(1, 0);
      test.weights.assign(static_cast<std::size_t>(k), 15);
      test.a.assign(static_cast<std::size_t>(k) * m, -128);
      test.scales.assign(1, BitsOf(1));
      TestFloats(test);
      if (HasFatalFailure()) return;
    }
  }
}

// 1 plus 2^-24 * (1 + 2^-30): slightly more than a tie between floats, which a
// sum in double loses. Rounded once, it goes up.
TEST(GemmInt4Test, FusedRoundsOnce) {
  Int4Case test;
  test.shape = {1, 17, 32, 16};
  test.options.sum = Int4Sum::kFused;
  test.has_zero_points = true;
  test.weights.assign(32 * 17, 0);
  test.zeros.assign(2 * 17, 0);
  test.a.assign(32, 0);
  test.a[0] = 1;
  test.a[16] = 13;
  for (int c = 0; c < 17; ++c) {
    test.weights[c] = 1;
    test.weights[16 * 17 + c] = 5;
  }
  // 13 * 5 * 16519105 is 2^30 + 1.
  test.scales.assign(17, BitsOf(1));
  test.scales.insert(test.scales.end(), 17,
                     BitsOf(static_cast<float>(16519105) * 0x1p-54f));
  EXPECT_EQ(test.Float(0, 0), 1 + 0x1p-23f);
  TestFloats(test);
  // Downward, too: slightly less than a tie.
  for (int i = 17; i < 34; ++i) test.scales[i] ^= 0x80000000;
  test.scales.front() = BitsOf(1 + 0x1p-23f);
  EXPECT_EQ(test.Float(0, 0), 1.0f);
  TestFloats(test);
  test.options.sum = Int4Sum::kMultiplyThenAdd;
  TestFloats(test);
}

// Totals of all kinds of floats, infinities and NaN included.
TEST(GemmInt4Test, WildScales) {
  Random random(5);
  for (int i = 0; i < 40; ++i) {
    if (!TakesCase()) continue;
    Int4Case test = RandomInt4Case({3, 37, 256, 16}, &random);
    const bool all_large = i % 4 == 0, all_small = i % 4 == 1;
    for (std::uint32_t& scale : test.scales) {
      scale = RandomScale(&random, test.scale_type, true);
      const std::uint32_t sign =
          scale &
          (test.scale_type == Int4ScaleType::kFloat32 ? 0x80000000u : 0x8000u);
      if (test.scale_type != Int4ScaleType::kFloat32) continue;
      if (all_large) scale = sign | 0x7F000000 | (scale & 0x7FFFFF);
      if (all_small) scale = sign | (scale & 0xFFFFFF);
    }
    test.bias.clear();
    TestFloats(test);
    if (HasFatalFailure()) return;
  }
}

TEST(GemmInt4Test, CallersFloatEnvironmentDoesNotMatter) {
  Random random(6);
  const Int4Case test = AnyCase({4, 40, 320, 32}, &random);
  const Int4Arguments arguments(test);
  const PackedInt4 packed = Packed(arguments);
  const std::vector<std::uint32_t> expected = ExpectedOf(test);
  ForEachBackend([&](const Backend& backend) {
    Int4Output output(test.result, test.shape.m, test.shape.n);
    std::fesetround(FE_UPWARD);
    const Status status = TryGemmInt4(ContextFor(backend), arguments.Rows(),
                                      packed, output.Get(), arguments.options);
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
    std::fesetround(FE_TONEAREST);
    ASSERT_TRUE(status.ok()) << status.message();
    ExpectResult(test, expected, output);
  });
}

// The bytes of a row are the same alone, in any batch, with any threads, on all
// backends, prepared or not.
TEST(GemmInt4Test, BatchInvariance) {
  Random random(7);
  const Int4Case test = AnyCase({40, 200, 768, 32}, &random);
  const Int4Arguments arguments(test);
  const PackedInt4 packed = Packed(arguments);
  Int4Output whole(test.result, 40, 200);
  ASSERT_TRUE(TryGemmInt4(ContextFor(*SupportedBackends()[0]), arguments.Rows(),
                          packed, whole.Get(), arguments.options)
                  .ok());
  ExpectResult(test, ExpectedOf(test), whole);
  ForEachBackend([&](const Backend& backend) {
    for (int threads = 1; threads <= 8; ++threads) {
      GemmContext context;
      context.set_max_num_threads(threads);
      UseBackend(backend, &context);
      PreparedInt4 prepared;
      ASSERT_TRUE(PreparedInt4::Prepare(&context, packed, 40, arguments.options,
                                        &prepared)
                      .ok());
      for (const int count : {1, 2, 5, 7, 13, 40}) {
        const int first = random.Between(0, 40 - count);
        const Int4Rows rows =
            arguments.Rows(arguments.rows.data(), first, count, test.shape.k);
        Int4Output output(test.result, count, 200);
        ASSERT_TRUE(prepared.Run(&context, rows, output.Get()).ok());
        for (int r = 0; r < count; ++r) {
          ASSERT_EQ(std::memcmp(
                        output.bytes.data() + r * output.stride * output.Size(),
                        whole.bytes.data() +
                            (first + r) * whole.stride * whole.Size(),
                        static_cast<std::size_t>(200 * whole.Size())),
                    0)
              << threads << " threads, row " << r << " of " << count;
        }
      }
    }
  });
}

// Panels that come from memory are prefetched, by groups or parts of one.
TEST(GemmInt4Test, PanelsBeyondCaches) {
  constexpr int kK = 3072, kRows = 14;
  const double l2 =
      static_cast<double>(gemmlowp::internal::DetectedCacheSizes().l2);
  const int n = static_cast<int>(8 * l2 / kK) + 77;
  Random random(9);
  for (const int group : {32, 1536, 0}) {
    const Int4Case test = AnyCase({kRows, n, kK, group}, &random);
    const Int4Arguments arguments(test);
    const PackedInt4 packed = Packed(arguments);
    ASSERT_GT(static_cast<double>(packed.size()), 4 * l2);
    ForEachBackend([&](const Backend& backend) {
      if (gemmlowp::internal::Int4CostsHere(backend).bytes_ahead == 0)
        return;  // nothing is prefetched
      GemmContext context;
      UseBackend(backend, &context);
      const auto run = [&](int first, int count) {
        Int4Output output(test.result, count, n);
        EXPECT_TRUE(
            TryGemmInt4(&context,
                        arguments.Rows(arguments.rows.data(), first, count, kK),
                        packed, output.Get(), arguments.options)
                .ok());
        return output;
      };
      for (const int count : {2, 5, kRows}) {
        const Int4Output together = run(0, count);
        for (int r = 0; r < count; r += 3) {
          const Int4Output alone = run(r, 1);
          for (int c = 0; c < n; ++c) {
            ASSERT_EQ(together.At(r, c), alone.At(0, c))
                << "row " << r << " of " << count << ", column " << c << ": "
                << Describe(test);
          }
        }
      }
    });
  }
}

// Shares of several panels and of several blocks of rows.
TEST(GemmInt4Test, ThreadsShareLargeProducts) {
  Random random(8);
  for (const Int4Shape& shape :
       {Int4Shape{1, 1500, 1024, 64}, Int4Shape{150, 100, 256, 32}}) {
    const Int4Case test = AnyCase(shape, &random);
    const Int4Arguments arguments(test);
    const PackedInt4 packed = Packed(arguments);
    const std::vector<std::uint32_t> expected = ExpectedOf(test);
    ForEachBackend([&](const Backend& backend) {
      for (const int threads : {2, 3, 8}) {
        GemmContext context;
        context.set_max_num_threads(threads);
        UseBackend(backend, &context);
        Int4Output output(test.result, shape.m, shape.n);
        ASSERT_TRUE(TryGemmInt4(&context, arguments.Rows(), packed,
                                output.Get(), arguments.options)
                        .ok());
        ExpectResult(test, expected, output);
      }
    });
  }
}

TEST(GemmInt4Test, PreparedInTheCallersMemory) {
  Random random(9);
  const Int4Case test = AnyCase({30, 100, 256, 64}, &random);
  const Int4Arguments arguments(test);
  const PackedInt4 packed = Packed(arguments);
  const std::vector<std::uint32_t> expected = ExpectedOf(test);
  ForEachBackend([&](const Backend& backend) {
    PreparedInt4 prepared;
    EXPECT_TRUE(prepared.empty());
    ASSERT_TRUE(PreparedInt4::Prepare(ContextFor(backend), packed, 30,
                                      arguments.options, &prepared)
                    .ok());
    std::vector<std::uint8_t> workspace(prepared.workspace_bytes() + 1, 7);
    Int4Output output(test.result, 30, 100);
    ASSERT_TRUE(prepared
                    .Run(arguments.Rows(), output.Get(), workspace.data() + 1,
                         prepared.workspace_bytes())
                    .ok());
    ExpectResult(test, expected, output);
    const Status small =
        prepared.Run(arguments.Rows(), output.Get(), workspace.data() + 1, 100);
    EXPECT_EQ(small.code(), gemmlowp::StatusCode::kResourceExhausted);
    EXPECT_STREQ(small.argument(), "workspace");
  });
}

}  // namespace
}  // namespace lowp_test
