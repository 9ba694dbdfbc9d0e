// Leaky ReLU of 16-bit tensors in 16-bit lanes. Needs a policy as in
// rescale_words-inl.h, with
//   SetWords(x)                  x in all lanes
//   AddCarry(t, f, limit)        t + 1 where f > limit, unsigned, else t
//   SelectLess(x, y, a, b)       a where x < y, else b
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_LEAKY_RELU_WORDS_INL_H_
#define LOWP_META_TENSOR_LEAKY_RELU_WORDS_INL_H_

#include <cstddef>
#include <cstdint>

#include "rescale_words-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// One of the two scales. The sign of x - zero is known, and with it the whole
// constant of FixedPointPath's expression,
//   (x * m + constant) >> shift,  constant = add - sign - zero * m.
// x - zero itself need not fit 16 bits. With m = 2^16 * high + low, low signed,
//   floor((x * m + constant) / 2^16) =
//       x * high + floor(x * low / 2^16) + floor(constant / 2^16) + carry,
// where the carry is that of the lower 16 bits of x * low and of the constant.
struct WordBranch {
  std::int16_t high, low, limit;
  std::int32_t add;
  int shift;

  // Whether the scale has this form, up to the difference of the last x.
  LOWP_INLINE bool Make(const IntegerRescale& rescale, std::int32_t zero,
                        std::int32_t last) {
    const std::int64_t m = rescale.multipliers[0];
    const std::int32_t exponent = rescale.exponents[0];
    const bool is_negative = last < zero;
    if (m < 0 || m > INT32_MAX - (1 << 15) || exponent < -15 || exponent > 1 ||
        ReducesMultiplier(rescale.rounding)) {
      return false;
    }
    const FixedPointPath path = PathOf(rescale.rounding);
    if (path == FixedPointPath::kSingleAway && exponent >= 0) return false;
    const int bits = 31 - exponent;
    std::int64_t constant = (std::int64_t{1} << (bits - 1)) - zero * m;
    if (exponent < 0) {
      if (RoundsTwice(rescale.rounding)) constant += 1 << 30;
      if (is_negative && path == FixedPointPath::kDoubleAway) {
        constant -= std::int64_t{1} << 31;
      }
      if (is_negative && path == FixedPointPath::kSingleAway) constant -= 1;
    }
    // Values ascend with x, from nearly 0 to this one: all must fit 16 bits,
    // and what is shifted must fit 32.
    const std::int64_t total = last * m + constant;
    const std::int64_t value = total >> bits;
    if (value < INT16_MIN || value > INT16_MAX || total >> 16 < INT32_MIN ||
        total >> 16 > INT32_MAX) {
      return false;
    }
    low = static_cast<std::int16_t>(m & 0xFFFF);
    high = static_cast<std::int16_t>((m - low) / 65536);
    limit = static_cast<std::int16_t>(0xFFFF - (constant & 0xFFFF));
    add = static_cast<std::int32_t>(constant >> 16);
    shift = bits - 16;
    return true;
  }
};

template <class Words>
struct WordBranchLanes {
  using Register = typename Words::Register;
  LOWP_INLINE WordBranchLanes(const WordBranch& branch, Register limits)
      : k(branch.high, branch.low, branch.add, branch.shift, 0, 0,
          Scalar::kInt16, INT16_MIN, INT16_MAX),
        limit(limits) {}
  LOWP_INLINE Register operator()(Register x) const {
    const Register t = Words::AddCarry(Words::MultiplyHigh(x, k.low),
                                       Words::MultiplyLow(x, k.low), limit);
    return Words::MultiplyAdd(x, t, k);
  }
  typename Words::Constants k;
  Register limit;
};

// Of the first elements of a kLeakyRelu task; returns how many this way could
// handle, possibly none.
template <class Words>
LOWP_NOINLINE std::size_t LeakyReluWords(const TransformTask& task) {
  using Register = typename Words::Register;
  constexpr std::size_t kWords = Words::kWords;
  if (task.input_scalar != Scalar::kInt16 || task.scalar != Scalar::kInt16) {
    return 0;
  }
  const RescaleParameters& p = *task.rescale;
  const std::int32_t in_zero = p.input_zero_points[0];
  WordBranch above, below;
  if (in_zero == INT16_MIN || !above.Make(p.rescale, in_zero, INT16_MAX) ||
      !below.Make(p.below, in_zero, INT16_MIN)) {
    return 0;
  }
  const WordBranchLanes<Words> of_above(above, Words::SetWords(above.limit));
  const WordBranchLanes<Words> of_below(below, Words::SetWords(below.limit));
  const typename Words::Constants k(0, 0, 0, 0, in_zero,
                                    p.output_zero_points[0], task.scalar,
                                    task.low, task.high);
  const std::uint8_t* in = static_cast<const std::uint8_t*>(task.input);
  std::uint8_t* out = static_cast<std::uint8_t*>(task.output);
  const std::size_t count = task.count / kWords * kWords;
  for (std::size_t at = 0; at < count; at += kWords) {
    const Register x = Words::template LoadWords<Scalar::kInt16>(in + 2 * at);
    const Register y =
        Words::SelectLess(x, k.in_zero, of_below(x), of_above(x));
    Words::StoreWords(out + 2 * at, Words::AddSaturated(y, k.out_zero), k);
  }
  return count;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_LEAKY_RELU_WORDS_INL_H_
