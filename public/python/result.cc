// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "result.h"

#include <string>

#include "errors.h"
#include "numpy_arrays.h"

namespace nb = nanobind;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

std::string TextOf(const ResultShape& shape) {
  std::string text;
  for (int i = 0; i < shape.dimensions; ++i) {
    text += (i == 0 ? "(" : ", ") + std::to_string(shape.sizes[i]);
  }
  return text + (shape.dimensions == 1 ? ",)" : ")");
}

bool HasShape(const Array& array, const ResultShape& shape) {
  if (array.dimensions() != shape.dimensions) return false;
  for (int i = 0; i < shape.dimensions; ++i) {
    if (array.size(i) != shape.sizes[i]) return false;
  }
  return true;
}

void CheckOut(const Array& out, ElementType type, const ResultShape& shape) {
  if (out.type() != type) {
    Refuse("out", "array " + out.TypeText(),
           std::string("the result is ") + NameOf(type));
  }
  if (!HasShape(out, shape)) {
    Refuse("out", "array of shape " + out.ShapeText(),
           "the result has shape " + TextOf(shape));
  }
}

bool IsRealResult(ElementType type) {
  return type == ElementType::kFloat32 || type == ElementType::kFloat16 ||
         type == ElementType::kBfloat16;
}

}  // namespace

ResultShape ShapeWithLast(const Array& array, int last) {
  ResultShape shape;
  shape.dimensions = array.dimensions();
  for (int i = 0; i + 1 < shape.dimensions; ++i) {
    shape.sizes[i] = static_cast<std::intptr_t>(array.size(i));
  }
  shape.sizes[shape.dimensions - 1] = last;
  return shape;
}

void ResultView::Read(nb::handle out, ElementType type,
                      const ResultShape& shape) {
  if (out.is_none()) {
    object_ = MakeNumpyArray(type, shape.dimensions, shape.sizes);
    array_.OpenArray(object_, "out", true);
  } else {
    object_ = nb::borrow(out);
    array_.OpenArray(object_, "out", true);
    CheckOut(array_, type, shape);
  }
}

ElementType RealTypeOfResult(nb::handle out_dtype, nb::handle out) {
  if (!out_dtype.is_none()) {
    const ElementType type = TypeOfDtype(out_dtype);
    if (!IsRealResult(type)) {
      Refuse("out_dtype", nb::cast<std::string>(nb::str(out_dtype)),
             "is none of float32, float16 and bfloat16");
    }
    return type;
  }
  if (out.is_none()) return ElementType::kFloat32;
  Array array;
  array.OpenArray(out, "out", true);
  return IsRealResult(array.type()) ? array.type() : ElementType::kFloat32;
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
