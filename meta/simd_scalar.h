// The register policy of a machine without vectors: one int32 lane. With it,
// the loops of meta/ are the specification of what the others compute.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_SCALAR_H_
#define LOWP_META_SIMD_SCALAR_H_

#include <cstdint>

#include "../fixedpoint/fixedpoint.h"
#include "../internal/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct SimdScalar {
  using I32 = std::int32_t;
  static constexpr int kLanes = 1;

  static LOWP_INLINE I32 Load(const std::int32_t* p) { return *p; }
  static LOWP_INLINE I32 LoadPartial(const std::int32_t* p, int) { return *p; }
  static LOWP_INLINE void Store(std::int32_t* p, I32 x) { *p = x; }
  static LOWP_INLINE I32 Set1(std::int32_t x) { return x; }
  static LOWP_INLINE I32 Add(I32 a, I32 b) { return lowp::Add(a, b); }
  static LOWP_INLINE I32 Min(I32 a, I32 b) { return a < b ? a : b; }
  static LOWP_INLINE I32 Max(I32 a, I32 b) { return a < b ? b : a; }
  static LOWP_INLINE I32 ShiftRight(I32 x, I32 n) { return x >> n; }
  struct FixedPointConstants {};
  static LOWP_INLINE I32 OddLanes(I32 x) { return x; }
  static LOWP_INLINE I32 RoundingDoublingHighMul(I32 x, I32 m, I32,
                                                 const FixedPointConstants&) {
    return SaturatingRoundingDoublingHighMul(x, m);
  }
  static LOWP_INLINE I32 RoundingShiftRight(I32 x, I32 n, I32,
                                            const FixedPointConstants&) {
    return RoundingDivideByPOT(x, n);
  }

  template <int kVectors>
  static LOWP_INLINE void StoreInt32(const I32 (&x)[kVectors], void* out,
                                     int columns) {
    StoreClamped<kVectors>(Scalar::kInt32, INT32_MIN, INT32_MAX, x, out,
                           columns);
  }

  template <int kVectors>
  static LOWP_INLINE void StoreClamped(Scalar scalar, std::int32_t low,
                                       std::int32_t high,
                                       const I32 (&x)[kVectors], void* out,
                                       int columns) {
    const int count = columns < kVectors ? columns : kVectors;
    for (int i = 0; i < count; ++i) {
      const std::int32_t value = Min(Max(x[i], low), high);
      switch (scalar) {
        case Scalar::kUint8:
          static_cast<std::uint8_t*>(out)[i] = static_cast<std::uint8_t>(value);
          break;
        case Scalar::kInt8:
          static_cast<std::int8_t*>(out)[i] = static_cast<std::int8_t>(value);
          break;
        case Scalar::kInt16:
          static_cast<std::int16_t*>(out)[i] = static_cast<std::int16_t>(value);
          break;
        case Scalar::kInt32:
          static_cast<std::int32_t*>(out)[i] = value;
          break;
      }
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SCALAR_H_
