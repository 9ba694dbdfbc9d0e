// Packing that reports its progress: the same bytes, and what is reported.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/int4/packed_int4.h"
#include "../support/for_each_backend.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::Int4Scales;
using gemmlowp::PackedInt4;
using gemmlowp::PackedMatrix;
using gemmlowp::PackOptions;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;

using Heard = std::vector<std::pair<std::size_t, std::size_t>>;

bool Equal(const PackedMatrix& a, const PackedMatrix& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

TEST(PackProgressTest, BytesAreTheSameAndProgressGoesOn) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    const int sizes[][2] = {
        {1, 1}, {37, 83}, {700, 900}, {9, 5000}, {9000, 64}};
    for (const auto& size : sizes) {
      const OwnedMatrix<std::int8_t, MapOrder::ColMajor> matrix(size[0],
                                                                size[1], 1, 4);
      PackedMatrix expected, packed;
      ASSERT_TRUE(
          PackedMatrix::Pack(matrix.map(), Side::kRhs, &expected, backend.name)
              .ok());
      Heard heard;
      const auto report = [&](std::size_t done, std::size_t total) {
        heard.emplace_back(done, total);
        return true;
      };
      const PackOptions options = {backend.name,
                                   gemmlowp::MakePackProgress(&report)};
      const Status status =
          PackedMatrix::Pack(matrix.map(), Side::kRhs, &packed, options);
      ASSERT_TRUE(status.ok()) << status.message();
      EXPECT_TRUE(Equal(packed, expected));
      ASSERT_FALSE(heard.empty());
      EXPECT_EQ(heard.back().first, heard.back().second);
      EXPECT_LE(heard.size(), 130u);
      std::size_t before = 0;
      for (std::size_t i = 0; i < heard.size(); ++i) {
        EXPECT_GT(heard[i].first, before);
        // The end is told once.
        EXPECT_EQ(heard[i].first == heard[i].second, i + 1 == heard.size());
        EXPECT_EQ(heard[i].second, heard.back().second);
        before = heard[i].first;
      }
      if (size[0] == 700) {
        EXPECT_GE(heard.size(), 5u);
      }
    }
  });
}

TEST(PackProgressTest, IsStopped) {
  const OwnedMatrix<std::uint8_t, MapOrder::RowMajor> matrix(700, 900, 1, 4);
  PackedMatrix whole;
  ASSERT_TRUE(PackedMatrix::Pack(matrix.map(), Side::kLhs, &whole).ok());
  std::vector<std::uint8_t> memory(
      PackedMatrix::BytesNeeded(matrix.map(), Side::kLhs) +
      PackedMatrix::kAlignment);
  const auto skip = reinterpret_cast<std::uintptr_t>(memory.data()) %
                    PackedMatrix::kAlignment;
  std::uint8_t* const aligned =
      memory.data() + (PackedMatrix::kAlignment - skip);
  // At the first call, at a later one, and at the last one.
  for (int stop = 1; stop <= 400; ++stop) {
    int calls = 0;
    bool ended = false;
    const auto report = [&](std::size_t done, std::size_t total) {
      ended = done == total;
      return ++calls != stop;
    };
    PackOptions options;
    options.progress = gemmlowp::MakePackProgress(&report);
    PackedMatrix packed = whole, into;
    const Status status =
        PackedMatrix::Pack(matrix.map(), Side::kLhs, &packed, options);
    if (calls < stop) {
      EXPECT_TRUE(status.ok());
      return;
    }
    ASSERT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_STREQ(status.argument(), "progress");
    EXPECT_EQ(packed.data(), whole.data());  // is what it was
    calls = 0;
    const Status of_memory = PackedMatrix::PackInto(
        matrix.map(), Side::kLhs, aligned,
        memory.size() - PackedMatrix::kAlignment, &into, options);
    EXPECT_EQ(of_memory.code(), StatusCode::kInvalidArgument);
    EXPECT_TRUE(into.empty());
    EXPECT_EQ(calls, stop);
    if (ended) {
      EXPECT_GT(stop, 1);
    }
  }
  FAIL() << "packing was told of more than 400 times";
}

TEST(PackProgressTest, OfFourBits) {
  const int k = 2048, n = 900;  // the last panel is narrower
  std::vector<std::uint8_t> values(static_cast<std::size_t>(k) * n);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i * 7 % 16;
  const MatrixMap<const std::uint8_t, MapOrder::ColMajor> map(values.data(), k,
                                                              n);
  PackedInt4 expected, packed;
  ASSERT_TRUE(PackedInt4::Pack(map, 0, Int4Scales::None(), &expected).ok());
  Heard heard;
  bool goes_on = true;
  const auto report = [&](std::size_t done, std::size_t total) {
    heard.emplace_back(done, total);
    return goes_on;
  };
  const auto progress = gemmlowp::MakePackProgress(&report);
  ASSERT_TRUE(
      PackedInt4::Pack(map, 0, Int4Scales::None(), &packed, progress).ok());
  ASSERT_EQ(packed.size(), expected.size());
  EXPECT_EQ(std::memcmp(packed.data(), expected.data(), packed.size()), 0);
  EXPECT_GE(heard.size(), 3u);
  EXPECT_EQ(heard.back().first, heard.back().second);
  for (std::size_t i = 1; i < heard.size(); ++i) {
    EXPECT_GT(heard[i].first, heard[i - 1].first);
  }
  for (const auto& told : heard) EXPECT_LE(told.first, told.second);
  heard.clear();
  goes_on = false;
  PackedInt4 stopped;
  const Status status =
      PackedInt4::Pack(map, 0, Int4Scales::None(), &stopped, progress);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_STREQ(status.argument(), "progress");
  EXPECT_TRUE(stopped.empty());
  EXPECT_EQ(heard.size(), 1u);
}

TEST(PackProgressTest, NobodyIsTold) {
  EXPECT_EQ(
      gemmlowp::MakePackProgress<bool (*)(std::size_t, std::size_t)>(nullptr)
          .report,
      nullptr);
}

}  // namespace
}  // namespace lowp_test
