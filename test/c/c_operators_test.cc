// The C API's operators have the bytes of the C++ API's: random tensors and
// parameters, on every backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "../../public/operators/concat.h"
#include "../../public/operators/pad.h"
#include "../../public/operators/pooling.h"
#include "../../public/operators/prepared_addition.h"
#include "../../public/operators/real_product.h"
#include "../../public/operators/resize.h"
#include "../../public/operators/strided_copy.h"
#include "../../public/stages/matrices.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"
#include "../support/random_matrix.h"
#include "owned_in_c.h"
#include "tensors_in_c.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::QuantizedRange;
using gemmlowp::ResidualAdditionNumbers;

// A range of the type's values; or all of them, for which C keeps its default.
template <typename T>
QuantizedRange RandomRange(Random* random, lowp_range* in_c) {
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  if (random->OneIn(2)) return all;
  const std::int32_t low = random->Between(all.low, all.high - 1);
  const QuantizedRange range = {low, random->Between(low + 1, all.high)};
  *in_c = {range.low, range.high};
  return range;
}

// One turn: what both APIs make of the same arguments.
template <typename T>
class OperatorsInC {
 public:
  OperatorsInC(const Backend& backend, std::uint64_t seed)
      : random_(seed),
        cpp_(ContextFor(backend)),
        c_(ContextInC(backend, static_cast<int>(seed % 3) + 1)) {}

  void Pool() {
    lowp_conv_geometry geometry = {};
    geometry.size = sizeof(geometry);
    geometry.input_channels = random_.Between(1, 40);
    geometry.height.input = random_.Between(3, 9);
    geometry.width.input = random_.Between(3, 9);
    geometry.height.kernel = random_.Between(1, 3);
    geometry.width.kernel = random_.Between(2, 3);
    geometry.width.pad_before = random_.Between(0, 1);
    gemmlowp::ConvGeometry g;
    g.input_channels = geometry.input_channels;
    g.height.input = geometry.height.input;
    g.width.input = geometry.width.input;
    g.height.kernel = geometry.height.kernel;
    g.width.kernel = geometry.width.kernel;
    g.width.pad_before = geometry.width.pad_before;
    const auto x = RandomTensor<T>(
        g.input_channels * g.height.input * g.width.input, &random_);
    std::vector<T> wanted(x.size() * 2), got = wanted;
    lowp_pooling pooling = {};
    pooling.size = sizeof(pooling);
    pooling.type = kTypeOf<T>;
    pooling.geometry = &geometry;
    pooling.input = x.data();
    pooling.output = got.data();
    const QuantizedRange range = RandomRange<T>(&random_, &pooling.range);
    pooling.form = random_.Between(0, 5);
    if (pooling.form == LOWP_POOL_RESCALE) {
      g.width.pad_before = geometry.width.pad_before = 0;
    }
    gemmlowp::AveragePooling average;
    average.counts_padding = random_.OneIn(2);
    average.input_zero_point = random_.Between(0, 100);
    average.output_zero_point = random_.Between(0, 100);
    average.multiplier = {random_.Between(1 << 30, INT32_MAX),
                          random_.Between(-3, 1)};
    average.rounding = static_cast<FixedPointRounding>(random_.Between(0, 4));
    average.input_scale = 0.37f;
    average.output_scale = 0.21f;
    pooling.average = {
        average.counts_padding,
        average.input_zero_point,
        average.output_zero_point,
        {average.multiplier.multiplier, average.multiplier.exponent},
        static_cast<lowp_rounding>(average.rounding),
        average.input_scale,
        average.output_scale};
    if (pooling.form == LOWP_POOL_MAX) {
      ASSERT_TRUE(
          gemmlowp::TryMaxPool(cpp_, x.data(), g, wanted.data(), range).ok());
    } else {
      average.form = static_cast<gemmlowp::AverageForm>(pooling.form - 1);
      const Status status = gemmlowp::TryAveragePool(cpp_, x.data(), g, average,
                                                     wanted.data(), range);
      ASSERT_TRUE(status.ok()) << status.message();
    }
    ASSERT_LOWP_OK(lowp_pool(c_.get(), &pooling));
    ASSERT_EQ(got, wanted);
  }

  void Binary() {
    const int y_count = random_.Between(1, 33);
    const int x_count = y_count * random_.Between(1, 20);
    const auto x = RandomTensor<T>(x_count, &random_);
    const auto y = RandomTensor<T>(y_count, &random_);
    std::vector<T> wanted(x.size()), got = wanted;
    lowp_operands operands = {};
    operands.type = kTypeOf<T>;
    operands.x = x.data();
    operands.x_count = x.size();
    operands.y = y.data();
    operands.y_count = y.size();
    operands.result = got.data();
    const QuantizedRange range = RandomRange<T>(&random_, &operands.range);
    ASSERT_NO_FATAL_FAILURE(Add(operands, x, y, range, &got, &wanted));
    ASSERT_NO_FATAL_FAILURE(Multiply(operands, x, y, range, &got, &wanted));
  }

  void Concat() {
    const int outer = random_.Between(1, 5), inner = random_.Between(1, 9);
    const auto a = RandomTensor<T>(outer * 3 * inner, &random_);
    const auto b = RandomTensor<T>(outer * 2 * inner, &random_);
    std::vector<T> wanted(a.size() + b.size()), got = wanted;
    const float scale = sizeof(T) == 1 && random_.OneIn(2) ? 0.7f : 1.0f;
    const gemmlowp::ConcatPart<T> parts[] = {{a.data(), 3, {1.0f, 0}},
                                             {b.data(), 2, {scale, 0}}};
    ASSERT_TRUE(gemmlowp::TryConcat(
                    cpp_, parts, 2, static_cast<std::size_t>(outer),
                    static_cast<std::size_t>(inner), {1.0f, 0}, wanted.data())
                    .ok());
    const lowp_concat_part parts_in_c[] = {{a.data(), 3, {1.0f, 0}},
                                           {b.data(), 2, {scale, 0}}};
    lowp_concatenation all = {};
    all.size = sizeof(all);
    all.type = kTypeOf<T>;
    all.parts = parts_in_c;
    all.part_count = 2;
    all.outer = static_cast<std::size_t>(outer);
    all.inner = static_cast<std::size_t>(inner);
    all.result_quantization.scale = 1;
    all.result = got.data();
    ASSERT_LOWP_OK(lowp_concat(c_.get(), &all));
    ASSERT_EQ(got, wanted);
  }

  void Pad() {
    gemmlowp::PadAxis axes[gemmlowp::kMaxPadAxes];
    lowp_pad_axis axes_in_c[gemmlowp::kMaxPadAxes];
    const int count = random_.Between(1, gemmlowp::kMaxPadAxes);
    int inputs = 1, results = 1;
    for (int i = 0; i < count; ++i) {
      axes[i] = {random_.Between(random_.OneIn(8) ? 0 : 1, 4),
                 random_.Between(0, 2), random_.Between(0, 2)};
      axes_in_c[i] = {axes[i].size, axes[i].before, axes[i].after};
      inputs *= axes[i].size;
      results *= axes[i].size + axes[i].before + axes[i].after;
    }
    const auto x = RandomTensor<T>(inputs, &random_);
    std::vector<T> wanted(static_cast<std::size_t>(results)), got = wanted;
    ASSERT_TRUE(
        gemmlowp::TryPad(cpp_, x.data(), axes, count, 77, wanted.data()).ok());
    lowp_padding padding = {};
    padding.size = sizeof(padding);
    padding.type = kTypeOf<T>;
    padding.axes = axes_in_c;
    padding.axis_count = count;
    padding.input = x.data();
    padding.result = got.data();
    padding.value = 77;
    ASSERT_LOWP_OK(lowp_pad(c_.get(), &padding));
    ASSERT_EQ(got, wanted);
  }

  // Rows of images in another order, every other one left out.
  void Copy() {
    const int images = random_.Between(1, 3), rows = random_.Between(1, 9);
    const int n = random_.Between(1, 40);
    const gemmlowp::StridedCopyAxis axes[] = {
        {images, 2 * rows * n, n}, {rows, -2 * n, images * n}, {n, 1, 1}};
    constexpr std::ptrdiff_t kBytes = sizeof(T);
    lowp_copied_axis in_c[3];
    for (int i = 0; i < 3; ++i) {
      in_c[i] = {axes[i].size, axes[i].input_stride * kBytes,
                 axes[i].result_stride * kBytes};
    }
    const int count = images * rows * n;
    const auto x = RandomTensor<T>(2 * count, &random_);
    const T* const last_row = x.data() + 2 * (rows - 1) * n;
    std::vector<T> wanted(static_cast<std::size_t>(count)), got = wanted;
    ASSERT_TRUE(
        gemmlowp::TryStridedCopy(cpp_, last_row, axes, 3, wanted.data()).ok());
    const lowp_strided_copying copying = {sizeof(copying), sizeof(T), 3, in_c,
                                          last_row,        got.data()};
    ASSERT_LOWP_OK(lowp_strided_copy(c_.get(), &copying));
    ASSERT_EQ(got, wanted);
  }

  void Resize() {
    gemmlowp::ResizeGeometry g;
    g.batch = random_.Between(1, 2);
    g.input_height = random_.Between(1, 7);
    g.input_width = random_.Between(1, 7);
    g.output_height = random_.Between(1, 9);
    g.output_width = random_.Between(1, 9);
    g.channels = random_.Between(1, 33);
    g.align_corners = random_.OneIn(2);
    g.half_pixel_centers = !g.align_corners && random_.OneIn(2);
    const auto x = RandomTensor<T>(
        g.batch * g.input_height * g.input_width * g.channels, &random_);
    std::vector<T> wanted(static_cast<std::size_t>(
        g.batch * g.output_height * g.output_width * g.channels));
    std::vector<T> got = wanted;
    lowp_resizing resizing = {};
    resizing.size = sizeof(resizing);
    resizing.type = kTypeOf<T>;
    resizing.form = random_.Between(0, 2);
    resizing.input = x.data();
    resizing.output = got.data();
    resizing.geometry = {g.batch,         g.input_height,      g.input_width,
                         g.output_height, g.output_width,      g.channels,
                         g.align_corners, g.half_pixel_centers};
    const Status status =
        resizing.form == LOWP_RESIZE_NEAREST
            ? gemmlowp::TryResizeNearest(cpp_, x.data(), g, wanted.data())
            : gemmlowp::TryResizeBilinear(
                  cpp_, x.data(), g,
                  static_cast<gemmlowp::BilinearForm>(resizing.form - 1),
                  wanted.data());
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_LOWP_OK(lowp_resize(c_.get(), &resizing));
    ASSERT_EQ(got, wanted);
  }

 private:
  void Add(const lowp_operands& operands, const std::vector<T>& x,
           const std::vector<T>& y, QuantizedRange range, std::vector<T>* got,
           std::vector<T>* wanted) {
    const lowp_tensor_scale scales[] = {{0.3f, 5}, {0.02f, 9}, {0.25f, 1}};
    const int shift = sizeof(T) == 1 ? 20 : 15;
    const int rounding = random_.Between(0, 4);
    ResidualAdditionNumbers numbers;
    ASSERT_TRUE(gemmlowp::MakeResidualAddition(
                    {scales[0].scale, scales[0].zero_point},
                    {scales[1].scale, scales[1].zero_point},
                    {scales[2].scale, scales[2].zero_point}, shift,
                    static_cast<FixedPointRounding>(rounding), &numbers)
                    .ok());
    lowp_addition addition = {};
    addition.size = sizeof(addition);
    addition.operands = operands;
    ASSERT_LOWP_OK(lowp_make_sum_numbers(&scales[0], &scales[1], &scales[2],
                                         shift, rounding, &addition.addition));
    ASSERT_TRUE(gemmlowp::TryAdd(cpp_, x.data(), x.size(), y.data(), y.size(),
                                 numbers, wanted->data(), range)
                    .ok());
    ASSERT_LOWP_OK(lowp_add(c_.get(), &addition));
    ASSERT_EQ(*got, *wanted);
    if constexpr (sizeof(T) == 1) {
      lowp_prepared_addition* made = nullptr;
      ASSERT_LOWP_OK(lowp_prepare_addition(c_.get(), &addition, &made));
      const OwnedInC<lowp_prepared_addition> prepared(made);
      got->assign(got->size(), 1);
      ASSERT_LOWP_OK(
          lowp_prepared_addition_run(prepared.get(), c_.get(), &operands));
      ASSERT_EQ(*got, *wanted);
    }
  }

  void Multiply(const lowp_operands& operands, const std::vector<T>& x,
                const std::vector<T>& y, QuantizedRange range,
                std::vector<T>* got, std::vector<T>* wanted) {
    lowp_multiplication m = {};
    m.size = sizeof(m);
    m.operands = operands;
    m.form = random_.Between(0, 1);
    m.x_zero_point = random_.Between(0, 9);
    m.y_zero_point = random_.Between(0, 9);
    m.result_zero_point = random_.Between(0, 9);
    m.multiplier = {random_.Between(1 << 30, INT32_MAX),
                    random_.Between(-12, -3)};
    m.rounding = random_.Between(0, 4);
    m.real_multiplier = 0.0123f;
    m.real_rounding = random_.Between(0, 4);
    m.real_order = random_.Between(0, 1);
    Status status;
    if (m.form == LOWP_PRODUCT_REAL) {
      status = gemmlowp::TryMultiply(
          cpp_, x.data(), x.size(), y.data(), y.size(),
          gemmlowp::RealMultiplication{
              m.x_zero_point, m.y_zero_point, m.result_zero_point,
              m.real_multiplier,
              static_cast<gemmlowp::FloatRounding>(m.real_rounding),
              static_cast<gemmlowp::ZeroPointOrder>(m.real_order)},
          wanted->data(), range);
    } else {
      status = gemmlowp::TryMultiply(
          cpp_, x.data(), x.size(), y.data(), y.size(),
          gemmlowp::Multiplication{
              m.x_zero_point,
              m.y_zero_point,
              m.result_zero_point,
              {m.multiplier.multiplier, m.multiplier.exponent},
              static_cast<FixedPointRounding>(m.rounding)},
          wanted->data(), range);
    }
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_LOWP_OK(lowp_multiply(c_.get(), &m));
    ASSERT_EQ(*got, *wanted);
    if (sizeof(T) == 1 && m.form == LOWP_PRODUCT_FIXED_POINT) {
      lowp_prepared_multiplication* made = nullptr;
      ASSERT_LOWP_OK(lowp_prepare_multiplication(c_.get(), &m, &made));
      const OwnedInC<lowp_prepared_multiplication> prepared(made);
      got->assign(got->size(), 1);
      ASSERT_LOWP_OK(lowp_prepared_multiplication_run(prepared.get(), c_.get(),
                                                      &operands));
      ASSERT_EQ(*got, *wanted);
    }
  }

  Random random_;
  gemmlowp::GemmContext* cpp_;
  OwnedInC<lowp_context> c_;
};

template <typename T>
class COperatorsTest : public ::testing::Test {};
using Types = ::testing::Types<std::uint8_t, std::int8_t, std::int16_t>;
TYPED_TEST_SUITE(COperatorsTest, Types);

TYPED_TEST(COperatorsTest, BytesOfTheCppApi) {
  for (const Backend* backend : SupportedBackends()) {
    SCOPED_TRACE(backend->name);
    for (std::uint64_t seed = 1; seed < 60; ++seed) {
      OperatorsInC<TypeParam> turn(*backend, seed);
      ASSERT_NO_FATAL_FAILURE(turn.Pool());
      ASSERT_NO_FATAL_FAILURE(turn.Binary());
      ASSERT_NO_FATAL_FAILURE(turn.Concat());
      ASSERT_NO_FATAL_FAILURE(turn.Pad());
      ASSERT_NO_FATAL_FAILURE(turn.Copy());
      ASSERT_NO_FATAL_FAILURE(turn.Resize());
    }
  }
}

}  // namespace
}  // namespace lowp_test
