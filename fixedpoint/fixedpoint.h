// Fixed-point arithmetic on one register: the scalar definitions, which are the
// specification that every SIMD register type matches bit for bit; the class
// FixedPoint; and exp, tanh and logistic. Header-only, and usable on its own.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_FIXEDPOINT_FIXEDPOINT_H_
#define LOWP_FIXEDPOINT_FIXEDPOINT_H_

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {

// Section 1: raw types.
//
// A raw type is what one register holds: int32_t, int16_t, or a SIMD register
// of either. Its traits name the type of a lane and the number of lanes.
template <typename tRawType>
struct FixedPointRawTypeTraits {};

template <>
struct FixedPointRawTypeTraits<std::int32_t> {
  using ScalarRawType = std::int32_t;
  static constexpr int kLanes = 1;
};

template <>
struct FixedPointRawTypeTraits<std::int16_t> {
  using ScalarRawType = std::int16_t;
  static constexpr int kLanes = 1;
};

namespace internal {

// Asserts that n is a valid shift for the operations below: 0..31, whatever the
// width of a lane.
LOWP_INLINE int CheckedShift(int n) {
  assert(n >= 0 && n <= 31);
  return n;
}

// The operations of a raw type. RawOps<T> holds the scalar definitions; each
// fixedpoint_<register family>.h specializes it for its registers. Results that
// overflow a lane wrap modulo 2^bits unless the name says otherwise.
template <typename T, bool kIsInteger = std::is_integral_v<T>>
struct RawOps {
  // Arithmetic in Unsigned wraps without undefined behaviour, and Wide holds
  // any sum or product of two values. T itself would not do: int16_t and
  // narrower are promoted to int.
  using Unsigned =
      std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
  using Wide = std::conditional_t<sizeof(T) <= 2, std::int32_t, std::int64_t>;
  static constexpr int kBits = 8 * sizeof(T);

  static LOWP_INLINE T Saturate(std::int64_t x) {
    constexpr T kMin = std::numeric_limits<T>::min();
    constexpr T kMax = std::numeric_limits<T>::max();
    return x < kMin ? kMin : x > kMax ? kMax : static_cast<T>(x);
  }

  static LOWP_INLINE T Dup(T x) { return x; }

  static LOWP_INLINE T BitAnd(T a, T b) { return static_cast<T>(a & b); }
  static LOWP_INLINE T BitOr(T a, T b) { return static_cast<T>(a | b); }
  static LOWP_INLINE T BitXor(T a, T b) { return static_cast<T>(a ^ b); }
  static LOWP_INLINE T BitNot(T a) { return static_cast<T>(~a); }

  static LOWP_INLINE T Add(T a, T b) {
    return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  }
  static LOWP_INLINE T Sub(T a, T b) {
    return static_cast<T>(static_cast<Unsigned>(a) - static_cast<Unsigned>(b));
  }
  static LOWP_INLINE T Mul(T a, T b) {
    return static_cast<T>(static_cast<Unsigned>(a) * static_cast<Unsigned>(b));
  }
  static LOWP_INLINE T Neg(T a) { return Sub(0, a); }

  static LOWP_INLINE T ShiftLeft(T a, int n) {
    static_assert(sizeof(T) <= 4, "ShiftLeft takes 32 bits or fewer");
    const std::int64_t wide = a;
    return Saturate(wide * (std::int64_t{1} << CheckedShift(n)));
  }
  static LOWP_INLINE T ShiftRight(T a, int n) {
    return static_cast<T>(a >> CheckedShift(n));
  }

  static LOWP_INLINE T SelectUsingMask(T mask, T a, T b) {
    return static_cast<T>((mask & a) | (~mask & b));
  }
  static LOWP_INLINE T MaskIf(bool condition) {
    return condition ? static_cast<T>(~T{0}) : T{0};
  }
  static LOWP_INLINE T MaskIfZero(T a) { return MaskIf(a == 0); }
  static LOWP_INLINE T MaskIfNonZero(T a) { return MaskIf(a != 0); }
  static LOWP_INLINE T MaskIfEqual(T a, T b) { return MaskIf(a == b); }
  static LOWP_INLINE T MaskIfNotEqual(T a, T b) { return MaskIf(a != b); }
  static LOWP_INLINE T MaskIfGreaterThan(T a, T b) { return MaskIf(a > b); }
  static LOWP_INLINE T MaskIfGreaterThanOrEqual(T a, T b) {
    return MaskIf(a >= b);
  }
  static LOWP_INLINE T MaskIfLessThan(T a, T b) { return MaskIf(a < b); }
  static LOWP_INLINE T MaskIfLessThanOrEqual(T a, T b) {
    return MaskIf(a <= b);
  }
  static LOWP_INLINE bool All(T a) { return a != 0; }
  static LOWP_INLINE bool Any(T a) { return a != 0; }

  static LOWP_INLINE T RoundingHalfSum(T a, T b) {
    static_assert(sizeof(T) <= 4, "RoundingHalfSum takes 32 bits or fewer");
    const Wide sum = static_cast<Wide>(a) + b;
    return static_cast<T>((sum + (sum < 0 ? -1 : 1)) / 2);
  }

  static LOWP_INLINE T SaturatingAdd(T a, T b) {
    static_assert(sizeof(T) <= 4, "SaturatingAdd takes 32 bits or fewer");
    return Saturate(static_cast<Wide>(a) + b);
  }

  static LOWP_INLINE T SaturatingRoundingDoublingHighMul(T a, T b) {
    static_assert(std::numeric_limits<T>::is_signed && sizeof(T) <= 4,
                  "SaturatingRoundingDoublingHighMul takes signed integers of "
                  "32 bits or fewer");
    constexpr T kMin = std::numeric_limits<T>::min();
    constexpr T kMax = std::numeric_limits<T>::max();
    constexpr Wide kHalf = Wide{1} << (kBits - 2);
    const Wide product = (static_cast<Wide>(a) * b + kHalf) >> (kBits - 1);
    return a == kMin && b == kMin ? kMax : static_cast<T>(product);
  }

  template <int kExponent>
  static LOWP_INLINE T SaturatingShiftLeft(T a) {
    return ShiftLeft(a, kExponent);
  }

  // Rounds the magnitude to nearest, ties up, and restores its sign. The
  // magnitude of the lowest value and the rounding carry both fit the unsigned
  // type.
  static LOWP_INLINE T RoundingDivideByPOT(T x, int exponent) {
    static_assert(sizeof(T) <= 4, "RoundingDivideByPOT takes 32 bits or fewer");
    const std::uint32_t half =
        (std::uint32_t{1} << CheckedShift(exponent)) >> 1;
    const std::uint32_t bits = static_cast<std::uint32_t>(x);
    const std::uint32_t magnitude = x < 0 ? 0 - bits : bits;
    const std::uint32_t rounded = (magnitude + half) >> exponent;
    return static_cast<T>(x < 0 ? 0 - rounded : rounded);
  }
};

// The SIMD operations that follow from others. A specialization of RawOps
// derives from this and hides those that its instruction set does better.
template <typename T>
struct ComposedRawOps {
  using Ops = RawOps<T>;
  using Scalar = typename FixedPointRawTypeTraits<T>::ScalarRawType;
  static constexpr int kBits = 8 * sizeof(Scalar);
  static constexpr Scalar kMin = std::numeric_limits<Scalar>::min();
  static constexpr Scalar kMax = std::numeric_limits<Scalar>::max();

  static LOWP_INLINE T Neg(T a) { return Ops::Sub(Ops::Dup(0), a); }
  static LOWP_INLINE T SelectUsingMask(T mask, T a, T b) {
    return Ops::BitXor(b, Ops::BitAnd(mask, Ops::BitXor(a, b)));
  }
  static LOWP_INLINE T MaskIfZero(T a) {
    return Ops::MaskIfEqual(a, Ops::Dup(0));
  }
  static LOWP_INLINE T MaskIfNonZero(T a) {
    return Ops::BitNot(Ops::MaskIfZero(a));
  }
  static LOWP_INLINE T MaskIfNotEqual(T a, T b) {
    return Ops::BitNot(Ops::MaskIfEqual(a, b));
  }
  static LOWP_INLINE T MaskIfLessThan(T a, T b) {
    return Ops::MaskIfGreaterThan(b, a);
  }
  static LOWP_INLINE T MaskIfGreaterThanOrEqual(T a, T b) {
    return Ops::BitNot(Ops::MaskIfGreaterThan(b, a));
  }
  static LOWP_INLINE T MaskIfLessThanOrEqual(T a, T b) {
    return Ops::BitNot(Ops::MaskIfGreaterThan(a, b));
  }
  static LOWP_INLINE bool All(T a) { return !Ops::Any(Ops::MaskIfZero(a)); }

  // a & b plus half of a ^ b is the floor of the half sum, without overflow.
  // The dropped half is added back unless the sum is negative.
  static LOWP_INLINE T RoundingHalfSum(T a, T b) {
    const T difference = Ops::BitXor(a, b);
    const T floor = Ops::Add(Ops::BitAnd(a, b), Ops::ShiftRight(difference, 1));
    const T dropped = Ops::BitAnd(difference, Ops::Dup(1));
    const T negative = Ops::ShiftRight(floor, kBits - 1);
    return Ops::Add(floor, Ops::BitAnd(dropped, Ops::BitNot(negative)));
  }

  template <int kExponent>
  static LOWP_INLINE T SaturatingShiftLeft(T a) {
    return Ops::ShiftLeft(a, kExponent);
  }

  // The last step of a saturating left shift: `shifted` lost nothing if
  // shifting it back gives `a` again.
  static LOWP_INLINE T SaturateLostBits(T a, T shifted, T shifted_back) {
    const T sign = Ops::ShiftRight(a, kBits - 1);
    return Ops::SelectUsingMask(Ops::MaskIfEqual(shifted_back, a), shifted,
                                Ops::BitXor(sign, Ops::Dup(kMax)));
  }
};

}  // namespace internal

// Section 2: lane-wise operations on raw values.

// A register with x in every lane.
template <typename tRawType>
LOWP_INLINE tRawType
Dup(typename FixedPointRawTypeTraits<tRawType>::ScalarRawType x) {
  return internal::RawOps<tRawType>::Dup(x);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType BitAnd(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::BitAnd(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType BitOr(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::BitOr(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType BitXor(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::BitXor(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType BitNot(tIntegerType a) {
  return internal::RawOps<tIntegerType>::BitNot(a);
}

// Add, Sub, Mul and Neg wrap modulo 2^bits.
template <typename tIntegerType>
LOWP_INLINE tIntegerType Add(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::Add(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType Sub(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::Sub(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType Mul(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::Mul(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType Neg(tIntegerType a) {
  return internal::RawOps<tIntegerType>::Neg(a);
}

// a * 2^offset, saturated, for offsets 0..31. `offset` is an integer, or a
// register with one offset per lane.
template <typename tIntegerType, typename OffsetType>
LOWP_INLINE tIntegerType ShiftLeft(tIntegerType a, OffsetType offset) {
  return internal::RawOps<tIntegerType>::ShiftLeft(a, offset);
}

// floor(a / 2^offset), for offsets 0..31.
template <typename tIntegerType>
LOWP_INLINE tIntegerType ShiftRight(tIntegerType a, int offset) {
  return internal::RawOps<tIntegerType>::ShiftRight(a, offset);
}

// Bit by bit: then_val where if_mask is set, else_val where it is clear.
template <typename tIntegerType>
LOWP_INLINE tIntegerType SelectUsingMask(tIntegerType if_mask,
                                         tIntegerType then_val,
                                         tIntegerType else_val) {
  return internal::RawOps<tIntegerType>::SelectUsingMask(if_mask, then_val,
                                                         else_val);
}

// Masks: every bit of a lane is set where the condition holds, none elsewhere.
template <typename tIntegerType>
LOWP_INLINE tIntegerType MaskIfNonZero(tIntegerType a) {
  return internal::RawOps<tIntegerType>::MaskIfNonZero(a);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType MaskIfZero(tIntegerType a) {
  return internal::RawOps<tIntegerType>::MaskIfZero(a);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType MaskIfEqual(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::MaskIfEqual(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType MaskIfNotEqual(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::MaskIfNotEqual(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType MaskIfGreaterThan(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::MaskIfGreaterThan(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType MaskIfGreaterThanOrEqual(tIntegerType a,
                                                  tIntegerType b) {
  return internal::RawOps<tIntegerType>::MaskIfGreaterThanOrEqual(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType MaskIfLessThan(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::MaskIfLessThan(a, b);
}

template <typename tIntegerType>
LOWP_INLINE tIntegerType MaskIfLessThanOrEqual(tIntegerType a, tIntegerType b) {
  return internal::RawOps<tIntegerType>::MaskIfLessThanOrEqual(a, b);
}

// Whether every lane, or at least one lane, is nonzero.
template <typename tIntegerType>
LOWP_INLINE bool All(tIntegerType a) {
  return internal::RawOps<tIntegerType>::All(a);
}

template <typename tIntegerType>
LOWP_INLINE bool Any(tIntegerType a) {
  return internal::RawOps<tIntegerType>::Any(a);
}

// (a + b) / 2 without overflow, to nearest, ties away from zero.
template <typename IntegerType>
LOWP_INLINE IntegerType RoundingHalfSum(IntegerType a, IntegerType b) {
  return internal::RawOps<IntegerType>::RoundingHalfSum(a, b);
}

// a + b, saturated. Among SIMD registers only the int16 ones have it.
template <typename IntegerType>
LOWP_INLINE IntegerType SaturatingAdd(IntegerType a, IntegerType b) {
  return internal::RawOps<IntegerType>::SaturatingAdd(a, b);
}

// a + b: saturated in 16-bit lanes, wrapping in wider ones.
template <typename IntegerType, bool Is16Bit>
struct AddSaturatingIf16BitImpl {
  static LOWP_INLINE IntegerType Run(IntegerType a, IntegerType b) {
    return Add(a, b);
  }
};

template <typename IntegerType>
struct AddSaturatingIf16BitImpl<IntegerType, true> {
  static LOWP_INLINE IntegerType Run(IntegerType a, IntegerType b) {
    return SaturatingAdd(a, b);
  }
};

template <typename IntegerType>
LOWP_INLINE IntegerType AddSaturatingIf16Bit(IntegerType a, IntegerType b) {
  using Scalar = typename FixedPointRawTypeTraits<IntegerType>::ScalarRawType;
  return AddSaturatingIf16BitImpl<IntegerType, sizeof(Scalar) == 2>::Run(a, b);
}

// The product of two values in [-1, 1), each stored times 2^(bits - 1):
// floor(a * b / 2^(bits - 1) + 1/2), so ties go toward +infinity. (-1) * (-1)
// saturates to the highest value. Equals Arm's VQRDMULH.
template <typename IntegerType>
LOWP_INLINE IntegerType SaturatingRoundingDoublingHighMul(IntegerType a,
                                                          IntegerType b) {
  return internal::RawOps<IntegerType>::SaturatingRoundingDoublingHighMul(a, b);
}

namespace internal {

// Of a program's own raw type. As for gemmlowp, that specializes the traits and
// the functions of this section, and those that follow from others are composed
// of them.
template <typename T>
struct RawOps<T, false> {
  using Scalar = typename FixedPointRawTypeTraits<T>::ScalarRawType;
  static constexpr Scalar kMin = std::numeric_limits<Scalar>::min();
  static constexpr Scalar kMax = std::numeric_limits<Scalar>::max();

  static LOWP_INLINE T SelectUsingMask(T mask, T a, T b) {
    return BitXor(BitAnd(mask, a), BitAnd(BitNot(mask), b));
  }

  // A negative x rounds down at a tie.
  static LOWP_INLINE T RoundingDivideByPOT(T x, int exponent) {
    const std::int64_t power = std::int64_t{1} << CheckedShift(exponent);
    const T mask = Dup<T>(static_cast<Scalar>(power - 1));
    const T one = Dup<T>(1);
    const T threshold =
        Add(ShiftRight(mask, 1), BitAnd(MaskIfLessThan(x, Dup<T>(0)), one));
    return Add(ShiftRight(x, exponent),
               BitAnd(MaskIfGreaterThan(BitAnd(x, mask), threshold), one));
  }

  // ShiftLeft may wrap.
  template <int kExponent>
  static LOWP_INLINE T SaturatingShiftLeft(T x) {
    constexpr Scalar kLargest = kMax >> kExponent;
    const T not_above = SelectUsingMask(MaskIfGreaterThan(x, Dup<T>(kLargest)),
                                        Dup<T>(kMax), ShiftLeft(x, kExponent));
    return SelectUsingMask(MaskIfLessThan(x, Dup<T>(-kLargest)), Dup<T>(kMin),
                           not_above);
  }
};

}  // namespace internal

// x / 2^exponent to nearest, ties away from zero, for exponents 0..31.
// `exponent` is an integer, or a register with one exponent per lane.
template <typename IntegerType, typename ExponentType>
LOWP_INLINE IntegerType RoundingDivideByPOT(IntegerType x,
                                            ExponentType exponent) {
  return internal::RawOps<IntegerType>::RoundingDivideByPOT(x, exponent);
}

// x * 2^Exponent for a constant in -31..31: a left shift saturates; a right
// shift rounds to nearest, ties away from zero.
template <int Exponent, typename IntegerType,
          int ExponentSign = (Exponent > 0   ? 1
                              : Exponent < 0 ? -1
                                             : 0)>
struct ImplSaturatingRoundingMultiplyByPOT {};

template <int Exponent, typename IntegerType>
struct ImplSaturatingRoundingMultiplyByPOT<Exponent, IntegerType, 0> {
  static LOWP_INLINE IntegerType eval(IntegerType x) { return x; }
};

template <int Exponent, typename IntegerType>
struct ImplSaturatingRoundingMultiplyByPOT<Exponent, IntegerType, 1> {
  static_assert(Exponent <= 31, "a shift is at most 31");
  static LOWP_INLINE IntegerType eval(IntegerType x) {
    return internal::RawOps<IntegerType>::template SaturatingShiftLeft<
        Exponent>(x);
  }
};

template <int Exponent, typename IntegerType>
struct ImplSaturatingRoundingMultiplyByPOT<Exponent, IntegerType, -1> {
  static_assert(Exponent >= -31, "a shift is at most 31");
  static LOWP_INLINE IntegerType eval(IntegerType x) {
    return RoundingDivideByPOT(x, -Exponent);
  }
};

template <int Exponent, typename IntegerType>
LOWP_INLINE IntegerType SaturatingRoundingMultiplyByPOT(IntegerType x) {
  return ImplSaturatingRoundingMultiplyByPOT<Exponent, IntegerType>::eval(x);
}

// Section 3: the class FixedPoint.
//
// Real numbers in [-2^tIntegerBits, 2^tIntegerBits), one per lane of a
// tRawType, stored times 2^kFractionalBits. The sign bit is not an integer bit:
// Qm.n with m = tIntegerBits and m + n + 1 = kTotalBits.
template <typename tRawType, int tIntegerBits>
class FixedPoint {
 public:
  using RawType = tRawType;
  using RawTypeTraits = FixedPointRawTypeTraits<RawType>;
  using ScalarRawType = typename RawTypeTraits::ScalarRawType;
  using ScalarFixedPointType = FixedPoint<ScalarRawType, tIntegerBits>;

  static constexpr int kTotalBits = 8 * sizeof(ScalarRawType);
  static constexpr int kIntegerBits = tIntegerBits;
  static constexpr int kFractionalBits = kTotalBits - 1 - kIntegerBits;
  static_assert(kIntegerBits >= 0 && kIntegerBits < kTotalBits,
                "the integer bits must leave room for the sign");

  static LOWP_INLINE ScalarRawType ScalarRawMin() {
    constexpr ScalarRawType kMin = std::numeric_limits<ScalarRawType>::min();
    return kMin;
  }
  static LOWP_INLINE ScalarRawType ScalarRawMax() {
    constexpr ScalarRawType kMax = std::numeric_limits<ScalarRawType>::max();
    return kMax;
  }
  static LOWP_INLINE RawType RawMin() { return Dup<RawType>(ScalarRawMin()); }
  static LOWP_INLINE RawType RawMax() { return Dup<RawType>(ScalarRawMax()); }

  static LOWP_INLINE FixedPoint FromRaw(RawType x) {
    FixedPoint result;
    result.raw() = x;
    return result;
  }
  static LOWP_INLINE FixedPoint FromScalarRaw(ScalarRawType x) {
    return FromRaw(Dup<RawType>(x));
  }
  static LOWP_INLINE FixedPoint FromScalarFixedPoint(ScalarFixedPointType x) {
    return FromScalarRaw(x.raw());
  }

  // 2^Exponent, which must be exactly representable.
  template <int Exponent>
  static LOWP_INLINE FixedPoint ConstantPOT() {
    constexpr int kBit = kFractionalBits + Exponent;
    static_assert(kBit >= 0 && kBit < kTotalBits - 1,
                  "2^Exponent is not exact in this format");
    return FromScalarRaw(static_cast<ScalarRawType>(1 << kBit));
  }

  static LOWP_INLINE FixedPoint Zero() { return FromScalarRaw(0); }

  // 1, or the highest value if 1 is just out of range.
  static LOWP_INLINE FixedPoint One() {
    if constexpr (kIntegerBits == 0) {
      return FromScalarRaw(ScalarRawMax());
    } else {
      return ConstantPOT<0>();
    }
  }

  // The nearest value, ties away from zero, saturated. x must not be NaN.
  static LOWP_INLINE FixedPoint FromDouble(double x) {
    const double scaled =
        std::round(x * static_cast<double>(std::int64_t{1} << kFractionalBits));
    const double min = static_cast<double>(ScalarRawMin());
    const double max = static_cast<double>(ScalarRawMax());
    const double bounded = scaled < min ? min : scaled > max ? max : scaled;
    return FromScalarRaw(static_cast<ScalarRawType>(bounded));
  }

  LOWP_INLINE RawType raw() const { return i_; }
  LOWP_INLINE RawType& raw() { return i_; }

 private:
  RawType i_;
};

// Section 4: operations on FixedPoint: those on raw values, with the integer
// bits tracked in the types.

template <typename tRawType, int tIntegerBits_a, int tIntegerBits_b>
LOWP_INLINE FixedPoint<tRawType, tIntegerBits_a + tIntegerBits_b> operator*(
    FixedPoint<tRawType, tIntegerBits_a> a,
    FixedPoint<tRawType, tIntegerBits_b> b) {
  return FixedPoint<tRawType, tIntegerBits_a + tIntegerBits_b>::FromRaw(
      SaturatingRoundingDoublingHighMul(a.raw(), b.raw()));
}

// a * 2^tExponent, exact because the format changes instead of the bits.
template <int tExponent, typename tRawType, int tIntegerBits>
LOWP_INLINE FixedPoint<tRawType, tExponent + tIntegerBits> ExactMulByPot(
    FixedPoint<tRawType, tIntegerBits> a) {
  return FixedPoint<tRawType, tExponent + tIntegerBits>::FromRaw(a.raw());
}

// a * 2^tExponent in the format of a: saturated or rounded.
template <int tExponent, typename tRawType, int tIntegerBits>
LOWP_INLINE FixedPoint<tRawType, tIntegerBits> SaturatingRoundingMultiplyByPOT(
    FixedPoint<tRawType, tIntegerBits> a) {
  return FixedPoint<tRawType, tIntegerBits>::FromRaw(
      SaturatingRoundingMultiplyByPOT<tExponent>(a.raw()));
}

#define LOWP_FIXEDPOINT_UNARY(Name, RawName)                              \
  template <typename tRawType, int tIntegerBits>                          \
  LOWP_INLINE FixedPoint<tRawType, tIntegerBits> Name(                    \
      FixedPoint<tRawType, tIntegerBits> a) {                             \
    return FixedPoint<tRawType, tIntegerBits>::FromRaw(RawName(a.raw())); \
  }

#define LOWP_FIXEDPOINT_BINARY(Name, RawName)           \
  template <typename tRawType, int tIntegerBits>        \
  LOWP_INLINE FixedPoint<tRawType, tIntegerBits> Name(  \
      FixedPoint<tRawType, tIntegerBits> a,             \
      FixedPoint<tRawType, tIntegerBits> b) {           \
    return FixedPoint<tRawType, tIntegerBits>::FromRaw( \
        RawName(a.raw(), b.raw()));                     \
  }

#define LOWP_FIXEDPOINT_UNARY_MASK(Name)                            \
  template <typename tRawType, int tIntegerBits>                    \
  LOWP_INLINE tRawType Name(FixedPoint<tRawType, tIntegerBits> a) { \
    return Name(a.raw());                                           \
  }

#define LOWP_FIXEDPOINT_BINARY_MASK(Name)                           \
  template <typename tRawType, int tIntegerBits>                    \
  LOWP_INLINE tRawType Name(FixedPoint<tRawType, tIntegerBits> a,   \
                            FixedPoint<tRawType, tIntegerBits> b) { \
    return Name(a.raw(), b.raw());                                  \
  }

LOWP_FIXEDPOINT_UNARY(operator-, Neg)
LOWP_FIXEDPOINT_UNARY(operator~, BitNot)
LOWP_FIXEDPOINT_BINARY(operator+, Add)
LOWP_FIXEDPOINT_BINARY(operator-, Sub)
LOWP_FIXEDPOINT_BINARY(operator&, BitAnd)
LOWP_FIXEDPOINT_BINARY(operator|, BitOr)
LOWP_FIXEDPOINT_BINARY(operator^, BitXor)
LOWP_FIXEDPOINT_BINARY(RoundingHalfSum, RoundingHalfSum)
LOWP_FIXEDPOINT_BINARY(SaturatingAdd, SaturatingAdd)
LOWP_FIXEDPOINT_BINARY(AddSaturatingIf16Bit, AddSaturatingIf16Bit)

// Masks are raw values, because no FixedPoint can mean "every bit set".
LOWP_FIXEDPOINT_UNARY_MASK(MaskIfZero)
LOWP_FIXEDPOINT_UNARY_MASK(MaskIfNonZero)
LOWP_FIXEDPOINT_BINARY_MASK(MaskIfEqual)
LOWP_FIXEDPOINT_BINARY_MASK(MaskIfNotEqual)
LOWP_FIXEDPOINT_BINARY_MASK(MaskIfGreaterThan)
LOWP_FIXEDPOINT_BINARY_MASK(MaskIfGreaterThanOrEqual)
LOWP_FIXEDPOINT_BINARY_MASK(MaskIfLessThan)
LOWP_FIXEDPOINT_BINARY_MASK(MaskIfLessThanOrEqual)

#undef LOWP_FIXEDPOINT_UNARY
#undef LOWP_FIXEDPOINT_BINARY
#undef LOWP_FIXEDPOINT_UNARY_MASK
#undef LOWP_FIXEDPOINT_BINARY_MASK

template <typename tRawType, int tIntegerBits>
LOWP_INLINE FixedPoint<tRawType, tIntegerBits> SelectUsingMask(
    tRawType if_mask, FixedPoint<tRawType, tIntegerBits> then_val,
    FixedPoint<tRawType, tIntegerBits> else_val) {
  return FixedPoint<tRawType, tIntegerBits>::FromRaw(
      SelectUsingMask(if_mask, then_val.raw(), else_val.raw()));
}

// Equality in every lane.
template <typename tRawType, int tIntegerBits>
LOWP_INLINE bool operator==(FixedPoint<tRawType, tIntegerBits> a,
                            FixedPoint<tRawType, tIntegerBits> b) {
  return All(MaskIfEqual(a.raw(), b.raw()));
}

template <typename tRawType, int tIntegerBits>
LOWP_INLINE bool operator!=(FixedPoint<tRawType, tIntegerBits> a,
                            FixedPoint<tRawType, tIntegerBits> b) {
  return !(a == b);
}

template <typename tRawType, int tIntegerBits>
LOWP_INLINE double ToDouble(FixedPoint<tRawType, tIntegerBits> x) {
  static_assert(FixedPointRawTypeTraits<tRawType>::kLanes == 1,
                "a SIMD register holds more than one number");
  using F = FixedPoint<tRawType, tIntegerBits>;
  return x.raw() / static_cast<double>(std::int64_t{1} << F::kFractionalBits);
}

// The same real number in another format: rounded or saturated.
template <int tIntegerBitsDst, typename tRawType, int tIntegerBitsSrc>
LOWP_INLINE FixedPoint<tRawType, tIntegerBitsDst> Rescale(
    FixedPoint<tRawType, tIntegerBitsSrc> x) {
  return FixedPoint<tRawType, tIntegerBitsDst>::FromRaw(
      SaturatingRoundingMultiplyByPOT<tIntegerBitsSrc - tIntegerBitsDst>(
          x.raw()));
}

// Section 5: constants.
//
// GEMMLOWP_CHECKED_FIXEDPOINT_CONSTANT(Type, raw, real) is `raw` as a Type. The
// raw value is given for 32 bits and rounded for narrower types. `real` is the
// number that it represents: it is compiled, and compared by assert, only if
// GEMMLOWP_ENABLE_FIXEDPOINT_CONSTANTS_CHECKS is defined.

template <typename FixedPointType>
LOWP_INLINE typename FixedPointType::ScalarRawType RescaleConstantInitializer(
    std::int32_t int32_value) {
  using Scalar = typename FixedPointType::ScalarRawType;
  constexpr int kDroppedBits = 32 - 8 * static_cast<int>(sizeof(Scalar));
  return static_cast<Scalar>(RoundingDivideByPOT(int32_value, kDroppedBits));
}

#ifdef GEMMLOWP_ENABLE_FIXEDPOINT_CONSTANTS_CHECKS
template <typename FixedPointType>
LOWP_INLINE FixedPointType CheckedFixedPointConstant(std::int32_t raw_value,
                                                     double double_value) {
  const FixedPointType result = FixedPointType::FromScalarRaw(
      static_cast<typename FixedPointType::ScalarRawType>(raw_value));
  assert(result == FixedPointType::FromDouble(double_value));
  static_cast<void>(double_value);
  return result;
}
#define GEMMLOWP_CHECKED_FIXEDPOINT_CONSTANT(FixedPointType,                   \
                                             ScalarRawInt32Value, DoubleValue) \
  (::gemmlowp::CheckedFixedPointConstant<FixedPointType>(                      \
      ::gemmlowp::RescaleConstantInitializer<FixedPointType>(                  \
          ScalarRawInt32Value),                                                \
      DoubleValue))
#else
#define GEMMLOWP_CHECKED_FIXEDPOINT_CONSTANT(FixedPointType,                   \
                                             ScalarRawInt32Value, DoubleValue) \
  (FixedPointType::FromScalarRaw(                                              \
      ::gemmlowp::RescaleConstantInitializer<FixedPointType>(                  \
          ScalarRawInt32Value)))
#endif

// Section 6: exp, tanh and logistic. They reproduce gemmlowp's results bit for
// bit, so the order of every rounding below is part of the definition.

// exp(a) for a in [-1/4, 0).
template <typename tRawType>
LOWP_INLINE FixedPoint<tRawType, 0>
exp_on_interval_between_negative_one_quarter_and_0_excl(
    FixedPoint<tRawType, 0> a) {
  using F = FixedPoint<tRawType, 0>;
  const F exp_minus_one_eighth =
      GEMMLOWP_CHECKED_FIXEDPOINT_CONSTANT(F, 1895147668, std::exp(-1.0 / 8.0));
  const F one_third =
      GEMMLOWP_CHECKED_FIXEDPOINT_CONSTANT(F, 715827883, 1.0 / 3.0);
  // The Taylor series around -1/8, up to the fourth power:
  // exp(-1/8) * (1 + x + x^2/2 + x^3/6 + x^4/24).
  const F x = a + F::template ConstantPOT<-3>();
  const F x2 = x * x;
  const F x3 = x2 * x;
  const F x4 = x2 * x2;
  const F x4_over_4 = SaturatingRoundingMultiplyByPOT<-2>(x4);
  const F higher_terms =
      SaturatingRoundingMultiplyByPOT<-1>((x4_over_4 + x3) * one_third + x2);
  return AddSaturatingIf16Bit(exp_minus_one_eighth,
                              exp_minus_one_eighth * (x + higher_terms));
}

namespace internal {

// Multiplies `result` by exp(-2^Exponent), whose raw value is RawMultiplier, if
// the bit for 2^Exponent is set in `remainder`, a raw value with IntegerBits.
template <int Exponent, std::int32_t RawMultiplier, int IntegerBits,
          typename tRawType>
LOWP_INLINE FixedPoint<tRawType, 0> MultiplyByExpOfBit(
    tRawType remainder, FixedPoint<tRawType, 0> result) {
  using InputF = FixedPoint<tRawType, IntegerBits>;
  using ResultF = FixedPoint<tRawType, 0>;
  if constexpr (IntegerBits > Exponent) {
    const ResultF multiplier = GEMMLOWP_CHECKED_FIXEDPOINT_CONSTANT(
        ResultF, RawMultiplier, std::exp(-std::pow(2.0, Exponent)));
    const tRawType bit = InputF::template ConstantPOT<Exponent>().raw();
    return SelectUsingMask(MaskIfNonZero(BitAnd(remainder, bit)),
                           result * multiplier, result);
  } else {
    static_cast<void>(remainder);
    return result;
  }
}

// 1 / ((1 + a) / 2) for a in (0, 1): three Newton-Raphson steps from the linear
// estimate 48/17 - 32/17 d, the best for divisors d in [1/2, 1].
template <typename tRawType>
LOWP_INLINE FixedPoint<tRawType, 2> TwoOverOnePlus(FixedPoint<tRawType, 0> a) {
  using F0 = FixedPoint<tRawType, 0>;
  using F2 = FixedPoint<tRawType, 2>;
  const F2 constant_term =
      GEMMLOWP_CHECKED_FIXEDPOINT_CONSTANT(F2, 1515870810, 48.0 / 17.0);
  const F2 slope =
      GEMMLOWP_CHECKED_FIXEDPOINT_CONSTANT(F2, -1010580540, -32.0 / 17.0);
  const F0 divisor = RoundingHalfSum(a, F0::One());
  F2 x = constant_term + divisor * slope;
  for (int step = 0; step < 3; ++step) {
    const F2 error = F2::One() - divisor * x;
    x = x + Rescale<2>(x * error);
  }
  return x;
}

}  // namespace internal

// exp(a) for a <= 0.
template <typename tRawType, int tIntegerBits>
LOWP_INLINE FixedPoint<tRawType, 0> exp_on_negative_values(
    FixedPoint<tRawType, tIntegerBits> a) {
  using InputF = FixedPoint<tRawType, tIntegerBits>;
  using ResultF = FixedPoint<tRawType, 0>;
  // a = fraction - remainder, with fraction in [-1/4, 0) and remainder a
  // multiple of 1/4.
  const InputF one_quarter = InputF::template ConstantPOT<-2>();
  const InputF below_one_quarter = one_quarter - InputF::FromScalarRaw(1);
  const InputF fraction = (a & below_one_quarter) - one_quarter;
  const tRawType remainder = (fraction - a).raw();

  constexpr int kBits = tIntegerBits;
  ResultF result = exp_on_interval_between_negative_one_quarter_and_0_excl(
      Rescale<0>(fraction));
  result =
      internal::MultiplyByExpOfBit<-2, 1672461947, kBits>(remainder, result);
  result =
      internal::MultiplyByExpOfBit<-1, 1302514674, kBits>(remainder, result);
  result = internal::MultiplyByExpOfBit<0, 790015084, kBits>(remainder, result);
  result = internal::MultiplyByExpOfBit<1, 290630308, kBits>(remainder, result);
  result = internal::MultiplyByExpOfBit<2, 39332535, kBits>(remainder, result);
  result = internal::MultiplyByExpOfBit<3, 720401, kBits>(remainder, result);
  result = internal::MultiplyByExpOfBit<4, 242, kBits>(remainder, result);

  // Bits of weight 32 and more have no multiplier: below -32 the result is 0.
  if constexpr (tIntegerBits > 5) {
    const InputF minus_32 = GEMMLOWP_CHECKED_FIXEDPOINT_CONSTANT(
        InputF, -(1 << (36 - tIntegerBits)), -32.0);
    result =
        SelectUsingMask(MaskIfLessThan(a, minus_32), ResultF::Zero(), result);
  }
  return SelectUsingMask(MaskIfZero(a), ResultF::One(), result);
}

// (1 - a) / (1 + a) for a in (0, 1).
template <typename tRawType>
LOWP_INLINE FixedPoint<tRawType, 0> one_minus_x_over_one_plus_x_for_x_in_0_1(
    FixedPoint<tRawType, 0> a) {
  using F2 = FixedPoint<tRawType, 2>;
  return Rescale<0>(internal::TwoOverOnePlus(a) - F2::One());
}

// -tanh(a) for a < 0, as (1 - exp(2a)) / (1 + exp(2a)).
template <typename tRawType, int tIntegerBits>
LOWP_INLINE FixedPoint<tRawType, 0> neg_tanh_on_negative_values(
    FixedPoint<tRawType, tIntegerBits> a) {
  return one_minus_x_over_one_plus_x_for_x_in_0_1(
      exp_on_negative_values(ExactMulByPot<1>(a)));
}

// tanh(a).
template <typename tRawType, int tIntegerBits>
LOWP_INLINE FixedPoint<tRawType, 0> tanh(FixedPoint<tRawType, tIntegerBits> a) {
  using InputF = FixedPoint<tRawType, tIntegerBits>;
  using ResultF = FixedPoint<tRawType, 0>;
  const tRawType if_negative = MaskIfLessThan(a, InputF::Zero());
  const tRawType if_zero = MaskIfZero(a);
  const InputF minus_magnitude = SelectUsingMask(if_negative, a, -a);
  const ResultF t = neg_tanh_on_negative_values(minus_magnitude);
  return SelectUsingMask(if_zero, ResultF::Zero(),
                         SelectUsingMask(if_negative, -t, t));
}

// 1 / (1 + a) for a in (0, 1).
template <typename tRawType>
LOWP_INLINE FixedPoint<tRawType, 0> one_over_one_plus_x_for_x_in_0_1(
    FixedPoint<tRawType, 0> a) {
  return Rescale<0>(ExactMulByPot<-1>(internal::TwoOverOnePlus(a)));
}

// 1 / (1 + exp(-a)) for a > 0.
template <typename tRawType, int tIntegerBits>
LOWP_INLINE FixedPoint<tRawType, 0> logistic_on_positive_values(
    FixedPoint<tRawType, tIntegerBits> a) {
  return one_over_one_plus_x_for_x_in_0_1(exp_on_negative_values(-a));
}

// 1 / (1 + exp(-a)).
template <typename tRawType, int tIntegerBits>
LOWP_INLINE FixedPoint<tRawType, 0> logistic(
    FixedPoint<tRawType, tIntegerBits> a) {
  using InputF = FixedPoint<tRawType, tIntegerBits>;
  using ResultF = FixedPoint<tRawType, 0>;
  const tRawType if_positive = MaskIfGreaterThan(a, InputF::Zero());
  const tRawType if_zero = MaskIfZero(a);
  const InputF magnitude = SelectUsingMask(if_positive, a, -a);
  const ResultF of_magnitude = logistic_on_positive_values(magnitude);
  const ResultF one_half =
      GEMMLOWP_CHECKED_FIXEDPOINT_CONSTANT(ResultF, 1 << 30, 0.5);
  return SelectUsingMask(if_zero, one_half,
                         SelectUsingMask(if_positive, of_magnitude,
                                         ResultF::One() - of_magnitude));
}

}  // namespace lowp
}  // namespace gemmlowp

// Section 7: the register types of the instruction set that this translation
// unit is compiled for. Include fixedpoint_avx512.h by name if needed.
#if defined(GEMMLOWP_NEON)
#include "fixedpoint_neon.h"
#elif defined(GEMMLOWP_AVX2)
#include "fixedpoint_avx.h"
#elif defined(GEMMLOWP_SSE4)
#include "fixedpoint_sse.h"
#endif

#endif  // LOWP_FIXEDPOINT_FIXEDPOINT_H_
