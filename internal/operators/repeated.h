// An operand of fewer elements than the result has, which repeats.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_REPEATED_H_
#define LOWP_INTERNAL_OPERATORS_REPEATED_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../public/operand_count.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct RepeatedOperand {
  const void* data;
  OperandCount count;
  std::size_t element_bytes;  // 1 or 2
};

// Lays out the whole operand over and over: `size` bytes from byte `at` on.
inline void RepeatWhole(const std::uint8_t* operand, std::size_t operand_bytes,
                        std::size_t at, std::size_t size, std::uint8_t* to) {
  std::memcpy(to, operand + at, operand_bytes - at);
  const std::size_t once = std::min(size, operand_bytes);
  std::memcpy(to + (operand_bytes - at), operand, once - (operand_bytes - at));
  // Whole repetitions, twice as many each time.
  for (std::size_t done = once; done < size;) {
    const std::size_t more = std::min(done, size - done);
    std::memcpy(to + done, to, more);
    done += more;
  }
}

// Lays out each element count.each times, from the result's element `first` on.
template <typename T>
void RepeatEach(const T* operand, OperandCount count, std::size_t first,
                std::size_t size, T* to) {
  std::size_t element = first / count.each % count.elements;
  std::size_t left = count.each - first % count.each;
  std::size_t done = 0;
  const auto advance = [&](std::size_t run) {
    done += run;
    left = count.each;
    element = element + 1 == count.elements ? 0 : element + 1;
  };
  // Short runs are written as 32 bytes, of which later runs overwrite the rest.
  constexpr std::size_t kShort = 32 / sizeof(T);
  while (count.each <= kShort && size - done >= kShort) {
    std::fill_n(to + done, kShort, operand[element]);
    advance(left);
  }
  while (done < size) {
    const std::size_t run = std::min(left, size - done);
    std::fill_n(to + done, run, operand[element]);
    advance(run);
  }
}

// The `size` elements of the operand that meet those of the result from `first`
// on: where they lie, or, if they do not lie side by side, in the buffer, which
// has room for them and is aligned for them.
inline const void* RepeatedRun(const RepeatedOperand& operand,
                               std::size_t first, std::size_t size,
                               void* buffer) {
  const OperandCount count = operand.count;
  const std::size_t bytes = operand.element_bytes;
  if (count.each > 1 && bytes == 1) {
    RepeatEach(static_cast<const std::uint8_t*>(operand.data), count, first,
               size, static_cast<std::uint8_t*>(buffer));
    return buffer;
  }
  if (count.each > 1) {
    RepeatEach(static_cast<const std::int16_t*>(operand.data), count, first,
               size, static_cast<std::int16_t*>(buffer));
    return buffer;
  }
  const auto* const data = static_cast<const std::uint8_t*>(operand.data);
  const std::size_t at = first % count.elements;
  if (size <= count.elements - at) return data + at * bytes;
  RepeatWhole(data, count.elements * bytes, at * bytes, size * bytes,
              static_cast<std::uint8_t*>(buffer));
  return buffer;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_REPEATED_H_
