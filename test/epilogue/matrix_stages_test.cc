// Stages that read a matrix, either a separate one or the result itself, on
// every path of the plan and every backend; and which of them are refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/check_stages.h"
#include "../support/validate_fixture.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::ResidualAdditionNumbers;
using gemmlowp::TensorScale;

TEST(MatrixStagesTest, AnyMatrixOnAnyAccumulators) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) -> std::vector<Stage> {
          return {i % 2 == 0 ? AnyMatrixAddition(maker)
                             : AnyResidualAddition(maker)};
        },
        &random));
  }
}

// In floating point: dequantize, then add a dequantized residual.
TEST(MatrixStagesTest, DequantizedMatrices) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) -> std::vector<Stage> {
          const auto scale = [&] { return AnyScale(&random); };
          return {
              Dequantize(maker->MakeParameter(random.Pick(kEveryAlong), scale)),
              MakeDequantizedAddition(AnyMatrix(maker),
                                      random.OneIn(2)
                                          ? random.Between(-128, 255)
                                          : random.WildInt32(),
                                      FloatOf(AnyScale(&random)))};
        },
        &random, {}, /*floats=*/true));
  }
}

// Tables of every type, at the ends of the type and far beyond them.
TEST(MatrixStagesTest, Tables) {
  Random random(2);
  std::vector<std::int32_t> centres;
  for (int x = -140; x < 270; ++x) centres.push_back(x);
  for (int i = 0; i < 100; ++i) {
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) -> std::vector<Stage> {
          return {i % 2 == 0 ? MakeTable<std::uint8_t>(maker)
                             : MakeTable<std::int8_t>(maker)};
        },
        &random, centres));
  }
}

// Products that are added to the result's old content, in all the ways in which
// a product can be planned: the accumulation, or the residual, must find the
// old content of every entry.
struct InPlace {
  int rows, depth, cols;
};
constexpr InPlace kShapes[] = {{1, 1, 1},     {3, 7, 5},     {1, 300, 90},
                               {5, 260, 131}, {90, 9, 8},    {333, 30, 16},
                               {70, 33, 65},  {64, 64, 130}, {400, 120, 300}};

template <MapOrder kOrder, typename T>
MatrixMap<T, kOrder> MapOfResult(std::vector<T>* values, int rows, int cols,
                                 int stride) {
  return MatrixMap<T, kOrder>(values->data(), rows, cols, stride);
}

// The operands of a shape, and the sums of their product, row by row.
struct Operands {
  explicit Operands(const InPlace& shape)
      : left(shape.rows * shape.depth),
        right(shape.cols * shape.depth),
        lhs(left.data(), shape.rows, shape.depth),
        rhs(right.data(), shape.depth, shape.cols) {
    Random random(shape.rows * 1000 + shape.cols);
    for (auto& x : left) x = static_cast<std::int8_t>(random.Bits());
    for (auto& x : right) x = static_cast<std::int8_t>(random.Bits());
    sums = ReferenceSums(lhs, rhs, 0, 0);
  }
  Operands(const Operands&) = delete;
  Operands& operator=(const Operands&) = delete;

  std::vector<std::int8_t> left, right;
  const MatrixMap<const std::int8_t, kRow> lhs;
  const MatrixMap<const std::int8_t, kCol> rhs;
  std::vector<std::int32_t> sums;
};

// The new value of an entry, from its sum and its old value.
template <typename T>
using Expectation = std::function<T(std::int32_t sum, T old)>;

template <MapOrder kOrder, typename T, typename MakePipeline>
void CheckInPlace(const Backend& backend, const InPlace& shape,
                  const Operands& operands, int threads, int packed,
                  const MakePipeline& make_pipeline,
                  const Expectation<T>& expected) {
  Random random(shape.rows * 1000 + shape.cols);
  const auto& lhs = operands.lhs;
  const auto& rhs = operands.rhs;
  const bool row_major = kOrder == kRow;
  const int stride = (row_major ? shape.cols : shape.rows) + threads - 1;
  std::vector<T> old(static_cast<std::size_t>(stride) *
                     (row_major ? shape.rows : shape.cols));
  for (T& x : old) x = static_cast<T>(random.Bits());
  std::vector<T> values = old;
  MatrixMap<T, kOrder> result(values.data(), shape.rows, shape.cols, stride);
  gemmlowp::GemmContext& context = *ContextFor(backend);
  context.set_max_num_threads(threads);
  Status status;
  const auto pipeline = make_pipeline(result);
  if (packed == 0) {
    status = TryGemm(&context, lhs, rhs, &result, 0, 0, pipeline);
  } else {
    PackedMatrix weights;
    ASSERT_TRUE(
        (packed == 1
             ? PackedMatrix::Pack(lhs, Side::kLhs, &weights, backend.name)
             : PackedMatrix::Pack(rhs, Side::kRhs, &weights, backend.name))
            .ok());
    status = packed == 1
                 ? TryGemm(&context, weights, rhs, &result, 0, 0, pipeline)
                 : TryGemm(&context, lhs, weights, &result, 0, 0, pipeline);
  }
  ASSERT_TRUE(status.ok()) << status.message();
  std::vector<T> wanted = old;  // the gaps between rows stay
  const MatrixMap<T, kOrder> wanted_map(wanted.data(), shape.rows, shape.cols,
                                        stride);
  for (int r = 0; r < shape.rows; ++r) {
    for (int c = 0; c < shape.cols; ++c) {
      wanted_map(r, c) =
          expected(operands.sums[r * shape.cols + c], wanted_map(r, c));
    }
  }
  EXPECT_EQ(values, wanted)
      << shape.rows << "x" << shape.depth << "x" << shape.cols << ", "
      << threads << " threads, " << (row_major ? "row" : "column")
      << "-major, packed " << packed;
}

template <typename T, typename MakePipeline>
void CheckEveryWayInPlace(const MakePipeline& make_pipeline,
                          const Expectation<T>& expected) {
  for (const InPlace& shape : kShapes) {
    const Operands operands(shape);
    ForEachBackend([&](const Backend& backend) {
      for (const int threads : {1, 2}) {
        for (const int packed : {0, 1, 2}) {
          if (!TakesCase()) continue;
          CheckInPlace<kRow, T>(backend, shape, operands, threads, packed,
                                make_pipeline, expected);
          CheckInPlace<kCol, T>(backend, shape, operands, threads, packed,
                                make_pipeline, expected);
        }
      }
    });
  }
}

TEST(MatrixStagesTest, AccumulatesInPlace) {
  CheckEveryWayInPlace<std::int32_t>(
      [](const auto& result) {
        return std::make_tuple(gemmlowp::Accumulate(result));
      },
      [](std::int32_t sum, std::int32_t old) {
        return Wrap(std::int64_t{sum} + old);
      });
}

// A residual connection: the result of a layer, requantized to int8, plus the
// old content of the result's memory.
TEST(MatrixStagesTest, AddsResidualsInPlace) {
  ResidualAdditionNumbers numbers = {};
  ASSERT_TRUE(gemmlowp::MakeResidualAddition(
                  {1.0f / 16, 3}, {1.0f / 23, -5}, {1.0f / 11, 7}, 20,
                  FixedPointRounding::kDouble, &numbers)
                  .ok());
  const gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent scale = {
      1431655765, -9, 3};
  const gemmlowp::OutputStageClamp to_int8 = {-128, 127};
  CheckEveryWayInPlace<std::int8_t>(
      [&](const auto& result) {
        using Matrix = std::decay_t<decltype(result)>;
        return std::make_tuple(
            scale, to_int8,
            gemmlowp::OutputStageResidualAddition<Matrix>{result, numbers},
            gemmlowp::OutputStageSaturatingCastToInt8());
      },
      [&](std::int32_t sum, std::int8_t old) {
        const std::int32_t layer = ReferenceSaturatingCast<std::int8_t>(
            ReferenceScale(sum, 1431655765, -9, 3));
        return static_cast<std::int8_t>(ReferenceSaturatingCast<std::int8_t>(
            ReferenceResidualAddition(layer, old, numbers)));
      });
}

// Floats: the dequantized product plus the old content of the result.
TEST(MatrixStagesTest, AddsFloatsInPlace) {
  CheckEveryWayInPlace<float>(
      [](const auto& result) {
        return std::make_tuple(gemmlowp::OutputStageDequantize{0.37f},
                               gemmlowp::Accumulate(result));
      },
      [](std::int32_t sum, float old) {
        return static_cast<float>(sum) * 0.37f + old;
      });
}

// A residual connection in floats, as in ONNX's QLinearAdd.
TEST(MatrixStagesTest, AddsDequantizedResidualsInPlace) {
  CheckEveryWayInPlace<std::int8_t>(
      [](const auto& result) {
        using Matrix = std::decay_t<decltype(result)>;
        return std::make_tuple(
            gemmlowp::OutputStageDequantize{0.0003f},
            gemmlowp::OutputStageDequantizedAddition<Matrix>{result, -7, 0.31f},
            gemmlowp::OutputStageQuantizeFloat{
                5, gemmlowp::FloatRounding::kEven,
                gemmlowp::ZeroPointOrder::kAfterRounding},
            gemmlowp::OutputStageSaturatingCastToInt8());
      },
      [](std::int32_t sum, std::int8_t old) {
        const float product = static_cast<float>(sum) * 0.0003f;
        const float residual = static_cast<float>(old + 7) * 0.31f;
        return static_cast<std::int8_t>(ReferenceSaturatingCast<std::int8_t>(
            static_cast<std::int32_t>(std::nearbyint(product + residual)) + 5));
      });
}

// TensorFlow Lite's own example of scales: a quantized int8 ADD with a result
// scale, worked out with its formulas.
TEST(MatrixStagesTest, NumbersOfResidualAdditions) {
  ResidualAdditionNumbers n = {};
  ASSERT_TRUE(gemmlowp::MakeResidualAddition({0.5f, 1}, {0.25f, 2}, {1.0f, 3},
                                             20, FixedPointRounding::kDouble,
                                             &n)
                  .ok());
  // Halves and quarters of 2^31, and 1 / 2^20.
  EXPECT_EQ(n.left_shift, 20);
  EXPECT_EQ(n.input_multiplier, 1 << 30);
  EXPECT_EQ(n.input_exponent, 0);
  EXPECT_EQ(n.residual_multiplier, 1 << 30);
  EXPECT_EQ(n.residual_exponent, -1);
  EXPECT_EQ(n.result_multiplier, 1 << 30);
  EXPECT_EQ(n.result_exponent, -19);
  EXPECT_EQ(n.input_zero_point, 1);
  EXPECT_EQ(n.residual_zero_point, 2);
  EXPECT_EQ(n.result_zero_point, 3);
  // (9 - 1) / 2 + (10 - 2) / 4 + 3
  EXPECT_EQ(ReferenceResidualAddition(9, 10, n), 9);
  const TensorScale sound = {1, 0};
  for (const float scale : {0.0f, -1.0f, INFINITY, NAN}) {
    const TensorScale bad = {scale, 0};
    constexpr auto kDouble = FixedPointRounding::kDouble;
    ExpectStatus(
        gemmlowp::MakeResidualAddition(bad, sound, sound, 20, kDouble, &n),
        StatusCode::kInvalidArgument, "input.scale", 0);
    ExpectStatus(
        gemmlowp::MakeResidualAddition(sound, bad, sound, 20, kDouble, &n),
        StatusCode::kInvalidArgument, "residual.scale", 0);
    ExpectStatus(
        gemmlowp::MakeResidualAddition(sound, sound, bad, 20, kDouble, &n),
        StatusCode::kInvalidArgument, "result.scale", 0);
  }
  for (const int shift : {0, 30}) {
    EXPECT_TRUE(gemmlowp::MakeResidualAddition(sound, sound, sound, shift,
                                               FixedPointRounding::kDouble, &n)
                    .ok());
    EXPECT_EQ(n.left_shift, shift);
  }
  ExpectStatus(
      gemmlowp::MakeResidualAddition(sound, sound, sound, 20,
                                     FixedPointRounding::kDouble, nullptr),
      StatusCode::kInvalidArgument, "numbers", 0);
  for (const int shift : {-1, 31}) {
    ExpectStatus(
        gemmlowp::MakeResidualAddition(sound, sound, sound, shift,
                                       FixedPointRounding::kDouble, &n),
        StatusCode::kInvalidArgument, "left_shift", shift);
  }
  for (const int rounding : {4, 5}) {
    const Status status = gemmlowp::MakeResidualAddition(
        sound, sound, sound, 20, static_cast<FixedPointRounding>(rounding), &n);
    EXPECT_STREQ(status.argument(), rounding == 4 ? "" : "rounding");
  }
}

// Matrices of the size of the fixture's results: 6 x 4, row-major.
TEST_F(ValidateTest, MatricesOfStages) {
  using Matrix = MatrixMap<const std::int32_t, kRow>;
  std::vector<std::int32_t> values(100, 1);
  const auto add = [](const auto& map) {
    return std::make_tuple(
        gemmlowp::OutputStageMatrixAddition<std::decay_t<decltype(map)>>{map});
  };
  ExpectInvalidPipeline(add(Matrix(values.data(), 5, 4)), "addend_matrix.rows",
                        5);
  ExpectInvalidPipeline(add(Matrix(values.data(), 6, 5)), "addend_matrix.cols",
                        5);
  ExpectInvalidPipeline(add(Matrix(values.data(), 6, 4, 3)),
                        "addend_matrix.stride", 3);
  ExpectInvalidPipeline(add(Matrix(nullptr, 6, 4)), "addend_matrix.data", 0);
  // The result's memory, but with another layout.
  auto sums = sums_.map();
  ExpectInvalidPipeline(add(Matrix(sums.data(), 6, 4, sums.stride() + 1)),
                        "addend_matrix.data", 0);
  ExpectInvalidPipeline(add(Matrix(sums.data() + 1, 6, 4, sums.stride())),
                        "addend_matrix.data", 0);
  ExpectInvalidPipeline(
      add(MatrixMap<const std::int32_t, kCol>(sums.data(), 6, 4, 7)),
      "addend_matrix.data", 0);
  ExpectInvalidPipeline(add(MatrixMap<const std::int16_t, kRow>(
                            reinterpret_cast<const std::int16_t*>(sums.data()),
                            6, 4, sums.stride())),
                        "addend_matrix.data", 0);
}

TEST_F(ValidateTest, NumbersOfResiduals) {
  using Matrix = MatrixMap<const std::int8_t, kCol>;
  using Stage = gemmlowp::OutputStageResidualAddition<Matrix>;
  const std::vector<std::int8_t> values(100, 1);
  const ResidualAdditionNumbers sound = {20,
                                         0,
                                         1 << 30,
                                         0,
                                         0,
                                         1 << 30,
                                         -1,
                                         1 << 30,
                                         -19,
                                         0,
                                         FixedPointRounding::kDouble};
  const auto spoiled = [&](auto field, auto value, const char* argument) {
    Stage stage = {Matrix(values.data(), 6, 4), sound};
    stage.numbers.*field = value;
    ExpectInvalidPipeline(std::make_tuple(stage), argument,
                          static_cast<std::int64_t>(value));
  };
  for (const int value : {-32, 32, INT_MIN, INT_MAX}) {
    spoiled(&ResidualAdditionNumbers::input_exponent, value, "input_exponent");
    spoiled(&ResidualAdditionNumbers::residual_exponent, value,
            "residual_exponent");
    spoiled(&ResidualAdditionNumbers::result_exponent, value,
            "result_exponent");
    spoiled(&ResidualAdditionNumbers::left_shift, value, "left_shift");
  }
  spoiled(&ResidualAdditionNumbers::left_shift, 31, "left_shift");
  spoiled(&ResidualAdditionNumbers::rounding,
          static_cast<FixedPointRounding>(5), "rounding");
  ExpectInvalidPipeline(
      std::make_tuple(Stage{Matrix(values.data(), 4, 6), sound}),
      "residual.rows", 4);
  for (const auto& [scale, word] :
       {std::make_pair(INFINITY, "inf"), std::make_pair(NAN, "nan")}) {
    gemmlowp::OutputStageDequantizedAddition<Matrix> stage = {
        Matrix(values.data(), 6, 4), 0, scale};
    MatrixMap<std::int32_t, kRow> sums = sums_.map();
    const Status status = gemmlowp::TryGemm(
        &context_, lhs(), rhs(), &sums, 0, 0,
        std::make_tuple(gemmlowp::OutputStageDequantize{1.0f}, stage,
                        gemmlowp::OutputStageQuantizeFloat{}));
    EXPECT_STREQ(status.argument(), "residual_scale");
    EXPECT_NE(status.message().find(word), std::string::npos);
  }
  ExpectInvalidPipeline(
      std::make_tuple(gemmlowp::OutputStageTable<std::int8_t>{nullptr}),
      "table", 0);
}

}  // namespace
}  // namespace lowp_test
