// Decodes the offsets and output stages of the fuzzer's products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

#include "fuzz_product.h"

namespace lowp_test {
namespace {

// A caller's stage that yields the result's own type.
template <typename T>
struct CastByHand {
  T operator()(std::int32_t value, int row, int col) const {
    return static_cast<T>(Wrap(std::int64_t{value} + 3 * row - col));
  }
};

}  // namespace

// The entries of a vector, or one value: any int32, or an exponent.
Parameter FuzzProduct::MakeParameter(Along along, bool is_exponent) {
  const std::int32_t first = is_exponent ? in_->Below(63) - 31 : in_->Wild();
  if (is_exponent && Spoil(3)) return MakeSpoiledParameter(along, in_->Wild());
  if (along != Along::kAll && Spoil(3)) {
    return MakeSpoiledParameter(along, first);
  }
  bool is_first = true;
  StageMaker maker(rows_, cols_, &memory_, &random_);
  return maker.MakeParameter(along, [&] {
    if (is_first) {
      is_first = false;
      return first;
    }
    return is_exponent ? std::int32_t{random_.Between(-31, 31)}
                       : random_.WildInt32();
  });
}

// A parameter whose values may be out of range, whose length may be wrong (with
// memory for no more entries than that), or that may be null.
Parameter FuzzProduct::MakeSpoiledParameter(Along along, std::int32_t value) {
  constexpr int kHuge = std::numeric_limits<int>::max();
  Doubt();
  const int expected = along == Along::kRows   ? rows_
                       : along == Along::kCols ? cols_
                                               : 1;
  const int sizes[] = {expected, expected - 1, expected + 1, 0,
                       -1,       -kHuge,       kHuge};
  const int size =
      along == Along::kAll ? 1 : sizes[in_->Below(std::size(sizes))];
  const int held = std::clamp(size, 0, expected + 1);
  auto* const data = reinterpret_cast<std::int32_t*>(
      memory_.Get(static_cast<std::size_t>(held) * 4, 4));
  std::fill(data, data + held, value);
  const bool is_null = along != Along::kAll && in_->Flag();
  if (size != expected || (is_null && size > 0)) Ruin();
  return {along, is_null ? nullptr : data, size};
}

Parameter FuzzProduct::MakeOffset(Along right, Along wrong) {
  if (Spoil(5)) {
    Ruin();
    return MakeParameter(wrong);
  }
  return MakeParameter(in_->Flag() ? right : Along::kAll);
}

// Floats of any magnitude.
Parameter FuzzProduct::MakeScale(Along along) {
  constexpr std::int32_t kInfinity = 0x7F800000;
  if (Spoil(5)) return MakeSpoiledParameter(along, kInfinity | in_->Wild());
  StageMaker maker(rows_, cols_, &memory_, &random_);
  return maker.MakeParameter(along, [&] {
    const std::int32_t bits = random_.Int32();
    return (bits & kInfinity) == 0 || (bits & kInfinity) == kInfinity
               ? AnyScale(&random_)
               : bits;
  });
}

int FuzzProduct::Shift() {
  if (!Spoil(3)) return in_->Below(32);
  Doubt();
  return in_->Wild();
}

// ReferenceTanh handles zeros far from the ends of int32. For other zeros,
// output_stages.h clamps the bounds and the ends; between the bounds x - zero
// does not wrap.
Stage FuzzProduct::MakeTanh(StageMaker* maker) {
  constexpr std::int32_t kLargest = (1 << 28) - 1;
  const std::int32_t zero = in_->Wild();
  const int shift = in_->Below(28);
  std::int32_t amplitude = std::max((in_->Int32() & kLargest) >> shift, 1);
  if (Spoil(3)) {
    Doubt();
    amplitude = in_->Wild();
  }
  Stage stage = maker->Tanh(zero, amplitude);
  stage.reference = [=](std::int32_t x, int, int) {
    const std::int64_t wide = amplitude;
    if (x <= SaturateToInt32(zero - 8 * wide)) {
      return SaturateToInt32(zero - wide);
    }
    if (x >= SaturateToInt32(zero + 8 * wide)) {
      return SaturateToInt32(zero + wide);
    }
    return Wrap(std::int64_t{zero} +
                ReferenceTanh(Wrap(std::int64_t{x} - zero), 0, amplitude));
  };
  return stage;
}

// A stage for int32 or float values; sets which of them it yields.
Stage FuzzProduct::MakeStage(StageMaker* maker, bool* floats) {
  if (*floats) return maker->AnyOf(floats);
  const int kind = in_->Below(11);
  const Along along = kEveryAlong[in_->Below(3)];
  switch (kind) {
    case 0:
      return maker->Bias(MakeParameter(along));
    case 1: {
      const Parameter multiplier = MakeParameter(along);
      const Parameter exponent = MakeParameter(along, /*is_exponent=*/true);
      if (in_->Flag()) {
        const gemmlowp::FixedPointRounding rounding =
            kEveryRounding[in_->Below(std::size(kEveryRounding))];
        return maker->Scale(
            multiplier, exponent, in_->Wild(), rounding,
            static_cast<gemmlowp::FixedPointOverflow>(in_->Below(2)));
      }
      return maker->Scale(multiplier, exponent, in_->Wild());
    }
    case 2: {
      const std::int32_t multiplier = in_->Wild();
      const int shift = Shift();
      return maker->QuantizeDownByFixedPoint(multiplier, shift, in_->Wild());
    }
    case 3: {
      const Parameter offset = MakeParameter(along);
      const Parameter multiplier = MakeParameter(along);
      return maker->QuantizeDown(offset, multiplier, Shift());
    }
    case 4: {
      const std::int32_t low = in_->Wild();
      return maker->Clamp(low, in_->Wild());
    }
    case 5:
      return MakeTanh(maker);
    case 6:
      return maker->User<MixInPosition>("MixInPosition");
    case 7:
      return AnyActivation(maker);
    case 8: {
      const std::int32_t low = in_->Wild();
      return ScaleFloat(MakeScale(along),
                        {low, kEveryFloatRounding[in_->Below(4)],
                         kEveryOrder[in_->Below(2)]});
    }
    case 9:
      *floats = true;
      return Dequantize(MakeScale(along));
    default:
      return maker->User<PassThrough>("PassThrough");
  }
}

// The last stage, which yields the result's type.
Stage FuzzProduct::MakeCast(StageMaker* maker) {
  const bool unusual = in_->OneIn(4);
  if (unusual && result_.scalar == Scalar::kUint8) {
    return maker->TruncatingCast();
  }
  if (unusual && result_.scalar == Scalar::kInt8) {
    return maker->User<CastByHand<std::int8_t>>("ToInt8ByHand");
  }
  if (unusual && result_.scalar == Scalar::kInt16) {
    return maker->User<CastByHand<std::int16_t>>("ToInt16ByHand");
  }
  return maker->SaturatingCast(result_.scalar);
}

void FuzzProduct::DecodePipeline() {
  constexpr int kMaxStages = 6;
  StageMaker maker(rows_, cols_, &memory_, &random_);
  pipeline_.result = result_.scalar;
  const int casts = result_.scalar == Scalar::kInt32 ? 0 : 1;
  bool floats = false;
  for (int left = in_->Below(kMaxStages + 1 - casts); left > 0; --left) {
    pipeline_.stages.push_back(MakeStage(&maker, &floats));
  }
  if (floats && result_.scalar == Scalar::kFloat32) return;
  if (floats) {
    pipeline_.stages.push_back(Quantize(
        in_->Wild(), kEveryFloatRounding[in_->Below(4)], kEveryOrder[0]));
  }
  if (casts == 1) pipeline_.stages.push_back(MakeCast(&maker));
}

}  // namespace lowp_test
