// The promises about operand values that gemmlowp takes as a template argument.
// lowp accepts them, so that such calls compile, and needs none of them: its
// products are exact for every value of the operand types.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_BIT_DEPTH_H_
#define LOWP_PUBLIC_BIT_DEPTH_H_

namespace gemmlowp {
inline namespace lowp {

// Operand values from tMinValue to tMaxValue, both included.
template <int tMinValue, int tMaxValue>
struct OperandRange {
  static_assert(tMinValue < tMaxValue, "the range is empty");
  static constexpr int kMinValue = tMinValue;
  static constexpr int kMaxValue = tMaxValue;
};

using Uint8Range = OperandRange<0, 255>;
using Uint8RangeExcludingZero = OperandRange<1, 255>;
using Int8Range = OperandRange<-128, 127>;
using Int8RangeExcludingLow = OperandRange<-127, 127>;

// The ranges of both operands. In lowp they change neither the result, nor the
// speed, nor which operand types a call accepts: a uint8 product may name
// signed ranges, and a -128 may occur under Int8RangeExcludingLow.
template <typename tLhsRange, typename tRhsRange>
struct BitDepthParams {
  using LhsRange = tLhsRange;
  using RhsRange = tRhsRange;
};

// The one to use in new code.
using DefaultL8R8BitDepthParams = BitDepthParams<Uint8Range, Uint8Range>;

// In gemmlowp these select a faster Arm kernel, which relies on the promise.
using L8R8WithLhsNonzeroBitDepthParams =
    BitDepthParams<Uint8RangeExcludingZero, Uint8Range>;
using SignedL8R8WithLhsNonzeroBitDepthParams =
    BitDepthParams<Int8RangeExcludingLow, Int8Range>;

// Deprecated in gemmlowp already: the name dates from when operands could be
// cut to 7 and 5 bits. Nothing is cut here.
using DefaultL7R5BitDepthParams = DefaultL8R8BitDepthParams;

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_BIT_DEPTH_H_
