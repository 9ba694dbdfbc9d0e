// Quantization, dequantization and requantization of tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <string>
#include <vector>

#include "../public/tensor/affine_requantization.h"
#include "../public/tensor/requantization.h"
#include "../public/tensor/requantization_float.h"
#include "../public/tensor/transforms.h"
#include "transform_case.h"

namespace lowp_bench {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::FlatShape;
using gemmlowp::Requantization;
using gemmlowp::TensorQuantization;
using gemmlowp::TensorShape;
using gemmlowp::ValueRounding;

using Cases = std::vector<TransformCase>;

// The exponent that spreads values of `size` bytes over 8 bits.
constexpr int ExponentOf(std::size_t size) {
  return size == 1 ? -1 : size == 2 ? -7 : -8;
}

// Parameters of kTransformColumns channels, for integers of `size` bytes.
struct Channels {
  std::vector<float> scales;
  std::vector<std::int32_t> zero_points, multipliers, exponents;
  static constexpr int kCount = static_cast<int>(kTransformColumns);

  explicit Channels(std::size_t size) {
    for (int c = 0; c < kCount; ++c) {
      scales.push_back(200.0f + static_cast<float>(c));
      zero_points.push_back(c % 16 - 8);
      multipliers.push_back(1300000000 + 1000 * c);
      exponents.push_back(ExponentOf(size) - c % 2);
    }
  }
};

template <typename In>
const Channels& ByChannel() {
  static const Channels channels(sizeof(In));
  return channels;
}

TensorShape RowsShape(std::size_t rows) { return {rows, kTransformColumns, 1}; }

template <typename Out>
void AddQuantize(const std::string& name, ValueRounding form, Cases* cases) {
  cases->push_back(Elementwise<float, Out>(
      "quantize f32 to " + name, [form](Tensors<float, Out>* t) {
        return gemmlowp::TryQuantize(
            &t->context, t->in.data(), FlatShape(t->count),
            TensorQuantization(sizeof(Out) == 1 ? 300.0f : 1.1f, 3), form,
            t->out.data());
      }));
}

void AddQuantizations(Cases* cases) {
  const struct {
    ValueRounding form;
    const char* name;
  } forms[] = {{ValueRounding::kEven, "even"},
               {ValueRounding::kEvenByReciprocal, "even by reciprocal"},
               {ValueRounding::kAway, "away"},
               {ValueRounding::kEvenWithZeroPoint, "even with zero point"},
               {ValueRounding::kAwayWithZeroPointInDouble, "away in double"},
               {ValueRounding::kTruncatedWithZeroPoint, "truncated"}};
  for (const auto& form : forms) {
    AddQuantize<std::int8_t>(std::string("s8, ") + form.name, form.form, cases);
  }
  for (const auto& form : forms) {
    AddQuantize<std::int16_t>(std::string("s16, ") + form.name, form.form,
                              cases);
  }
  cases->push_back(Elementwise<float, std::int8_t>(
      "quantize f32 to s8, even, by channel",
      [](Tensors<float, std::int8_t>* t) {
        const Channels& c = ByChannel<float>();
        return gemmlowp::TryQuantize(
            &t->context, t->in.data(), RowsShape(t->rows),
            TensorQuantization(c.scales.data(), c.zero_points.data(),
                               Channels::kCount),
            ValueRounding::kEven, t->out.data());
      }));
}

template <typename In>
void AddDequantize(const std::string& name, Cases* cases) {
  cases->push_back(Elementwise<In, float>(
      "dequantize " + name + " to f32", [](Tensors<In, float>* t) {
        return gemmlowp::TryDequantize(
            &t->context, t->in.data(), FlatShape(t->count),
            TensorQuantization(0.7f, 3), t->out.data());
      }));
}

void AddDequantizations(Cases* cases) {
  AddDequantize<std::uint8_t>("u8", cases);
  AddDequantize<std::int8_t>("s8", cases);
  AddDequantize<std::int16_t>("s16", cases);
  AddDequantize<std::int32_t>("s32", cases);
  cases->push_back(Elementwise<std::int8_t, float>(
      "dequantize s8 to f32, by channel", [](Tensors<std::int8_t, float>* t) {
        const Channels& c = ByChannel<std::int8_t>();
        return gemmlowp::TryDequantize(
            &t->context, t->in.data(), RowsShape(t->rows),
            TensorQuantization(c.scales.data(), c.zero_points.data(),
                               Channels::kCount),
            t->out.data());
      }));
}

template <typename In, typename Out>
void AddRequantize(const std::string& name, FixedPointRounding rounding,
                   Cases* cases) {
  cases->push_back(Elementwise<In, Out>(
      "requantize " + name, [rounding](Tensors<In, Out>* t) {
        Requantization by({1717986918, ExponentOf(sizeof(In))}, rounding);
        by.input_zero_point = sizeof(In) == 1 ? 5 : 0;
        by.output_zero_point = -3;
        return gemmlowp::TryRequantize(&t->context, t->in.data(),
                                       FlatShape(t->count), by, t->out.data());
      }));
}

template <typename In, typename Out>
void AddRequantizeByChannel(const std::string& name, Cases* cases) {
  cases->push_back(Elementwise<In, Out>(
      "requantize " + name + ", double, by channel", [](Tensors<In, Out>* t) {
        const Channels& c = ByChannel<In>();
        return gemmlowp::TryRequantize(
            &t->context, t->in.data(), RowsShape(t->rows),
            Requantization(c.multipliers.data(), c.exponents.data(),
                           Channels::kCount, FixedPointRounding::kDouble),
            t->out.data());
      }));
}

template <typename In, typename Out, typename Real>
void AddRequantizeReal(const std::string& name, Cases* cases) {
  cases->push_back(
      Elementwise<In, Out>("requantize " + name, [](Tensors<In, Out>* t) {
        gemmlowp::RealRequantization<Real> by(
            static_cast<Real>(0.006), gemmlowp::FloatRounding::kEven,
            gemmlowp::ZeroPointOrder::kAfterRounding);
        by.input_zero_point = 5;
        by.output_zero_point = -3;
        return gemmlowp::TryRequantize(&t->context, t->in.data(),
                                       FlatShape(t->count), by, t->out.data());
      }));
}

void AddRequantizations(Cases* cases) {
  const struct {
    FixedPointRounding rounding;
    const char* name;
  } roundings[] = {{FixedPointRounding::kDouble, "double"},
                   {FixedPointRounding::kDoubleUpward, "double upward"},
                   {FixedPointRounding::kSingleUpward, "single upward"},
                   {FixedPointRounding::kSingleAway, "single away"}};
  AddRequantize<std::int8_t, std::int8_t>("s8 to s8, double",
                                          FixedPointRounding::kDouble, cases);
  for (const auto& r : roundings) {
    AddRequantize<std::int16_t, std::int8_t>(
        std::string("s16 to s8, ") + r.name, r.rounding, cases);
  }
  for (const auto& r : roundings) {
    AddRequantize<std::int32_t, std::int8_t>(
        std::string("s32 to s8, ") + r.name, r.rounding, cases);
  }
  AddRequantize<std::int16_t, std::int16_t>("s16 to s16, double",
                                            FixedPointRounding::kDouble, cases);
  AddRequantize<std::int8_t, std::int16_t>("s8 to s16, double",
                                           FixedPointRounding::kDouble, cases);
  AddRequantizeByChannel<std::int8_t, std::int8_t>("s8 to s8", cases);
  AddRequantizeByChannel<std::int16_t, std::int8_t>("s16 to s8", cases);
  AddRequantizeByChannel<std::int32_t, std::int8_t>("s32 to s8", cases);
  AddRequantizeReal<std::int16_t, std::int8_t, float>("s16 to s8, float",
                                                      cases);
  AddRequantizeReal<std::int32_t, std::int8_t, float>("s32 to s8, float",
                                                      cases);
  AddRequantizeReal<std::int16_t, std::int8_t, double>("s16 to s8, in double",
                                                       cases);
  AddRequantizeReal<std::int32_t, std::int8_t, double>("s32 to s8, in double",
                                                       cases);
}

void AddBiases(Cases* cases) {
  cases->push_back(Elementwise<std::uint8_t, std::uint8_t>(
      "requantize u8 to u8, affine",
      [](Tensors<std::uint8_t, std::uint8_t>* t) {
        return gemmlowp::TryRequantizeAffine(&t->context, t->in.data(),
                                             t->count, {-1.0f, 0.01f, 0},
                                             {-2.0f, 0.02f, 0}, t->out.data());
      }));
  cases->push_back(Elementwise<std::uint8_t, std::int32_t>(
      "add a bias of u8 to u8, as s32",
      [](Tensors<std::uint8_t, std::int32_t>* t) {
        return gemmlowp::TryAddBias(&t->context, t->in.data(), t->rows,
                                    kTransformColumns, {-1.0f, 0.01f, 0},
                                    t->in.data(), {-0.5f, 0.004f, 0},
                                    {-2.0f, 1e-6f, 0}, t->out.data());
      }));
}

void AddOthers(Cases* cases) {
  cases->push_back(Elementwise<float, float>(
      "fake-quantize f32", [](Tensors<float, float>* t) {
        return gemmlowp::TryFakeQuantize(&t->context, t->in.data(), t->count,
                                         {-5e4f, 5e4f, 1e5f / 255},
                                         t->out.data());
      }));
  cases->push_back(Elementwise<std::uint8_t, std::int8_t>(
      "flip the signs of u8", [](Tensors<std::uint8_t, std::int8_t>* t) {
        return gemmlowp::TryFlipSigns(&t->context, t->in.data(), t->count,
                                      t->out.data());
      }));
}

}  // namespace

std::vector<TransformCase> ElementwiseCases() {
  Cases cases;
  AddQuantizations(&cases);
  AddDequantizations(&cases);
  AddRequantizations(&cases);
  AddBiases(&cases);
  AddOthers(&cases);
  return cases;
}

}  // namespace lowp_bench
