// Bytes that are not what was saved are refused as packed matrices.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "../../internal/contract/packed_header.h"
#include "../../public/packed_matrix.h"
#include "../support/aligned_bytes.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"
#include "../support/sealed_blob.h"

namespace lowp_test {
namespace {

using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;

void ExpectRefused(const void* blob, std::size_t size, PackedMatrix* kept) {
  const void* const data = kept->data();
  const Status loaded = PackedMatrix::Load(blob, size, kept);
  EXPECT_TRUE(loaded.code() == StatusCode::kDataLoss ||
              loaded.code() == StatusCode::kUnsupported)
      << loaded.message();
  EXPECT_NE(std::string(loaded.argument()).find("blob"), std::string::npos)
      << loaded.message();
  const Status mapped = PackedMatrix::Map(blob, size, kept);
  EXPECT_EQ(mapped.code(), loaded.code()) << mapped.message();
  EXPECT_STREQ(mapped.argument(), loaded.argument());
  EXPECT_EQ(kept->data(), data) << "a refused blob replaced a packed matrix";
}

class DamagedBlobTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const OwnedMatrix<std::uint8_t, kRow> source(29, 70, 1);
    ASSERT_TRUE(PackedMatrix::Pack(source.map(), Side::kRhs, &packed_).ok());
  }
  PackedMatrix packed_;
};

TEST_F(DamagedBlobTest, AFlippedBitAnywhere) {
  AlignedBytes blob(packed_);
  Random random(1);
  const auto flip = [&](std::size_t at, int bit) {
    SCOPED_TRACE(testing::Message() << "byte " << at << ", bit " << bit);
    blob.data()[at] ^= static_cast<std::uint8_t>(1 << bit);
    ExpectRefused(blob.data(), blob.size(), &packed_);
    blob.data()[at] ^= static_cast<std::uint8_t>(1 << bit);
  };
  for (std::size_t at = 0; at < 128; ++at) {
    for (int bit = 0; bit < 8; ++bit) flip(at, bit);
  }
  for (std::size_t at = 128; at < blob.size(); at += 1 + random.Bits() % 5) {
    flip(at, random.Between(0, 7));
  }
  flip(blob.size() - 1, 7);
  PackedMatrix loaded;
  EXPECT_TRUE(PackedMatrix::Load(blob.data(), blob.size(), &loaded).ok());
}

TEST_F(DamagedBlobTest, Truncated) {
  for (std::size_t size = 0; size < packed_.size(); ++size) {
    SCOPED_TRACE(size);
    // A block of its own, so that a sanitizer sees a read behind its end.
    AlignedBytes head(size);
    std::memcpy(head.data(), packed_.data(), size);
    ExpectRefused(head.data(), size, &packed_);
    if (size >= 256) size += 60;
  }
}

TEST_F(DamagedBlobTest, FollowedByMore) {
  AlignedBytes longer(packed_.size() + 64);
  std::memcpy(longer.data(), packed_.data(), packed_.size());
  ExpectRefused(longer.data(), longer.size(), &packed_);
}

TEST_F(DamagedBlobTest, TwoWordsSwapped) {
  AlignedBytes blob(packed_);
  std::uint8_t* const words = blob.data() + 128;
  for (std::size_t i = 0; i + 64 <= blob.size() - 128; i += 64) {
    if (std::memcmp(words + i, words + i + 32, 32) == 0) continue;
    std::swap_ranges(words + i, words + i + 32, words + i + 32);
    ExpectRefused(blob.data(), blob.size(), &packed_);
    std::swap_ranges(words + i, words + i + 32, words + i + 32);
  }
}

TEST_F(DamagedBlobTest, OfAnySizeIsReadToItsEnd) {
  GuardedBuffer memory(packed_.size());
  for (std::size_t size = 128; size <= packed_.size(); ++size) {
    SCOPED_TRACE(size);
    std::uint8_t* const blob = memory.Place(size, Placement::kAgainstEnd, 1);
    std::memcpy(blob, packed_.data(), size);
    Reseal(blob, size);
    PackedMatrix loaded;
    const Status status = PackedMatrix::Load(blob, size, &loaded);
    EXPECT_EQ(status.ok(), size == packed_.size()) << status.message();
    if (size >= 300) size += 30;
  }
}

TEST_F(DamagedBlobTest, NotABlob) {
  AlignedBytes zeros(packed_.size());
  ExpectRefused(zeros.data(), zeros.size(), &packed_);
  const std::string text(4096, 'x');
  PackedMatrix none;
  EXPECT_EQ(PackedMatrix::Load(text.data(), text.size(), &none).code(),
            StatusCode::kDataLoss);
  EXPECT_TRUE(none.empty());
  const Status status = PackedMatrix::Load(nullptr, 1000, &none);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_STREQ(status.argument(), "blob");
}

// A blob of another version has a valid checksum in practice. This one does
// not, but the version is looked at first.
TEST_F(DamagedBlobTest, AnotherVersionSaysSo) {
  AlignedBytes blob(packed_);
  const std::uint32_t version = 77;
  std::memcpy(blob.data() + 8, &version, sizeof(version));
  PackedMatrix loaded;
  const Status status = PackedMatrix::Load(blob.data(), blob.size(), &loaded);
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_STREQ(status.argument(), "blob.version");
  EXPECT_EQ(status.value(), 77);
}

TEST_F(DamagedBlobTest, MapWantsAlignedBytes) {
  AlignedBytes memory(packed_.size() + 64);
  std::memcpy(memory.data() + 8, packed_.data(), packed_.size());
  PackedMatrix mapped;
  const Status status =
      PackedMatrix::Map(memory.data() + 8, packed_.size(), &mapped);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_STREQ(status.argument(), "blob");
  EXPECT_TRUE(mapped.empty());
}

TEST(DamagedMagnitudeTest, OneThatIsTooSmallIsRefused) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    OwnedMatrix<std::int8_t, kCol> rhs(37, 83, 1, 4);
    PackedMatrix packed;
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs.map(), Side::kRhs, &packed, backend.name).ok());
    const int magnitude = packed.header()->magnitude;
    AlignedBytes blob(packed);
    for (const int claimed : {-1, 1, 64, magnitude - 1, magnitude, 127, 1000}) {
      gemmlowp::internal::PackedHeader header = *packed.header();
      header.magnitude = claimed;
      std::memcpy(blob.data(), &header, sizeof(header));
      Reseal(blob.data(), blob.size());
      PackedMatrix loaded;
      const Status status =
          PackedMatrix::Load(blob.data(), blob.size(), &loaded);
      const bool holds =
          claimed == 0 ||
          (magnitude > 0 && claimed >= magnitude && claimed <= 128);
      EXPECT_EQ(status.ok(), holds) << claimed << status.message();
      EXPECT_STREQ(status.argument(), holds ? "" : "blob.magnitude");
    }
  });
}

}  // namespace
}  // namespace lowp_test
