// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "numpy_arrays.h"

#define NPY_NO_DEPRECATED_API NPY_1_23_API_VERSION
#define NPY_TARGET_VERSION NPY_1_23_API_VERSION
#include <numpy/arrayobject.h>

#include <iterator>

namespace nb = nanobind;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

// In the order of ElementType.
constexpr int kNumbers[] = {NPY_UINT8,   NPY_INT8,  NPY_INT16,   NPY_INT32,
                            NPY_FLOAT32, NPY_INT64, NPY_FLOAT64, NPY_FLOAT16};

// numpy has two types of integers for one of the sizes.
ElementType TypeOfNumber(int number, npy_intp bytes) {
  if (number == NPY_INT || number == NPY_LONG || number == NPY_LONGLONG) {
    return bytes == 4 ? ElementType::kInt32 : ElementType::kInt64;
  }
  for (int i = 0; i < static_cast<int>(std::size(kNumbers)); ++i) {
    if (kNumbers[i] == number) return static_cast<ElementType>(i);
  }
  return ElementType::kOther;
}

PyArrayObject* ArrayOf(nb::handle array) {
  return reinterpret_cast<PyArrayObject*>(array.ptr());
}

}  // namespace

void LoadNumpy() {
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
}

bool IsNumpyArray(nb::handle object) {
  return PyArray_Check(object.ptr()) != 0;
}

NumpyView ViewOf(nb::handle array) {
  PyArrayObject* const a = ArrayOf(array);
  static_assert(sizeof(npy_intp) == sizeof(std::intptr_t), "");
  const ElementType type =
      PyArray_ISNOTSWAPPED(a)
          ? TypeOfNumber(PyArray_TYPE(a), PyArray_ITEMSIZE(a))
          : ElementType::kOther;
  return {PyArray_DATA(a),
          type,
          PyArray_NDIM(a),
          reinterpret_cast<const std::intptr_t*>(PyArray_DIMS(a)),
          reinterpret_cast<const std::intptr_t*>(PyArray_STRIDES(a)),
          PyArray_ISWRITEABLE(a) != 0};
}

nb::object MakeNumpyArray(ElementType type, int dimensions,
                          const std::intptr_t* shape) {
  PyObject* const array =
      PyArray_SimpleNew(dimensions, reinterpret_cast<const npy_intp*>(shape),
                        kNumbers[static_cast<int>(type)]);
  if (array == nullptr) throw nb::python_error();
  return nb::steal(array);
}

ElementType TypeOfDtype(nb::handle dtype) {
  PyArray_Descr* parsed = nullptr;
  if (PyArray_DescrConverter(dtype.ptr(), &parsed) == 0) {
    throw nb::python_error();
  }
  const ElementType type =
      PyArray_ISNBO(parsed->byteorder)
          ? TypeOfNumber(parsed->type_num, PyDataType_ELSIZE(parsed))
          : ElementType::kOther;
  Py_DECREF(reinterpret_cast<PyObject*>(parsed));
  return type;
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
