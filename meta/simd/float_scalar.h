// The floating-point part of the scalar register policy: the definitions that
// every vector policy matches bit for bit.
//
// F32 and F64 hold as many values as I32. A policy has these operations:
//   Load, Store, Set1
//   Add, Sub, Mul, Div                as in C++, never fused
//   MulAdd(a, b, c)                   a * b + c, rounded once
//   LoadPartial(p, n)                 the first n lanes, 0 < n < kLanes; the
//                                     others are zero and not read
//   LoadDoubles(p), LoadDoubles(p, n) the same for doubles
//   And                               of bits
//   Bits, FromBits                    a float's bits in an I32, and back
//   Min(x, bound), Max(x, bound)      `bound` if x is NaN
//   RoundEven, RoundAway, Floor, Trunc   to integers: to nearest with ties to
//                                     even or away from zero, down, toward
//                                     zero
//   IfPositive(x, yes, no)            x > 0 ? yes : no
//   ToInt32                           toward zero, of what int32 holds
//   ToNearestInt32                    from any value in it, ties to even
//   ToF32, ToF64                      from I32 and from each other, to nearest
//   LoadIntegers(scalar, p)           kLanes integers of that type
//   kLoadsFewIntegers                 whether there is LoadIntegers(scalar, p,
//                                     n): the first n < kLanes of them; the
//                                     others are zero and not read
//   LoadNibbles(codes, column)        4-bit codes from `column` on, a multiple
//                                     of kLanes; the first in a byte's low half
//   Gather(table, index)              the int32 at each lane's index
//   kBlockVectors                     as many as StoreClamped takes at once
//   LoadBytes, StoreBytes             kBytes bytes
//   FlipBytes(bytes)                  flips their highest bits
//   LookUp(table, bytes)              the entry that each byte selects in a
//                                     ByteTable, which is made from 256 bytes
//   LookUpLanes(table, x)             the same for lanes of 0..255 and a
//                                     LaneTable
//   LookUp(entries, registers)        replaces lanes of 0..255 by the int32 of
//                                     Entries, which are made from 256 of them
//   kHasWords, Words                  whether it has a policy of 16-bit lanes
//                                     (rescale_words-inl.h), and which
//   kQuantizesBytesQuickly, QuickBytes   whether it quantizes floats to bytes
//                                     without dividing, and how
//   kPermutesBytes, PermuteBytes, WideEntries   whether a processor of the
//                                     family may apply tables by permutations,
//                                     and how, of bytes and of int32
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_FLOAT_SCALAR_H_
#define LOWP_META_SIMD_FLOAT_SCALAR_H_

#include <cstdint>
#include <cstring>

#include "../../internal/contract/matrix_ref.h"
#include "simd_scalar.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct FloatScalar : SimdScalar {
  using F32 = float;
  using F64 = double;
  using SimdScalar::Add;
  using SimdScalar::Load;
  using SimdScalar::LoadPartial;
  using SimdScalar::Max;
  using SimdScalar::Min;
  using SimdScalar::Set1;
  using SimdScalar::Store;

  static LOWP_INLINE F32 Load(const float* p) { return *p; }
  static LOWP_INLINE F32 LoadPartial(const float* p, int) { return *p; }
  static LOWP_INLINE I32 And(I32 a, I32 b) { return a & b; }
  static LOWP_INLINE I32 Bits(F32 x) {
    I32 bits;
    std::memcpy(&bits, &x, sizeof(bits));
    return bits;
  }
  static LOWP_INLINE F32 FromBits(I32 bits) {
    F32 x;
    std::memcpy(&x, &bits, sizeof(x));
    return x;
  }
  static LOWP_INLINE void Store(float* p, F32 x) { *p = x; }
  static LOWP_INLINE F32 Set1(float x) { return x; }
  static LOWP_INLINE F64 Set1(double x) { return x; }
  static LOWP_INLINE F32 Add(F32 a, F32 b) { return a + b; }
  static LOWP_INLINE F64 Add(F64 a, F64 b) { return a + b; }
  static LOWP_INLINE F32 Sub(F32 a, F32 b) { return a - b; }
  static LOWP_INLINE I32 Sub(I32 a, I32 b) { return lowp::Sub(a, b); }
  static LOWP_INLINE F32 Mul(F32 a, F32 b) { return a * b; }
  static LOWP_INLINE F64 Mul(F64 a, F64 b) { return a * b; }
  static LOWP_INLINE F32 MulAdd(F32 a, F32 b, F32 c) {
    return __builtin_fmaf(a, b, c);
  }
  static LOWP_INLINE F32 Div(F32 a, F32 b) { return a / b; }
  static LOWP_INLINE F64 Div(F64 a, F64 b) { return a / b; }
  static LOWP_INLINE F32 Min(F32 x, F32 bound) { return x < bound ? x : bound; }
  static LOWP_INLINE F64 Min(F64 x, F64 bound) { return x < bound ? x : bound; }
  static LOWP_INLINE F32 Max(F32 x, F32 bound) { return x > bound ? x : bound; }
  static LOWP_INLINE F64 Max(F64 x, F64 bound) { return x > bound ? x : bound; }
  static LOWP_INLINE F32 RoundEven(F32 x) { return __builtin_nearbyintf(x); }
  static LOWP_INLINE F64 RoundEven(F64 x) { return __builtin_nearbyint(x); }
  static LOWP_INLINE F32 RoundAway(F32 x) { return __builtin_roundf(x); }
  static LOWP_INLINE F64 RoundAway(F64 x) { return __builtin_round(x); }
  static LOWP_INLINE F32 Floor(F32 x) { return __builtin_floorf(x); }
  static LOWP_INLINE F64 Floor(F64 x) { return __builtin_floor(x); }
  static LOWP_INLINE F32 Trunc(F32 x) { return __builtin_truncf(x); }
  static LOWP_INLINE F64 Trunc(F64 x) { return __builtin_trunc(x); }
  static LOWP_INLINE F64 LoadDoubles(const double* p) { return *p; }
  static LOWP_INLINE F64 LoadDoubles(const double* p, int) { return *p; }
  static LOWP_INLINE F32 IfPositive(F32 x, F32 yes, F32 no) {
    return x > 0 ? yes : no;
  }
  static LOWP_INLINE I32 ToNearestInt32(F32 x) {
    return static_cast<I32>(RoundEven(x));
  }
  static LOWP_INLINE I32 ToInt32(F32 x) { return static_cast<I32>(x); }
  static LOWP_INLINE I32 ToInt32(F64 x) { return static_cast<I32>(x); }
  static LOWP_INLINE F32 ToF32(I32 x) { return static_cast<F32>(x); }
  static LOWP_INLINE F32 ToF32(F64 x) { return static_cast<F32>(x); }
  static LOWP_INLINE F64 ToF64(I32 x) { return x; }
  static LOWP_INLINE F64 ToF64(F32 x) { return x; }

  static LOWP_INLINE I32 LoadIntegers(Scalar scalar, const void* p) {
    switch (scalar) {
      case Scalar::kUint8:
        return *static_cast<const std::uint8_t*>(p);
      case Scalar::kInt8:
        return *static_cast<const std::int8_t*>(p);
      case Scalar::kInt16:
        return *static_cast<const std::int16_t*>(p);
      case Scalar::kInt32:
      case Scalar::kFloat32:  // not an integer
        break;
    }
    return *static_cast<const std::int32_t*>(p);
  }

  static LOWP_INLINE I32 LoadNibbles(const std::uint8_t* codes, int column) {
    return codes[column / 2] >> (column % 2 == 0 ? 0 : 4) & 0xF;
  }
  static LOWP_INLINE I32 Gather(const std::int32_t* table, I32 index) {
    return table[index];
  }
  using Entries = const std::int32_t*;
  template <int kCount>
  static LOWP_INLINE void LookUp(Entries entries, I32 (&index)[kCount]) {
    LOWP_UNROLL
    for (int v = 0; v < kCount; ++v) index[v] = Gather(entries, index[v]);
  }

  static constexpr bool kQuantizesBytesQuickly = false;
  static constexpr bool kHasWords = false;
  static constexpr bool kLoadsFewIntegers = false;
  static constexpr bool kPermutesBytes = false;
  struct WideEntries {};

  static constexpr int kBlockVectors = 1;
  static constexpr int kBytes = 1;
  using ByteTable = const std::uint8_t*;
  static LOWP_INLINE std::uint8_t LoadBytes(const std::uint8_t* p) {
    return *p;
  }
  static LOWP_INLINE std::uint8_t FlipBytes(std::uint8_t x) {
    return static_cast<std::uint8_t>(x ^ 0x80);
  }
  static LOWP_INLINE void StoreBytes(std::uint8_t* p, std::uint8_t x) {
    *p = x;
  }
  using LaneTable = const std::uint8_t*;
  static LOWP_INLINE I32 LookUpLanes(LaneTable table, I32 x) {
    return table[x];
  }
  static LOWP_INLINE std::uint8_t LookUp(ByteTable table, std::uint8_t x) {
    return table[x];
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_FLOAT_SCALAR_H_
