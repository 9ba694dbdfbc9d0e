// The C API's dynamic layers have the bytes of the C++ API's: random layers of
// every arithmetic and type, on every backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "../../public/dynamic/dynamic_groups.h"
#include "../support/context_for.h"
#include "../support/dynamic_case.h"
#include "owned_in_c.h"

namespace lowp_test {
namespace {

using gemmlowp::Bfloat16;
using gemmlowp::Float16;
using gemmlowp::internal::Backend;

template <typename T>
constexpr lowp_type kType = std::is_same_v<T, float>     ? LOWP_FLOAT32
                            : std::is_same_v<T, Float16> ? LOWP_FLOAT16
                                                         : LOWP_BFLOAT16;

lowp_dynamic_arithmetic ArithmeticInC(const DynamicArithmetic& a) {
  lowp_dynamic_arithmetic c = {};
  c.size = sizeof(c);
  c.scope = static_cast<lowp_dynamic_scope>(a.scope);
  c.scale = static_cast<lowp_dynamic_scale>(a.scale);
  c.range_low = a.range.low;
  c.range_high = a.range.high;
  c.codes_low = a.codes.low;
  c.codes_high = a.codes.high;
  c.code = static_cast<lowp_dynamic_code>(a.code);
  c.order = static_cast<lowp_dynamic_order>(a.order);
  c.fuses_bias = a.fuses_bias;
  c.rule.symmetry = static_cast<lowp_symmetry>(a.rule.symmetry);
  c.rule.scale_precision =
      static_cast<lowp_scale_precision>(a.rule.scale_precision);
  c.rule.power_of_two =
      static_cast<lowp_power_of_two_scale>(a.rule.power_of_two);
  c.rule.min_scale = a.rule.min_scale;
  c.rule.scale_of_zero = a.rule.scale_of_zero;
  c.rule.float_range = a.rule.float_range;
  c.rule.reciprocal_is_finite = a.rule.reciprocal_is_finite;
  c.rule.subtracts_terms = a.rule.subtracts_terms;
  c.rule.zero_where_ends_cancel = a.rule.zero_where_ends_cancel;
  c.rule.ties_to_even = a.rule.ties_to_even;
  return c;
}

OwnedInC<lowp_dynamic> PrepareInC(const Layer& layer, lowp_context* context,
                                  const Backend& backend, bool packs) {
  const ReferenceLayer& r = layer.reference;
  const lowp_dynamic_arithmetic arithmetic = ArithmeticInC(r.arithmetic);
  lowp_dynamic_linear linear = {};
  linear.size = sizeof(linear);
  linear.weights = lowp_row_major(
      layer.bytes.data(), layer.is_signed ? LOWP_INT8 : LOWP_UINT8, r.k, r.n);
  OwnedInC<lowp_packed> packed;
  if (packs) {
    lowp_packed* made = nullptr;
    EXPECT_EQ(lowp_pack(&linear.weights, LOWP_RHS, backend.name, &made),
              LOWP_OK);
    packed.reset(made);
    linear.weights_packed = made;
    linear.weights = lowp_matrix();
  }
  linear.scales = layer.own_scales.data();
  linear.scale_count = static_cast<std::int32_t>(layer.own_scales.size());
  linear.zero_points = layer.own_zero_points.data();
  linear.zero_point_count =
      static_cast<std::int32_t>(layer.own_zero_points.size());
  linear.bias = r.bias.empty() ? nullptr : r.bias.data();
  linear.factors = r.factors.empty() ? nullptr : r.factors.data();
  linear.clamps = r.low != -kInfinity || r.high != kInfinity;
  linear.low = r.low;
  linear.high = r.high;
  linear.arithmetic = &arithmetic;
  lowp_dynamic* made = nullptr;
  EXPECT_EQ(lowp_prepare_dynamic(context, &linear, &made), LOWP_OK)
      << lowp_error_message();
  return OwnedInC<lowp_dynamic>(made);
}

template <typename In, typename Out>
void CheckDynamicRuns(const Layer& layer, const Backend& backend, int rows,
                      bool packs, Random* random) {
  const int k = layer.reference.k, n = layer.reference.n;
  GemmContext* const cpp = ContextFor(backend);
  const std::vector<In> x = AnyRows<In>(rows, k, random);
  const std::size_t size = static_cast<std::size_t>(rows * (n + 2)) + 1;
  std::vector<Out> wanted(size), got(size);
  const Status status =
      layer.Prepare(cpp).Run(cpp, Rows<const In>(x.data(), rows, k),
                             Rows<Out>(wanted.data(), rows, n, n + 2));
  ASSERT_TRUE(status.ok()) << status.message();
  const OwnedInC<lowp_context> context =
      ContextInC(backend, random->Between(1, 3));
  const OwnedInC<lowp_dynamic> in_c =
      PrepareInC(layer, context.get(), backend, packs);
  ASSERT_NE(in_c, nullptr);
  const lowp_matrix input = lowp_row_major(x.data(), kType<In>, rows, k);
  lowp_matrix output = lowp_row_major(got.data(), kType<Out>, rows, n);
  output.row_stride = static_cast<std::int64_t>(sizeof(Out)) * (n + 2);
  ASSERT_LOWP_OK(lowp_dynamic_run(in_c.get(), context.get(), &input, &output));
  ASSERT_EQ(std::memcmp(got.data(), wanted.data(), size * sizeof(Out)), 0);
  std::size_t bytes = 0;
  ASSERT_LOWP_OK(lowp_dynamic_workspace_bytes(in_c.get(), rows, 1, &bytes));
  std::vector<char> workspace(bytes);
  got.assign(size, Out{});
  ASSERT_LOWP_OK(lowp_dynamic_run_in(in_c.get(), &input, &output,
                                     workspace.data(), bytes, nullptr));
  ASSERT_EQ(std::memcmp(got.data(), wanted.data(), size * sizeof(Out)), 0);
}

TEST(CDynamicTest, BytesOfTheCppApi) {
  Random random(94);
  for (int i = 0; i < 120; ++i) {
    const Layer layer(random.Between(1, 90), random.Between(1, 90), &random);
    const int rows = random.Between(0, 9);
    for (const Backend* backend : SupportedBackends()) {
      SCOPED_TRACE(backend->name);
      const auto check = [&](auto in, auto out) {
        CheckDynamicRuns<decltype(in), decltype(out)>(layer, *backend, rows,
                                                      i % 2 == 0, &random);
      };
      if (i % 3 == 0) check(0.0f, Bfloat16{});
      if (i % 3 == 1) check(Float16{}, 0.0f);
      if (i % 3 == 2) check(Bfloat16{}, Float16{});
      if (HasFatalFailure()) return;
    }
  }
}

TEST(CDynamicTest, Presets) {
  const DynamicArithmetic cpp[] = {
      gemmlowp::SymmetricRows(),           gemmlowp::AsymmetricRows(),
      gemmlowp::AsymmetricRowsByInverse(), gemmlowp::OnnxTensor(),
      gemmlowp::ReciprocalTensor(true),    gemmlowp::ReciprocalTensor(false)};
  for (int i = 0; i < 6; ++i) {
    lowp_dynamic_arithmetic preset;
    std::memset(&preset, 0, sizeof(preset));
    preset.size = sizeof(preset);
    ASSERT_LOWP_OK(lowp_dynamic_arithmetic_preset(i, &preset));
    lowp_dynamic_arithmetic wanted;
    std::memset(&wanted, 0, sizeof(wanted));
    wanted = ArithmeticInC(cpp[i]);
    EXPECT_EQ(preset.scope, wanted.scope);
    EXPECT_EQ(preset.scale, wanted.scale);
    EXPECT_EQ(preset.range_low, wanted.range_low);
    EXPECT_EQ(preset.range_high, wanted.range_high);
    EXPECT_EQ(preset.codes_low, wanted.codes_low);
    EXPECT_EQ(preset.codes_high, wanted.codes_high);
    EXPECT_EQ(preset.code, wanted.code);
    EXPECT_EQ(preset.order, wanted.order);
    EXPECT_EQ(preset.fuses_bias, wanted.fuses_bias);
    EXPECT_EQ(std::memcmp(&preset.rule, &wanted.rule, sizeof(preset.rule)), 0);
  }
}

// Experts, of which one has no rows and is NULL.
TEST(CDynamicTest, Groups) {
  Random random(95);
  constexpr int kInputs = 33, kOutputs = 17, kRows = 9;
  const Layer first(kInputs, kOutputs, &random);
  const Layer second(kInputs, kOutputs, &random);
  const std::int32_t offsets[] = {0, 4, 4, kRows};
  const std::int32_t index[kRows] = {8, 0, 3, 3, 1, 7, 2, 5, 5};
  const std::vector<float> x = AnyRows<float>(kRows, kInputs, &random);
  for (const Backend* backend : SupportedBackends()) {
    GemmContext* const cpp = ContextFor(*backend);
    const DynamicLinear layers[] = {first.Prepare(cpp), DynamicLinear(),
                                    second.Prepare(cpp)};
    std::vector<float> wanted(kRows * kOutputs), got(kRows * kOutputs);
    ASSERT_TRUE(gemmlowp::RunDynamicGroups(
                    cpp, layers, 3, offsets,
                    Rows<const float>(x.data(), kRows, kInputs), index,
                    Rows<float>(wanted.data(), kRows, kOutputs))
                    .ok());
    const OwnedInC<lowp_context> context = ContextInC(*backend, 2);
    const auto one = PrepareInC(first, context.get(), *backend, false);
    const auto two = PrepareInC(second, context.get(), *backend, true);
    const lowp_dynamic* const in_c[] = {one.get(), nullptr, two.get()};
    const lowp_matrix input =
        lowp_row_major(x.data(), LOWP_FLOAT32, kRows, kInputs);
    const lowp_matrix output =
        lowp_row_major(got.data(), LOWP_FLOAT32, kRows, kOutputs);
    ASSERT_LOWP_OK(lowp_dynamic_run_groups(context.get(), in_c, 3, offsets,
                                           &input, index, &output));
    ASSERT_EQ(std::memcmp(got.data(), wanted.data(), got.size() * 4), 0);
  }
}

}  // namespace
}  // namespace lowp_test
