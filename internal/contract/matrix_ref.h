// Type-erased views of what the caller gave: the words in which the engine,
// below the line where templates end, speaks of matrices and vectors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_MATRIX_REF_H_
#define LOWP_INTERNAL_CONTRACT_MATRIX_REF_H_

#include <cstddef>
#include <cstdint>

#include "../detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

enum class Scalar : std::uint8_t { kUint8, kInt8, kInt16, kInt32, kFloat32 };

LOWP_INLINE constexpr int SizeOf(Scalar scalar) {
  return scalar >= Scalar::kInt32 ? 4 : scalar == Scalar::kInt16 ? 2 : 1;
}

// A matrix in the caller's memory. `stride` is in elements, between rows when
// row_major, between columns otherwise.
struct MatrixRef {
  const void* data = nullptr;
  int rows = 0;
  int cols = 0;
  int stride = 0;
  bool row_major = false;
  Scalar scalar = Scalar::kUint8;
};

// The dimension of the result along which a parameter varies.
enum class Along : std::uint8_t { kAll, kRows, kCols };

// That of the transposed result.
inline Along Transposed(Along along) {
  return along == Along::kRows   ? Along::kCols
         : along == Along::kCols ? Along::kRows
                                 : Along::kAll;
}

// One int32 for the whole result, or one for each row or each column of it.
// The vector is borrowed from the caller for the call. No initial values: there
// are many of these in a call, and filling them with zeros takes longer than a
// small product.
struct Int32Parameter {
  const std::int32_t* data;  // unless along == kAll
  union {
    std::int32_t value;  // when along == kAll
    int size;            // otherwise
  };
  Along along;
};

// The same of floats.
struct FloatParameter {
  const float* data;  // unless along == kAll
  union {
    float value;  // when along == kAll
    int size;     // otherwise
  };
  Along along;
};

// Copies one of the two, field by field, as it was just written: a processor
// that is asked for several of its writes in one read has to wait for them.
template <typename Parameter>
void CopyFields(const Parameter& from, Parameter* to) {
  to->data = from.data;
  to->value = from.value;
  to->along = from.along;
}

// The same of doubles.
struct DoubleParameter {
  union {
    const double* data;  // unless along == kAll
    double value;        // when along == kAll
  };
  int size;
  Along along;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_MATRIX_REF_H_
