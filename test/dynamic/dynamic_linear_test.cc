// Dynamic linear layers against their definition, and their promises.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/dynamic/dynamic_linear.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"
#include "../support/random_matrix.h"
#include "../support/real_values.h"
#include "../support/reference_dynamic.h"

namespace lowp_test {
namespace {

using gemmlowp::DynamicArithmetic;
using gemmlowp::DynamicCode;
using gemmlowp::DynamicLinear;
using gemmlowp::DynamicLinearParameters;
using gemmlowp::DynamicOrder;
using gemmlowp::DynamicScale;
using gemmlowp::DynamicScope;
using gemmlowp::Executor;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::StatusCode;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

template <typename T>
using Rows = MatrixMap<T, MapOrder::RowMajor>;

DynamicArithmetic AnyArithmetic(Random* random) {
  const DynamicArithmetic presets[] = {
      gemmlowp::SymmetricRows(),           gemmlowp::AsymmetricRows(),
      gemmlowp::AsymmetricRowsByInverse(), gemmlowp::OnnxTensor(),
      gemmlowp::ReciprocalTensor(true),    gemmlowp::ReciprocalTensor(false),
  };
  DynamicArithmetic a = random->Pick(presets);
  if (random->OneIn(2)) return a;
  a.scope = random->OneIn(3) ? DynamicScope::kTensor : DynamicScope::kRow;
  a.scale = static_cast<DynamicScale>(random->Between(0, 3));
  a.code = static_cast<DynamicCode>(random->Between(0, 3));
  a.order = static_cast<DynamicOrder>(random->Between(0, 2));
  a.fuses_bias = random->OneIn(2);
  a.rule = random->OneIn(2) ? gemmlowp::ReciprocalRule()
                            : gemmlowp::QuantizationRule();
  const int low = random->Pick({-128, -127, -64, -1, -300});
  a.codes = {low, low + random->Between(129, 255)};
  a.range = a.codes;
  if (random->OneIn(3)) a.range = {std::min(-1, low / 2), a.codes.high / 2 + 1};
  if (low == -300) a.codes = {low, low + 255}, a.range = {-290, -100};
  if (low == -300 && a.scale == DynamicScale::kSymmetric) {
    a.scale = DynamicScale::kFromInverse;
  }
  return a;
}

// Now and then so large that products overflow.
float AnyScale(Random* random, bool wild = false) {
  return std::ldexp(static_cast<float>(random->Between(-1000, 1000)),
                    wild ? random->Between(80, 117) : random->Between(-20, -8));
}

// A layer, as the library and as the reference have it.
struct Layer {
  Layer(int k, int n, Random* random) : is_signed(random->OneIn(2)) {
    reference.k = k;
    reference.n = n;
    bytes.resize(static_cast<std::size_t>(k) * static_cast<std::size_t>(n));
    const int limit = random->OneIn(3) ? 64 : 128;
    for (std::uint8_t& byte : bytes) {
      const int value =
          random->Between(-limit, limit - 1) + (is_signed ? 0 : 128);
      byte = static_cast<std::uint8_t>(value);
      reference.weights.push_back(value);
    }
    const int zero_points = random->Between(0, 2);
    const auto columns = static_cast<std::size_t>(n);
    const auto any_zero = [&] {
      return random->Between(-128, 127) + (is_signed ? 0 : 128);
    };
    reference.zero_points.assign(columns, zero_points == 0 ? 0 : any_zero());
    if (zero_points == 2) {
      for (int& zero : reference.zero_points) zero = any_zero();
    }
    own_zero_points = reference.zero_points;
    own_zero_points.resize(zero_points == 0   ? 0
                           : zero_points == 1 ? 1
                                              : columns);
    const bool one_scale = random->OneIn(3);
    const bool wild = random->OneIn(8);
    reference.scales.assign(columns, AnyScale(random, wild));
    if (!one_scale) {
      for (float& scale : reference.scales) scale = AnyScale(random, wild);
    }
    own_scales = reference.scales;
    if (one_scale) own_scales.resize(1);
    if (random->OneIn(2)) {
      for (int i = 0; i < n; ++i) {
        reference.bias.push_back(100 * AnyScale(random));
      }
    }
    if (random->OneIn(3)) {
      for (int i = 0; i < k; ++i) {
        reference.factors.push_back(AnyScale(random));
      }
    }
    if (random->OneIn(3)) reference.low = 0;
    if (random->OneIn(3)) reference.high = 6;
    reference.arithmetic = AnyArithmetic(random);
  }

  DynamicLinearParameters Parameters() const {
    DynamicLinearParameters p;
    p.scales = {own_scales.data(), static_cast<int>(own_scales.size())};
    p.zero_points = {own_zero_points.data(),
                     static_cast<int>(own_zero_points.size())};
    p.bias = {reference.bias.data(), static_cast<int>(reference.bias.size())};
    p.factors = {reference.factors.data(),
                 static_cast<int>(reference.factors.size())};
    p.low = reference.low;
    p.high = reference.high;
    p.arithmetic = reference.arithmetic;
    return p;
  }

  template <typename T>
  DynamicLinear PrepareAs(GemmContext* context, bool packs) const {
    const Rows<const T> map(reinterpret_cast<const T*>(bytes.data()),
                            reference.k, reference.n);
    DynamicLinear layer;
    Status status;
    if (packs) {
      const gemmlowp::internal::EngineState& state = *context->engine_state();
      PackedMatrix packed;
      status = PackedMatrix::Pack(
          map, Side::kRhs, &packed,
          state.backend == nullptr ? nullptr : state.backend->name);
      EXPECT_TRUE(status.ok()) << status.message();
      status = DynamicLinear::Prepare(context, packed, Parameters(), &layer);
    } else {
      status = DynamicLinear::Prepare(context, map, Parameters(), &layer);
    }
    EXPECT_TRUE(status.ok()) << status.message();
    return layer;
  }
  DynamicLinear Prepare(GemmContext* context, bool packs = false) const {
    return is_signed ? PrepareAs<std::int8_t>(context, packs)
                     : PrepareAs<std::uint8_t>(context, packs);
  }

  ReferenceLayer reference;
  bool is_signed;
  std::vector<std::uint8_t> bytes;
  std::vector<int> own_zero_points;
  std::vector<float> own_scales;
};

float AnyValue(Random* random, int kind) {
  const float usual =
      std::ldexp(static_cast<float>(random->Between(-9999, 9999)),
                 random->Between(-16, -8));
  switch (kind) {
    case 0:
      return 0;
    case 1:
      return std::fabs(usual);
    case 2:
      return -std::fabs(usual);
    case 3:
      return std::ldexp(usual, -148);
    case 4:
      return std::ldexp(usual, 122);  // ranges may overflow
    case 5:
      return random->OneIn(9) ? kNaN : usual;
    case 6:
      return random->OneIn(9) ? -kInfinity : usual;
    default:
      return usual;
  }
}

// Rows of different kinds, as values of T.
template <typename T>
std::vector<T> AnyRows(int rows, int k, Random* random, bool usual = false) {
  std::vector<T> x;
  for (int r = 0; r < rows; ++r) {
    const int kind = usual ? 9 : random->Between(0, 12);
    for (int i = 0; i < k; ++i) {
      x.push_back(NearestTo<T>(AnyValue(random, kind)));
    }
  }
  return x;
}

template <typename T>
std::vector<float> ValuesOf(const std::vector<T>& x) {
  std::vector<float> values;
  for (const T& value : x) values.push_back(ValueOf(value));
  return values;
}

template <typename T>
std::uint32_t BitsOf(T value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

// The bits that the definition gives.
template <typename T>
std::vector<std::uint32_t> ExpectedBits(const ReferenceLayer& layer,
                                        const std::vector<float>& x, int rows) {
  std::vector<std::uint32_t> bits;
  for (const float y : ReferenceDynamic(layer, x, rows)) {
    bits.push_back(BitsOf(NearestTo<T>(std::isnan(y) ? kNaN : y)));
  }
  return bits;
}

template <typename T>
std::vector<std::uint32_t> BitsOfRows(const Rows<T>& y) {
  std::vector<std::uint32_t> bits;
  for (int r = 0; r < y.rows(); ++r) {
    for (int c = 0; c < y.cols(); ++c) bits.push_back(BitsOf(y(r, c)));
  }
  return bits;
}

// One random layer and input, between guard pages, on each backend.
template <typename In, typename Out>
void CheckCase(std::uint64_t seed, const std::vector<int>& edges) {
  Random random(seed);
  const auto size = [&](int most) {
    const int edge =
        edges[random.Bits() % edges.size()] + random.Between(-1, 1);
    return std::max(1, std::min(most, edge));
  };
  const int rows = size(40), k = size(160), n = size(140);
  const Layer layer(k, n, &random);
  const std::vector<In> x = AnyRows<In>(rows, k, &random);
  const std::vector<std::uint32_t> expected =
      ExpectedBits<Out>(layer.reference, ValuesOf(x), rows);
  const int x_stride = k + random.Between(0, 3);
  const int y_stride = n + random.Between(0, 3);
  const auto bytes_of = [](int count, int columns, int stride, std::size_t of) {
    return (static_cast<std::size_t>(count - 1) *
                static_cast<std::size_t>(stride) +
            static_cast<std::size_t>(columns)) *
           of;
  };
  const std::size_t x_bytes = bytes_of(rows, k, x_stride, sizeof(In));
  const std::size_t y_bytes = bytes_of(rows, n, y_stride, sizeof(Out));
  const Placement place =
      random.OneIn(2) ? Placement::kAgainstStart : Placement::kAgainstEnd;
  static GuardedBuffer x_memory(1 << 16), y_memory(1 << 16);
  x_memory.MakeWritable();
  In* const x_data =
      reinterpret_cast<In*>(x_memory.Place(x_bytes, place, alignof(In)));
  for (int r = 0; r < rows; ++r) {
    std::memcpy(x_data + static_cast<std::ptrdiff_t>(r) * x_stride,
                x.data() + static_cast<std::ptrdiff_t>(r) * k,
                static_cast<std::size_t>(k) * sizeof(In));
  }
  x_memory.MakeReadOnly();
  Out* const y_data =
      reinterpret_cast<Out*>(y_memory.Place(y_bytes, place, alignof(Out)));
  SCOPED_TRACE("seed " + std::to_string(seed) + ": " + std::to_string(rows) +
               " x " + std::to_string(k) + " x " + std::to_string(n));
  ForEachBackend([&](const Backend& backend) {
    GemmContext* const context = ContextFor(backend);
    const DynamicLinear prepared = layer.Prepare(context, random.OneIn(2));
    std::memset(static_cast<void*>(y_data), 0xa5, y_bytes);
    const Rows<Out> y(y_data, rows, n, y_stride);
    const Status status =
        prepared.Run(context, Rows<const In>(x_data, rows, k, x_stride), y);
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(BitsOfRows(y), expected);
    for (int r = 0; r + 1 < rows; ++r) {
      for (int c = n; c < y_stride; ++c) {
        Out gap;
        std::memset(static_cast<void*>(&gap), 0xa5, sizeof(gap));
        ASSERT_EQ(BitsOf(y(r, c)), BitsOf(gap)) << "a gap was written";
      }
    }
  });
}

TEST(DynamicLinearTest, ComputesItsDefinition) {
  const std::vector<int> edges = TileEdges();
  for (std::uint64_t seed = 0; seed < 900 && !::testing::Test::HasFailure();
       ++seed) {
    switch (seed % 9) {
      case 0:
        CheckCase<float, float>(seed, edges);
        break;
      case 1:
        CheckCase<float, Bfloat16>(seed, edges);
        break;
      case 2:
        CheckCase<float, Float16>(seed, edges);
        break;
      case 3:
        CheckCase<Bfloat16, float>(seed, edges);
        break;
      case 4:
        CheckCase<Bfloat16, Bfloat16>(seed, edges);
        break;
      case 5:
        CheckCase<Bfloat16, Float16>(seed, edges);
        break;
      case 6:
        CheckCase<Float16, float>(seed, edges);
        break;
      case 7:
        CheckCase<Float16, Bfloat16>(seed, edges);
        break;
      default:
        CheckCase<Float16, Float16>(seed, edges);
    }
  }
}

// Every 16-bit value in, by a layer of one weight that changes nothing: ranges
// of one value, whose code is 127 or 0.
template <typename In>
void ReadsEveryValue() {
  constexpr int kRows = 1 << 16;
  std::vector<In> x;
  for (int i = 0; i < kRows; ++i) {
    x.push_back(In{static_cast<std::uint16_t>(i)});
  }
  ReferenceLayer reference;
  reference.k = reference.n = 1;
  reference.weights = {1};
  reference.zero_points = {0};
  reference.scales = {1};
  const std::vector<std::uint32_t> expected =
      ExpectedBits<float>(reference, ValuesOf(x), kRows);
  const std::int8_t weight = 1;
  const float scale = 1;
  DynamicLinearParameters parameters;
  parameters.scales = {&scale, 1};
  ForEachBackend([&](const Backend& backend) {
    GemmContext* const context = ContextFor(backend);
    DynamicLinear layer;
    ASSERT_TRUE(DynamicLinear::Prepare(context,
                                       Rows<const std::int8_t>(&weight, 1, 1),
                                       parameters, &layer)
                    .ok());
    std::vector<float> y(kRows);
    const Status status = layer.Run(context, Rows<const In>(x.data(), kRows, 1),
                                    Rows<float>(y.data(), kRows, 1));
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(BitsOfRows(Rows<float>(y.data(), kRows, 1)), expected);
  });
}

TEST(DynamicLinearTest, ReadsEveryBfloat16) { ReadsEveryValue<Bfloat16>(); }
TEST(DynamicLinearTest, ReadsEveryFloat16) { ReadsEveryValue<Float16>(); }

// The bias of a row of zeros comes out as it is rounded: ties, neighbours of
// ties, and the ends of the formats, of both signs.
template <typename Out>
void RoundsEveryValue() {
  std::vector<float> bias;
  for (int i = 0; i < 1 << 15; ++i) {
    const float value = ValueOf(Out{static_cast<std::uint16_t>(i)});
    const float next = ValueOf(Out{static_cast<std::uint16_t>(i + 1)});
    if (!std::isfinite(value)) break;
    const float tie = std::isfinite(next) ? value + (next - value) / 2
                                          : value * (1 + 0x1p-12f);
    for (const float x : {value, tie, std::nextafter(tie, 0.0f),
                          std::nextafter(tie, kInfinity)}) {
      bias.push_back(i % 2 == 0 ? x : -x);
    }
  }
  bias.push_back(std::numeric_limits<float>::max());
  const int n = static_cast<int>(bias.size());
  const std::vector<std::int8_t> weights(bias.size(), 1);
  const float scale = 1, zero = 0;
  DynamicLinearParameters parameters;
  parameters.scales = {&scale, 1};
  parameters.bias = {bias.data(), n};
  ForEachBackend([&](const Backend& backend) {
    GemmContext* const context = ContextFor(backend);
    DynamicLinear layer;
    ASSERT_TRUE(DynamicLinear::Prepare(
                    context, Rows<const std::int8_t>(weights.data(), 1, n),
                    parameters, &layer)
                    .ok());
    std::vector<Out> y(bias.size());
    const Status status = layer.Run(context, Rows<const float>(&zero, 1, 1),
                                    Rows<Out>(y.data(), 1, n));
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < bias.size(); ++i) {
      ASSERT_EQ(BitsOf(y[i]), BitsOf(NearestTo<Out>(bias[i]))) << bias[i];
    }
  });
}

TEST(DynamicLinearTest, RoundsToBfloat16) { RoundsEveryValue<Bfloat16>(); }
TEST(DynamicLinearTest, RoundsToFloat16) { RoundsEveryValue<Float16>(); }

// A layer that is large enough for several threads.
class SharedLayerTest : public ::testing::Test {
 protected:
  static constexpr int kRows = 67, kInputs = 512, kOutputs = 601;

  SharedLayerTest() : layer_(kInputs, kOutputs, &random_) {
    layer_.reference.arithmetic = gemmlowp::AsymmetricRows();
    x_ = AnyRows<Bfloat16>(kRows, kInputs, &random_);
  }
  std::vector<std::uint32_t> Expected() {
    return ExpectedBits<float>(layer_.reference, ValuesOf(x_), kRows);
  }
  std::vector<std::uint32_t> Run(const DynamicLinear& layer,
                                 GemmContext* context) {
    std::vector<float> y(kRows * kOutputs);
    const Rows<float> map(y.data(), kRows, kOutputs);
    const Status status = layer.Run(
        context, Rows<const Bfloat16>(x_.data(), kRows, kInputs), map);
    EXPECT_TRUE(status.ok()) << status.message();
    return BitsOfRows(map);
  }

  Random random_{77};
  Layer layer_;
  std::vector<Bfloat16> x_;
};

TEST_F(SharedLayerTest, DoesNotDependOnThreads) {
  for (const DynamicArithmetic& arithmetic :
       {gemmlowp::AsymmetricRows(), gemmlowp::OnnxTensor()}) {
    layer_.reference.arithmetic = arithmetic;
    if (arithmetic.scope == DynamicScope::kTensor) {
      x_ = AnyRows<Bfloat16>(kRows, kInputs, &random_, true);
    }
    const std::vector<std::uint32_t> expected = Expected();
    ForEachBackend([&](const Backend& backend) {
      for (const int threads : {1, 2, 5, 8}) {
        GemmContext context;
        UseBackend(backend, &context);
        context.set_max_num_threads(threads);
        ASSERT_EQ(Run(layer_.Prepare(&context), &context), expected) << threads;
      }
    });
  }
}

// Each row alone, in a smaller batch, and with other neighbours.
TEST_F(SharedLayerTest, RowsDoNotDependOnTheBatch) {
  for (const DynamicArithmetic& arithmetic :
       {gemmlowp::SymmetricRows(), gemmlowp::AsymmetricRowsByInverse()}) {
    layer_.reference.arithmetic = arithmetic;
    const std::vector<std::uint32_t> expected = Expected();
    ForEachBackend([&](const Backend& backend) {
      GemmContext* const context = ContextFor(backend);
      const DynamicLinear layer = layer_.Prepare(context);
      for (const int rows : {1, 2, 7, 33}) {
        for (int first = 0; first + rows <= kRows; first += rows) {
          std::vector<float> y(static_cast<std::size_t>(rows) * kOutputs);
          const Rows<float> map(y.data(), rows, kOutputs);
          ASSERT_TRUE(layer
                          .Run(context,
                               Rows<const Bfloat16>(x_.data() + first * kInputs,
                                                    rows, kInputs),
                               map)
                          .ok());
          const auto* const begin = expected.data() + first * kOutputs;
          ASSERT_EQ(BitsOfRows(map),
                    std::vector<std::uint32_t>(begin, begin + rows * kOutputs))
              << rows << " rows from " << first;
        }
      }
    });
  }
}

TEST_F(SharedLayerTest, ThreadsShareOneLayer) {
  const std::vector<std::uint32_t> expected = Expected();
  GemmContext preparing;
  const DynamicLinear layer = layer_.Prepare(&preparing);
  std::vector<std::vector<std::uint32_t>> results(4);
  std::vector<std::thread> threads;
  for (std::vector<std::uint32_t>& result : results) {
    threads.emplace_back([&, copy = layer] {
      GemmContext context;
      result = Run(copy, &context);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) EXPECT_EQ(result, expected);
}

TEST_F(SharedLayerTest, RunsInTheCallersMemoryAndThreads) {
  const std::vector<std::uint32_t> expected = Expected();
  GemmContext context;
  const DynamicLinear layer = layer_.Prepare(&context, true);
  auto backwards = [](int count, gemmlowp::ExecutorTask task) {
    while (count > 0) task(--count);
  };
  for (const int concurrency : {1, 3}) {
    const Executor executor = gemmlowp::MakeExecutor(&backwards, concurrency);
    const std::size_t bytes = layer.workspace_bytes(kRows, concurrency);
    std::vector<std::uint8_t> memory(bytes + 1);
    std::vector<float> y(kRows * kOutputs);
    const Rows<float> map(y.data(), kRows, kOutputs);
    const Rows<const Bfloat16> x(x_.data(), kRows, kInputs);
    Status status = layer.Run(x, map, memory.data() + 1, bytes, executor);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(BitsOfRows(map), expected);
    status = layer.Run(x, map, memory.data() + 1, bytes / 2, executor);
    EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
    EXPECT_STREQ(status.argument(), "workspace");
  }
}

// What the doors refuse, and the last values that they accept.
class DynamicDoorTest : public ::testing::Test {
 protected:
  DynamicDoorTest() {
    parameters_.scales = {scales_, 3};
    weights_ = Rows<const std::int8_t>(bytes_, 2, 3);
  }
  Status Prepare() {
    return DynamicLinear::Prepare(&context_, weights_, parameters_, &layer_);
  }
  void ExpectRefused(const char* argument) {
    const Status status = Prepare();
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << status.message();
    EXPECT_STREQ(status.argument(), argument) << status.message();
    EXPECT_TRUE(layer_.empty());
    parameters_ = DynamicLinearParameters();
    parameters_.scales = {scales_, 3};
  }
  void ExpectRunRefused(const Rows<const float>& x, const Rows<float>& y,
                        const char* argument) {
    const Status status = layer_.Run(&context_, x, y);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << status.message();
    EXPECT_STREQ(status.argument(), argument) << status.message();
  }

  GemmContext context_;
  const std::int8_t bytes_[6] = {1, 2, 3, -4, -5, -6};
  float scales_[3] = {1, 2, 3};
  float floats_[4] = {1, 2, 3, kNaN};
  std::int32_t zeros_[3] = {1, 2, 3};
  Rows<const std::int8_t> weights_;
  DynamicLinearParameters parameters_;
  DynamicLinear layer_;
};

TEST_F(DynamicDoorTest, PreparingRefuses) {
  for (const int size : {0, 2, 4}) {
    parameters_.scales = {scales_, size};
    ExpectRefused("scales");
  }
  parameters_.scales = {nullptr, 3};
  ExpectRefused("scales");
  parameters_.scales = {floats_ + 1, 3};
  ExpectRefused("scales");
  for (const int size : {-1, 1, 2, 4}) {
    parameters_.bias = {floats_, size};
    ExpectRefused("bias");
  }
  parameters_.bias = {floats_ + 1, 3};
  ExpectRefused("bias");
  for (const int size : {1, 3}) {
    parameters_.factors = {floats_, size};
    ExpectRefused("factors");
  }
  parameters_.factors = {floats_ + 2, 2};
  ExpectRefused("factors");
  for (const int size : {2, 4}) {
    parameters_.zero_points = {zeros_, size};
    ExpectRefused("zero_points");
  }
  parameters_.low = kNaN;
  ExpectRefused("low");
  parameters_.high = kNaN;
  ExpectRefused("low");
  parameters_.low = 1, parameters_.high = std::nextafter(1.0f, 0.0f);
  ExpectRefused("low");
  EXPECT_STREQ(
      DynamicLinear::Prepare(&context_, PackedMatrix(), parameters_, &layer_)
          .argument(),
      "weights.side");
  PackedMatrix packed;
  ASSERT_TRUE(PackedMatrix::Pack(weights_, Side::kLhs, &packed).ok());
  EXPECT_STREQ(DynamicLinear::Prepare(&context_, packed, parameters_, &layer_)
                   .argument(),
               "weights.side");
  EXPECT_STREQ(DynamicLinear::Prepare(static_cast<GemmContext*>(nullptr),
                                      weights_, parameters_, &layer_)
                   .argument(),
               "context");
  EXPECT_STREQ(DynamicLinear::Prepare(&context_, weights_, parameters_, nullptr)
                   .argument(),
               "layer");
  EXPECT_TRUE(layer_.empty());
}

TEST_F(DynamicDoorTest, PreparingRefusesArithmetic) {
  DynamicArithmetic& a = parameters_.arithmetic;
  a.scope = static_cast<DynamicScope>(2);
  ExpectRefused("arithmetic.scope");
  a.scale = static_cast<DynamicScale>(4);
  ExpectRefused("arithmetic.scale");
  a.code = static_cast<DynamicCode>(4);
  ExpectRefused("arithmetic.code");
  a.order = static_cast<DynamicOrder>(3);
  ExpectRefused("arithmetic.order");
  a.codes = {-128, 128};
  ExpectRefused("arithmetic.codes.high");
  a.codes = {5, 5};
  ExpectRefused("arithmetic.codes.high");
  a.range = {3, 3};
  ExpectRefused("arithmetic.range.high");
  a.range = {-128, 127};
  ExpectRefused("arithmetic.range.low");
  a.range = {0, 127};  // symmetric
  ExpectRefused("arithmetic.range.low");
  a.scale = DynamicScale::kByRule;
  a.rule.extend_to_zero = false;
  ExpectRefused("arithmetic.rule.extend_to_zero");
  a.scale = DynamicScale::kByRule;
  a.rule.nudge_zero_point = false;
  ExpectRefused("arithmetic.rule.nudge_zero_point");
}

TEST_F(DynamicDoorTest, PreparingAccepts) {
  parameters_.scales = {scales_, 1};
  parameters_.bias = {floats_, 3};
  parameters_.factors = {floats_, 2};
  parameters_.zero_points = {zeros_, 1};
  parameters_.low = parameters_.high = 1;
  parameters_.arithmetic.codes = {-128, 127};
  parameters_.arithmetic.range = {-1, 1};
  Status status = Prepare();
  EXPECT_TRUE(status.ok()) << status.message();
  parameters_.zero_points = {zeros_, 3};
  status = Prepare();
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(layer_.inputs(), 2);
  EXPECT_EQ(layer_.outputs(), 3);
}

TEST_F(DynamicDoorTest, RunsRefuse) {
  float memory[64] = {};
  const Rows<const float> x(memory, 4, 2);
  const Rows<float> y(memory + 32, 4, 3);
  ExpectRunRefused(x, y, "layer");
  EXPECT_EQ(layer_.workspace_bytes(4), 0u);
  ASSERT_TRUE(Prepare().ok());
  EXPECT_TRUE(layer_.Run(&context_, x, y).ok());
  EXPECT_TRUE(layer_
                  .Run(&context_, Rows<const float>(nullptr, 0, 2),
                       Rows<float>(nullptr, 0, 3))
                  .ok());
  ExpectRunRefused(Rows<const float>(memory, -1, 2), y, "x.rows");
  ExpectRunRefused(Rows<const float>(memory, 4, 3), y, "x.cols");
  ExpectRunRefused(Rows<const float>(memory, 4, 2, 1), y, "x.stride");
  ExpectRunRefused(Rows<const float>(nullptr, 4, 2), y, "x.data");
  ExpectRunRefused(x, Rows<float>(memory + 32, 3, 3), "y.rows");
  ExpectRunRefused(x, Rows<float>(memory + 32, 4, 2), "y.cols");
  ExpectRunRefused(x, Rows<float>(memory + 32, 4, 3, 2), "y.stride");
  ExpectRunRefused(x, Rows<float>(nullptr, 4, 3), "y.data");
  ExpectRunRefused(x, Rows<float>(memory + 7, 4, 3), "y.data");
  EXPECT_TRUE(layer_.Run(&context_, x, Rows<float>(memory + 8, 4, 3)).ok());
  EXPECT_STREQ(layer_.Run(static_cast<GemmContext*>(nullptr), x, y).argument(),
               "context");
}

}  // namespace
}  // namespace lowp_test
