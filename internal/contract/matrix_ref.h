// Type-erased views of the caller's arguments: how the engine, below the line
// where templates end, describes matrices and vectors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_MATRIX_REF_H_
#define LOWP_INTERNAL_CONTRACT_MATRIX_REF_H_

#include <cstdint>

#include "../detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

enum class Scalar : std::uint8_t { kUint8, kInt8, kInt16, kInt32, kFloat32 };

LOWP_INLINE constexpr int SizeOf(Scalar scalar) {
  return scalar >= Scalar::kInt32 ? 4 : scalar == Scalar::kInt16 ? 2 : 1;
}

// The types of floating-point rows. In the engine, elements of the 16-bit ones
// are kInt16.
enum class Real : std::uint8_t { kFloat32, kBfloat16, kFloat16 };

LOWP_INLINE constexpr Scalar StoredAs(Real type) {
  return type == Real::kFloat32 ? Scalar::kFloat32 : Scalar::kInt16;
}
LOWP_INLINE constexpr int SizeOf(Real type) { return SizeOf(StoredAs(type)); }

// A matrix in the caller's memory. `stride` is in elements, between rows when
// row_major, between columns otherwise. Here and below there are no initial
// values: clearing all that a call has takes longer than a small product.
struct MatrixRef {
  const void* data;
  int rows;
  int cols;
  int stride;
  bool row_major;
  Scalar scalar;
};

// Bytes from the first element to past the last one, of a matrix that has
// elements. Sizes and strides of 31 bits, not negative, make less than 2^64.
LOWP_INLINE constexpr std::uint64_t BytesOf(const MatrixRef& matrix) {
  const int outer = matrix.row_major ? matrix.rows : matrix.cols;
  const int inner = matrix.row_major ? matrix.cols : matrix.rows;
  const std::int64_t elements = std::int64_t{outer - 1} * matrix.stride + inner;
  return static_cast<std::uint64_t>(elements) *
         static_cast<std::uint64_t>(SizeOf(matrix.scalar));
}

// The dimension of the result along which a parameter varies.
enum class Along : std::uint8_t { kAll, kRows, kCols };

// The same for the transposed result.
inline Along Transposed(Along along) {
  return along == Along::kRows   ? Along::kCols
         : along == Along::kCols ? Along::kRows
                                 : Along::kAll;
}

// One int32 for the whole result, or one per row or column of it. The vector is
// borrowed from the caller for the call.
struct Int32Parameter {
  const std::int32_t* data;  // unless along == kAll
  union {
    std::int32_t value;  // when along == kAll
    int size;            // otherwise
  };
  Along along;
};

// The same for floats.
struct FloatParameter {
  const float* data;  // unless along == kAll
  union {
    float value;  // when along == kAll
    int size;     // otherwise
  };
  Along along;
};

// The same for doubles.
struct DoubleParameter {
  union {
    const double* data;  // unless along == kAll
    double value;        // when along == kAll
  };
  int size;
  Along along;
};

// That of row or column i, along whichever it varies.
inline std::int32_t ValueAt(const Int32Parameter& parameter, int i) {
  return parameter.along == Along::kAll ? parameter.value : parameter.data[i];
}
inline float ValueAt(const FloatParameter& parameter, int i) {
  return parameter.along == Along::kAll ? parameter.value : parameter.data[i];
}

// Makes one of the three; fields that do not apply are not set.
template <typename Parameter, typename T>
Parameter OneForAll(T value) {
  Parameter parameter;
  parameter.value = value;
  parameter.along = Along::kAll;
  return parameter;
}
template <typename Parameter, typename T>
Parameter OneForEach(const T* data, int size, Along along) {
  Parameter parameter;
  parameter.data = data;
  parameter.size = size;
  parameter.along = along;
  return parameter;
}

// Copies one of the first two, field by field, as it was written: a wide read
// of several recent narrow writes would stall.
template <typename Parameter>
void CopyFields(const Parameter& from, Parameter* to) {
  to->data = from.data;
  to->value = from.value;
  to->along = from.along;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_MATRIX_REF_H_
