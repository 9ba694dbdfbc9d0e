// A clamp to [low, high] on the way to a scalar type, as lanes of that type,
// for register policies that narrow with saturation and clamp the narrow lanes.
//
// `Simd` supplies I32, and Set1, Dup16 and Dup8, which copy a value to every
// 32-, 16- or 8-bit lane.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_CLAMP_BOUNDS_INL_H_
#define LOWP_META_SIMD_CLAMP_BOUNDS_INL_H_

#include <cstdint>

#include "../../internal/contract/matrix_ref.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// low and high lie within the scalar's range, or are INT32_MIN and INT32_MAX if
// the values do.
template <class Simd>
struct ClampBounds {
  Scalar scalar;
  typename Simd::I32 low, high;

  ClampBounds() = default;
  LOWP_INLINE ClampBounds(Scalar scalar, std::int32_t low, std::int32_t high)
      : scalar(scalar) {
    switch (scalar) {
      case Scalar::kUint8:
        this->low = Simd::Dup8(low < 0 ? 0 : low);
        this->high = Simd::Dup8(high > 255 ? 255 : high);
        break;
      case Scalar::kInt8:
        this->low = Simd::Dup8(low < -128 ? -128 : low);
        this->high = Simd::Dup8(high > 127 ? 127 : high);
        break;
      case Scalar::kInt16:
        this->low = Simd::Dup16(low < INT16_MIN ? INT16_MIN : low);
        this->high = Simd::Dup16(high > INT16_MAX ? INT16_MAX : high);
        break;
      case Scalar::kInt32:
      case Scalar::kFloat32:  // stored as they are
        this->low = Simd::Set1(low);
        this->high = Simd::Set1(high);
        break;
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_CLAMP_BOUNDS_INL_H_
