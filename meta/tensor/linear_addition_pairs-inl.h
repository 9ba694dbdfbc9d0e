// Sums of 8-bit tensors by a linear form, on registers that multiply pairs of
// words and add the products: a pair is an element of x and one of y.
//
// Registers is a policy: kElements, and for as many elements
//   Words            a register of words; an element of x beside one of y
//   Set1(word, word), Set1(int32)   a pair in all lanes; an int32 in all lanes
//   Load(x, y, flip, &first, &second)   pairs of the elements' values
//   MultiplyAdd(pairs, pairs), Add(a, b), ShiftRight(a, n)   in lanes of int32
//   Store(result, first, second, low, high, flip)   clamps and narrows
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_LINEAR_ADDITION_PAIRS_INL_H_
#define LOWP_META_TENSOR_LINEAR_ADDITION_PAIRS_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

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

  LOWP_INLINE void Run(const std::uint8_t* x, const std::uint8_t* y,
                       std::uint8_t* result) const {
    Words first, second;
    Registers::Load(x, y, flip_, &first, &second);
    Registers::Store(result, Sum(first), Sum(second), low_end_, high_end_,
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
  const LinearPairs<Registers> pairs(task);
  const std::uint8_t* const x = task.x;
  const std::uint8_t* const y = task.y;
  std::uint8_t* const result = task.result;
  const std::size_t count = task.count;
  std::size_t at = 0;
  for (; count - at >= kElements; at += kElements) {
    pairs.Run(x + at, y + at, result + at);
  }
  const std::size_t rest = count - at;
  if (rest == 0) return;
  std::uint8_t last_x[kElements] = {}, last_y[kElements] = {};
  std::memcpy(last_x, x + at, rest);
  std::memcpy(last_y, y + at, rest);
  pairs.Run(last_x, last_y, last_x);
  std::memcpy(result + at, last_x, rest);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_LINEAR_ADDITION_PAIRS_INL_H_
