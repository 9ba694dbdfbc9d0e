// Operators on activations of int16: the arithmetic that differs from int8's,
// with results of LiteRT's reference kernels, and what is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "../../doc/network/graph.h"
#include "built_operators.h"

namespace lowp_test {
namespace {

using Int16s = std::vector<std::int16_t>;

constexpr std::int8_t kOfInt32 = 2, kOfInt64 = 4;

// Of one channel, with a bias of this type.
BuiltTensor BiasOf(std::int8_t type, std::int64_t value) {
  BuiltTensor bias = Constant({1}, 0, type);
  for (int shift = 0; shift < (type == kOfInt32 ? 32 : 64); shift += 8) {
    bias.data.push_back(static_cast<std::uint8_t>(value >> shift));
  }
  return bias;
}

// A layer of `count` values, each multiplied by the weight.
BuiltModel LayerOf(std::int32_t code, std::int32_t count, std::uint8_t weight,
                   const BuiltTensor& bias, float output_scale) {
  const bool is_convolution = code == lowp_network::kConv2d;
  const std::vector<std::int32_t> shape =
      is_convolution ? std::vector<std::int32_t>{1, 1, count, 1}
                     : std::vector<std::int32_t>{count, 1};
  BuiltTensor filter =
      Constant(is_convolution ? std::vector<std::int32_t>{1, 1, 1, 1}
                              : std::vector<std::int32_t>{1, 1},
               1, 9);
  filter.scales = {0.25f};
  filter.data = {weight};
  BuiltModel model = WithConstants(code, Int16(shape, 0.5f), {filter, bias},
                                   Int16(shape, output_scale));
  const int wanted = bias.type == kOfInt32 ? 2 : 0;
  if (is_convolution) {
    model.options = {{0, 1, 1}, {1, 4, 1}, {2, 4, 1},     {3, 1, 0},
                     {4, 4, 1}, {5, 4, 1}, {6, 1, wanted}};
  } else {
    model.options = {{0, 1, 0}, {1, 1, 0}, {4, 1, wanted}};
  }
  return model;
}

// Sums of int64 have multipliers of 15 bits and one rounding, ties up; those of
// int32 have 31 bits and two; fully connected layers multiply in double.
TEST(Int16Test, SumsAreScaledByTheirTypeAndOperator) {
  using lowp_network::kConv2d;
  using lowp_network::kFullyConnected;
  const auto results = [](std::int32_t code, std::int8_t type) {
    return ResultsOf(LayerOf(code, 3, 97, BiasOf(type, -7000), 0.43f),
                     Int16s{-1087, -1085, 910});
  };
  EXPECT_EQ(results(kConv2d, kOfInt64), (Int16s{-32685, -32629, 23625}));
  EXPECT_EQ(results(kConv2d, kOfInt32), (Int16s{-32686, -32630, 23625}));
  EXPECT_EQ(results(kFullyConnected, kOfInt64),
            (Int16s{-32686, -32629, 23625}));
  EXPECT_EQ(results(kFullyConnected, kOfInt32),
            (Int16s{-32686, -32629, 23625}));
}

BuiltTensor Int16Constant(const std::vector<std::int32_t>& shape, float scale,
                          const Int16s& values) {
  BuiltTensor tensor = Int16(shape, scale);
  tensor.data.resize(values.size() * sizeof(values[0]));
  std::memcpy(tensor.data.data(), values.data(), tensor.data.size());
  return tensor;
}

// Weights of int16 have sums of int64 and multipliers of 15 bits.
TEST(Int16Test, WeightsMayBeOfInt16) {
  BuiltModel model =
      WithConstants(lowp_network::kFullyConnected, Int16({3, 2}, 0.5f),
                    {Int16Constant({2, 2}, 0.25f, {97, -105, -32768, 32767}),
                     Ints({-7000, 250001})},
                    Int16({3, 2}, 26.3f));
  const Int16s x = {-32768, 32767, -1087, 910, 1001, -3};
  EXPECT_EQ(ResultsOf(model, x),
            (Int16s{-31493, 32767, -989, 32767, 430, -32768}));
  model.tensors[3].scales = {2863};
  EXPECT_EQ(ResultsOf(model, x), (Int16s{-289, 32767, -9, 2868, 4, -1425}));
  // The first is -31255 in double.
  model.tensors[3].scales = {26.5f};
  EXPECT_EQ(ResultsOf(model, x),
            (Int16s{-31254, 32767, -981, 32767, 426, -32768}));
  model.options = {{0, 1, 1}};  // RELU
  model.tensors[3].scales = {2863};
  EXPECT_EQ(ResultsOf(model, x), (Int16s{0, 32767, 0, 2868, 4, 0}));
  const auto message = [&](const Change& change) {
    return MessageAfter(model, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs = {0, 1}; }), "ok");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2] = BiasOf(kOfInt64, 5); }),
            "bias = \"int64\": is not of int32");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].zero_points = {1}; }),
            "filter = 1: is a zero point of int16 other than 0");
  // Weights that are computed.
  model.tensors[1].data.clear();
  model.inputs = {0, 1};
  EXPECT_EQ(MessageOfRun(model), "ok");
}

TEST(Int16Test, TiesAreRoundedByTypeAndOperator) {
  using lowp_network::kConv2d;
  using lowp_network::kFullyConnected;
  const auto results = [](std::int32_t code, std::int8_t type) {
    return ResultsOf(LayerOf(code, 6, 1, BiasOf(type, 0), 1),
                     Int16s{-12, -4, 4, 12, -8, 32767});
  };
  EXPECT_EQ(results(kConv2d, kOfInt64), (Int16s{-1, 0, 1, 2, -1, 4096}));
  EXPECT_EQ(results(kConv2d, kOfInt32), (Int16s{-2, -1, 1, 2, -1, 4096}));
  EXPECT_EQ(results(kFullyConnected, kOfInt64),
            (Int16s{-2, -1, 1, 2, -1, 4096}));
  EXPECT_EQ(results(kFullyConnected, kOfInt32),
            (Int16s{-2, -1, 1, 2, -1, 4096}));
}

TEST(Int16Test, ReluHasBoundsBeyondBytes) {
  BuiltModel model = WithConstants(lowp_network::kRelu, Int16({1, 8}, 0.5f), {},
                                   Int16({1, 8}, 0.25f));
  const Int16s values = {-32768, -3, 0, 4, 11, 12, 14, 20000};
  EXPECT_EQ(ResultsOf(model, values), (Int16s{0, 0, 0, 8, 22, 24, 28, 32767}));
  model.code = lowp_network::kRelu6;
  EXPECT_EQ(ResultsOf(model, values), (Int16s{0, 0, 0, 8, 22, 24, 24, 24}));
  model.tensors[1].scales = {1.0f / 2048};
  EXPECT_EQ(ResultsOf(model, values),
            (Int16s{0, 0, 0, 4096, 11264, 12288, 12288, 12288}));
}

// LiteRT takes this scale for 2^-12.
TEST(Int16Test, LogisticTakesNearPowersOfTwoForThem) {
  BuiltModel model =
      WithConstants(lowp_network::kLogistic, Int16({1, 4}, 1.0f / 4096), {},
                    Int16({1, 4}, 1.0f / 32768));
  const Int16s values = {-5003, 4096, 21001, 30000};
  const Int16s expected = ResultsOf(model, values);
  model.tensors[0].scales = {1.0005f / 4096};
  EXPECT_EQ(ResultsOf(model, values), expected);
  model.tensors[0].scales = {1.001f / 4096};
  EXPECT_NE(ResultsOf(model, values), expected);
}

TEST(Int16Test, LayersNameWhatIsWrong) {
  for (std::int32_t code :
       {lowp_network::kConv2d, lowp_network::kFullyConnected}) {
    const BuiltModel sound = LayerOf(code, 3, 97, BiasOf(kOfInt64, 5), 1);
    EXPECT_EQ(MessageOfRun(sound), "ok");
    const auto message = [&](const Change& change) {
      return MessageAfter(sound, change);
    };
    EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].zero_points = {1}; }),
              "input = 1: is a zero point of int16 other than 0");
    EXPECT_EQ(message([](BuiltModel* m) { m->tensors[3].type = 9; }),
              "output = \"int8\": is of another type than the input");
    EXPECT_EQ(
        message([](BuiltModel* m) { m->tensors[2] = BiasOf(kOfInt32, 5); }),
        "bias = \"int32\": is not of int64");
    EXPECT_EQ(message([](BuiltModel* m) { m->options.back().value = 2; }),
              "bias = \"int64\": is not of int32");
    EXPECT_NE(message([](BuiltModel* m) {
                m->tensors[2] = BiasOf(kOfInt64, std::int64_t{1} << 46);
              }).find("bias"),
              std::string::npos);
  }
}

TEST(Int16Test, SumsOfPowersOfTwoAreRefusedUnlessTheFileAllowsThem) {
  for (std::int32_t code : {lowp_network::kAdd, lowp_network::kSub}) {
    BuiltModel model = Binary(code);
    for (BuiltTensor& tensor : model.tensors) {
      tensor = Int16(tensor.shape, 1.0f / 4096);
    }
    const std::string refusal =
        "pot_scale_int16 = 1: with scales that are powers of two means shifts";
    EXPECT_EQ(MessageOfRun(model), refusal);
    model.options = {{0, 1, 0}, {1, 1, 1}};
    EXPECT_EQ(MessageOfRun(model), refusal);
    model.options[1].value = 0;
    EXPECT_EQ(MessageOfRun(model), "ok");
    model.options[1].value = 1;
    model.tensors[1].scales = {1.002f / 4096};
    EXPECT_EQ(MessageOfRun(model), "ok");
    model.tensors[1].scales = {1.0005f / 4096};
    EXPECT_EQ(MessageOfRun(model), refusal);
  }
}

// Scales of a difference of equal values by which 0 becomes 1, or does not.
TEST(Int16Test, DifferencesOfNothing) {
  BuiltModel model;
  model.code = lowp_network::kSub;
  model.tensors = {Int16({3}, 1), Int16({3}, 1)};
  model.operator_inputs = {0, 0};
  model.options = {{0, 1, 0}, {1, 1, 0}};
  const auto of = [&](int exponent) {
    model.tensors[1].scales = {std::ldexp(1.0f, -14 + 1 - exponent)};
    return ResultsOf(model, Int16s{-32768, 0, 5})[1];
  };
  EXPECT_EQ(of(0), 0);
  EXPECT_EQ(of(1), 1);
  EXPECT_EQ(of(32), 1);
  EXPECT_EQ(of(33), 0);
  EXPECT_EQ(of(64), 0);
  EXPECT_EQ(of(65), 1);
  EXPECT_EQ(of(96), 1);
  EXPECT_EQ(of(114), 0);  // what a converter writes
  model.options = {};
  EXPECT_EQ(MessageOfRun(model),
            "pot_scale_int16 = 1: with scales that are powers of two means "
            "shifts");
}

// Lines between samples that are 128 values apart; SQRT is rounded down.
TEST(Int16Test, FunctionsOfSingleValues) {
  const auto of = [](std::int32_t code, int exponent, const Int16s& x) {
    const auto count = static_cast<std::int32_t>(x.size());
    return ResultsOf<std::int16_t>(
        WithConstants(code, Int16({count}, 0x1p-12f), {},
                      Int16({count}, std::ldexp(1.0f, exponent))),
        x);
  };
  const Int16s x = {-32768, -20000, -129, -1,    0,    1,
                    77,     128,    1000, 20000, 32767};
  EXPECT_EQ(of(lowp_network::kExp, -7, x),
            (Int16s{0, 1, 124, 128, 128, 128, 130, 132, 163, 16894, 32767}));
  EXPECT_EQ(of(lowp_network::kLog, -13, x),
            (Int16s{-32768, -32768, -32768, -32768, -32768, -32732, -30009,
                    -28181, -11559, 12990, 17035}));
  EXPECT_EQ(of(lowp_network::kAbs, -14, x),
            (Int16s{32767, 32767, 516, 4, 0, 4, 308, 512, 4000, 32767, 32767}));
  EXPECT_EQ(of(lowp_network::kGelu, -12, x),
            (Int16s{0, 0, -63, -1, -1, 0, 38, 64, 597, 19999, 32766}));
  const Int16s not_negative = {0, 1, 77, 128, 1000, 20000, 32767};
  EXPECT_EQ(of(lowp_network::kRsqrt, -9, not_negative),
            (Int16s{25906, 25726, 12035, 2848, 1036, 232, 181}));
  EXPECT_EQ(of(lowp_network::kSqrt, -13, not_negative),
            (Int16s{0, 128, 1123, 1448, 4047, 18101, 23170}));
}

// In float, ties away from zero; the last sum is -2^31.
TEST(Int16Test, SumsAreRescaled) {
  const auto of = [](float from, float to, const Int16s& values) {
    return ResultsOf<std::int16_t>(
        WithConstants(lowp_network::kSum, Int16({2, 3}, from), {Ints({1})},
                      Int16({2}, to)),
        values);
  };
  EXPECT_EQ(of(0.5f, 0.5f, {1, 2, 3, -32768, 5, 7}), (Int16s{6, -32756}));
  EXPECT_EQ(of(0.5f, 1, {1, 2, 2, -1, 5, -9}), (Int16s{3, -3}));
  EXPECT_EQ(of(1, 1, {30000, 30000, 1, -30000, -30000, 0}),
            (Int16s{32767, -32768}));
  BuiltModel far =
      WithConstants(lowp_network::kSum, Int16({1 << 16, 1}, 0x1p-10f),
                    {Ints({0})}, Int16({1}, 0x1p7f));
  EXPECT_EQ(ResultsOf<std::int16_t>(far, Int16s(1 << 16, -32768)),
            (Int16s{-16384}));
  EXPECT_EQ(ResultsOf<std::int16_t>(far, Int16s(1 << 16, 32767)),
            (Int16s{16384}));
  far.tensors[0].shape = {1 + (1 << 16), 1};
  EXPECT_EQ(MessageOfRun(far), "axes = 65537: values of a sum are over 2^16");
}

TEST(Int16Test, RootsOfNegativeValuesAreRefused) {
  for (const std::int32_t code : {lowp_network::kSqrt, lowp_network::kRsqrt}) {
    BuiltModel model = WithConstants(code, Int16({2}, 1), {}, Int16({2}, 0.5f));
    EXPECT_EQ(MessageOfRun(model), "ok");
    lowp_network::Graph graph;
    const auto network = NetworkOf(model, &graph);
    ASSERT_NE(network, nullptr);
    const std::int16_t values[] = {3, -1};
    std::memcpy(network->tensor(graph.inputs[0]), values, sizeof(values));
    EXPECT_EQ(network->Run().message(),
              "input = -1: is below the zero point: negative");
  }
}

TEST(Int16Test, OperatorsOfBytesAloneSaySo) {
  BuiltModel model = WithConstants(lowp_network::kHardSwish, Int16({1, 4}, 1),
                                   {}, Int16({1, 4}, 1));
  EXPECT_EQ(MessageOfRun(model), "input = \"int16\": is not of int8");
  model = Binary(lowp_network::kPrelu);
  for (BuiltTensor& tensor : model.tensors) tensor = Int16(tensor.shape, 1);
  EXPECT_EQ(MessageOfRun(model), "inputs[0] = \"int16\": is not of int8");
}

}  // namespace
}  // namespace lowp_test
