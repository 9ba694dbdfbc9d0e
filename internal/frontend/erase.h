// Converts the caller's typed views into the engine's type-erased ones.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FRONTEND_ERASE_H_
#define LOWP_INTERNAL_FRONTEND_ERASE_H_

#include <cstdint>
#include <type_traits>

#include "../../public/map.h"
#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

template <typename T>
constexpr bool kIsOperandScalar =
    std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::int8_t>;

template <typename T>
constexpr bool kIsResultScalar =
    kIsOperandScalar<T> || std::is_same_v<T, std::int16_t> ||
    std::is_same_v<T, std::int32_t> || std::is_same_v<T, float>;

template <typename T>
constexpr Scalar ScalarOf() {
  static_assert(
      kIsResultScalar<T>,
      "lowp: matrices hold uint8_t, int8_t, int16_t, int32_t or float");
  if constexpr (std::is_same_v<T, std::uint8_t>) return Scalar::kUint8;
  if constexpr (std::is_same_v<T, std::int8_t>) return Scalar::kInt8;
  if constexpr (std::is_same_v<T, std::int16_t>) return Scalar::kInt16;
  if constexpr (std::is_same_v<T, float>) return Scalar::kFloat32;
  return Scalar::kInt32;
}

template <typename T, MapOrder Order>
MatrixRef Erase(const MatrixMap<T, Order>& map) {
  return {map.data(),
          map.rows(),
          map.cols(),
          map.stride(),
          Order == MapOrder::RowMajor,
          ScalarOf<std::remove_const_t<T>>()};
}

// A column vector has one entry per row of the result, a row vector one per
// column.
constexpr Along AlongOf(VectorShape shape) {
  return shape == VectorShape::Col ? Along::kRows : Along::kCols;
}

inline Int32Parameter Erase(std::int32_t value) {
  return OneForAll<Int32Parameter>(value);
}

template <typename T, VectorShape Shape>
Int32Parameter Erase(const VectorMap<T, Shape>& map) {
  static_assert(std::is_same_v<std::remove_const_t<T>, std::int32_t>,
                "lowp: vectors of parameters hold int32_t");
  return OneForEach<Int32Parameter>(map.data(), map.size(), AlongOf(Shape));
}

template <typename T, VectorShape Shape>
Int32Parameter Erase(const VectorDup<T, Shape>& dup) {
  static_assert(std::is_same_v<std::remove_const_t<T>, std::int32_t>,
                "lowp: vectors of parameters hold int32_t");
  return Erase(dup.size() > 0 ? dup(0) : std::int32_t{0});
}

// The same for floats.
inline FloatParameter EraseFloat(float value) {
  return OneForAll<FloatParameter>(value);
}

template <typename T, VectorShape Shape>
FloatParameter EraseFloat(const VectorMap<T, Shape>& map) {
  return OneForEach<FloatParameter>(map.data(), map.size(), AlongOf(Shape));
}

template <typename T, VectorShape Shape>
FloatParameter EraseFloat(const VectorDup<T, Shape>& dup) {
  return EraseFloat(dup.size() > 0 ? dup(0) : 0.0f);
}

// The same for doubles.
inline DoubleParameter EraseDouble(double value) {
  return OneForAll<DoubleParameter>(value);
}

template <VectorShape Shape>
DoubleParameter EraseDouble(const VectorMap<const double, Shape>& map) {
  return OneForEach<DoubleParameter>(map.data(), map.size(), AlongOf(Shape));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FRONTEND_ERASE_H_
