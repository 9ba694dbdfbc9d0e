// Rescales integers of at most 16 bits by fixed point, in 16-bit lanes as far
// as possible: half as many registers as with 32- or 64-bit lanes. Needs a
// policy as in transform-inl.h, with Words, a policy of 16-bit lanes:
//   Register, kWords
//   Constants                    of a call, in registers
//   LoadWords<kScalar>(p)        kWords integers, widened
//   Sub, AddSaturated            of words
//   MultiplyHigh(a, b)           floor(a * b / 2^16)
//   MultiplyLow(a, b)            a * b modulo 2^16
//   AddQuarterAway(t, x)         t + 2^14, or t - 2^14 where x is negative
//   SubtractTie(t, f, x)         t, or t - 1 where f is 0 and x negative
//   MultiplyAdd(x, t, k)         (x * high + t + add) >> shift, in 32 bits,
//                                saturated to words
//   MultiplyAddEach(x, t, pairs, adds, shifts)   the same with those of each
//                                word, in the order of PairPlace
//   PairPlace(word)              where in two registers of 32-bit lanes a word
//                                is unpacked to
//   StoreWords, StoreBytes       clamped
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_RESCALE_WORDS_INL_H_
#define LOWP_META_TENSOR_RESCALE_WORDS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "../../internal/contract/transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The expression of FixedPointPath for a 16-bit x. With r = -exponent and the
// multiplier m = 2^16 * high + low, low signed,
//   s = x * high + floor(x * low / 2^16)
// is floor(x * m / 2^16) and has at most 31 bits. If ties go up, or rounding is
// double, the expression adds a multiple of 2^16, and becomes
//   (s + (2^(30+r) + 2^30 * twice - 2^31 * [x < 0, away]) / 2^16) >> (15 + r),
// which fits 32 bits for r <= 15; the result fits 16. If rounding is single
// with ties away from zero, it is x * m + 2^(30+r) - [x < 0] that is shifted.
// What s lost, f = x * low modulo 2^16, makes up for the 1 unless it is 0: then
// s is one less.
struct WordRescale {
  std::int16_t high, low;
  std::int32_t add;
  std::int32_t in_zero, out_zero;
  int shift;
  FixedPointPath path;

  // Whether the multiplier and exponent of the task's channel have this form.
  LOWP_INLINE bool Make(const TransformTask& task) {
    const std::size_t channel = task.channel;
    const RescaleParameters& p = *task.rescale;
    const IntegerRescale& rescale = p.rescale;
    const std::int32_t r = -rescale.exponents[channel];
    if (!rescale.fused || rescale.special || r < 1 || r > 15) return false;
    in_zero = p.input_zero_points[p.input_zero_points_vary ? channel : 0];
    out_zero = p.output_zero_points[p.output_zero_points_vary ? channel : 0];
    // Differences and results must fit 16 bits.
    if (SizeOf(task.input_scalar) > 2 || SizeOf(task.scalar) > 2 ||
        (task.input_scalar == Scalar::kInt16 && in_zero != 0)) {
      return false;
    }
    const std::int32_t m = rescale.multipliers[channel];
    if (m > INT32_MAX - (1 << 15)) return false;  // `high` would be 2^15
    low = static_cast<std::int16_t>(m & 0xFFFF);
    high = static_cast<std::int16_t>((m - low) / 65536);
    path = rescale.path;
    // If ties go away from zero, AddQuarterAway adds the second and the third
    // term of that expression.
    const bool twice =
        RoundsTwice(rescale.rounding) && path != FixedPointPath::kDoubleAway;
    add = (1 << (14 + r)) + (twice ? 1 << 14 : 0);
    shift = 15 + r;
    return true;
  }
};

// floor(x * low / 2^16), and what goes with it.
template <class Words, FixedPointPath kPath>
LOWP_INLINE typename Words::Register LowTerm(typename Words::Register x,
                                             typename Words::Register low) {
  const typename Words::Register t = Words::MultiplyHigh(x, low);
  if constexpr (kPath == FixedPointPath::kDoubleAway) {
    return Words::AddQuarterAway(t, x);
  } else if constexpr (kPath == FixedPointPath::kSingleAway) {
    return Words::SubtractTie(t, Words::MultiplyLow(x, low), x);
  } else {
    return t;
  }
}

template <class Words, Scalar kScalar, FixedPointPath kPath>
LOWP_INLINE typename Words::Register RescaleWords(
    const std::uint8_t* in, const typename Words::Constants& k) {
  const typename Words::Register x =
      Words::Sub(Words::template LoadWords<kScalar>(in), k.in_zero);
  return Words::AddSaturated(
      Words::MultiplyAdd(x, LowTerm<Words, kPath>(x, k.low), k), k.out_zero);
}

// Rescales whole blocks; returns the number of elements.
template <class Words, Scalar kScalar, FixedPointPath kPath>
std::size_t RescaleWordBlocks(const TransformTask& task,
                              const WordRescale& rescale) {
  constexpr std::size_t kSize = kScalar == Scalar::kInt16 ? 2 : 1;
  constexpr std::size_t kWords = Words::kWords;
  const typename Words::Constants k(
      rescale.high, rescale.low, rescale.add, rescale.shift, rescale.in_zero,
      rescale.out_zero, task.scalar, task.low, task.high);
  const std::uint8_t* in = static_cast<const std::uint8_t*>(task.input);
  std::uint8_t* out = static_cast<std::uint8_t*>(task.output);
  const std::size_t count = task.count / (2 * kWords) * (2 * kWords);
  const bool to_bytes = SizeOf(task.scalar) == 1;
  const bool is_unsigned = task.scalar == Scalar::kUint8;
  for (std::size_t at = 0; at < count; at += 2 * kWords) {
    const auto first = RescaleWords<Words, kScalar, kPath>(in, k);
    const auto second =
        RescaleWords<Words, kScalar, kPath>(in + kWords * kSize, k);
    in += 2 * kWords * kSize;
    if (to_bytes) {
      Words::StoreBytes(out, first, second, is_unsigned, k);
      out += 2 * kWords;
    } else {
      Words::StoreWords(out, first, k);
      Words::StoreWords(out + 2 * kWords, second, k);
      out += 4 * kWords;
    }
  }
  return count;
}

template <class Words, Scalar kScalar>
std::size_t RescaleWordsOf(const TransformTask& task,
                           const WordRescale& rescale) {
  switch (rescale.path) {
    case FixedPointPath::kDoubleAway:
      return RescaleWordBlocks<Words, kScalar, FixedPointPath::kDoubleAway>(
          task, rescale);
    case FixedPointPath::kSingleAway:
      return RescaleWordBlocks<Words, kScalar, FixedPointPath::kSingleAway>(
          task, rescale);
    default:
      return RescaleWordBlocks<Words, kScalar, FixedPointPath::kUpward>(
          task, rescale);
  }
}

// Rescales the first elements of a kRequantize task with uniform parameters;
// returns how many this way could handle, possibly none.
template <class Words>
std::size_t RequantizeWords(const TransformTask& task) {
  WordRescale rescale;
  if (!rescale.Make(task)) return 0;
  switch (task.input_scalar) {
    case Scalar::kUint8:
      return RescaleWordsOf<Words, Scalar::kUint8>(task, rescale);
    case Scalar::kInt8:
      return RescaleWordsOf<Words, Scalar::kInt8>(task, rescale);
    default:
      return RescaleWordsOf<Words, Scalar::kInt16>(task, rescale);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_RESCALE_WORDS_INL_H_
