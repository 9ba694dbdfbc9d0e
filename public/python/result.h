// The array that receives a result: the caller's, or a new one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_RESULT_H_
#define LOWP_PUBLIC_PYTHON_RESULT_H_

#include <nanobind/nanobind.h>

#include <cstdint>

#include "array.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

struct ResultShape {
  int dimensions;
  std::intptr_t sizes[Array::kMaxDimensions];
};

// The shape of an array, with `last` as the last size.
ResultShape ShapeWithLast(const Array& array, int last);

class ResultView {
 public:
  // Takes `out`, which must have that type and shape, or makes an array if it
  // is None.
  void Read(nanobind::handle out, ElementType type, const ResultShape& shape);

  nanobind::object object() const { return object_; }
  const Array& array() const { return array_; }

 private:
  nanobind::object object_;
  Array array_;
};

// The type of a result, float32, float16 or bfloat16, from the argument
// out_dtype; if it is None, `out` decides, and float32 is the default.
ElementType RealTypeOfResult(nanobind::handle out_dtype, nanobind::handle out);

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_RESULT_H_
