// Packed 4-bit weights: what Pack and products refuse, blobs saved and read
// back, and hostile ones.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/int4/packed_int4.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/int4/gemm_int4.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/int4_case.h"
#include "../support/sealed_blob.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::PreparedInt4;
using gemmlowp::StatusCode;
using gemmlowp::internal::Int4Header;

void ExpectRefused(const Status& status, const char* argument) {
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << status.message();
  EXPECT_STREQ(status.argument(), argument);
}

// Weights of 64 x 20 that are fine until a test changes something.
struct Good {
  int k = 64, n = 20, group = 32;
  std::vector<std::uint8_t> values = std::vector<std::uint8_t>(64 * 20, 3);
  std::vector<float> scales = std::vector<float>(4 * 20, 0.5f);
  std::vector<Float16> halves = std::vector<Float16>(4 * 20, {0x3C00});
  std::vector<std::uint8_t> zeros = std::vector<std::uint8_t>(4 * 20, 7);

  Status Pack(const Int4Scales& of, PackedInt4* packed) const {
    return PackedInt4::Pack(
        MatrixMap<const std::uint8_t, MapOrder::RowMajor>(values.data(), k, n),
        group, of, Int4ZeroPoints<std::uint8_t>{zeros.data(), n, 1}, packed);
  }
  // The same bits in the other type.
  const Bfloat16* bfloats() const {
    return reinterpret_cast<const Bfloat16*>(halves.data());
  }
  Status Pack(PackedInt4* packed) const {
    return Pack(Int4Scales::Of(scales.data(), n), packed);
  }
};

TEST(PackedInt4Test, RefusesBadWeights) {
  PackedInt4 packed;
  ASSERT_TRUE(Good().Pack(&packed).ok());
  EXPECT_EQ(packed.k(), 64);
  EXPECT_EQ(packed.n(), 20);
  EXPECT_EQ(packed.group(), 32);
  EXPECT_EQ(packed.groups(), 2);
  EXPECT_TRUE(packed.has_zero_points());
  const void* before = packed.data();
  const auto refuses = [&](const char* argument, const auto& change) {
    Good good;
    change(&good);
    ExpectRefused(good.Pack(&packed), argument);
    EXPECT_EQ(packed.data(), before);
  };
  for (const int group : {16, 32, 64, 0}) {
    Good good;
    good.group = group;
    EXPECT_TRUE(good.Pack(&packed).ok()) << group;
  }
  ASSERT_TRUE(Good().Pack(&packed).ok());
  before = packed.data();
  refuses("group", [](Good* g) { g->group = -1; });
  refuses("group", [](Good* g) { g->group = 48; });
  refuses("group", [](Good* g) { g->group = 8; });
  refuses("group", [](Good* g) { g->group = 128; });
  refuses("values.rows", [](Good* g) { g->k = -1; });
  refuses("values.data", [](Good* g) { g->values[777] = 16; });
  refuses("zero_points.data", [](Good* g) { g->zeros[21] = 17; });
  refuses("scales.data", [](Good* g) {
    g->scales[39] = std::numeric_limits<float>::infinity();
  });
  refuses("scales.data", [](Good* g) {
    g->scales[0] = std::numeric_limits<float>::quiet_NaN();
  });
  Good good;
  good.values[777] = 15;
  good.zeros[21] = 16;
  good.scales[39] = std::numeric_limits<float>::max();
  EXPECT_TRUE(good.Pack(&packed).ok());
  EXPECT_TRUE(good.Pack(Int4Scales::Of(good.halves.data(), 20), &packed).ok());
  good.halves[3].bits = 0x7BFF;
  EXPECT_TRUE(good.Pack(Int4Scales::Of(good.halves.data(), 20), &packed).ok());
  good.halves[3].bits = 0x7C00;
  ExpectRefused(good.Pack(Int4Scales::Of(good.halves.data(), 20), &packed),
                "scales.data");
  EXPECT_TRUE(good.Pack(Int4Scales::Of(good.bfloats(), 20), &packed).ok());
  good.halves[3].bits = 0x7F80;
  ExpectRefused(good.Pack(Int4Scales::Of(good.bfloats(), 20), &packed),
                "scales.data");
  ExpectRefused(
      good.Pack(Int4Scales::Of(static_cast<const float*>(nullptr), 20),
                &packed),
      "scales.data");
  Int4Scales unknown = Int4Scales::Of(good.scales.data(), 20);
  unknown.type = static_cast<Int4ScaleType>(9);
  ExpectRefused(good.Pack(unknown, &packed), "scales.type");
  ExpectRefused(good.Pack(nullptr), "packed");
}

TEST(PackedInt4Test, RefusesSignedValuesOutOfRange) {
  std::vector<std::int8_t> values(16, -8);
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> map(values.data(), 16,
                                                             1);
  PackedInt4 packed;
  EXPECT_TRUE(PackedInt4::Pack(map, 0, Int4Scales::None(), &packed).ok());
  values[5] = 7;
  EXPECT_TRUE(PackedInt4::Pack(map, 0, Int4Scales::None(), &packed).ok());
  for (const int bad : {8, -9, 127, -128}) {
    values[5] = static_cast<std::int8_t>(bad);
    ExpectRefused(PackedInt4::Pack(map, 0, Int4Scales::None(), &packed),
                  "values.data");
  }
}

// Integer scales so large that even 64 bits might not do.
TEST(PackedInt4Test, RefusesScalesBeyondInt64) {
  const int k = 1 << 19;
  const std::vector<std::uint8_t> values(static_cast<std::size_t>(k), 15);
  const std::uint8_t zero = 0;
  std::int32_t scale = INT32_MAX;
  PackedInt4 packed;
  const auto pack = [&] {
    return PackedInt4::Pack(
        MatrixMap<const std::uint8_t, MapOrder::RowMajor>(values.data(), k, 1),
        0, Int4Scales::Of(&scale, 1), Int4ZeroPoints<std::uint8_t>{&zero, 1, 1},
        &packed);
  };
  ASSERT_TRUE(pack().ok());
  EXPECT_FALSE(packed.fits_int32());
  scale = 1;
  ASSERT_TRUE(pack().ok());
  EXPECT_TRUE(packed.fits_int32());
  EXPECT_EQ(packed.group(), k);
}

// The largest group, and one more.
TEST(PackedInt4Test, RefusesLongerGroupsOf8BitsThanInt32Holds) {
  const std::vector<std::int8_t> values((1 << 15) + 1, 3);
  for (const int more : {0, 1}) {
    PackedInt4 packed;
    const Status status =
        PackedInt4::PackBytes(MatrixMap<const std::int8_t, MapOrder::RowMajor>(
                                  values.data(), (1 << 15) + more, 1),
                              0, Int4Scales::None(), &packed);
    EXPECT_EQ(status.ok(), more == 0);
    if (more == 1) ExpectRefused(status, "group");
  }
}

TEST(PackedInt4Test, RefusesLongerGroupsThanInt32Holds) {
  const std::vector<std::uint8_t> values((1 << 19) + 1, 3);
  PackedInt4 packed;
  for (const int more : {0, 1}) {
    const Status status =
        PackedInt4::Pack(MatrixMap<const std::uint8_t, MapOrder::RowMajor>(
                             values.data(), (1 << 19) + more, 1),
                         0, Int4Scales::None(), &packed);
    EXPECT_EQ(status.ok(), more == 0);
    if (more == 1) ExpectRefused(status, "group");
  }
}

// Products of 5 rows with Good weights.
struct GoodProduct {
  GoodProduct() { EXPECT_TRUE(Good().Pack(&packed).ok()); }

  Int4Rows Rows(int m = 5, int k = 64) const {
    Int4Rows rows(
        MatrixMap<const std::int8_t, MapOrder::RowMajor>(a.data(), m, k));
    rows.scales = scales.data();
    return rows;
  }
  Status Run(const Int4Rows& rows, const Int4Result& to) {
    return TryGemmInt4(&context, rows, packed, to);
  }
  Status Run(const Int4Rows& rows) {
    return Run(rows, Int4Result::Of(result.data(), 20));
  }

  GemmContext context;
  PackedInt4 packed;
  std::vector<std::int8_t> a = std::vector<std::int8_t>(5 * 65, 1);
  std::vector<float> scales = std::vector<float>(5, 1);
  std::vector<float> result = std::vector<float>(5 * 20, -3);
};

TEST(PackedInt4Test, ProductsRefuseBadArguments) {
  GoodProduct p;
  ASSERT_TRUE(p.Run(p.Rows()).ok());
  p.result.assign(p.result.size(), -3);
  ExpectRefused(p.Run(p.Rows(5, 63)), "rows.values.cols");
  ExpectRefused(p.Run(p.Rows(-1)), "rows.values.rows");
  Int4Rows rows = p.Rows();
  rows.zero_point_count = 1;
  ExpectRefused(p.Run(rows), "rows.zero_points");
  std::vector<std::int32_t> zeros(5, 127);
  rows.zero_points = zeros.data();
  rows.zero_point_count = 4;
  ExpectRefused(p.Run(rows), "rows.zero_point_count");
  rows.zero_point_count = 5;
  zeros[4] = 128;
  ExpectRefused(p.Run(rows), "rows.zero_points");
  zeros[4] = -129;
  ExpectRefused(p.Run(rows), "rows.zero_points");
  p.scales[4] = std::numeric_limits<float>::infinity();
  ExpectRefused(p.Run(p.Rows()), "rows.scales");
  p.scales[4] = 1;
  ExpectRefused(p.Run(p.Rows(), Int4Result::Of(p.result.data(), 19)),
                "result.stride");
  ExpectRefused(
      p.Run(p.Rows(), Int4Result::Of(static_cast<float*>(nullptr), 20)),
      "result.data");
  ExpectRefused(
      p.Run(p.Rows(), Int4Result::Of(reinterpret_cast<float*>(p.a.data()), 20)),
      "result.data");
  ExpectRefused(p.Run(p.Rows(), Int4Result::Of(p.scales.data(), 20)),
                "result.data");
  Int4Result unknown = Int4Result::Of(p.result.data(), 20);
  unknown.type = static_cast<Int4ResultType>(3);
  ExpectRefused(p.Run(p.Rows(), unknown), "result.type");
  EXPECT_EQ(p.result, std::vector<float>(5 * 20, -3));
  p.packed = PackedInt4();
  ExpectRefused(p.Run(p.Rows()), "weights");
}

// Outcomes that the scales do not allow.
TEST(PackedInt4Test, ProductsRefuseTheWrongScales) {
  GoodProduct p;
  std::vector<std::int32_t> sums(5 * 20, 9);
  MatrixMap<std::int32_t, MapOrder::RowMajor> map(sums.data(), 5, 20);
  ExpectRefused(
      TryGemmInt4(&p.context, p.Rows(), p.packed, &map, std::tuple<>()),
      "weights.scale_type");
  std::vector<std::int64_t> wide(5 * 20, 9);
  ExpectRefused(SumInt4(&p.context, p.Rows(), p.packed, wide.data(), 20),
                "weights.scale_type");
  ASSERT_TRUE(Good().Pack(Int4Scales::None(), &p.packed).ok());
  ExpectRefused(p.Run(p.Rows()), "weights.scale_type");
  EXPECT_TRUE(
      TryGemmInt4(&p.context, p.Rows(), p.packed, &map, std::tuple<>()).ok());
  MatrixMap<std::int32_t, MapOrder::RowMajor> narrow(sums.data(), 5, 19);
  ExpectRefused(
      TryGemmInt4(&p.context, p.Rows(), p.packed, &narrow, std::tuple<>()),
      "result.cols");
  MatrixMap<std::int32_t, MapOrder::RowMajor> low(sums.data(), 4, 20);
  ExpectRefused(
      TryGemmInt4(&p.context, p.Rows(), p.packed, &low, std::tuple<>()),
      "result.rows");
  gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint bad = {};
  bad.result_shift = 99;
  std::vector<std::uint8_t> bytes(5 * 20);
  MatrixMap<std::uint8_t, MapOrder::RowMajor> byte_map(bytes.data(), 5, 20);
  EXPECT_FALSE(
      TryGemmInt4(
          &p.context, p.Rows(), p.packed, &byte_map,
          std::make_tuple(bad, gemmlowp::OutputStageSaturatingCastToUint8()))
          .ok());
}

TEST(PackedInt4Test, PreparedRefusesMoreRows) {
  GoodProduct p;
  PreparedInt4 prepared;
  ExpectRefused(
      prepared.Run(&p.context, p.Rows(), Int4Result::Of(p.result.data(), 20)),
      "prepared");
  ExpectRefused(PreparedInt4::Prepare(&p.context, PackedInt4(), 5,
                                      Int4Options(), &prepared),
                "weights");
  ExpectRefused(
      PreparedInt4::Prepare(&p.context, p.packed, -1, Int4Options(), &prepared),
      "max_rows");
  for (const int max_rows : {4, 5}) {
    ASSERT_TRUE(PreparedInt4::Prepare(&p.context, p.packed, max_rows,
                                      Int4Options(), &prepared)
                    .ok());
    const Status status =
        prepared.Run(&p.context, p.Rows(), Int4Result::Of(p.result.data(), 20));
    EXPECT_EQ(status.ok(), max_rows == 5);
    if (max_rows == 4) ExpectRefused(status, "rows.values.rows");
  }
}

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

TEST(PackedInt4Test, SavedAndReadBack) {
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

// Also of weights without values, whatever their groups were to be.
TEST(PackedInt4Test, NothingIsSavedAndReadBack) {
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

TEST(PackedInt4Test, DamagedBlobsAreRefused) {
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
TEST(PackedInt4Test, ForgedBlobsAreRefused) {
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
      // Other numbers that need as many bytes are weights, too.
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
TEST(PackedInt4Test, StaysInsideItsMemory) {
  Random random(2);
  constexpr Int4Shape kShapes[] = {
      {1, 33, 64, 32}, {7, 65, 48, 16}, {13, 20, 64, 64}, {5, 1, 31, 0}};
  for (const Int4Shape& shape : kShapes) {
    Int4Case test = RandomInt4Case(shape, &random);
    test.signed_rows = true;
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
        ASSERT_TRUE(TryGemmInt4(ContextFor(backend),
                                arguments.Rows(rows, 0, shape.m, shape.k),
                                mapped, Int4Result::Of(result, shape.n),
                                arguments.options)
                        .ok());
      });
    }
  }
}

}  // namespace
}  // namespace lowp_test
