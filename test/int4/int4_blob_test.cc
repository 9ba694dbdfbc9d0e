// Packed 4-bit weights as bytes: saved and read back, mapped between guard
// pages, and hostile ones.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/int4/gemm_int4.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/int4_case.h"
#include "../support/sealed_blob.h"
#include "good_weights.h"

namespace lowp_test {
namespace {

using gemmlowp::PreparedInt4;
using gemmlowp::StatusCode;
using gemmlowp::internal::Int4Header;

// Bytes of a blob, aligned.
struct Blob {
  explicit Blob(const PackedInt4& packed) : size(packed.size()) {
    memory.resize(size + 64);
    std::memcpy(data(), packed.data(), size);
  }
  std::uint8_t* data() {
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(memory.data());
    return memory.data() + (64 - at % 64) % 64;
  }
  // Sets the checksum, so that the bytes look sound.
  void Seal() {
    Int4Header header;
    std::memcpy(&header, data(), sizeof(header));
    header.checksum = 0;
    const std::uint64_t sums[8] = {
        SealChecksum(reinterpret_cast<const std::uint8_t*>(&header),
                     sizeof(header)),
        SealChecksum(data() + sizeof(header), size - sizeof(header))};
    header.checksum =
        SealChecksum(reinterpret_cast<const std::uint8_t*>(sums), sizeof(sums));
    std::memcpy(data(), &header, sizeof(header));
  }
  template <typename T>
  void Set(std::size_t offset, T value) {
    std::memcpy(data() + offset, &value, sizeof(value));
  }

  std::size_t size;
  std::vector<std::uint8_t> memory;
};

TEST(Int4BlobTest, SavedAndReadBack) {
  Random random(1);
  const Int4Case test = RandomInt4Case({3, 90, 96, 32}, &random);
  const Int4Arguments arguments(test);
  PackedInt4 packed;
  ASSERT_TRUE(arguments.Pack(&packed).ok());
  Blob blob(packed);
  PackedInt4 loaded, mapped;
  ASSERT_TRUE(PackedInt4::Load(blob.data(), blob.size, &loaded).ok());
  ASSERT_TRUE(PackedInt4::Map(blob.data(), blob.size, &mapped).ok());
  EXPECT_EQ(mapped.data(), blob.data());
  ASSERT_EQ(loaded.size(), packed.size());
  EXPECT_EQ(std::memcmp(loaded.data(), packed.data(), packed.size()), 0);
  // The same weights give the same bytes.
  PackedInt4 again;
  ASSERT_TRUE(arguments.Pack(&again).ok());
  EXPECT_EQ(std::memcmp(again.data(), packed.data(), packed.size()), 0);
  ForEachBackend([&](const Backend& backend) {
    for (const PackedInt4* weights : {&packed, &loaded, &mapped}) {
      Int4Output output(test.result, 3, 90);
      ASSERT_TRUE(TryGemmInt4(ContextFor(backend), arguments.Rows(), *weights,
                              output.Get(), arguments.options)
                      .ok());
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 90; ++c) {
          ASSERT_EQ(output.At(r, c), test.Result(r, c));
        }
      }
    }
  });
  std::memmove(blob.data() + 1, blob.data(), blob.size);
  EXPECT_TRUE(PackedInt4::Load(blob.data() + 1, blob.size, &loaded).ok());
  ExpectRefused(PackedInt4::Map(blob.data() + 1, blob.size, &mapped), "blob");
}

// Weights without values have no groups, whatever size was asked for.
TEST(Int4BlobTest, NothingIsSavedAndReadBack) {
  for (const int group : {0, 32}) {
    Good nothing;
    nothing.k = 0;
    nothing.group = group;
    PackedInt4 packed, loaded;
    ASSERT_TRUE(nothing.Pack(&packed).ok());
    const Status status =
        PackedInt4::Load(packed.data(), packed.size(), &loaded);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(loaded.group(), 0);
  }
}

TEST(Int4BlobTest, DamagedBlobsAreRefused) {
  PackedInt4 packed;
  ASSERT_TRUE(Good().Pack(&packed).ok());
  Blob blob(packed);
  PackedInt4 loaded;
  for (std::size_t i = 0; i < blob.size; ++i) {
    blob.data()[i] ^= 0x10;
    EXPECT_FALSE(PackedInt4::Load(blob.data(), blob.size, &loaded).ok()) << i;
    EXPECT_FALSE(PackedInt4::Map(blob.data(), blob.size, &loaded).ok()) << i;
    blob.data()[i] ^= 0x10;
  }
  for (std::size_t size = 0; size < blob.size; size += 37) {
    const Status status = PackedInt4::Load(blob.data(), size, &loaded);
    EXPECT_EQ(status.code(), StatusCode::kDataLoss);
    EXPECT_STREQ(status.argument(), "blob.size");
  }
  ExpectRefused(PackedInt4::Load(nullptr, 128, &loaded), "blob");
  EXPECT_TRUE(loaded.empty());
}

// With the right checksum: sizes that do not fit, scales that are not finite.
TEST(Int4BlobTest, ForgedBlobsAreRefused) {
  PackedInt4 packed, loaded;
  ASSERT_TRUE(Good().Pack(&packed).ok());
  const std::size_t fields = offsetof(Int4Header, k);
  int accepted = 0;
  for (const int field : {0, 1, 2, 3, 4}) {
    for (const std::int32_t value :
         {-1, 0, 1, 2, 5, 16, 21, 63, 65, 128, 1 << 20, INT32_MAX, INT32_MIN}) {
      Blob blob(packed);
      const std::size_t at = fields + 4 * static_cast<std::size_t>(field);
      blob.Set(at, value);
      blob.Seal();
      const Status status = PackedInt4::Load(blob.data(), blob.size, &loaded);
      // Other sizes that need the same number of bytes are valid, too.
      accepted += status.ok() ? 1 : 0;
      if (status.ok()) {
        EXPECT_EQ(
            gemmlowp::internal::FormatOf(*loaded.header()).payload_bytes() +
                128,
            static_cast<std::int64_t>(blob.size));
      }
    }
  }
  EXPECT_LT(accepted, 20);
  Blob version(packed);
  version.Set(8, std::uint32_t{2});
  version.Seal();
  EXPECT_EQ(PackedInt4::Load(version.data(), version.size, &loaded).code(),
            StatusCode::kUnsupported);
  // Padded to 32 columns: a block is 32 * 32 / 2 bytes, then scales.
  Blob infinite(packed);
  infinite.Set(128 + 512 + 4 * 7, std::numeric_limits<float>::infinity());
  infinite.Seal();
  const Status status =
      PackedInt4::Load(infinite.data(), infinite.size, &loaded);
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_STREQ(status.argument(), "blob.scales");
}

// Everything that a product reads or writes lies between pages that fault.
TEST(Int4BlobTest, StaysInsideItsMemory) {
  Random random(2);
  constexpr Int4Shape kShapes[] = {
      {1, 33, 64, 32}, {7, 65, 48, 16},  {13, 20, 64, 64}, {5, 1, 31, 0},
      {9, 64, 80, 80}, {20, 16, 96, 48}, {33, 70, 208, 0}, {17, 16, 4096, 32}};
  for (const Int4Shape& shape : kShapes) {
    // Signed rows are read in place.
    Int4Case test;
    do {
      test = RandomInt4Case(shape, &random);
    } while (!test.signed_rows);
    if (random.OneIn(2)) Widen(&test, &random);
    const Int4Arguments arguments(test);
    PackedInt4 packed;
    ASSERT_TRUE(arguments.Pack(&packed).ok());
    for (const Placement placement :
         {Placement::kAgainstStart, Placement::kAgainstEnd}) {
      GuardedBuffer of_blob(packed.size()), of_rows(arguments.rows.size());
      std::uint8_t* const blob = of_blob.Place(packed.size(), placement, 64);
      std::memcpy(blob, packed.data(), packed.size());
      of_blob.MakeReadOnly();
      std::uint8_t* const rows =
          of_rows.Place(arguments.rows.size(), placement, 1);
      std::memcpy(rows, arguments.rows.data(), arguments.rows.size());
      of_rows.MakeReadOnly();
      PackedInt4 mapped;
      ASSERT_TRUE(PackedInt4::Map(blob, packed.size(), &mapped).ok());
      const std::size_t bytes =
          static_cast<std::size_t>(shape.m) * shape.n * sizeof(float);
      GuardedBuffer of_result(bytes);
      float* const result = reinterpret_cast<float*>(
          of_result.Place(bytes, placement, sizeof(float)));
      ForEachBackend([&](const Backend& backend) {
        PreparedInt4 prepared;
        ASSERT_TRUE(PreparedInt4::Prepare(ContextFor(backend), mapped, shape.m,
                                          arguments.options, &prepared)
                        .ok());
        GuardedBuffer of_workspace(prepared.workspace_bytes());
        ASSERT_TRUE(prepared
                        .Run(arguments.Rows(rows, 0, shape.m, shape.k),
                             Int4Result::Of(result, shape.n),
                             of_workspace.Place(prepared.workspace_bytes(),
                                                placement, 1),
                             prepared.workspace_bytes())
                        .ok());
      });
    }
  }
}

}  // namespace
}  // namespace lowp_test
