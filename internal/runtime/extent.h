// Products and sums of sizes that callers give, which never wrap.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_EXTENT_H_
#define LOWP_INTERNAL_RUNTIME_EXTENT_H_

#include <cstddef>
#include <cstdint>
#include <limits>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A count of elements or bytes, in 64 bits on every machine. It saturates: a
// product or sum that 64 bits do not hold is the maximum, and stays it.
class Extent {
 public:
  constexpr Extent(std::uint64_t value) : value_(value) {}

  constexpr std::uint64_t value() const { return value_; }
  // Whether an object can have as many bytes: a difference of pointers holds
  // it.
  constexpr bool FitsMemory() const {
    return value_ <= static_cast<std::uint64_t>(
                         std::numeric_limits<std::ptrdiff_t>::max());
  }

  friend constexpr Extent operator*(Extent a, Extent b) {
    return b.value_ != 0 && a.value_ > kMax / b.value_ ? kMax
                                                       : a.value_ * b.value_;
  }
  friend constexpr Extent operator+(Extent a, Extent b) {
    return a.value_ > kMax - b.value_ ? kMax : a.value_ + b.value_;
  }

 private:
  static constexpr std::uint64_t kMax = ~std::uint64_t{0};
  std::uint64_t value_;
};

// Bytes from the first to the last element of rows; 0 if there are none. No
// argument is negative.
constexpr Extent BytesOfRows(std::int64_t rows, std::int64_t columns,
                             std::int64_t stride, std::size_t element_size) {
  return rows == 0 || columns == 0
             ? Extent(0)
             : (Extent(static_cast<std::uint64_t>(rows - 1)) *
                    static_cast<std::uint64_t>(stride) +
                static_cast<std::uint64_t>(columns)) *
                   element_size;
}

// Whether two pieces of memory share a byte.
inline bool ShareBytes(const void* a, std::size_t a_bytes, const void* b,
                       std::size_t b_bytes) {
  const std::uintptr_t a_begin = reinterpret_cast<std::uintptr_t>(a);
  const std::uintptr_t b_begin = reinterpret_cast<std::uintptr_t>(b);
  return a_bytes != 0 && b_bytes != 0 &&
         (a_begin < b_begin ? b_begin - a_begin < a_bytes
                            : a_begin - b_begin < b_bytes);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_EXTENT_H_
