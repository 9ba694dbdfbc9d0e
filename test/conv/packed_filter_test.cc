// Packed filters: one content whatever the layout, saved, loaded and mapped,
// and refused where they are damaged.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/convolution/packed_filter.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "../../internal/contract/panel_format.h"
#include "../../internal/conv/filter_blob.h"
#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemm_context.h"
#include "../support/conv_case.h"
#include "../support/for_each_backend.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::FilterLayout;
using gemmlowp::PackedFilter;
using gemmlowp::Status;
using gemmlowp::StatusCode;

std::vector<std::uint8_t> BytesOf(const PackedFilter& filter) {
  const std::uint8_t* const bytes =
      static_cast<const std::uint8_t*>(filter.data());
  return std::vector<std::uint8_t>(bytes, bytes + filter.size());
}

// Elements of the weights in another layout, by the names of its dimensions.
std::vector<std::int8_t> Relaid(const ConvGeometry& g,
                                const std::vector<std::int8_t>& odhwi,
                                FilterLayout layout) {
  const int inputs = g.input_channels / g.groups;
  const int outputs = g.output_channels / g.groups;
  const int kd = g.depth.kernel, kh = g.height.kernel, kw = g.width.kernel;
  std::vector<std::int8_t> relaid(odhwi.size());
  std::size_t from = 0;
  for (int o = 0; o < g.output_channels; ++o)
    for (int z = 0; z < kd; ++z)
      for (int y = 0; y < kh; ++y)
        for (int x = 0; x < kw; ++x)
          for (int i = 0; i < inputs; ++i) {
            int to = 0;
            if (layout == FilterLayout::kOIDHW) {
              to = (((o * inputs + i) * kd + z) * kh + y) * kw + x;
            } else if (layout == FilterLayout::kDHWIO) {
              to = (((z * kh + y) * kw + x) * inputs + i) * g.output_channels +
                   o;
            } else {
              const int in = o / outputs * inputs + i;
              to = (((in * outputs + o % outputs) * kd + z) * kh + y) * kw + x;
            }
            relaid[to] = odhwi[from++];
          }
  return relaid;
}

ConvGeometry SmallGeometry() {
  ConvGeometry g;
  g.input_channels = 8;
  g.output_channels = 40;
  g.groups = 2;
  g.height.input = g.width.input = 9;
  g.height.kernel = 3;
  g.width.kernel = 2;
  return g;
}

std::vector<std::int8_t> WeightsFor(const ConvGeometry& g, Random* random) {
  std::vector<std::int8_t> weights(FilterElements(g));
  for (std::int8_t& w : weights) w = static_cast<std::int8_t>(random->Bits());
  return weights;
}

PackedFilter Packed(const ConvGeometry& g) {
  Random random(3);
  PackedFilter filter;
  const Status status = PackedFilter::Pack(g, WeightsFor(g, &random).data(),
                                           FilterLayout::kODHWI, &filter);
  EXPECT_TRUE(status.ok()) << status.message();
  return filter;
}

TEST(PackedFilterTest, IsTheSameFromEveryLayout) {
  Random random(5);
  for (int i = 0; i < 60; ++i) {
    ConvShape shape;
    const ConvGeometry g = RandomGeometry(&random, &shape);
    SCOPED_TRACE(Text(g));
    const std::vector<std::int8_t> weights = WeightsFor(g, &random);
    PackedFilter filter;
    ASSERT_TRUE(
        PackedFilter::Pack(g, weights.data(), FilterLayout::kODHWI, &filter)
            .ok());
    for (FilterLayout layout :
         {FilterLayout::kOIDHW, FilterLayout::kDHWIO, FilterLayout::kIODHW}) {
      PackedFilter other;
      ASSERT_TRUE(PackedFilter::Pack(g, Relaid(g, weights, layout).data(),
                                     layout, &other)
                      .ok());
      EXPECT_EQ(BytesOf(filter), BytesOf(other)) << static_cast<int>(layout);
    }
    PackedFilter loaded;
    const Status status =
        PackedFilter::Load(filter.data(), filter.size(), &loaded);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(BytesOf(filter), BytesOf(loaded));
    EXPECT_STREQ(filter.backend(), loaded.backend());
    ASSERT_TRUE(PackedFilter::Map(filter.data(), filter.size(), &loaded).ok());
    EXPECT_EQ(filter.data(), loaded.data());
  }
}

ConvGeometry OneChannel() {
  ConvGeometry g;
  g.height.input = g.width.input = 20;
  g.height.kernel = g.width.kernel = 3;
  g.width.pad_before = 1;
  return g;
}

std::vector<std::int32_t> SumsOf(const PackedFilter& filter) {
  const ConvGeometry g = OneChannel();
  Random random(11);
  const std::vector<std::int8_t> input =
      RandomValues<std::int8_t>(&random, 20 * 20);
  gemmlowp::ConvZeroPoints zero_points;
  zero_points.input = 7;
  gemmlowp::GemmContext context;
  gemmlowp::PreparedConvolution convolution;
  std::vector<std::int32_t> sums(18 * 19);
  Status status = gemmlowp::PreparedConvolution::Prepare<std::int8_t>(
      &context, g, filter, zero_points, std::make_tuple(), &convolution);
  EXPECT_TRUE(status.ok()) << status.message();
  if (status.ok())
    status = convolution.Run(&context, input.data(), sums.data());
  EXPECT_TRUE(status.ok()) << status.message();
  return sums;
}

// Filters with one input and one output channel used to be packed columns; now
// they are plain values.
TEST(PackedFilterTest, ReadsOneChannelAsItWasPackedOnce) {
  const PackedFilter plain = Packed(OneChannel());
  ConvGeometry column;
  column.input_channels = 9;
  column.height.input = column.width.input = 1;
  for (const gemmlowp::internal::Backend* of : SupportedBackends()) {
    const char* const backend = of->name;
    SCOPED_TRACE(backend);
    Random random(3);
    PackedFilter packed, loaded;
    ASSERT_TRUE(PackedFilter::Pack(column, WeightsFor(column, &random).data(),
                                   FilterLayout::kODHWI, &packed, backend)
                    .ok());
    std::vector<std::uint8_t> blob = BytesOf(packed);
    gemmlowp::internal::FilterHeader header;
    std::memcpy(&header, blob.data(), sizeof(header));
    ASSERT_EQ(header.is_plain, 0);
    header.input_channels = 1;
    header.kernel[1] = header.kernel[2] = 3;
    header.checksum = gemmlowp::internal::FilterChecksum(
        header, blob.data() + sizeof(header));
    std::memcpy(blob.data(), &header, sizeof(header));
    const Status status = PackedFilter::Load(blob.data(), blob.size(), &loaded);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_STREQ(loaded.backend(), backend);
    EXPECT_EQ(SumsOf(loaded), SumsOf(plain));
    ASSERT_TRUE(PackedFilter::Load(plain.data(), plain.size(), &loaded).ok());
    EXPECT_EQ(SumsOf(loaded), SumsOf(plain));
  }
}

// A filter that was packed on another machine: without a wish for a backend, a
// context takes one that reads it.
TEST(PackedFilterTest, RunsOnAnyContextThatIsFree) {
  if (std::getenv("LOWP_BACKEND") != nullptr) {
    GTEST_SKIP() << "LOWP_BACKEND is set";
  }
  ConvGeometry grouped = Square(9, 32, 64, 3);
  grouped.groups = 2;
  for (const ConvGeometry& g : {Square(14, 32, 24, 3), Square(14, 20, 24, 3),
                                Square(7, 70, 96, 1), grouped}) {
    SCOPED_TRACE(Text(g));
    ConvShape shape;
    ASSERT_TRUE(gemmlowp::OutputShape(g, &shape).ok());
    Random random(9);
    const std::vector<std::int8_t> weights = WeightsFor(g, &random);
    const std::vector<std::int8_t> input =
        RandomValues<std::int8_t>(&random, InputElements(g));
    const std::vector<std::int32_t> sums =
        ReferenceConvolution<std::int8_t, std::int8_t>(
            g, shape, {input.data(), 3, nullptr}, {weights.data(), 0, nullptr});
    ForEachBackend([&](const Backend& backend) {
      PackedFilter filter;
      Status status = PackedFilter::Pack(
          g, weights.data(), FilterLayout::kODHWI, &filter, backend.name);
      ASSERT_TRUE(status.ok()) << status.message();
      gemmlowp::GemmContext context;
      gemmlowp::ConvZeroPoints zero_points;
      zero_points.input = 3;
      gemmlowp::PreparedConvolution convolution;
      status = gemmlowp::PreparedConvolution::Prepare<std::int8_t>(
          &context, g, filter, zero_points, std::make_tuple(), &convolution);
      ASSERT_TRUE(status.ok()) << status.message();
      std::vector<std::int32_t> output(sums.size());
      status = convolution.Run(&context, input.data(), output.data());
      ASSERT_TRUE(status.ok()) << status.message();
      EXPECT_EQ(output, sums) << convolution.Describe();
    });
  }
}

TEST(PackedFilterTest, EmptyHasNothing) {
  const PackedFilter filter;
  EXPECT_TRUE(filter.empty());
  EXPECT_EQ(filter.data(), nullptr);
  EXPECT_EQ(filter.size(), 0u);
  EXPECT_STREQ(filter.backend(), "");
}

TEST(PackedFilterTest, RefusesEveryDamage) {
  ConvGeometry depthwise = SmallGeometry();
  depthwise.groups = 8;
  depthwise.output_channels = 16;
  ConvGeometry narrow = SmallGeometry();
  narrow.output_channels = 6;
  for (const ConvGeometry& g : {SmallGeometry(), narrow, depthwise}) {
    const std::vector<std::uint8_t> blob = BytesOf(Packed(g));
    PackedFilter loaded;
    for (std::size_t size = 0; size < blob.size(); size += 7) {
      EXPECT_EQ(PackedFilter::Load(blob.data(), size, &loaded).code(),
                StatusCode::kDataLoss)
          << size;
    }
    for (std::size_t i = 0; i < blob.size(); i += 3) {
      std::vector<std::uint8_t> damaged = blob;
      damaged[i] ^= 0x10;
      const Status status =
          PackedFilter::Load(damaged.data(), damaged.size(), &loaded);
      EXPECT_TRUE(status.code() == StatusCode::kDataLoss ||
                  status.code() == StatusCode::kUnsupported)
          << i << " " << status.message();
    }
    EXPECT_TRUE(loaded.empty());
  }
}

TEST(PackedFilterTest, RunsDoNotWriteToMappedFilters) {
  const ConvGeometry g = SmallGeometry();
  const PackedFilter packed = Packed(g);
  std::vector<std::uint8_t> memory(packed.size() + 4096);
  std::uint8_t* const blob =
      memory.data() + gemmlowp::internal::BytesToAlignment(memory.data());
  std::memcpy(blob, packed.data(), packed.size());
  PackedFilter mapped;
  ASSERT_TRUE(PackedFilter::Map(blob, packed.size(), &mapped).ok());
  gemmlowp::GemmContext context;
  gemmlowp::PreparedConvolution convolution;
  ASSERT_TRUE(gemmlowp::PreparedConvolution::Prepare<std::uint8_t>(
                  &context, g, mapped, gemmlowp::ConvZeroPoints(),
                  std::make_tuple(gemmlowp::OutputStageSaturatingCastToUint8()),
                  &convolution)
                  .ok());
  const std::vector<std::uint8_t> input(4096);
  EXPECT_STREQ(convolution.Run(&context, input.data(), blob + packed.size() - 1)
                   .argument(),
               "output");
  EXPECT_TRUE(
      convolution.Run(&context, input.data(), blob + packed.size()).ok());
}

TEST(PackedFilterTest, NamesTheWrongArgument) {
  const ConvGeometry g = SmallGeometry();
  const std::vector<std::int8_t> weights(40 * 4 * 6);
  PackedFilter filter;
  const auto argument = [](const Status& status) {
    return std::string(status.argument());
  };
  const std::int8_t* const none = nullptr;
  EXPECT_EQ(
      argument(PackedFilter::Pack(g, none, FilterLayout::kODHWI, &filter)),
      "weights");
  EXPECT_EQ(argument(PackedFilter::Pack(g, weights.data(),
                                        static_cast<FilterLayout>(4), &filter)),
            "layout");
  EXPECT_EQ(argument(PackedFilter::Pack(g, weights.data(), FilterLayout::kODHWI,
                                        nullptr)),
            "packed");
  EXPECT_EQ(argument(PackedFilter::Pack(g, weights.data(), FilterLayout::kODHWI,
                                        &filter, "vax")),
            "backend");
  ConvGeometry wrong = g;
  wrong.groups = 3;
  EXPECT_EQ(argument(PackedFilter::Pack(wrong, weights.data(),
                                        FilterLayout::kODHWI, &filter)),
            "geometry.groups");
  EXPECT_EQ(argument(PackedFilter::Load(nullptr, 99, &filter)), "blob");
  EXPECT_EQ(argument(PackedFilter::Load(weights.data(), 128, nullptr)),
            "packed");
  EXPECT_TRUE(filter.empty());
  const PackedFilter packed = Packed(g);
  std::vector<std::uint8_t> moved(packed.size() + 128);
  std::uint8_t* const aligned =
      moved.data() +
      (64 - reinterpret_cast<std::uintptr_t>(moved.data()) % 64) % 64;
  std::memcpy(aligned + 1, packed.data(), packed.size());
  EXPECT_EQ(argument(PackedFilter::Map(aligned + 1, packed.size(), &filter)),
            "blob");
}

}  // namespace
}  // namespace lowp_test
