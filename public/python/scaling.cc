// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "scaling.h"

#include <string>

#include "errors.h"
#include "numpy_arrays.h"

namespace nb = nanobind;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

ElementType TypeOfResult(nb::handle scale, nb::handle out_dtype) {
  if (out_dtype.is_none()) {
    return scale.is_none() ? ElementType::kInt32 : ElementType::kFloat32;
  }
  const ElementType type = TypeOfDtype(out_dtype);
  const bool fits = scale.is_none() ? type == ElementType::kInt32
                                    : type != ElementType::kInt32 &&
                                          type <= ElementType::kFloat32;
  if (!fits) {
    Refuse("out_dtype", nb::cast<std::string>(nb::str(out_dtype)),
           scale.is_none() ? "needs a scale; without one it is int32"
                           : "is none of int8, uint8, int16 and float32, the "
                             "types of scaled results");
  }
  return type;
}

// Whether the bias is added to floats.
bool AddsFloats(nb::handle bias, bool result_is_float) {
  if (!result_is_float || PyLong_Check(bias.ptr())) return false;
  if (PyFloat_Check(bias.ptr())) return true;
  Array array;
  if (!array.Open(bias, "bias") && !OpenList(bias, "bias", &array)) return true;
  return array.type() == ElementType::kFloat32 ||
         array.type() == ElementType::kFloat64 ||
         array.type() == ElementType::kFloat16 ||
         array.type() == ElementType::kBfloat16;
}

}  // namespace

template <typename T>
const Parameter<T>& Scaling::ReadParameter(nb::handle object, const char* name,
                                           const ParameterShape& shape,
                                           bool own, Parameter<T>* parameter) {
  parameter->Read(object, name, shape);
  if (own) parameter->Own();
  return *parameter;
}

void Scaling::Read(const Arguments& arguments, const ParameterShape& shape,
                   bool own) {
  const nb::handle scale = arguments.scale, bias = arguments.bias;
  type_ = TypeOfResult(scale, arguments.out_dtype);
  const std::int32_t offset = ReadInt32(arguments.zero_point, "zero_point");
  const bool is_float = type_ == ElementType::kFloat32;
  if (offset != 0 && !IsByteOrInt16(type_)) {
    Refuse("zero_point", offset,
           std::string("a result of ") + NameOf(type_) + " has none");
  }
  const bool adds_integers = !bias.is_none() && !AddsFloats(bias, is_float);
  if (adds_integers) {
    Add(BiasOp(ReadParameter(bias, "bias", shape, own, &bias_)));
  }
  uses_floats_ = !scale.is_none();
  if (scale.is_none()) return;
  ReadParameter(scale, "scale", shape, own, &scale_);
  if (!is_float) {
    Add(ScaleOp(scale_, {offset}));
    Add(CastOp(type_));
    return;
  }
  Add(DequantizeOp(scale_));
  if (!bias.is_none() && !adds_integers) {
    Add(FloatBiasOp(ReadParameter(bias, "bias", shape, own, &float_bias_)));
  }
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
