// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "parameter.h"

#include <cstring>
#include <limits>
#include <type_traits>

#include "errors.h"

namespace nb = nanobind;

namespace gemmlowp {
inline namespace lowp {
namespace python {

using internal::Along;

namespace {

constexpr char kNotInt32[] = "is not in the range of int32";

bool FitsInt32(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() &&
         value <= std::numeric_limits<std::int32_t>::max();
}

template <typename T>
T Load(const unsigned char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

// It is the upper half of a float.
float LoadBfloat16(const unsigned char* bytes) {
  const std::uint32_t bits = std::uint32_t{Load<std::uint16_t>(bytes)} << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// An element as a T. Integers are not made from floats.
template <typename T>
T Element(const Array& array, const unsigned char* bytes, const char* name) {
  switch (array.type()) {
    case ElementType::kUint8:
      return static_cast<T>(Load<std::uint8_t>(bytes));
    case ElementType::kInt8:
      return static_cast<T>(Load<std::int8_t>(bytes));
    case ElementType::kInt16:
      return static_cast<T>(Load<std::int16_t>(bytes));
    case ElementType::kInt32:
      return static_cast<T>(Load<std::int32_t>(bytes));
    case ElementType::kInt64: {
      const std::int64_t value = Load<std::int64_t>(bytes);
      if (std::is_integral_v<T> && !FitsInt32(value)) {
        Refuse(name, value, kNotInt32);
      }
      return static_cast<T>(value);
    }
    case ElementType::kFloat32:
      if (!std::is_integral_v<T>) return static_cast<T>(Load<float>(bytes));
      break;
    case ElementType::kFloat64:
      if (!std::is_integral_v<T>) return static_cast<T>(Load<double>(bytes));
      break;
    case ElementType::kBfloat16:
      if (!std::is_integral_v<T>) return static_cast<T>(LoadBfloat16(bytes));
      break;
    case ElementType::kFloat16:  // Read() makes float32 of it
    case ElementType::kOther:
      break;
  }
  Refuse(name, "array " + array.TypeText(),
         std::is_integral_v<T> ? "its elements must be signed integers or uint8"
                               : "its elements must be numbers");
}

template <typename T>
constexpr ElementType kTypeOf =
    std::is_same_v<T, float>    ? ElementType::kFloat32
    : std::is_same_v<T, double> ? ElementType::kFloat64
                                : ElementType::kInt32;

// Whether the object is a Python number; if so, sets the value.
bool ReadNumber(nb::handle object, const char* name, std::int32_t* value) {
  if (!PyLong_Check(object.ptr())) return false;
  int overflow = 0;
  const long long number =
      PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (overflow != 0 || !FitsInt32(number)) {
    Refuse(name, nb::cast<std::string>(nb::str(object)), kNotInt32);
  }
  *value = static_cast<std::int32_t>(number);
  return true;
}

template <typename T>
bool ReadNumber(nb::handle object, const char*, T* value) {
  if (!PyFloat_Check(object.ptr()) && !PyLong_Check(object.ptr())) return false;
  const double number = PyFloat_AsDouble(object.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  *value = static_cast<T>(number);
  return true;
}

[[noreturn]] void RefuseShape(const Array& array, const char* name,
                              const ParameterShape& shape) {
  const std::string rows = std::to_string(shape.rows);
  const std::string cols = std::to_string(shape.cols);
  const bool has_rows = shape.rows != 1 || shape.of_vector == Along::kRows;
  const bool has_cols = shape.cols != 1 || shape.of_vector == Along::kCols;
  std::string problem = "is not a number";
  if (has_rows && has_cols) {
    problem = "is neither a number nor of shape (" + rows +
              ", 1), one for each row, or (1, " + cols +
              "), one for each column; of one dimension it has " +
              (shape.of_vector == Along::kRows ? rows : cols) + " elements";
  } else if (has_rows) {
    problem = "is neither a number nor of shape (" + rows + ",) or (" + rows +
              ", 1), one for each row";
  } else if (has_cols) {
    problem = "is neither a number nor of shape (" + cols + ",) or (1, " +
              cols + "), one for each column";
  }
  Refuse(name, "array of shape " + array.ShapeText(), problem);
}

Along AlongOf(const Array& array, const char* name,
              const ParameterShape& shape) {
  const std::int64_t count = array.count();
  if (array.dimensions() <= 2 && count == 1) return Along::kAll;
  if (array.dimensions() == 1 &&
      count == (shape.of_vector == Along::kRows ? shape.rows : shape.cols)) {
    return shape.of_vector;
  }
  if (array.dimensions() == 2) {
    if (array.size(1) == 1 && count == shape.rows) return Along::kRows;
    if (array.size(0) == 1 && count == shape.cols) return Along::kCols;
  }
  RefuseShape(array, name, shape);
}

nb::object NumpyArrayOf(nb::handle object, nb::handle dtype, const char* name) {
  try {
    return nb::module_::import_("numpy").attr("array")(object, dtype);
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_ValueError)) throw;
  }
  RefuseType(name, object, "of which numpy makes no array");
}

}  // namespace

template <typename T>
void Parameter<T>::ReadArray(const Array& array, const char* name,
                             const ParameterShape& shape) {
  along_ = AlongOf(array, name, shape);
  const auto* bytes = static_cast<const unsigned char*>(array.data());
  if (along_ == Along::kAll) {
    value_ = Element<T>(array, bytes, name);
    return;
  }
  size_ = static_cast<int>(array.count());
  if (array.type() == kTypeOf<T> && array.IsContiguous()) {
    data_ = static_cast<const T*>(array.data());
    return;
  }
  const int varying = array.dimensions() == 2 && along_ == Along::kCols ? 1 : 0;
  owned_.resize(static_cast<std::size_t>(size_));
  for (int i = 0; i < size_; ++i) {
    owned_[static_cast<std::size_t>(i)] =
        Element<T>(array, bytes + i * array.stride(varying), name);
  }
  data_ = owned_.data();
}

template <typename T>
void Parameter<T>::Read(nb::handle object, const char* name,
                        const ParameterShape& shape) {
  if (ReadNumber(object, name, &value_)) return;
  if (array_.Open(object, name)) {
    if (array_.type() == ElementType::kFloat16 && !std::is_integral_v<T>) {
      array_.Close();
      array_.OpenArray(NumpyArrayOf(object, nb::str("float32"), name), name);
    }
    ReadArray(array_, name, shape);
    return;
  }
  if (OpenList(object, name, &array_)) {
    ReadArray(array_, name, shape);
    Own();
    return;
  }
  RefuseType(name, object, "neither a number nor an array");
}

template <typename T>
void Parameter<T>::Own() {
  if (along_ == Along::kAll || data_ == owned_.data()) return;
  owned_.assign(data_, data_ + size_);
  data_ = owned_.data();
  array_.Close();
}

template <typename T>
void Parameter<T>::Negate() {
  const auto negated = [](T value) {
    return static_cast<T>(0 - static_cast<std::uint32_t>(value));
  };
  if (along_ == Along::kAll) {
    value_ = negated(value_);
    return;
  }
  Own();
  for (T& value : owned_) value = negated(value);
}

template class Parameter<std::int32_t>;
template void Parameter<float>::Read(nb::handle, const char*,
                                     const ParameterShape&);
template void Parameter<float>::Own();
template void Parameter<double>::Read(nb::handle, const char*,
                                      const ParameterShape&);
template void Parameter<double>::Own();

namespace {

template <typename Erased, typename T>
Erased EraseAs(const Parameter<T>& parameter) {
  Erased erased;
  erased.along = parameter.along();
  if (erased.along == Along::kAll) {
    erased.value = parameter.value();
  } else {
    erased.data = parameter.data();
    erased.size = parameter.size();
  }
  return erased;
}

}  // namespace

internal::Int32Parameter Erase(const Parameter<std::int32_t>& parameter) {
  return EraseAs<internal::Int32Parameter>(parameter);
}

internal::FloatParameter Erase(const Parameter<float>& parameter) {
  return EraseAs<internal::FloatParameter>(parameter);
}

internal::DoubleParameter Erase(const Parameter<double>& parameter) {
  return EraseAs<internal::DoubleParameter>(parameter);
}

bool OpenList(nb::handle object, const char* name, Array* array) {
  if (!PyList_Check(object.ptr()) && !PyTuple_Check(object.ptr())) return false;
  array->OpenArray(NumpyArrayOf(object, nb::none(), name), name);
  return true;
}

std::int32_t ReadInt32(nb::handle object, const char* name) {
  Parameter<std::int32_t> parameter;
  parameter.Read(object, name, {1, 1, Along::kAll});
  return parameter.value();
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
