// A packed matrix as bytes: saved, loaded, mapped, shared; and refused when the
// bytes are not what was saved.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "../../internal/contract/packed_format.h"
#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/owned_matrix.h"
#include "../support/sealed_blob.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;

constexpr MapOrder kRow = MapOrder::RowMajor;
constexpr MapOrder kCol = MapOrder::ColMajor;

// Bytes at a multiple of PackedMatrix::kAlignment.
class AlignedBytes {
 public:
  explicit AlignedBytes(std::size_t size)
      : size_(size), storage_(size + PackedMatrix::kAlignment) {
    const auto begin = reinterpret_cast<std::uintptr_t>(storage_.data());
    skip_ = (PackedMatrix::kAlignment - begin % PackedMatrix::kAlignment) %
            PackedMatrix::kAlignment;
  }
  explicit AlignedBytes(const PackedMatrix& packed)
      : AlignedBytes(packed.size()) {
    std::memcpy(data(), packed.data(), packed.size());
  }
  AlignedBytes(const AlignedBytes&) = delete;
  AlignedBytes& operator=(const AlignedBytes&) = delete;
  std::uint8_t* data() { return storage_.data() + skip_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::size_t skip_ = 0;
  std::vector<std::uint8_t> storage_;
};

// The sums of lhs * rhs, by the library.
template <typename Lhs, typename Rhs>
std::vector<std::int32_t> Product(const char* backend, const Lhs& lhs,
                                  const Rhs& rhs, int rows, int cols) {
  GemmContext context;
  EXPECT_TRUE(context.set_backend(backend).ok());
  std::vector<std::int32_t> sums(static_cast<std::size_t>(rows) * cols, -1);
  MatrixMap<std::int32_t, kRow> result(sums.data(), rows, cols);
  const Status status =
      gemmlowp::TryGemm(&context, lhs, rhs, &result, 12, -34, std::tuple<>());
  EXPECT_TRUE(status.ok()) << status.message();
  return sums;
}

TEST(PackedBlobTest, SavedBytesLoadAndMap) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    const OwnedMatrix<std::int8_t, kCol> rhs(37, 83, 1, 4);
    const OwnedMatrix<std::uint8_t, kRow> lhs(9, 37, 2, 1);
    const std::vector<std::int32_t> expected =
        ReferenceSums(lhs.map(), rhs.map(), 12, -34);
    PackedMatrix packed;
    const Status status =
        PackedMatrix::Pack(rhs.map(), Side::kRhs, &packed, backend.name);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(packed.rows(), 37);
    EXPECT_EQ(packed.cols(), 83);
    EXPECT_EQ(packed.side(), Side::kRhs);
    EXPECT_STREQ(packed.backend(), backend.name);
    EXPECT_FALSE(packed.empty());
    EXPECT_EQ(packed.size(),
              PackedMatrix::BytesNeeded(rhs.map(), Side::kRhs, backend.name));
    EXPECT_EQ(Product(backend.name, lhs.map(), packed, 9, 83), expected);

    AlignedBytes saved(packed);
    packed = PackedMatrix();  // the bytes stand alone
    PackedMatrix loaded, mapped;
    // Load takes bytes from anywhere.
    std::vector<std::uint8_t> shifted(saved.size() + 1);
    std::memcpy(shifted.data() + 1, saved.data(), saved.size());
    ASSERT_TRUE(
        PackedMatrix::Load(shifted.data() + 1, saved.size(), &loaded).ok());
    std::fill(shifted.begin(), shifted.end(), std::uint8_t{0});
    ASSERT_TRUE(PackedMatrix::Map(saved.data(), saved.size(), &mapped).ok());
    EXPECT_EQ(mapped.data(), saved.data());
    for (const PackedMatrix* again : {&loaded, &mapped}) {
      EXPECT_EQ(again->rows(), 37);
      EXPECT_EQ(again->cols(), 83);
      EXPECT_EQ(again->side(), Side::kRhs);
      EXPECT_STREQ(again->backend(), backend.name);
      ASSERT_EQ(again->size(), saved.size());
      EXPECT_EQ(std::memcmp(again->data(), saved.data(), saved.size()), 0);
      EXPECT_EQ(Product(backend.name, lhs.map(), *again, 9, 83), expected);
    }
  });
}

TEST(PackedBlobTest, EqualMatricesGiveEqualBytes) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    // The same numbers in other strides and orders, and other memory around.
    const OwnedMatrix<std::uint8_t, kRow> source(21, 50, 1, 0);
    OwnedMatrix<std::uint8_t, kCol> other(21, 50, 2, 13);
    for (int i = 0; i < 21; ++i) {
      for (int j = 0; j < 50; ++j) other.map()(i, j) = source(i, j);
    }
    PackedMatrix first, second;
    ASSERT_TRUE(
        PackedMatrix::Pack(source.map(), Side::kLhs, &first, backend.name)
            .ok());
    AlignedBytes memory(
        PackedMatrix::BytesNeeded(other.const_map(), Side::kLhs, backend.name));
    std::memset(memory.data(), 0xee, memory.size());
    ASSERT_TRUE(PackedMatrix::PackInto(other.const_map(), Side::kLhs,
                                       memory.data(), memory.size(), &second,
                                       backend.name)
                    .ok());
    ASSERT_EQ(first.size(), second.size());
    EXPECT_EQ(second.data(), memory.data());
    EXPECT_EQ(std::memcmp(first.data(), second.data(), first.size()), 0);
  });
}

TEST(PackedBlobTest, CopiesShareTheMemoryAndKeepIt) {
  const OwnedMatrix<std::uint8_t, kRow> rhs(20, 30, 1);
  const OwnedMatrix<std::uint8_t, kRow> lhs(4, 20, 2);
  PackedMatrix copy;
  {
    PackedMatrix packed;
    ASSERT_TRUE(PackedMatrix::Pack(rhs.map(), Side::kRhs, &packed).ok());
    copy = packed;
    EXPECT_EQ(copy.data(), packed.data());
  }
  EXPECT_EQ(Product(nullptr, lhs.map(), copy, 4, 30),
            ReferenceSums(lhs.map(), rhs.map(), 12, -34));
  const PackedMatrix moved = std::move(copy);
  EXPECT_EQ(Product(nullptr, lhs.map(), moved, 4, 30),
            ReferenceSums(lhs.map(), rhs.map(), 12, -34));
}

TEST(PackedBlobTest, EmptyMatricesCanBePacked) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    const OwnedMatrix<std::uint8_t, kRow> no_depth(7, 0);
    PackedMatrix packed, loaded;
    ASSERT_TRUE(
        PackedMatrix::Pack(no_depth.map(), Side::kLhs, &packed, backend.name)
            .ok());
    ASSERT_TRUE(PackedMatrix::Load(packed.data(), packed.size(), &loaded).ok());
    EXPECT_EQ(loaded.rows(), 7);
    EXPECT_EQ(loaded.cols(), 0);
    EXPECT_FALSE(loaded.empty());
    GemmContext context;
    std::vector<std::int32_t> sums(35, 3);
    MatrixMap<std::int32_t, kRow> result(sums.data(), 7, 5);
    const MatrixMap<const std::uint8_t, kRow> rhs(nullptr, 0, 5);
    EXPECT_TRUE(
        gemmlowp::TryGemm(&context, loaded, rhs, &result, 0, 0, std::tuple<>())
            .ok());
    EXPECT_EQ(sums, std::vector<std::int32_t>(35, 3));
  });
}

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

TEST(PackedBlobTest, AMagnitudeThatIsTooSmallIsRefused) {
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

// On a machine of 32 bits, padding takes what fits beyond what does.
TEST(PackIntoTest, SizesThatDoNotFitAPointerAreRefused) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    constexpr int kDepth = 1 << 27;
    // Nobody reads it where it is too large, and only its size is asked for.
    const MatrixMap<const std::uint8_t, kRow> row(
        reinterpret_cast<const std::uint8_t*>(64), 1, kDepth);
    const std::uint64_t bytes =
        128 + gemmlowp::internal::AllPanelsBytes(backend.panel, 1, kDepth);
    EXPECT_GE(bytes, std::uint64_t{kDepth});
    const bool fits = bytes <= gemmlowp::internal::kMaxBytes;
    EXPECT_EQ(PackedMatrix::BytesNeeded(row, Side::kLhs, backend.name),
              fits ? bytes : 0);
    if (fits) return;
    AlignedBytes memory(4096);
    PackedMatrix packed;
    const Status status = PackedMatrix::PackInto(
        row, Side::kLhs, memory.data(), memory.size(), &packed, backend.name);
    EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
    EXPECT_STREQ(status.argument(), "source");
    EXPECT_EQ(PackedMatrix::Pack(row, Side::kLhs, &packed, backend.name).code(),
              StatusCode::kResourceExhausted);
    // The same in a blob that claims so much.
    const std::uint8_t one[] = {1};
    const MatrixMap<const std::uint8_t, kRow> small(one, 1, 1);
    ASSERT_TRUE(
        PackedMatrix::Pack(small, Side::kLhs, &packed, backend.name).ok());
    AlignedBytes blob(packed);
    gemmlowp::internal::PackedHeader header = *packed.header();
    header.cols = kDepth;
    std::memcpy(blob.data(), &header, sizeof(header));
    for (std::size_t size = 128; size <= packed.size(); size += 64) {
      Reseal(blob.data(), size);
      EXPECT_EQ(PackedMatrix::Load(blob.data(), size, &packed).code(),
                StatusCode::kDataLoss);
    }
  });
}

TEST(PackIntoTest, RefusesASideThatIsNone) {
  const std::uint8_t one[] = {1};
  const MatrixMap<const std::uint8_t, kRow> small(one, 1, 1);
  PackedMatrix packed;
  const Status status =
      PackedMatrix::Pack(small, static_cast<Side>(2), &packed);
  EXPECT_STREQ(status.argument(), "side");
}

TEST(PackedBlobTest, AMappedHeaderIsReadOnce) {
  const OwnedMatrix<std::int8_t, kCol> rhs(37, 83, 1, 4);
  const OwnedMatrix<std::uint8_t, kRow> lhs(9, 37, 2, 1);
  PackedMatrix packed, mapped;
  ASSERT_TRUE(PackedMatrix::Pack(rhs.map(), Side::kRhs, &packed).ok());
  AlignedBytes blob(packed);
  ASSERT_TRUE(PackedMatrix::Map(blob.data(), blob.size(), &mapped).ok());
  std::memset(blob.data(), 0x7f, sizeof(gemmlowp::internal::PackedHeader));
  EXPECT_EQ(mapped.rows(), 37);
  EXPECT_EQ(mapped.cols(), 83);
  EXPECT_EQ(Product(nullptr, lhs.map(), mapped, 9, 83),
            ReferenceSums(lhs.map(), rhs.map(), 12, -34));
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

// Blobs that are whole, but not for this library or this machine, carry a
// valid checksum in practice; here the header says so before it is checked.
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

// A matrix that another machine packed for a backend that this one lacks.
TEST(PackedBlobTest, AnotherBackendOfTheFormatReads) {
  const OwnedMatrix<std::int8_t, kRow> lhs(20, 50, 1);
  const OwnedMatrix<std::uint8_t, kCol> rhs(50, 30, 2);
  bool foreign = false;
  for (const auto* backend : gemmlowp::internal::AllBackends()) {
    SCOPED_TRACE(backend->name);
    const auto* const reader = gemmlowp::internal::ReaderOf(*backend);
    if (gemmlowp::internal::IsSupported(*backend)) {
      EXPECT_EQ(reader, backend);
      continue;
    }
    if (reader == nullptr) continue;
    foreign = true;
    PackedMatrix packed;
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs.map(), Side::kRhs, &packed, reader->name).ok());
    const auto expected = Product(reader->name, lhs.map(), packed, 20, 30);
    AlignedBytes memory(packed);
    auto* const header =
        reinterpret_cast<gemmlowp::internal::PackedHeader*>(memory.data());
    std::strncpy(header->backend, backend->name, sizeof(header->backend));
    Reseal(memory.data(), memory.size());
    ASSERT_TRUE(PackedMatrix::Map(memory.data(), memory.size(), &packed).ok());
    EXPECT_STREQ(packed.backend(), backend->name);
    EXPECT_EQ(Product(nullptr, lhs.map(), packed, 20, 30), expected);
  }
  if (!foreign) {
    GTEST_SKIP() << "no backend that this machine cannot run has the format of "
                    "one that it can";
  }
}

TEST(PackIntoTest, RefusesMemoryThatIsTooSmallOrMisaligned) {
  const OwnedMatrix<std::uint8_t, kRow> source(29, 70, 1);
  const std::size_t needed =
      PackedMatrix::BytesNeeded(source.map(), Side::kRhs);
  ASSERT_GT(needed, 29u * 70u);
  AlignedBytes memory(needed + 64);
  std::memset(memory.data(), 0x77, memory.size());
  PackedMatrix packed;
  Status status = PackedMatrix::PackInto(source.map(), Side::kRhs,
                                         memory.data(), needed - 1, &packed);
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  EXPECT_STREQ(status.argument(), "bytes");
  EXPECT_EQ(status.value(), static_cast<std::int64_t>(needed - 1));
  status = PackedMatrix::PackInto(source.map(), Side::kRhs, memory.data() + 32,
                                  needed, &packed);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_STREQ(status.argument(), "memory");
  status = PackedMatrix::PackInto(source.map(), Side::kRhs, nullptr, needed,
                                  &packed);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_STREQ(status.argument(), "memory");
  EXPECT_TRUE(packed.empty());
  for (std::size_t i = 0; i < memory.size(); ++i) {
    ASSERT_EQ(memory.data()[i], 0x77) << i;
  }
  ASSERT_TRUE(PackedMatrix::PackInto(source.map(), Side::kRhs, memory.data(),
                                     needed, &packed)
                  .ok());
  for (std::size_t i = needed; i < memory.size(); ++i) {
    ASSERT_EQ(memory.data()[i], 0x77) << "wrote past BytesNeeded";
  }
}

TEST(PackedBlobTest, ManyThreadsUseOneMatrix) {
  const OwnedMatrix<std::uint8_t, kCol> rhs(64, 96, 1);
  const OwnedMatrix<std::int8_t, kRow> lhs(16, 64, 2);
  const std::vector<std::int32_t> expected =
      ReferenceSums(lhs.map(), rhs.map(), 12, -34);
  PackedMatrix packed;
  ASSERT_TRUE(PackedMatrix::Pack(rhs.map(), Side::kRhs, &packed).ok());
  std::vector<std::thread> threads;
  std::vector<int> wrong(8, 0);
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < 20; ++round) {
        const PackedMatrix copy = packed;
        if (Product(nullptr, lhs.map(), copy, 16, 96) != expected) ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(8, 0));
}

}  // namespace
}  // namespace lowp_test
