// Windows in portable code, 16 bytes at a time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_POOL_REGISTERS_SCALAR_H_
#define LOWP_META_TENSOR_POOL_REGISTERS_SCALAR_H_

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct PoolRegistersScalar {
  static constexpr int kBytes = 16;
  static constexpr int kSumBytes = 16;
  struct Bytes {
    std::uint8_t of[kBytes];
  };
  // Of 16 lanes of 16 bits, or of 8 of 32.
  struct Sum {
    std::int16_t of[kSumBytes];
  };

  static LOWP_INLINE Bytes Load(const void* p) { return LoadFew(p, kBytes); }
  static LOWP_INLINE void Store(void* p, const Bytes& x) {
    std::memcpy(p, x.of, kBytes);
  }
  static LOWP_INLINE Bytes LoadFew(const void* p, int n) {
    Bytes x = {};
    std::memcpy(x.of, p, static_cast<std::size_t>(n));
    return x;
  }
  static LOWP_INLINE void StoreFew(void* p, const Bytes& x, int n) {
    std::memcpy(p, x.of, static_cast<std::size_t>(n));
  }
  template <typename T>
  static LOWP_INLINE Bytes Set1(std::int32_t x) {
    Values<T> values;
    for (T& value : values.of) value = static_cast<T>(x);
    return BytesOf(values);
  }
  template <typename T>
  static LOWP_INLINE Bytes Max(const Bytes& a, const Bytes& b) {
    const Values<T> x = ValuesOf<T>(a), y = ValuesOf<T>(b);
    Values<T> larger;
    for (int i = 0; i < Values<T>::kCount; ++i) {
      larger.of[i] = x.of[i] < y.of[i] ? y.of[i] : x.of[i];
    }
    return BytesOf(larger);
  }
  template <typename T>
  static LOWP_INLINE Bytes Min(const Bytes& a, const Bytes& b) {
    const Values<T> x = ValuesOf<T>(a), y = ValuesOf<T>(b);
    Values<T> smaller;
    for (int i = 0; i < Values<T>::kCount; ++i) {
      smaller.of[i] = y.of[i] < x.of[i] ? y.of[i] : x.of[i];
    }
    return BytesOf(smaller);
  }

  static LOWP_INLINE Sum NoSum() { return {}; }
  template <typename T>
  static LOWP_INLINE Sum AddValues(const Sum& sum, const T* p) {
    return AddFewValues(sum, p, Values<T>::kCount);
  }
  template <typename T>
  static LOWP_INLINE Sum AddFewValues(Sum sum, const T* p, int n) {
    using Lane = LaneOf<T>;
    Lane lanes[Values<T>::kCount];
    std::memcpy(lanes, sum.of, sizeof(lanes));
    for (int i = 0; i < n; ++i) lanes[i] = static_cast<Lane>(lanes[i] + p[i]);
    std::memcpy(sum.of, lanes, sizeof(lanes));
    return sum;
  }
  template <typename T>
  static LOWP_INLINE void StoreSums(const Sum& sum, const std::int32_t* add,
                                    std::int32_t* to) {
    LaneOf<T> lanes[Values<T>::kCount];
    std::memcpy(lanes, sum.of, sizeof(lanes));
    for (int i = 0; i < Values<T>::kCount; ++i) to[i] = add[i] + lanes[i];
  }

 private:
  template <typename T>
  using LaneOf = std::conditional_t<sizeof(T) == 1, std::int16_t, std::int32_t>;
  template <typename T>
  struct Values {
    static constexpr int kCount = kBytes / static_cast<int>(sizeof(T));
    T of[kCount];
  };
  template <typename T>
  static LOWP_INLINE Values<T> ValuesOf(const Bytes& x) {
    Values<T> values;
    std::memcpy(values.of, x.of, kBytes);
    return values;
  }
  template <typename T>
  static LOWP_INLINE Bytes BytesOf(const Values<T>& values) {
    Bytes x;
    std::memcpy(x.of, values.of, kBytes);
    return x;
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_POOL_REGISTERS_SCALAR_H_
