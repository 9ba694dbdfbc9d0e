// How an operand's elements meet those of a result that has more of them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERAND_COUNT_H_
#define LOWP_PUBLIC_OPERAND_COUNT_H_

#include <cstddef>

namespace gemmlowp {
inline namespace lowp {

// Element i of the result meets element (i / each) % elements of the operand:
// each element serves `each` consecutive elements of the result, and then the
// whole operand begins anew. For a tensor of rows x channels,
//
//   channels          one value for each channel
//   {rows, channels}  one value for each row
//   1                 one value
//
// A number of elements converts to one that serves each of them once.
struct OperandCount {
  constexpr OperandCount(std::size_t elements_, std::size_t each_ = 1)
      : elements(elements_), each(each_) {}

  std::size_t elements;
  std::size_t each;  // positive
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERAND_COUNT_H_
