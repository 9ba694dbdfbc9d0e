// A libFuzzer target for transforms of tensors. Here those that quantize and
// dequantize; other files have the rest.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "../../public/tensor/transforms.h"
#include "fuzz_transform.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorShape;

template <typename T>
void FuzzQuantize(ByteSource* in) {
  TransformCase c(in);
  const TensorShape shape = AnyShape(in);
  const std::size_t n = CountOf(shape);
  float* const values = c.Values<float>(n);
  const int count = ParameterCount(in, shape);
  const gemmlowp::TensorQuantization by =
      in->Flag() ? gemmlowp::TensorQuantization(AnyScale(in), AnyZeroPoint(in))
                 : gemmlowp::TensorQuantization(
                       Scales(&c, in, count),
                       Integers(&c, count, in, AnyZeroPoint), count);
  const auto rounding = static_cast<gemmlowp::ValueRounding>(in->Below(8));
  const gemmlowp::QuantizedRange range = RangeFor<T>(in);
  T* const out = c.Result<T>(n, values, n);
  c.Expect(out, n * sizeof(T), false, [&](GemmContext* context) {
    return gemmlowp::TryQuantize(context, values, shape, by, rounding, out,
                                 range);
  });
}

template <typename T>
void FuzzDequantize(ByteSource* in) {
  TransformCase c(in);
  const TensorShape shape = AnyShape(in);
  const std::size_t n = CountOf(shape);
  T* const values = c.Values<T>(n);
  const int count = ParameterCount(in, shape);
  const gemmlowp::TensorQuantization by =
      in->Flag() ? gemmlowp::TensorQuantization(AnyScale(in), in->Wild())
                 : gemmlowp::TensorQuantization(
                       Scales(&c, in, count),
                       Integers(&c, count, in, AnyInteger), count);
  const auto precision = static_cast<gemmlowp::RealPrecision>(in->Below(3));
  float* const out = c.Result<float>(n, values, n);
  c.Expect(out, n * sizeof(float), true, [&](GemmContext* context) {
    return gemmlowp::TryDequantize(context, values, shape, by, out, precision);
  });
}

void FuzzFakeQuantize(ByteSource* in) {
  TransformCase c(in);
  const std::size_t n = static_cast<std::size_t>(in->Below(80));
  float* const values = c.Values<float>(n);
  gemmlowp::NudgedRange range;
  if (in->OneIn(4) || !gemmlowp::NudgeQuantizationRange(
                           AnyFloat(in), AnyFloat(in), AnyRange(in), &range)
                           .ok()) {
    range = {AnyFloat(in), AnyFloat(in), AnyFloat(in), 0, AnyFloat(in)};
  }
  const auto form = static_cast<gemmlowp::FakeQuantForm>(in->Below(6));
  float* const out = c.Result<float>(n, values, n);
  c.Expect(out, n * sizeof(float), true, [&](GemmContext* context) {
    return gemmlowp::TryFakeQuantize(context, values, n, range, out, form);
  });
}

void FuzzBytes(ByteSource* in) {
  TransformCase c(in);
  const std::size_t n = static_cast<std::size_t>(in->Below(200));
  std::uint8_t* const values = c.Values<std::uint8_t>(n);
  auto* const table =
      reinterpret_cast<gemmlowp::ActivationTable<std::uint8_t>*>(
          c.Values<std::uint8_t>(256));
  std::uint8_t* const out = c.Result<std::uint8_t>(n, values, n);
  const bool flips = in->Flag();
  c.Expect(out, n, false, [&](GemmContext* context) {
    return flips ? gemmlowp::TryFlipSigns(context, values, n,
                                          reinterpret_cast<std::int8_t*>(out))
                 : gemmlowp::TryApplyTable(context, values, n, *table, out);
  });
}

void FuzzRange(ByteSource* in) {
  TransformCase c(in);
  const std::size_t n = static_cast<std::size_t>(in->Below(80));
  float* const values = c.Values<float>(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (std::isnan(values[i])) values[i] = 0;
  }
  auto* const range = c.Place<gemmlowp::ObservedRange>(1);
  // The sign of a zero is not specified.
  c.Expect(range, sizeof(*range), true, [&](GemmContext* context) {
    const Status status = gemmlowp::TryFindRange(context, values, n, range);
    if (status.ok()) *range = {range->min + 0.0f, range->max + 0.0f};
    return status;
  });
}

constexpr void (*kTargets[])(ByteSource*) = {&FuzzQuantize<std::uint8_t>,
                                             &FuzzQuantize<std::int8_t>,
                                             &FuzzQuantize<std::int16_t>,
                                             &FuzzDequantize<std::uint8_t>,
                                             &FuzzDequantize<std::int16_t>,
                                             &FuzzDequantize<std::int32_t>,
                                             &FuzzFakeQuantize,
                                             &FuzzBytes,
                                             &FuzzRange};

void FuzzElements(ByteSource* in) { FuzzOneOf(kTargets, in); }

}  // namespace
}  // namespace lowp_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace lowp_test;
  ByteSource in(data, size);
  FuzzOneOf({&FuzzElements, &FuzzElements, &FuzzRequantization,
             &FuzzRequantization, &FuzzActivations, &FuzzRows},
            &in);
  return 0;
}
