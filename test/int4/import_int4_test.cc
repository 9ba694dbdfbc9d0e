// 4-bit weights of other programs: packers written here from the formats'
// definitions, whose bytes must import as the weights that they hold, and
// bytes and weights that other programs made.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/int4/import_int4.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "../../public/int4/gemm_int4.h"
#include "../support/int4_case.h"
#include "good_weights.h"
#include "recorded_weights.h"

namespace lowp_test {
namespace {

using gemmlowp::AwqWeights;
using gemmlowp::GptqVersion;
using gemmlowp::GptqWeights;
using gemmlowp::ImportAwq;
using gemmlowp::ImportGgufQ4_0;
using gemmlowp::ImportGgufQ8_0;
using gemmlowp::ImportGptq;
using gemmlowp::ImportMatMulNBits;
using gemmlowp::MatMulNBitsWeights;

Int4Case Weights(int n, int k, int group, Int4ScaleType type,
                 bool has_zero_points, std::uint64_t seed) {
  Random random(seed);
  Int4Case test = RandomInt4Case({1, n, k, group}, &random);
  test.signed_weights = false;
  test.has_zero_points = has_zero_points;
  test.scale_type = type;
  for (int& w : test.weights) w = random.Between(0, 15);
  for (int& z : test.zeros) z = random.Between(0, 15);
  for (std::uint32_t& s : test.scales) s = RandomScale(&random, type, true);
  return test;
}

// Expects the same blob that Pack makes of the weights.
void ExpectWeights(const Int4Case& test, const Status& status,
                   const PackedInt4& imported) {
  ASSERT_TRUE(status.ok()) << status.message();
  PackedInt4 packed;
  ASSERT_TRUE(Int4Arguments(test).Pack(&packed).ok());
  ASSERT_EQ(imported.size(), packed.size());
  EXPECT_EQ(std::memcmp(imported.data(), packed.data(), packed.size()), 0);
}

// Scales as bytes of their type, column by column or group by group.
std::vector<std::uint8_t> ScaleBytes(const Int4Case& test, bool by_column) {
  const std::size_t size = test.scale_type == Int4ScaleType::kFloat32 ? 4 : 2;
  std::vector<std::uint8_t> bytes;
  const int outer = by_column ? test.shape.n : test.groups();
  const int inner = by_column ? test.groups() : test.shape.n;
  for (int i = 0; i < outer; ++i) {
    for (int j = 0; j < inner; ++j) {
      const int g = by_column ? j : i, c = by_column ? i : j;
      const std::uint32_t bits = test.scales[g * test.shape.n + c];
      const std::uint8_t* const from =
          reinterpret_cast<const std::uint8_t*>(&bits);
      bytes.insert(bytes.end(), from, from + size);
    }
  }
  return bytes;
}

TEST(ImportInt4Test, MatMulNBits) {
  for (const Int4ScaleType type :
       {Int4ScaleType::kFloat32, Int4ScaleType::kFloat16,
        Int4ScaleType::kBfloat16}) {
    for (const bool zero_points : {false, true}) {
      const int n = 21, k = 96;
      const Int4Case test = Weights(n, k, 32, type, zero_points, 3);
      std::vector<std::uint8_t> b(n * k / 2), zeros(n * 2);
      for (int c = 0; c < n; ++c) {
        for (int i = 0; i < k; ++i) {
          b[(c * k + i) / 2] |= static_cast<std::uint8_t>(
              test.weights[i * n + c] << (i % 2 == 0 ? 0 : 4));
        }
        for (int g = 0; g < 3; ++g) {
          zeros[c * 2 + g / 2] |= static_cast<std::uint8_t>(
              test.zeros[g * n + c] << (g % 2 == 0 ? 0 : 4));
        }
      }
      const std::vector<std::uint8_t> scales = ScaleBytes(test, true);
      MatMulNBitsWeights weights;
      weights.n = n;
      weights.k = k;
      weights.block_size = 32;
      weights.b = b.data();
      weights.scale_type = type;
      weights.scales = scales.data();
      weights.zero_points = zero_points ? zeros.data() : nullptr;
      PackedInt4 packed;
      const Status status = ImportMatMulNBits(weights, &packed);
      ExpectWeights(test, status, packed);
      weights.block_size = 64;
      ExpectRefused(ImportMatMulNBits(weights, &packed), "block_size");
      weights.block_size = 8;
      ExpectRefused(ImportMatMulNBits(weights, &packed), "block_size");
      weights.block_size = 32;
      weights.scale_type = Int4ScaleType::kInt32;
      ExpectRefused(ImportMatMulNBits(weights, &packed), "scale_type");
      weights.scale_type = type;
      weights.b = nullptr;
      ExpectRefused(ImportMatMulNBits(weights, &packed), "b");
      weights.b = b.data();
      weights.scales = nullptr;
      ExpectRefused(ImportMatMulNBits(weights, &packed), "scales");
    }
  }
}

TEST(ImportInt4Test, GgufQ8_0) {
  const int n = 5, k = 128;
  Random random(6);
  Int4Case test = Weights(n, k, 32, Int4ScaleType::kFloat16, false, 4);
  Widen(&test, &random);
  std::vector<std::uint8_t> blocks;
  for (int c = 0; c < n; ++c) {
    for (int g = 0; g < k / 32; ++g) {
      const std::uint32_t scale = test.scales[g * n + c];
      blocks.push_back(static_cast<std::uint8_t>(scale));
      blocks.push_back(static_cast<std::uint8_t>(scale >> 8));
      for (int i = 0; i < 32; ++i) {
        blocks.push_back(
            static_cast<std::uint8_t>(test.weights[(32 * g + i) * n + c]));
      }
    }
  }
  PackedInt4 packed;
  const Status status = ImportGgufQ8_0(blocks.data(), n, k, &packed);
  ExpectWeights(test, status, packed);
  EXPECT_EQ(packed.bits(), 8);
  // Any number of columns without values takes no time.
  EXPECT_TRUE(ImportGgufQ8_0(nullptr, INT32_MAX, 0, &packed).ok());
  ExpectRefused(ImportGgufQ8_0(blocks.data(), n, 48, &packed), "k");
  ExpectRefused(ImportGgufQ8_0(blocks.data(), -1, k, &packed), "n");
  ExpectRefused(ImportGgufQ8_0(nullptr, n, k, &packed), "blocks");
  ExpectRefused(ImportGgufQ8_0(blocks.data(), n, k, nullptr), "packed");
}

TEST(ImportInt4Test, GgufQ4_0) {
  const int n = 5, k = 128;
  const Int4Case test = Weights(n, k, 32, Int4ScaleType::kFloat16, false, 4);
  std::vector<std::uint8_t> blocks;
  for (int c = 0; c < n; ++c) {
    for (int g = 0; g < k / 32; ++g) {
      const std::uint32_t scale = test.scales[g * n + c];
      blocks.push_back(static_cast<std::uint8_t>(scale));
      blocks.push_back(static_cast<std::uint8_t>(scale >> 8));
      for (int i = 0; i < 16; ++i) {
        const int low = test.weights[(32 * g + i) * n + c];
        const int high = test.weights[(32 * g + 16 + i) * n + c];
        blocks.push_back(static_cast<std::uint8_t>(low | high << 4));
      }
    }
  }
  PackedInt4 packed;
  const Status status = ImportGgufQ4_0(blocks.data(), n, k, &packed);
  ExpectWeights(test, status, packed);
  ExpectRefused(ImportGgufQ4_0(blocks.data(), n, 48, &packed), "k");
  ExpectRefused(ImportGgufQ4_0(blocks.data(), -1, k, &packed), "n");
  ExpectRefused(ImportGgufQ4_0(nullptr, n, k, &packed), "blocks");
  ExpectRefused(ImportGgufQ4_0(blocks.data(), n, k, nullptr), "packed");
}

TEST(ImportInt4Test, Gptq) {
  for (const GptqVersion version : {GptqVersion::k1, GptqVersion::k2}) {
    const int n = 24, k = 64, group = 32;
    Int4Case test = Weights(n, k, group, Int4ScaleType::kFloat16, true, 5);
    const int less = version == GptqVersion::k1 ? 1 : 0;
    // Version 1 holds 1..16.
    for (int& zero : test.zeros) zero += less;
    std::vector<std::int32_t> qweight(k / 8 * n), qzeros(k / group * n / 8);
    std::vector<std::int32_t> g_idx;
    for (int i = 0; i < k; ++i) {
      g_idx.push_back(i / group);
      for (int c = 0; c < n; ++c) {
        qweight[i / 8 * n + c] |= static_cast<std::int32_t>(
            static_cast<std::uint32_t>(test.weights[i * n + c]) << (i % 8 * 4));
      }
    }
    for (int g = 0; g < k / group; ++g) {
      for (int c = 0; c < n; ++c) {
        qzeros[(g * n + c) / 8] |= static_cast<std::int32_t>(
            static_cast<std::uint32_t>(test.zeros[g * n + c] - less)
            << (c % 8 * 4));
      }
    }
    const std::vector<std::uint8_t> scales = ScaleBytes(test, false);
    GptqWeights weights;
    weights.k = k;
    weights.n = n;
    weights.group = group;
    weights.version = version;
    weights.qweight = qweight.data();
    weights.qzeros = qzeros.data();
    weights.scales = reinterpret_cast<const Float16*>(scales.data());
    PackedInt4 packed;
    Status status = ImportGptq(weights, &packed);
    ExpectWeights(test, status, packed);
    weights.g_idx = g_idx.data();
    status = ImportGptq(weights, &packed);
    ExpectWeights(test, status, packed);
    g_idx[40] = 0;
    ExpectRefused(ImportGptq(weights, &packed), "g_idx");
    weights.g_idx = nullptr;
    weights.n = 20;
    ExpectRefused(ImportGptq(weights, &packed), "n");
    weights.n = n;
    weights.k = 60;
    ExpectRefused(ImportGptq(weights, &packed), "k");
    weights.k = k;
    weights.group = 0;
    ExpectRefused(ImportGptq(weights, &packed), "group");
    weights.group = 48;
    ExpectRefused(ImportGptq(weights, &packed), "group");
    weights.group = group;
    weights.version = static_cast<GptqVersion>(0);
    ExpectRefused(ImportGptq(weights, &packed), "version");
    weights.version = version;
    weights.qzeros = nullptr;
    ExpectRefused(ImportGptq(weights, &packed), "qzeros");
  }
}

TEST(ImportInt4Test, Awq) {
  constexpr int kOrder[8] = {0, 2, 4, 6, 1, 3, 5, 7};
  for (const int group : {16, -1}) {
    const int n = 40, k = 48;
    const Int4Case test = Weights(n, k, group == -1 ? 0 : group,
                                  Int4ScaleType::kFloat16, true, 6);
    const auto pack = [&](const std::vector<int>& values) {
      std::vector<std::int32_t> words;
      for (std::size_t at = 0; at < values.size(); at += 8) {
        std::uint32_t word = 0;
        for (int i = 0; i < 8; ++i) {
          word |= static_cast<std::uint32_t>(values[at + kOrder[i]]) << (4 * i);
        }
        words.push_back(static_cast<std::int32_t>(word));
      }
      return words;
    };
    const std::vector<std::int32_t> qweight = pack(test.weights);
    const std::vector<std::int32_t> qzeros = pack(test.zeros);
    const std::vector<std::uint8_t> scales = ScaleBytes(test, false);
    AwqWeights weights;
    weights.k = k;
    weights.n = n;
    weights.group = group;
    weights.qweight = qweight.data();
    weights.qzeros = qzeros.data();
    weights.scales = reinterpret_cast<const Float16*>(scales.data());
    PackedInt4 packed;
    const Status status = ImportAwq(weights, &packed);
    ExpectWeights(test, status, packed);
    weights.n = 36;
    ExpectRefused(ImportAwq(weights, &packed), "n");
    weights.n = n;
    weights.qweight = nullptr;
    ExpectRefused(ImportAwq(weights, &packed), "qweight");
  }
}

// The real weights: the product with the identity matrix.
std::vector<float> RealWeights(const PackedInt4& packed) {
  const int k = packed.k(), n = packed.n();
  std::vector<std::int8_t> identity(static_cast<std::size_t>(k * k));
  for (int i = 0; i < k; ++i) identity[i * k + i] = 1;
  std::vector<float> real(static_cast<std::size_t>(k * n));
  gemmlowp::GemmContext context;
  EXPECT_TRUE(
      TryGemmInt4(&context,
                  Int4Rows(MatrixMap<const std::int8_t, MapOrder::RowMajor>(
                      identity.data(), k, k)),
                  packed, Int4Result::Of(real.data(), n))
          .ok());
  return real;
}

void ExpectRealWeights(const PackedInt4& packed, const float* recorded) {
  const std::vector<float> real = RealWeights(packed);
  for (int c = 0; c < kRecordedN; ++c) {
    for (int i = 0; i < kRecordedK; ++i) {
      EXPECT_EQ(real[i * kRecordedN + c], recorded[c * kRecordedK + i])
          << "k " << i << " column " << c;
    }
  }
}

TEST(ImportInt4Test, RecordedOfGguf) {
  PackedInt4 packed;
  ASSERT_TRUE(
      ImportGgufQ4_0(kGgufBlocks, kRecordedN, kRecordedK, &packed).ok());
  ExpectRealWeights(packed, kGgufWeights);
}

TEST(ImportInt4Test, RecordedOfOnnxRuntime) {
  MatMulNBitsWeights weights;
  weights.n = kRecordedN;
  weights.k = kRecordedK;
  weights.block_size = 32;
  weights.b = kOrtSymmetricValues;
  weights.scales = kOrtSymmetricScales;
  PackedInt4 packed;
  ASSERT_TRUE(ImportMatMulNBits(weights, &packed).ok());
  ExpectRealWeights(packed, kOrtSymmetricWeights);
  weights.block_size = 16;
  weights.b = kOrtAsymmetricValues;
  weights.scales = kOrtAsymmetricScales;
  weights.zero_points = kOrtAsymmetricZeroPoints;
  ASSERT_TRUE(ImportMatMulNBits(weights, &packed).ok());
  ExpectRealWeights(packed, kOrtAsymmetricWeights);
}

}  // namespace
}  // namespace lowp_test
