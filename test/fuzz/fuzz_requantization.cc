// Fuzzes requantization: by fixed point, by a real scale, by affine ranges.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>

#include "../../public/tensor/affine_requantization.h"
#include "../../public/tensor/requantization.h"
#include "../../public/tensor/requantization_float.h"
#include "fuzz_transform.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::TensorShape;
using std::int16_t;
using std::int32_t;
using std::int8_t;
using std::uint8_t;

// Perhaps zero points for each parameter, on either side.
template <typename Requantizing>
void AnyZeroPoints(TransformCase* c, int count, ByteSource* in,
                   Requantizing* by) {
  if (in->Flag()) by->input_zero_points = Integers(c, count, in, AnyZeroPoint);
  if (in->Flag()) by->output_zero_points = Integers(c, count, in, AnyZeroPoint);
}

template <typename In, typename Out>
void FuzzRequantize(ByteSource* in) {
  TransformCase c(in);
  const TensorShape shape = AnyShape(in);
  const std::size_t n = CountOf(shape);
  In* const values = c.Values<In>(n);
  const int count = ParameterCount(in, shape);
  const auto rounding = static_cast<gemmlowp::FixedPointRounding>(in->Below(6));
  gemmlowp::Requantization by({in->Wild(), AnyExponent(in)}, rounding);
  if (in->Flag()) {
    by = gemmlowp::Requantization(Integers(&c, count, in, AnyInteger),
                                  Integers(&c, count, in, AnyExponent), count,
                                  rounding);
    AnyZeroPoints(&c, count, in, &by);
  }
  by.input_zero_point = AnyZeroPoint(in);
  by.output_zero_point = AnyZeroPoint(in);
  const gemmlowp::QuantizedRange range = RangeFor<Out>(in);
  Out* const out = c.Result<Out>(n, values, n);
  c.Expect(out, n * sizeof(Out), false, [&](GemmContext* context) {
    return gemmlowp::TryRequantize(context, values, shape, by, out, range);
  });
}

template <typename In, typename Out, typename Real>
void FuzzRequantizeReal(ByteSource* in) {
  TransformCase c(in);
  const TensorShape shape = AnyShape(in);
  const std::size_t n = CountOf(shape);
  In* const values = c.Values<In>(n);
  const int count = ParameterCount(in, shape);
  const auto rounding = static_cast<gemmlowp::FloatRounding>(in->Below(6));
  const auto order = static_cast<gemmlowp::ZeroPointOrder>(in->Below(3));
  gemmlowp::RealRequantization<Real> by(AnyScale(in), rounding, order);
  if (in->Flag()) {
    Real* const scales = c.Place<Real>(Room(count));
    for (int i = 0; i < count; ++i) scales[i] = AnyScale(in);
    by = gemmlowp::RealRequantization<Real>(scales, count, rounding, order);
    AnyZeroPoints(&c, count, in, &by);
  }
  by.input_zero_point = AnyZeroPoint(in);
  by.output_zero_point = AnyZeroPoint(in);
  const gemmlowp::QuantizedRange range = RangeFor<Out>(in);
  Out* const out = c.Result<Out>(n, values, n);
  c.Expect(out, n * sizeof(Out), false, [&](GemmContext* context) {
    return gemmlowp::TryRequantize(context, values, shape, by, out, range);
  });
}

gemmlowp::AffineRange AnyAffine(ByteSource* in) {
  return {AnyFloat(in), AnyScale(in), AnyFloat(in)};
}

template <typename In, typename Bias, typename Out>
void FuzzAffine(ByteSource* in) {
  TransformCase c(in);
  const std::size_t rows = static_cast<std::size_t>(in->Below(5));
  const std::size_t columns = static_cast<std::size_t>(in->Below(90));
  const std::size_t n = rows * columns;
  In* const values = c.Values<In>(n);
  Bias* const bias = c.Values<Bias>(columns);
  const gemmlowp::AffineRange input = AnyAffine(in), range = AnyAffine(in),
                              bias_range = AnyAffine(in);
  Out* const out = c.Result<Out>(n, values, n);
  const bool adds = in->Flag();
  c.Expect(out, n * sizeof(Out), false, [&](GemmContext* context) {
    return adds ? gemmlowp::TryAddBias(context, values, rows, columns, input,
                                       bias, bias_range, range, out)
                : gemmlowp::TryRequantizeAffine(context, values, n, input,
                                                range, out);
  });
}

constexpr void (*kTargets[])(ByteSource*) = {
    &FuzzRequantize<uint8_t, int8_t>,
    &FuzzRequantize<int16_t, int8_t>,
    &FuzzRequantize<int32_t, int16_t>,
    &FuzzRequantize<int32_t, int32_t>,
    &FuzzRequantize<int8_t, int32_t>,
    &FuzzRequantizeReal<int32_t, int8_t, float>,
    &FuzzRequantizeReal<uint8_t, uint8_t, float>,
    &FuzzRequantizeReal<int16_t, int16_t, double>,
    &FuzzRequantizeReal<int32_t, int16_t, double>,
    &FuzzAffine<uint8_t, int32_t, uint8_t>,
    &FuzzAffine<int32_t, int8_t, int32_t>};

}  // namespace

void FuzzRequantization(ByteSource* in) { FuzzOneOf(kTargets, in); }

}  // namespace lowp_test
