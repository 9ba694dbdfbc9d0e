// numpy arrays through numpy's C interface, which takes a tenth of the time of
// Python's buffers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_NUMPY_ARRAYS_H_
#define LOWP_PUBLIC_PYTHON_NUMPY_ARRAYS_H_

#include <nanobind/nanobind.h>

#include <cstdint>

#include "array.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

// Imports numpy. Before anything else here.
void LoadNumpy();

// What a numpy array holds.
struct NumpyView {
  void* data;
  ElementType type;
  int dimensions;
  const std::intptr_t* shape;
  const std::intptr_t* strides;  // in bytes
  bool writable;
};
// False if the object is none.
bool IsNumpyArray(nanobind::handle object);
NumpyView ViewOf(nanobind::handle array);

// A new array in C's order, not initialised, of a type of results.
nanobind::object MakeNumpyArray(ElementType type, int dimensions,
                                const std::intptr_t* shape);

// The type that a numpy dtype, or an object that numpy makes one of, means. It
// is the argument out_dtype.
ElementType TypeOfDtype(nanobind::handle dtype);

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_NUMPY_ARRAYS_H_
