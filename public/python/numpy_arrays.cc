// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "numpy_arrays.h"

#define NPY_NO_DEPRECATED_API NPY_1_23_API_VERSION
#define NPY_TARGET_VERSION NPY_1_23_API_VERSION
#include <numpy/arrayobject.h>

#include <iterator>
#include <string>

#include "errors.h"

namespace nb = nanobind;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

// In the order of ElementType.
constexpr int kNumbers[] = {NPY_UINT8,   NPY_INT8,  NPY_INT16,   NPY_INT32,
                            NPY_FLOAT32, NPY_INT64, NPY_FLOAT64, NPY_FLOAT16};

// numpy's number of the type bfloat16 of the package ml_dtypes, once it has
// been met; the GIL guards it. Nothing here imports that package before a
// caller asks for a result of that type.
int bfloat16_number = NPY_NOTYPE;

// Looks at a type that numpy does not have itself.
void MeetType(PyArray_Descr* descr) {
  if (descr->type_num < NPY_USERDEF || descr->type_num == bfloat16_number) {
    return;
  }
  const nb::handle type(reinterpret_cast<PyObject*>(descr->typeobj));
  if (nb::cast<std::string>(type.attr("__name__")) == "bfloat16" &&
      PyDataType_ELSIZE(descr) == 2) {
    bfloat16_number = descr->type_num;
  }
}

// numpy has two types of integers for one of the sizes.
ElementType TypeOfNumber(int number, npy_intp bytes) {
  if (number == bfloat16_number) return ElementType::kBfloat16;
  if (number == NPY_INT || number == NPY_LONG || number == NPY_LONGLONG) {
    return bytes == 4 ? ElementType::kInt32 : ElementType::kInt64;
  }
  for (int i = 0; i < static_cast<int>(std::size(kNumbers)); ++i) {
    if (kNumbers[i] == number) return static_cast<ElementType>(i);
  }
  return ElementType::kOther;
}

// Whether a dtype is the name "bfloat16", or PyTorch's type.
bool NamesBfloat16(nb::handle dtype) {
  if (PyArray_DescrCheck(dtype.ptr()) || PyType_Check(dtype.ptr())) {
    return false;
  }
  const std::string name = nb::cast<std::string>(nb::str(dtype));
  return name == "bfloat16" || name == "torch.bfloat16";
}

// ml_dtypes.bfloat16
nb::object Bfloat16Of(nb::handle asked) {
  PyObject* const module = PyImport_ImportModule("ml_dtypes");
  if (module == nullptr) {
    PyErr_Clear();
    const std::string name = nb::cast<std::string>(nb::str(asked));
    Raise(Status::OfWord(StatusCode::kUnsupported, "out_dtype", name.c_str(),
                         "needs the package ml_dtypes, which gives numpy the "
                         "type, or `out`"));
  }
  return nb::steal(module).attr("bfloat16");
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
  MeetType(PyArray_DESCR(a));
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
  const int number = type == ElementType::kBfloat16
                         ? bfloat16_number
                         : kNumbers[static_cast<int>(type)];
  PyObject* const array = PyArray_SimpleNew(
      dimensions, reinterpret_cast<const npy_intp*>(shape), number);
  if (array == nullptr) throw nb::python_error();
  return nb::steal(array);
}

ElementType TypeOfDtype(nb::handle dtype) {
  if (NamesBfloat16(dtype)) {
    return TypeOfDtype(Bfloat16Of(dtype));
  }
  PyArray_Descr* parsed = nullptr;
  if (PyArray_DescrConverter(dtype.ptr(), &parsed) == 0) {
    PyErr_Clear();
    RefuseType("out_dtype", dtype, "which is no type of numpy's");
  }
  MeetType(parsed);
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
