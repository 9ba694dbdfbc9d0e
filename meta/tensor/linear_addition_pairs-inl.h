// Sums of 8-bit tensors by a linear form, on registers that multiply pairs of
// words and add the products: a pair is an element of x and one of y.
//
// Registers is a policy: kElements, and for as many elements
//   Bytes, LoadBytes(p), StoreBytes(p, bytes)   a register of them
//   LoadBytes(p, n), StoreBytes(p, bytes, n)    the first n < kElements alone
//   Words            a register of words; an element of x beside one of y
//   Set1(word, word), Set1(int32)   a pair in all lanes; an int32 in all lanes
//   Pair(x, y, flip, &first, &second)   pairs of the elements' values
//   MultiplyAdd(pairs, pairs), Add(a, b), ShiftRight(a, n)   in lanes of int32
//   Narrow(first, second, low, high, flip)   the clamped bytes
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_LINEAR_ADDITION_PAIRS_INL_H_
#define LOWP_META_TENSOR_LINEAR_ADDITION_PAIRS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/linear_addition.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Registers>
class LinearPairs {
 public:
  explicit LinearPairs(const LinearAdditionTask& task)
      : high_(Registers::Set1(task.form->x_high, task.form->y_high)),
        low_(Registers::Set1(task.form->x_low, task.form->y_low)),
        sum_high_(Registers::Set1(task.form->sum_high)),
        sum_low_(Registers::Set1(task.form->sum_low)),
        shift_(task.form->shift),
        low_end_(task.form->low),
        high_end_(task.form->high),
        flip_(task.flip) {}

  LOWP_INLINE typename Registers::Bytes operator()(
      typename Registers::Bytes x, typename Registers::Bytes y) const {
    Words first, second;
    Registers::Pair(x, y, flip_, &first, &second);
    return Registers::Narrow(Sum(first), Sum(second), low_end_, high_end_,
                             flip_);
  }

 private:
  using Words = typename Registers::Words;

  LOWP_INLINE Words Sum(Words pairs) const {
    const Words lower =
        Registers::Add(Registers::MultiplyAdd(pairs, low_), sum_low_);
    const Words upper =
        Registers::Add(Registers::MultiplyAdd(pairs, high_), sum_high_);
    return Registers::ShiftRight(
        Registers::Add(upper, Registers::ShiftRight(lower, 15)), shift_);
  }

  const Words high_, low_, sum_high_, sum_low_;
  const int shift_, low_end_, high_end_, flip_;
};

// RegisterFamily::add_linearly.
template <class Registers>
void AddLinearlyInPairs(const LinearAdditionTask& task) {
  constexpr std::size_t kElements = Registers::kElements;
  const LinearPairs<Registers> sum(task);
  const std::uint8_t* const x = task.x;
  const std::uint8_t* const y = task.y;
  std::uint8_t* const result = task.result;
  const std::size_t count = task.count;
  std::size_t at = 0;
  for (; count - at >= kElements; at += kElements) {
    Registers::StoreBytes(result + at, sum(Registers::LoadBytes(x + at),
                                           Registers::LoadBytes(y + at)));
  }
  const std::size_t rest = count - at;
  if (rest == 0) return;
  Registers::StoreBytes(result + at,
                        sum(Registers::LoadBytes(x + at, rest),
                            Registers::LoadBytes(y + at, rest)),
                        rest);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_LINEAR_ADDITION_PAIRS_INL_H_
