// EightBitIntGemm: orders, strides, both kinds of result, concurrent calls.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "eight_bit_int_gemm/eight_bit_int_gemm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "public/status.h"

namespace {

using gemmlowp::eight_bit_int_gemm::BitDepthSetting;
using gemmlowp::eight_bit_int_gemm::EightBitIntGemm;
using gemmlowp::eight_bit_int_gemm::FreePersistentResources;
using gemmlowp::eight_bit_int_gemm::SetMaxNumThreads;

// The elements of one matrix, with lines `padding` elements further apart than
// needed.
template <typename Scalar>
struct Matrix {
  Matrix(bool row_major, int rows, int cols, int padding)
      : row_major(row_major),
        stride((row_major ? cols : rows) + padding),
        data(static_cast<std::size_t>(stride) * (row_major ? rows : cols)) {}

  std::size_t Index(int row, int col) const {
    return row_major ? static_cast<std::size_t>(row) * stride + col
                     : static_cast<std::size_t>(col) * stride + row;
  }
  Scalar operator()(int row, int col) const { return data[Index(row, col)]; }

  bool row_major;
  int stride;
  std::vector<Scalar> data;
};

void FillRandom(std::uint32_t state, std::vector<std::uint8_t>* data) {
  for (std::uint8_t& value : *data) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<std::uint8_t>(state >> 24);
  }
}

constexpr std::int32_t kAOffset = -97;
constexpr std::int32_t kBOffset = -130;
constexpr std::int32_t kCOffset = 12345;
constexpr std::int32_t kCMultiplier = 7;
constexpr std::int32_t kCShift = 12;

struct Inputs {
  Inputs(bool transpose_a, bool transpose_b, int m, int n, int k, int padding)
      : m(m),
        n(n),
        k(k),
        a(transpose_a, m, k, padding),
        b(transpose_b, k, n, padding + 1) {
    FillRandom(1, &a.data);
    FillRandom(2, &b.data);
  }

  std::int32_t Sum(int row, int col) const {
    std::int32_t sum = 0;
    for (int l = 0; l < k; ++l) {
      sum += (a(row, l) + kAOffset) * (b(l, col) + kBOffset);
    }
    return sum;
  }
  std::uint8_t Quantized(int row, int col) const {
    const std::int64_t scaled =
        std::int64_t{Sum(row, col) + kCOffset} * kCMultiplier;
    const std::int64_t rounded = (scaled + (1 << (kCShift - 1))) >> kCShift;
    return static_cast<std::uint8_t>(
        std::min<std::int64_t>(255, std::max<std::int64_t>(0, rounded)));
  }

  void Run(Matrix<std::uint8_t>* c,
           BitDepthSetting bits = BitDepthSetting::A8B8) const {
    EightBitIntGemm(a.row_major, b.row_major, c->row_major, m, n, k,
                    a.data.data(), kAOffset, a.stride, b.data.data(), kBOffset,
                    b.stride, c->data.data(), kCOffset, kCMultiplier, kCShift,
                    c->stride, bits);
  }
  void Run(float factor, Matrix<float>* c) const {
    EightBitIntGemm(a.row_major, b.row_major, c->row_major, m, n, k,
                    a.data.data(), kAOffset, a.stride, b.data.data(), kBOffset,
                    b.stride, c->data.data(), factor, c->stride,
                    BitDepthSetting::A8B8);
  }

  int m, n, k;
  Matrix<std::uint8_t> a;
  Matrix<std::uint8_t> b;
};

class EightBitIntGemmTest : public testing::Test {
 protected:
  void TearDown() override {
    SetMaxNumThreads(1);
    FreePersistentResources();
  }
};

TEST_F(EightBitIntGemmTest, AllOrdersAndStrides) {
  for (int flags = 0; flags < 8; ++flags) {
    for (const int padding : {0, 3}) {
      SCOPED_TRACE(flags);
      const Inputs in(flags & 1, flags & 2, 33, 21, 47, padding);
      Matrix<std::uint8_t> c(flags & 4, in.m, in.n, padding);
      std::fill(c.data.begin(), c.data.end(), std::uint8_t{77});
      in.Run(&c);
      Matrix<std::uint8_t> expected = c;
      std::fill(expected.data.begin(), expected.data.end(), std::uint8_t{77});
      for (int row = 0; row < in.m; ++row) {
        for (int col = 0; col < in.n; ++col) {
          expected.data[expected.Index(row, col)] = in.Quantized(row, col);
        }
      }
      EXPECT_EQ(c.data, expected.data) << "gaps between lines included";
      in.Run(&c, BitDepthSetting::A5B7);
      EXPECT_EQ(c.data, expected.data) << "whatever bit depth is promised";
    }
  }
}

TEST_F(EightBitIntGemmTest, FloatResultsAreScaledSums) {
  constexpr float kFactor = 0.037f;
  for (int flags = 0; flags < 8; ++flags) {
    SCOPED_TRACE(flags);
    const Inputs in(flags & 1, flags & 2, 19, 40, 25, 2);
    Matrix<float> c(flags & 4, in.m, in.n, 2);
    std::fill(c.data.begin(), c.data.end(), -5.0f);
    in.Run(kFactor, &c);
    Matrix<float> expected = c;
    std::fill(expected.data.begin(), expected.data.end(), -5.0f);
    for (int row = 0; row < in.m; ++row) {
      for (int col = 0; col < in.n; ++col) {
        expected.data[expected.Index(row, col)] =
            static_cast<float>(in.Sum(row, col)) * kFactor;
      }
    }
    EXPECT_EQ(c.data, expected.data);
  }
}

TEST_F(EightBitIntGemmTest, EmptyProductsLeaveTheResultAlone) {
  for (const int empty : {0, 1, 2}) {
    const Inputs in(true, false, empty == 0 ? 0 : 4, empty == 1 ? 0 : 4,
                    empty == 2 ? 0 : 4, 0);
    Matrix<std::uint8_t> c(false, 4, 4, 0);
    Matrix<float> f(false, 4, 4, 0);
    std::fill(c.data.begin(), c.data.end(), std::uint8_t{9});
    std::fill(f.data.begin(), f.data.end(), 9.0f);
    in.Run(&c);
    in.Run(2.0f, &f);
    EXPECT_EQ(std::count(c.data.begin(), c.data.end(), 9), 16);
    EXPECT_EQ(std::count(f.data.begin(), f.data.end(), 9.0f), 16);
  }
}

TEST_F(EightBitIntGemmTest, ThreadsChangeNothing) {
  const Inputs in(true, false, 300, 200, 150, 0);
  Matrix<std::uint8_t> expected(false, in.m, in.n, 0);
  in.Run(&expected);
  for (const int threads : {2, 4, 0}) {
    SetMaxNumThreads(threads);
    Matrix<std::uint8_t> c(false, in.m, in.n, 0);
    in.Run(&c);
    EXPECT_EQ(c.data, expected.data) << threads << " threads";
  }
  FreePersistentResources();
  FreePersistentResources();
  Matrix<std::uint8_t> c(false, in.m, in.n, 0);
  in.Run(&c);
  EXPECT_EQ(c.data, expected.data) << "after freeing";
}

std::string last_error;

TEST_F(EightBitIntGemmTest, WrongArgumentsAreNamedAndNothingIsWritten) {
  const auto previous = gemmlowp::SetErrorHandler(
      [](const gemmlowp::Status& status) { last_error = status.argument(); });
  std::vector<std::uint8_t> a(16), b(16), c(16, 7);
  std::vector<float> f(16, 7.0f);
  const auto run = [&](int m, const std::uint8_t* lhs, int lda, int ldb,
                       int ldc, int shift) {
    last_error = "none";
    EightBitIntGemm(true, false, false, m, 4, 4, lhs, 0, lda, b.data(), 0, ldb,
                    c.data(), 0, 1, shift, ldc, BitDepthSetting::A8B8);
    return last_error;
  };
  EXPECT_EQ(run(-1, a.data(), 4, 4, 4, 0), "m");
  EXPECT_EQ(run(4, nullptr, 4, 4, 4, 0), "a");
  EXPECT_EQ(run(4, a.data(), 3, 4, 4, 0), "lda");
  EXPECT_EQ(run(4, a.data(), 4, 3, 4, 0), "ldb");
  EXPECT_EQ(run(4, a.data(), 4, 4, 3, 0), "ldc");
  EXPECT_EQ(run(4, a.data(), 4, 4, 4, 32), "c_shift");
  EXPECT_EQ(std::count(c.begin(), c.end(), 7), 16);
  EXPECT_EQ(run(4, a.data(), 4, 4, 4, 0), "none");

  last_error = "none";
  EightBitIntGemm(true, false, false, 4, 4, 4, a.data(), 0, 4, b.data(), 0, 4,
                  f.data(), 1.0f, 3, BitDepthSetting::A8B8);
  EXPECT_EQ(last_error, "ldc");
  EXPECT_EQ(std::count(f.begin(), f.end(), 7.0f), 16);
  last_error = "none";
  SetMaxNumThreads(-1);
  EXPECT_EQ(last_error, "n");
  gemmlowp::SetErrorHandler(previous);
}

TEST_F(EightBitIntGemmTest, ManyThreadsCallAtOnce) {
  const Inputs in(true, false, 60, 50, 70, 1);
  Matrix<std::uint8_t> expected(false, in.m, in.n, 0);
  in.Run(&expected);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        Matrix<std::uint8_t> c(false, in.m, in.n, 0);
        in.Run(&c);
        if (c.data != expected.data) ++wrong;
        if (t == 0 && i % 10 == 0) FreePersistentResources();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

// How many small products this thread completes while one of size^3 runs on
// another thread.
int SmallProductsDuringALargeOne(int size) {
  const Inputs large(true, false, size, size, size, 0);
  Matrix<std::uint8_t> large_result(false, size, size, 0);
  const Inputs small(true, false, 4, 4, 4, 0);
  Matrix<std::uint8_t> small_result(false, 4, 4, 0);
  small.Run(&small_result);
  std::atomic<bool> begun{false};
  std::atomic<bool> ended{false};
  std::thread other([&] {
    begun = true;
    large.Run(&large_result);
    ended = true;
  });
  while (!begun) std::this_thread::yield();
  int products = 0;
  while (!ended) {
    // Long enough for the large product to take any lock that it takes.
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (ended) break;
    small.Run(&small_result);
    if (!ended) ++products;
  }
  other.join();
  return products;
}

TEST_F(EightBitIntGemmTest, CallsDoNotWaitForEachOther) {
  // Sizes grow until the large product lasts long enough.
  constexpr int kEnough = 20;
  const auto start = std::chrono::steady_clock::now();
  int products = 0;
  for (int size = 256; size <= 8192 && products < kEnough; size *= 2) {
    products = SmallProductsDuringALargeOne(size);
    if (std::chrono::steady_clock::now() - start > std::chrono::seconds(4)) {
      break;
    }
  }
  EXPECT_GE(products, kEnough);
}

}  // namespace
