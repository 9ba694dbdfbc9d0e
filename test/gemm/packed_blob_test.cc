// A packed matrix as bytes: saved, loaded, mapped, shared.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "../../internal/contract/packed_header.h"
#include "../../public/gemmlowp.h"
#include "../support/aligned_bytes.h"
#include "../support/for_each_backend.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"
#include "../support/sealed_blob.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;

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
    // The same values with other strides and orders, and other memory around.
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
    // Of several panels, from nowhere.
    const MatrixMap<const std::uint8_t, kRow> nowhere(nullptr, 0, 150);
    EXPECT_TRUE(
        PackedMatrix::Pack(nowhere, Side::kRhs, &packed, backend.name).ok());
    EXPECT_EQ(packed.cols(), 150);
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
