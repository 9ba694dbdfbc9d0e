// What packing into memory of the caller refuses.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "../../internal/contract/packed_header.h"
#include "../../internal/contract/panel_format.h"
#include "../../public/packed_matrix.h"
#include "../support/aligned_bytes.h"
#include "../support/for_each_backend.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"
#include "../support/sealed_blob.h"

namespace lowp_test {
namespace {

using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;

// On a 32-bit machine, padding can make a matrix that fits too large.
TEST(PackIntoTest, SizesThatDoNotFitAPointerAreRefused) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    constexpr int kDepth = 1 << 27;
    // Never read: only its size is asked for, or it is refused as too large.
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
  const MatrixMap<const std::uint8_t, kRow> inside(memory.data() + needed - 1,
                                                   29, 70);
  status = PackedMatrix::PackInto(inside, Side::kRhs, memory.data(), needed,
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

}  // namespace
}  // namespace lowp_test
