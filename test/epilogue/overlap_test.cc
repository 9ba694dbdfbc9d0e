// Vectors of offsets and of stages that lie in the result: a product must not
// read later what it writes. Each is refused by name, even if only the last
// byte overlaps.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/prepared_gemm.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::Status;
using gemmlowp::VectorShape;

constexpr VectorShape kRowShape = VectorShape::Row;

// A 6x4 result in rows of 8, in the middle of memory that also holds the vector
// under test.
class OverlapTest : public ::testing::Test {
 protected:
  static constexpr int kFirst = 64;  // all in units of four bytes
  static constexpr int kStride = 8;
  static constexpr int kRows = 6;
  static constexpr int kCols = 4;
  static constexpr int kEnd = kFirst + (kRows - 1) * kStride + kCols;

  template <typename T>
  const T* At(int position) const {
    return reinterpret_cast<const T*>(memory_ + 4 * position);
  }

  template <typename T>
  void Fill(T value) {
    for (std::size_t i = 0; i + sizeof(T) <= sizeof(memory_); i += sizeof(T)) {
      std::memcpy(memory_ + i, &value, sizeof(T));
    }
  }

  // The status of a call, with which a prepared product must agree.
  template <typename LhsOffset, typename RhsOffset, typename Pipeline>
  Status Multiply(const LhsOffset& lhs_offset, const RhsOffset& rhs_offset,
                  const Pipeline& pipeline) {
    MatrixMap<std::int32_t, MapOrder::RowMajor> result(
        reinterpret_cast<std::int32_t*>(memory_ + 4 * kFirst), kRows, kCols,
        kStride);
    const Status called =
        gemmlowp::TryGemm(&context_, lhs_.const_map(), rhs_.const_map(),
                          &result, lhs_offset, rhs_offset, pipeline);
    gemmlowp::PreparedGemm prepared;
    Status status = gemmlowp::PreparedGemm::Prepare(
        &context_, lhs_.const_map(), rhs_.const_map(), result, lhs_offset,
        rhs_offset, pipeline, &prepared);
    if (status.ok()) {
      status = prepared.Run(&context_, lhs_.map().data(), rhs_.map().data(),
                            result.data());
    }
    EXPECT_EQ(status.ok(), called.ok());
    EXPECT_STREQ(status.argument(), called.argument());
    return called;
  }

  // `multiply` takes a pointer and returns the product's status. A vector of
  // `length` bytes is valid right before the result, right after it and between
  // two of its rows; shifted by one value toward the result, it is refused.
  template <typename T, typename Multiply>
  void ExpectRefusedInside(T fill, int length, const char* argument,
                           const Multiply& multiply) {
    SCOPED_TRACE(argument);
    const auto expect = [&](int position, bool accepted) {
      Fill(fill);
      const std::vector<unsigned char> before(memory_,
                                              memory_ + sizeof(memory_));
      const Status status = multiply(At<T>(position));
      if (accepted) {
        EXPECT_TRUE(status.ok()) << position << ": " << status.message();
        return;
      }
      EXPECT_STREQ(status.argument(), argument) << position;
      EXPECT_STREQ(status.problem(), "overlaps the result in memory");
      EXPECT_EQ(std::memcmp(before.data(), memory_, sizeof(memory_)), 0);
    };
    const int unit = sizeof(T) / 4 + (sizeof(T) < 4);
    const int words = length / 4;
    expect(kFirst - words, true);
    expect(kFirst - words + unit, false);
    expect(kFirst, false);
    expect(kEnd - unit, false);
    expect(kEnd, true);
    if (words > kStride - kCols) return;
    expect(kFirst + kCols - unit, false);
    expect(kFirst + kCols, true);
    expect(kFirst + kStride - words, true);
    expect(kFirst + kStride - words + unit, false);
  }

  // A stage with four values per row, which `stage` makes from a vector of
  // them.
  template <typename T, typename MakeStage>
  void ExpectStageRefusedInside(T fill, const char* argument,
                                const MakeStage& stage) {
    ExpectRefusedInside(
        fill, kCols * static_cast<int>(sizeof(T)), argument,
        [&](const T* data) {
          return Multiply(
              0, 0,
              stage(gemmlowp::VectorMap<const T, kRowShape>(data, kCols)));
        });
  }

  gemmlowp::GemmContext context_;
  alignas(64) unsigned char memory_[1024] = {};
  OwnedMatrix<std::uint8_t> lhs_{kRows, 5, 1};
  OwnedMatrix<std::uint8_t, MapOrder::ColMajor> rhs_{5, kCols, 2};
};

using Int32Row = gemmlowp::VectorMap<const std::int32_t, kRowShape>;
using FloatRow = gemmlowp::VectorMap<const float, kRowShape>;
using DoubleRow = gemmlowp::VectorMap<const double, kRowShape>;

TEST_F(OverlapTest, Offsets) {
  ExpectRefusedInside<std::int32_t>(
      1, 4 * kRows, "lhs_offset.data", [&](const std::int32_t* data) {
        return Multiply(
            gemmlowp::VectorMap<const std::int32_t, VectorShape::Col>(data,
                                                                      kRows),
            0, std::tuple<>());
      });
  ExpectRefusedInside<std::int32_t>(
      1, 4 * kCols, "rhs_offset.data", [&](const std::int32_t* data) {
        return Multiply(0, Int32Row(data, kCols), std::tuple<>());
      });
}

TEST_F(OverlapTest, Biases) {
  ExpectStageRefusedInside<std::int32_t>(
      1, "bias_vector.data", [](const Int32Row& vector) {
        return std::make_tuple(
            gemmlowp::OutputStageBiasAddition<Int32Row>{vector});
      });
  ExpectRefusedInside<std::int32_t>(
      1, 4 * kRows, "bias_vector.data", [&](const std::int32_t* data) {
        using Vector =
            gemmlowp::VectorMap<const std::int32_t, VectorShape::Col>;
        return Multiply(
            0, 0,
            std::make_tuple(gemmlowp::OutputStageBiasAddition<Vector>{
                Vector(data, kRows)}));
      });
}

// Stages with several vectors; only one of them lies in the result.
TEST_F(OverlapTest, FixedPointStages) {
  const std::vector<std::int32_t> apart(kCols, 1);
  const Int32Row other(apart.data(), kCols);
  const auto fixed = [&](const Int32Row& multiplier, const Int32Row& exponent) {
    gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<kRowShape> stage;
    stage.result_fixedpoint_multiplier = multiplier;
    stage.result_exponent = exponent;
    stage.result_offset_after_shift = 0;
    return std::make_tuple(stage);
  };
  ExpectStageRefusedInside<std::int32_t>(
      1, "result_fixedpoint_multiplier.data",
      [&](const Int32Row& vector) { return fixed(vector, other); });
  ExpectStageRefusedInside<std::int32_t>(
      1, "result_exponent.data",
      [&](const Int32Row& vector) { return fixed(other, vector); });
  const auto down = [&](const Int32Row& offset, const Int32Row& factor) {
    gemmlowp::OutputStageQuantizeDownInt32ToUint8ScalePC<kRowShape> stage;
    stage.result_offset = offset;
    stage.result_mult_int = factor;
    stage.result_shift = 0;
    return std::make_tuple(stage);
  };
  ExpectStageRefusedInside<std::int32_t>(
      1, "result_offset.data",
      [&](const Int32Row& vector) { return down(vector, other); });
  ExpectStageRefusedInside<std::int32_t>(
      1, "result_mult_int.data",
      [&](const Int32Row& vector) { return down(other, vector); });
}

TEST_F(OverlapTest, StagesThatShiftTwice) {
  const std::vector<std::int32_t> apart(kCols, 1);
  const auto stage = [&](int place, const Int32Row& vector) {
    Int32Row numbers[3] = {Int32Row(apart.data(), kCols),
                           Int32Row(apart.data(), kCols),
                           Int32Row(apart.data(), kCols)};
    numbers[place] = vector;
    gemmlowp::OutputStageScaleInt32ByPreAndPostShiftPC<kRowShape> shifts = {};
    shifts.result_pre_shift = numbers[0];
    shifts.result_multiplier = numbers[1];
    shifts.result_post_shift = numbers[2];
    return std::make_tuple(shifts);
  };
  const char* const names[] = {"result_pre_shift.data",
                               "result_multiplier.data",
                               "result_post_shift.data"};
  for (int place = 0; place < 3; ++place) {
    ExpectStageRefusedInside<std::int32_t>(
        1, names[place],
        [&](const Int32Row& vector) { return stage(place, vector); });
  }
}

TEST_F(OverlapTest, LeakyReluNumbers) {
  const std::vector<std::int32_t> apart(kCols, 1);
  const auto stage = [&](int place, const Int32Row& vector) {
    std::vector<Int32Row> numbers(4, Int32Row(apart.data(), kCols));
    numbers[static_cast<std::size_t>(place)] = vector;
    gemmlowp::OutputStageLeakyReluPC<kRowShape> relu = {};
    relu.identity_multiplier = numbers[0];
    relu.identity_exponent = numbers[1];
    relu.alpha_multiplier = numbers[2];
    relu.alpha_exponent = numbers[3];
    return std::make_tuple(relu);
  };
  const char* const names[] = {"identity_multiplier.data",
                               "identity_exponent.data",
                               "alpha_multiplier.data", "alpha_exponent.data"};
  for (int place = 0; place < 4; ++place) {
    ExpectStageRefusedInside<std::int32_t>(
        1, names[place],
        [&](const Int32Row& vector) { return stage(place, vector); });
  }
}

TEST_F(OverlapTest, FloatStages) {
  const gemmlowp::OutputStageQuantizeFloat quantize = {};
  const gemmlowp::OutputStageDequantize dequantize = {1};
  ExpectStageRefusedInside(
      1.0f, "result_scale.data", [&](const FloatRow& vector) {
        gemmlowp::OutputStageScaleInt32ByFloatPC<kRowShape> stage = {};
        stage.result_scale = vector;
        return std::make_tuple(stage);
      });
  ExpectStageRefusedInside(
      1.0, "result_scale.data", [&](const DoubleRow& vector) {
        gemmlowp::OutputStageScaleInt32ByDoublePC<kRowShape> stage = {};
        stage.result_scale = vector;
        return std::make_tuple(stage);
      });
  ExpectStageRefusedInside(
      1.0f, "result_scale.data", [&](const FloatRow& vector) {
        return std::make_tuple(
            gemmlowp::OutputStageDequantizePC<kRowShape>{vector}, quantize);
      });
  ExpectStageRefusedInside(
      1.0f, "bias_vector.data", [&](const FloatRow& vector) {
        return std::make_tuple(
            dequantize, gemmlowp::OutputStageBiasAddition<FloatRow>{vector},
            quantize);
      });
  ExpectStageRefusedInside(1.0f, "factor.data", [&](const FloatRow& vector) {
    return std::make_tuple(
        dequantize, gemmlowp::OutputStageMultiplyFloatPC<kRowShape>{vector},
        quantize);
  });
  ExpectStageRefusedInside(1.0f, "divisor.data", [&](const FloatRow& vector) {
    return std::make_tuple(
        dequantize, gemmlowp::OutputStageDivideFloatPC<kRowShape>{vector},
        quantize);
  });
  ExpectStageRefusedInside(
      1.0f, "negative_slope.data", [&](const FloatRow& vector) {
        return std::make_tuple(
            dequantize,
            gemmlowp::OutputStageLeakyReluFloatPC<kRowShape>{vector}, quantize);
      });
}

// The stride of a single line may be anything. In 32 bits, this line's extent
// would wrap to 0.
TEST_F(OverlapTest, ALineOfAWideStride) {
  const OwnedMatrix<std::uint8_t> line(1, 5, 1);
  // Accepted twice, so that the context knows the product.
  for (const int first : {0, kCols, kCols, kCols - 1, kCols}) {
    Fill<std::int32_t>(1);
    MatrixMap<std::int32_t, MapOrder::RowMajor> result(
        reinterpret_cast<std::int32_t*>(memory_ + 4 * kFirst), 1, kCols,
        1 << 30);
    const Status status = gemmlowp::TryGemm(
        &context_, line.const_map(), rhs_.const_map(), &result, 0, 0,
        std::make_tuple(gemmlowp::OutputStageBiasAddition<Int32Row>{
            Int32Row(At<std::int32_t>(kFirst + first), kCols)}));
    EXPECT_STREQ(status.argument(), first < kCols ? "bias_vector.data" : "");
  }
}

TEST_F(OverlapTest, Tables) {
  using Table = gemmlowp::ActivationTable<std::uint8_t>;
  static_assert(sizeof(Table) == 256, "");
  ExpectRefusedInside<std::uint8_t>(
      1, 256, "table", [&](const std::uint8_t* data) {
        return Multiply(
            0, 0,
            std::make_tuple(gemmlowp::OutputStageTable<std::uint8_t>{
                reinterpret_cast<const Table*>(data)}));
      });
}

}  // namespace
}  // namespace lowp_test
