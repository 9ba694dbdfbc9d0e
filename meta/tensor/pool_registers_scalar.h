// Windows in portable code: eight bytes in a 64-bit integer.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_POOL_REGISTERS_SCALAR_H_
#define LOWP_META_TENSOR_POOL_REGISTERS_SCALAR_H_

#include <cstdint>
#include <type_traits>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct PoolRegistersScalar {
  using Bytes = std::uint64_t;
  // Lanes of w bits, twice an element's, for elements with even and with odd
  // indices: the number x0 + x1 * 2^w + ..., where any x may be negative.
  struct Sum {
    std::uint64_t even, odd;
  };
  static constexpr int kBytes = 8;
  static constexpr int kSumBytes = 8;
  static constexpr int kAtOnce = 2;

  // The first element in the lowest bits, on any machine: compilers make one
  // instruction of the eight bytes.
  static LOWP_INLINE Bytes Load(const void* p) {
    const std::uint8_t* const bytes = static_cast<const std::uint8_t*>(p);
    return Bytes{bytes[0]} | Bytes{bytes[1]} << 8 | Bytes{bytes[2]} << 16 |
           Bytes{bytes[3]} << 24 | Bytes{bytes[4]} << 32 |
           Bytes{bytes[5]} << 40 | Bytes{bytes[6]} << 48 |
           Bytes{bytes[7]} << 56;
  }
  static LOWP_INLINE void Store(void* p, Bytes x) { StoreFew(p, x, kBytes); }
  static LOWP_INLINE Bytes LoadFew(const void* p, int n) {
    Bytes x = 0;
    for (int i = 0; i < n; ++i) {
      x |= Bytes{static_cast<const std::uint8_t*>(p)[i]} << (8 * i);
    }
    return x;
  }
  static LOWP_INLINE void StoreFew(void* p, Bytes x, int n) {
    for (int i = 0; i < n; ++i) {
      static_cast<std::uint8_t*>(p)[i] =
          static_cast<std::uint8_t>(x >> (8 * i));
    }
  }
  template <typename T>
  static LOWP_INLINE Bytes Set1(std::int32_t x) {
    return static_cast<std::make_unsigned_t<T>>(x) * kOnes<T>;
  }
  template <typename T>
  static LOWP_INLINE Bytes Max(Bytes a, Bytes b) {
    return b ^ ((a ^ b) & NotLess<T>(a, b));
  }
  template <typename T>
  static LOWP_INLINE Bytes Min(Bytes a, Bytes b) {
    return a ^ ((a ^ b) & NotLess<T>(a, b));
  }

  static LOWP_INLINE Sum NoSum() { return {0, 0}; }
  template <typename T>
  static LOWP_INLINE Sum AddValues(const Sum& sum, const T* p) {
    return AddRegister<T>(sum, Load(p));
  }
  template <typename T>
  static LOWP_INLINE Sum AddFewValues(const Sum& sum, const T* p, int n) {
    return AddRegister<T>(sum, LoadFew(p, n * static_cast<int>(sizeof(T))));
  }
  template <typename T>
  static LOWP_INLINE void StoreSums(const Sum& sum, const std::int32_t* add,
                                    std::int32_t* to) {
    using Lane = std::conditional_t<sizeof(T) == 1, std::int16_t, std::int32_t>;
    std::uint64_t even = sum.even, odd = sum.odd;
    for (int i = 0; i < kBytes / static_cast<int>(sizeof(T)); i += 2) {
      to[i] = add[i] + TakeLane<Lane>(&even);
      to[i + 1] = add[i + 1] + TakeLane<Lane>(&odd);
    }
  }

 private:
  // A one in each element.
  template <typename T>
  static constexpr std::uint64_t kOnes = sizeof(T) == 1 ? 0x0101010101010101
                                                        : 0x0001000100010001;
  template <typename T>
  static constexpr int kBits = 8 * static_cast<int>(sizeof(T));
  template <typename T>
  static constexpr std::uint64_t kSigns = kOnes<T> << (kBits<T> - 1);
  // Makes unsigned elements of signed ones, larger by 2^(bits - 1).
  template <typename T>
  static constexpr std::uint64_t kFlip = std::is_signed<T>() ? kSigns<T> : 0;

  // All bits of the elements for which a >= b.
  template <typename T>
  static LOWP_INLINE Bytes NotLess(Bytes a, Bytes b) {
    const Bytes x = a ^ kFlip<T>, y = b ^ kFlip<T>;
    // Differences of all bits but the first; no element borrows from the next.
    const Bytes rest = (x | kSigns<T>)-(y & ~kSigns<T>);
    const Bytes signs = ((x & ~y) | (~(x ^ y) & rest)) & kSigns<T>;
    return (signs - (signs >> (kBits<T> - 1))) | signs;
  }

  template <typename T>
  static LOWP_INLINE Sum AddRegister(const Sum& sum, Bytes x) {
    constexpr std::uint64_t kLanes =
        sizeof(T) == 1 ? 0x0001000100010001 : 0x0000000100000001;
    constexpr std::uint64_t kEven = kLanes * ((1u << kBits<T>)-1);
    constexpr std::uint64_t kMoved = kFlip<T> & kEven;
    const Bytes y = x ^ kFlip<T>;
    return {sum.even + (y & kEven) - kMoved,
            sum.odd + ((y >> kBits<T>)&kEven) - kMoved};
  }

  // The lowest lane; makes the next one the lowest.
  template <typename Lane>
  static LOWP_INLINE std::int32_t TakeLane(std::uint64_t* lanes) {
    const Lane lane = static_cast<Lane>(*lanes);
    *lanes = (*lanes - static_cast<std::uint64_t>(std::int64_t{lane})) >>
             (8 * sizeof(Lane));
    return lane;
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_POOL_REGISTERS_SCALAR_H_
