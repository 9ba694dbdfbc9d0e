// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "array.h"

#include <limits>

#include "errors.h"
#include "numpy_arrays.h"

namespace nb = nanobind;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

constexpr struct {
  ElementType type;
  const char* name;
  int size;
} kTypes[] = {{ElementType::kUint8, "uint8", 1},
              {ElementType::kInt8, "int8", 1},
              {ElementType::kInt16, "int16", 2},
              {ElementType::kInt32, "int32", 4},
              {ElementType::kFloat32, "float32", 4},
              {ElementType::kInt64, "int64", 8},
              {ElementType::kFloat64, "float64", 8},
              {ElementType::kFloat16, "float16", 2},
              {ElementType::kBfloat16, "bfloat16", 2},
              {ElementType::kOther, "of another type", 1}};

ElementType SignedOf(std::int64_t bytes) {
  return bytes == 1   ? ElementType::kInt8
         : bytes == 2 ? ElementType::kInt16
         : bytes == 4 ? ElementType::kInt32
         : bytes == 8 ? ElementType::kInt64
                      : ElementType::kOther;
}

ElementType FloatOf(std::int64_t bytes) {
  return bytes == 2   ? ElementType::kFloat16
         : bytes == 4 ? ElementType::kFloat32
         : bytes == 8 ? ElementType::kFloat64
                      : ElementType::kOther;
}

// From the format of Python's struct module; bytes of other orders than the
// machine's are of another type.
ElementType TypeOf(const char* format, std::int64_t bytes) {
  if (format == nullptr) return ElementType::kUint8;
  if (*format == '@' || *format == '=' || *format == '<') ++format;
  if (format[0] == '\0' || format[1] != '\0') return ElementType::kOther;
  switch (*format) {
    case 'B':
      return ElementType::kUint8;
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
      return SignedOf(bytes);
    case 'e':
    case 'f':
    case 'd':
      return FloatOf(bytes);
    default:
      return ElementType::kOther;
  }
}

ElementType TypeOf(const nb::dlpack::dtype& type) {
  if (type.lanes != 1) return ElementType::kOther;
  switch (static_cast<nb::dlpack::dtype_code>(type.code)) {
    case nb::dlpack::dtype_code::UInt:
      return type.bits == 8 ? ElementType::kUint8 : ElementType::kOther;
    case nb::dlpack::dtype_code::Int:
      return SignedOf(type.bits / 8);
    case nb::dlpack::dtype_code::Float:
      return FloatOf(type.bits / 8);
    case nb::dlpack::dtype_code::Bfloat:
      return type.bits == 16 ? ElementType::kBfloat16 : ElementType::kOther;
    default:
      return ElementType::kOther;
  }
}

[[noreturn]] void RefuseToWrite(const char* name) {
  Refuse(name, "array", "is read-only");
}

[[noreturn]] void RefuseDimensions(const char* name, std::int64_t dimensions) {
  Refuse(name, dimensions, "dimensions are more than 8");
}

}  // namespace

const char* NameOf(ElementType type) {
  return kTypes[static_cast<int>(type)].name;
}

int SizeOf(ElementType type) { return kTypes[static_cast<int>(type)].size; }

void Array::OpenNumpy(nb::handle object, const char* name, bool writable) {
  const NumpyView view = ViewOf(object);
  if (view.dimensions > kMaxDimensions) RefuseDimensions(name, view.dimensions);
  if (writable && !view.writable) RefuseToWrite(name);
  numpy_ = nb::borrow(object);
  data_ = view.data;
  type_ = view.type;
  dimensions_ = view.dimensions;
  for (int i = 0; i < dimensions_; ++i) {
    shape_[i] = view.shape[i];
    strides_[i] = view.strides[i];
  }
}

bool Array::OpenBuffer(nb::handle object, const char* name, bool writable) {
  const int flags =
      PyBUF_STRIDES | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
  if (PyObject_GetBuffer(object.ptr(), &buffer_, flags) != 0) {
    if (!PyErr_ExceptionMatches(PyExc_BufferError)) throw nb::python_error();
    PyErr_Clear();
    // It may lend by DLPack what it does not lend as a buffer.
    if (writable && !nb::hasattr(object, "__dlpack__")) RefuseToWrite(name);
    return false;
  }
  has_buffer_ = true;
  data_ = buffer_.buf;
  type_ = TypeOf(buffer_.format, buffer_.itemsize);
  dimensions_ = buffer_.ndim;
  if (dimensions_ > kMaxDimensions) RefuseDimensions(name, dimensions_);
  // Some lenders, such as ctypes, leave out the strides of contiguous elements,
  // or the shape of one dimension.
  std::int64_t stride = buffer_.itemsize;
  for (int i = dimensions_ - 1; i >= 0; --i) {
    shape_[i] = buffer_.shape != nullptr ? buffer_.shape[i]
                : buffer_.itemsize > 0   ? buffer_.len / buffer_.itemsize
                                         : 0;
    strides_[i] = buffer_.strides != nullptr ? buffer_.strides[i] : stride;
    stride *= shape_[i];
  }
  return true;
}

bool Array::OpenDlpack(nb::handle object, const char* name, bool writable) {
  if (!nb::hasattr(object, "__dlpack__")) return false;
  if (writable) {
    nb::ndarray<> array;
    if (!nb::try_cast(object, array)) {
      if (nb::try_cast(object, dlpack_)) RefuseToWrite(name);
      return false;
    }
    dlpack_ = nb::ndarray<nb::ro>(array);
  } else if (!nb::try_cast(object, dlpack_)) {
    return false;
  }
  if (dlpack_.device_type() != nb::device::cpu::value) {
    RefuseType(name, object, "whose memory is not the CPU's");
  }
  data_ = const_cast<void*>(static_cast<const void*>(dlpack_.data()));
  type_ = TypeOf(dlpack_.dtype());
  dimensions_ = static_cast<int>(dlpack_.ndim());
  if (dimensions_ > kMaxDimensions) RefuseDimensions(name, dimensions_);
  for (int i = 0; i < dimensions_; ++i) {
    shape_[i] = static_cast<std::int64_t>(dlpack_.shape(i));
    strides_[i] =
        dlpack_.stride(i) * static_cast<std::int64_t>(dlpack_.itemsize());
  }
  return true;
}

bool Array::Open(nb::handle object, const char* name, bool writable) {
  if (IsNumpyArray(object)) {
    OpenNumpy(object, name, writable);
    return true;
  }
  if (PyObject_CheckBuffer(object.ptr()) != 0 &&
      OpenBuffer(object, name, writable)) {
    return true;
  }
  return OpenDlpack(object, name, writable);
}

void Array::OpenArray(nb::handle object, const char* name, bool writable) {
  if (!Open(object, name, writable)) {
    RefuseType(name, object,
               "not an array (numpy's, or another with a buffer or DLPack)");
  }
}

std::int64_t Array::count() const {
  std::int64_t count = 1;
  for (int i = 0; i < dimensions_; ++i) count *= shape_[i];
  return count;
}

bool Array::IsContiguous() const {
  if (count() == 0) return true;
  std::int64_t expected = SizeOf(type_);
  for (int i = dimensions_ - 1; i >= 0; --i) {
    if (shape_[i] != 1 && strides_[i] != expected) return false;
    expected *= shape_[i];
  }
  return true;
}

std::string Array::ShapeText() const {
  std::string text = "(";
  for (int i = 0; i < dimensions_; ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(shape_[i]);
  }
  return text + (dimensions_ == 1 ? ",)" : ")");
}

std::string Array::TypeText() const {
  if (type_ != ElementType::kOther) return NameOf(type_);
  if (numpy_.is_valid()) {
    const nb::object dtype = numpy_.attr("dtype");
    return nb::cast<std::string>(nb::str(nb::handle(dtype)));
  }
  if (has_buffer_ && buffer_.format != nullptr) {
    return std::string("of format ") + buffer_.format;
  }
  return NameOf(type_);
}

namespace {

// Rows, columns and the distances between them, in elements.
struct Extents {
  std::int64_t rows, cols, row_stride, col_stride;
};

[[noreturn]] void RefuseStrides(
    const Array& array, const char* name,
    const char* problem =
        "neither its rows nor its columns are contiguous and "
        "apart") {
  std::string strides = "(";
  for (int i = 0; i < array.dimensions(); ++i) {
    strides += (i == 0 ? "" : ", ") + std::to_string(array.stride(i));
  }
  Refuse(name,
         "array of shape " + array.ShapeText() + ", strides " + strides + ")",
         std::string(problem) + "; numpy.ascontiguousarray copies it");
}

// All dimensions but the last become one, if they are evenly spaced.
Extents ExtentsOf(const Array& array, const char* name) {
  const int last = array.dimensions() - 1;
  const std::int64_t bytes = SizeOf(array.type());
  Extents extents = {1, array.size(last), 0, array.stride(last)};
  bool is_first = true;
  for (int i = last - 1; i >= 0; --i) {
    const std::int64_t size = array.size(i);
    if (size != 1) {
      if (!is_first && array.stride(i) != extents.rows * extents.row_stride &&
          array.count() != 0) {
        RefuseStrides(array, name);
      }
      if (is_first) extents.row_stride = array.stride(i);
      is_first = false;
    }
    extents.rows *= size;
  }
  if (extents.row_stride % bytes != 0 || extents.col_stride % bytes != 0) {
    RefuseStrides(array, name);
  }
  extents.row_stride /= bytes;
  extents.col_stride /= bytes;
  return extents;
}

constexpr std::int64_t kLimit = std::numeric_limits<int>::max();

void CheckExtents(const Extents& extents, const Array& array,
                  const char* name) {
  if (extents.rows > kLimit || extents.cols > kLimit) {
    Refuse(name, "array of shape " + array.ShapeText(),
           "a dimension of the matrix is 2^31 or more");
  }
}

internal::Scalar ScalarOf(const Array& array, const char* name,
                          bool is_result) {
  const ElementType last =
      is_result ? ElementType::kFloat32 : ElementType::kInt8;
  if (array.type() > last) {
    Refuse(name, "array " + array.TypeText(),
           is_result ? "its elements must be those of a result"
                     : "its elements must be uint8 or int8");
  }
  return static_cast<internal::Scalar>(array.type());
}
static_assert(static_cast<int>(ElementType::kFloat32) ==
                  static_cast<int>(internal::Scalar::kFloat32),
              "the types of matrices come first, in the engine's order");

}  // namespace

void CheckTwoDimensions(const Array& array, const char* name) {
  if (array.dimensions() == 2) return;
  Refuse(name, "array of shape " + array.ShapeText(),
         "it must have 2 dimensions");
}

internal::MatrixRef MatrixOf(const Array& array, const char* name,
                             bool is_result, bool may_be_row) {
  const internal::Scalar scalar = ScalarOf(array, name, is_result);
  if (array.dimensions() < (may_be_row ? 1 : 2)) {
    Refuse(name, "array of shape " + array.ShapeText(),
           may_be_row ? "it has no dimension"
                      : "a matrix has two dimensions or more");
  }
  const Extents e = ExtentsOf(array, name);
  CheckExtents(e, array, name);
  internal::MatrixRef matrix;
  matrix.data = array.data();
  matrix.rows = static_cast<int>(e.rows);
  matrix.cols = static_cast<int>(e.cols);
  matrix.scalar = scalar;
  const auto fits = [](std::int64_t stride, std::int64_t inner) {
    return stride >= inner && stride <= kLimit;
  };
  // Strides of single rows and columns mean nothing, and may be anything.
  if (e.rows == 0 || e.cols == 0) {
    matrix.row_major = true;
    matrix.stride = matrix.cols;
  } else if ((e.cols == 1 || e.col_stride == 1) &&
             (e.rows == 1 || fits(e.row_stride, e.cols))) {
    matrix.row_major = true;
    matrix.stride = e.rows == 1 ? matrix.cols : static_cast<int>(e.row_stride);
  } else if ((e.rows == 1 || e.row_stride == 1) &&
             (e.cols == 1 || fits(e.col_stride, e.rows))) {
    matrix.row_major = false;
    matrix.stride = e.cols == 1 ? matrix.rows : static_cast<int>(e.col_stride);
  } else {
    RefuseStrides(array, name);
  }
  return matrix;
}

RowsView RowsOf(const Array& array, const char* name) {
  if (array.dimensions() < 1) {
    Refuse(name, "array of shape ()", "it has no dimension");
  }
  const Extents e = ExtentsOf(array, name);
  CheckExtents(e, array, name);
  const int rows = static_cast<int>(e.rows), cols = static_cast<int>(e.cols);
  // Strides of single rows and columns mean nothing.
  if (rows <= 1 || cols == 0) {
    if (cols > 1 && rows != 0 && e.col_stride != 1) {
      RefuseStrides(array, name, "its rows are not contiguous");
    }
    return {array.data(), rows, cols, cols};
  }
  if ((cols != 1 && e.col_stride != 1) || e.row_stride < cols ||
      e.row_stride > kLimit) {
    RefuseStrides(array, name, "its rows are not contiguous and apart");
  }
  return {array.data(), rows, cols, static_cast<int>(e.row_stride)};
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
