// A libFuzzer target for everything that computes parameters from real values:
// given any floats, observers, rules, multipliers, tables and rows either yield
// parameters that stages and transforms accept, or refuse with a message.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../../public/quantization/quantization.h"
#include "../../public/stages/activations.h"
#include "../../public/stages/matrices.h"
#include "../../public/tensor/softmax.h"
#include "fuzz_input.h"
#include "fuzz_values.h"

namespace lowp_test {
namespace {

using gemmlowp::ObservedRange;
using gemmlowp::QuantizationParams;
using gemmlowp::QuantizationRule;
using gemmlowp::QuantizedRange;
using gemmlowp::Status;

void Expect(bool holds, const char* what) {
  if (!holds) Fail(what);
}

// Whether it is ok; a refusal must have a message.
bool IsOk(const Status& status) {
  if (status.ok()) return true;
  Expect(*status.argument() != '\0', "a status names no argument");
  Expect(*status.problem() != '\0', "a status names no problem");
  Expect(!status.message().empty(), "a status has no message");
  return false;
}

double AnyDouble(ByteSource* in) {
  if (in->Flag()) return static_cast<double>(AnyFloat(in));
  const std::uint64_t bits = in->Bits();
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

std::vector<float> AnyFloats(ByteSource* in, int most) {
  std::vector<float> values(static_cast<std::size_t>(in->Below(most + 1)));
  for (float& value : values) value = AnyFloat(in);
  return values;
}

void ExpectFinite(const ObservedRange& range) {
  Expect(std::isfinite(range.min) && std::isfinite(range.max) &&
             range.min <= range.max,
         "an observed range is none");
}

// Averaged ends are rounded separately, and may cross.
void ExpectFinite(const gemmlowp::MovingAverageObserver& average) {
  Expect(
      std::isfinite(average.range().min) && std::isfinite(average.range().max),
      "an average is not finite");
}

void FuzzObservers(ByteSource* in) {
  gemmlowp::MinMaxObserver min_max, other;
  gemmlowp::MovingAverageObserver average(0.3f), another(1.0f);
  const int channels = in->Below(5);
  gemmlowp::ChannelMinMaxObserver by_channel(channels);
  for (int batch = in->Below(6); batch >= 0; --batch) {
    const std::vector<float> values = AnyFloats(in, 24);
    IsOk(min_max.Observe(values.data(), values.size()));
    IsOk(average.Observe(values.data(), values.size()));
    if (channels > 0) {
      IsOk(by_channel.Observe(
          values.data(), 1,
          values.size() / static_cast<std::size_t>(channels)));
    }
    ExpectFinite(min_max.range());
    ExpectFinite(average);
    if (in->Flag()) {
      std::swap(min_max, other);
      std::swap(average, another);
    }
  }
  min_max.Merge(other);
  average.Merge(another);
  ExpectFinite(min_max.range());
  ExpectFinite(average);
}

void FuzzHistograms(ByteSource* in) {
  const int bins = in->Below(64) - 2;
  gemmlowp::HistogramObserver histogram(bins), other(bins);
  double seen = 0, of_other = 0;
  for (int batch = in->Below(6); batch >= 0; --batch) {
    const std::vector<float> values = AnyFloats(in, 24);
    if (IsOk(histogram.Observe(values.data(), values.size()))) {
      seen += static_cast<double>(values.size());
    }
    if (in->Flag()) {
      std::swap(histogram, other);
      std::swap(seen, of_other);
    }
  }
  if (IsOk(histogram.Merge(other))) seen += of_other;
  double counted = 0;
  for (const float count : histogram.counts()) {
    Expect(count >= 0, "a count is negative or none");
    counted += static_cast<double>(count);
  }
  Expect(counted == seen, "values are lost or counted twice");
  if (histogram.empty()) return;
  const ObservedRange range = histogram.range();
  ExpectFinite(range);
  ObservedRange part;
  if (IsOk(histogram.PercentileRange(AnyDouble(in), &part))) {
    Expect(
        part.min >= range.min && part.max <= range.max && part.min <= part.max,
        "a percentile's range is none");
  }
  QuantizationParams params = {-1, 77};
  if (IsOk(gemmlowp::ChooseLeastDivergenceParams(
          histogram.counts().data(), bins, range.min, range.max, AnyRange(in),
          AnyRule(in), &params))) {
    Expect(std::isfinite(params.scale) && params.scale >= 0, "a scale is none");
  }
}

void FuzzDivergence(ByteSource* in) {
  std::vector<float> counts(1 + static_cast<std::size_t>(in->Below(256)) * 3);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = static_cast<float>(in->Below(9));
  }
  if (in->OneIn(8)) counts[0] = AnyFloat(in);
  const float min = AnyFloat(in), max = AnyFloat(in);
  QuantizationParams params;
  if (IsOk(gemmlowp::ChooseLeastDivergenceParams(
          counts.data(), static_cast<int>(counts.size()), min, max,
          AnyRange(in), AnyRule(in), &params))) {
    Expect(std::isfinite(params.scale) && params.scale >= 0, "a scale is none");
  }
}

void FuzzRules(ByteSource* in) {
  const QuantizedRange range = AnyRange(in);
  const QuantizationRule rule = AnyRule(in);
  QuantizationParams params = {-1, 77};
  const auto expect_params = [&](bool ok, bool nudged) {
    if (!ok) {
      Expect(params.scale == -1 && params.zero_point == 77,
             "a refusal wrote parameters");
      return;
    }
    Expect(std::isfinite(params.scale) && params.scale >= 0, "a scale is none");
    Expect(
        !nudged || params.scale == 0 ||
            (params.zero_point >= range.low && params.zero_point <= range.high),
        "a zero point is outside of the range");
    params = {-1, 77};
  };
  const bool in_range = rule.nudge_zero_point && !rule.zero_where_ends_cancel;
  expect_params(IsOk(gemmlowp::ChooseQuantizationParams(
                    AnyDouble(in), AnyDouble(in), range, rule, &params)),
                in_range);
  const float min = AnyFloat(in), max = AnyFloat(in);
  expect_params(IsOk(gemmlowp::ChooseDynamicQuantizationParams(min, max, range,
                                                               1, &params)),
                true);
  expect_params(
      IsOk(gemmlowp::ChooseMaxAbsQuantizationParams(min, max, range, &params)),
      false);
  expect_params(IsOk(gemmlowp::ChooseFakeQuantParams(
                    AnyDouble(in), AnyDouble(in), range, &params)),
                true);
  gemmlowp::NudgedRange nudged;
  if (IsOk(gemmlowp::NudgeQuantizationRange(min, max, range, &nudged))) {
    Expect(std::isfinite(nudged.min) && std::isfinite(nudged.max) &&
               nudged.zero_point >= range.low &&
               nudged.zero_point <= range.high,
           "a nudged range is none");
    Expect(nudged.inverse > 0, "a nudged range has no inverse");
  }
  QuantizedRange bounds;
  IsOk(gemmlowp::ActivationRange(
      static_cast<gemmlowp::BoundedActivation>(in->Below(5)), AnyFloat(in),
      in->Wild(), range, &bounds));
}

void FuzzMultipliers(ByteSource* in) {
  const double real = AnyDouble(in);
  constexpr gemmlowp::MultiplierBuilder kBuilders[] = {
      &gemmlowp::QuantizeMultiplier, &gemmlowp::QuantizeMultiplierUnbounded,
      &gemmlowp::QuantizeMultiplierSaturating,
      &gemmlowp::QuantizeMultiplierHalfToEven,
      &gemmlowp::QuantizeMultiplierByTruncation};
  for (const gemmlowp::MultiplierBuilder builder : kBuilders) {
    gemmlowp::FixedPointMultiplier quantized = {0, 0};
    if (!IsOk(builder(real, &quantized))) continue;
    const double error =
        std::ldexp(quantized.multiplier, quantized.exponent - 31) - real;
    Expect(std::abs(error) <= std::abs(real) * 0x1p-30 ||
               std::abs(real) < 0x1p-31 || std::abs(real) >= 0x1p29,
           "a multiplier is far from its factor");
  }
  const float factor = AnyFloat(in);
  gemmlowp::FixedPointMultiplier quantized;
  IsOk(gemmlowp::MultiplierOfFloat(factor, &quantized));
  gemmlowp::PrecisionMultiplier precise;
  IsOk(
      gemmlowp::QuantizeMultiplierOfPrecision(factor, in->Below(40), &precise));
  gemmlowp::Multiplier16 short_one;
  IsOk(gemmlowp::MultiplierOfFloat16(factor, &short_one));
  std::int16_t reduced;
  IsOk(gemmlowp::ReduceMultiplierTo15Bits(in->Wild(), &reduced));
  gemmlowp::PreAndPostShift shifts;
  std::int32_t scaled;
  if (IsOk(gemmlowp::ChoosePreAndPostShift(
          factor, &shifts, static_cast<gemmlowp::PowerOfTwo>(in->Below(3))))) {
    Expect(gemmlowp::ScaleByPreAndPostShift(in->Wild(), shifts, &scaled).ok(),
           "chosen shifts are refused");
  }
  shifts = {in->Below(40) - 4, in->Below(40) - 4, in->Wild()};
  IsOk(gemmlowp::ScaleByPreAndPostShift(in->Wild(), shifts, &scaled));
  double product;
  float narrow;
  const float other = AnyFloat(in);
  IsOk(gemmlowp::RealMultiplier(factor, other, AnyFloat(in), &product));
  IsOk(gemmlowp::RealMultiplierOfFloatProduct(factor, other, AnyFloat(in),
                                              &product));
  IsOk(gemmlowp::FloatMultiplier(factor, other, AnyFloat(in), &narrow));
}

void FuzzTables(ByteSource* in) {
  const gemmlowp::TensorScale input = {AnyFloat(in), in->Wild()};
  const gemmlowp::TensorScale result = {AnyFloat(in), in->Wild()};
  const float alpha = AnyFloat(in);
  gemmlowp::ActivationTable<std::uint8_t> bytes;
  gemmlowp::ActivationTable<std::int8_t> signed_bytes;
  IsOk(gemmlowp::BuildLogisticTable(input, &bytes));
  IsOk(gemmlowp::BuildTanhTable(input, &signed_bytes));
  IsOk(gemmlowp::BuildHardSwishTable(input, result, &bytes));
  IsOk(gemmlowp::BuildActivationTable(
      [alpha](float x) { return x * alpha; }, input, result,
      static_cast<gemmlowp::TableRounding>(in->Below(4)), &signed_bytes));
  gemmlowp::OutputStageLeakyRelu relu;
  const auto rounding = static_cast<gemmlowp::FixedPointRounding>(in->Below(6));
  IsOk(gemmlowp::MakeLeakyRelu(input, alpha, result, rounding, &relu));
  gemmlowp::OutputStageHardSwish swish;
  if (IsOk(gemmlowp::MakeHardSwish(input, result, &swish))) {
    Expect(swish.result_exponent >= -31 && swish.result_exponent <= 0 &&
               swish.result_multiplier >= 0 && swish.share_exponent >= -31,
           "numbers of a hard swish are none of its stage");
  }
  gemmlowp::ResidualAdditionNumbers numbers;
  IsOk(gemmlowp::MakeResidualAddition(input, {alpha, in->Wild()}, result,
                                      in->Below(40) - 4, rounding, &numbers));
  static auto* const softmax = new gemmlowp::SoftmaxTable;
  IsOk(gemmlowp::BuildSoftmaxTable(input.scale, alpha, softmax));
  static auto* const wide = new gemmlowp::WideSoftmaxTables;
  if (in->OneIn(16)) {
    IsOk(gemmlowp::BuildWideSoftmaxTables(
        input.scale, alpha, gemmlowp::FixedPointRounding::kSingleUpward, wide));
  }
}

void FuzzRows(ByteSource* in) {
  const std::vector<float> values = AnyFloats(in, 40);
  const int columns = in->Below(9);
  const int rows = columns == 0 ? 1 : static_cast<int>(values.size()) / columns;
  const gemmlowp::FloatRows matrix = {values.data(), rows, columns, columns};
  const auto coding = static_cast<gemmlowp::RowCoding>(in->Below(3));
  const auto format = static_cast<gemmlowp::FusedRowFormat>(in->Below(5));
  const std::size_t count = static_cast<std::size_t>(rows);
  std::vector<float> scales(count), offsets(count);
  std::vector<std::int32_t> zero_points(count);
  std::vector<std::uint8_t> bytes(values.size() + 1);
  std::vector<std::int8_t> signed_bytes(values.size() + 1);
  IsOk(gemmlowp::QuantizeRows(matrix, coding, bytes.data(), columns,
                              scales.data(), offsets.data()));
  IsOk(gemmlowp::QuantizeRows(matrix, AnyRule(in), signed_bytes.data(), columns,
                              scales.data(), zero_points.data()));
  if (columns == 0 || format > gemmlowp::FusedRowFormat::k4BitHalf) return;
  const std::size_t stride = gemmlowp::FusedRowBytes(format, columns);
  const auto precision = static_cast<gemmlowp::RealPrecision>(in->Below(2));
  std::vector<std::uint8_t> fused(stride * count);
  std::vector<float> back(values.size() + 1);
  if (!IsOk(gemmlowp::QuantizeFusedRows(matrix, format, coding, fused.data(),
                                        static_cast<std::ptrdiff_t>(stride)))) {
    return;
  }
  Expect(gemmlowp::DequantizeFusedRows(
             fused.data(), static_cast<std::ptrdiff_t>(stride), format, rows,
             columns, back.data(), columns, precision)
             .ok(),
         "rows that were fused cannot be read");
}

}  // namespace
}  // namespace lowp_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  lowp_test::ByteSource in(data, size);
  constexpr void (*kTargets[])(lowp_test::ByteSource*) = {
      &lowp_test::FuzzObservers,   &lowp_test::FuzzHistograms,
      &lowp_test::FuzzDivergence,  &lowp_test::FuzzRules,
      &lowp_test::FuzzMultipliers, &lowp_test::FuzzTables,
      &lowp_test::FuzzRows};
  kTargets[in.Below(7)](&in);
  return 0;
}
