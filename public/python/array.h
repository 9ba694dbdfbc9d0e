// An array that a Python object lends: numpy's and everything with a buffer or
// with DLPack, on the CPU. Nothing is copied.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_ARRAY_H_
#define LOWP_PUBLIC_PYTHON_ARRAY_H_

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "../../internal/contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

enum class ElementType : std::uint8_t {
  kUint8,
  kInt8,
  kInt16,
  kInt32,
  kFloat32,
  kInt64,
  kFloat64,
  kFloat16,
  kBfloat16,
  kOther,
};
const char* NameOf(ElementType type);
int SizeOf(ElementType type);

class Array {
 public:
  static constexpr int kMaxDimensions = 8;

  Array() = default;
  ~Array() { Close(); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  // Borrows the memory of `object` until destruction. False, without an
  // exception, if it is not an array. Raises for an array of more than
  // kMaxDimensions or in other memory than the CPU's, and if `writable` for a
  // read-only one. `name` is for messages.
  bool Open(nanobind::handle object, const char* name, bool writable = false);
  // The same for an object that must be an array.
  void OpenArray(nanobind::handle object, const char* name,
                 bool writable = false);

  // Lets go of the memory.
  void Close() {
    if (has_buffer_) PyBuffer_Release(&buffer_);
    has_buffer_ = false;
    numpy_.reset();
    if (dlpack_.is_valid()) dlpack_ = {};
  }

  void* data() const { return data_; }
  ElementType type() const { return type_; }
  int dimensions() const { return dimensions_; }
  std::int64_t size(int dimension) const { return shape_[dimension]; }
  // In bytes.
  std::int64_t stride(int dimension) const { return strides_[dimension]; }
  std::int64_t count() const;
  // Whether it is contiguous in C's order.
  bool IsContiguous() const;
  // "(2, 3)"
  std::string ShapeText() const;
  // The name of type(); of other types the lender's, if it has one.
  std::string TypeText() const;

 private:
  void OpenNumpy(nanobind::handle object, const char* name, bool writable);
  bool OpenBuffer(nanobind::handle object, const char* name, bool writable);
  bool OpenDlpack(nanobind::handle object, const char* name, bool writable);

  void* data_ = nullptr;
  ElementType type_ = ElementType::kOther;
  int dimensions_ = 0;
  std::int64_t shape_[kMaxDimensions];
  std::int64_t strides_[kMaxDimensions];
  // One of these three owns the memory.
  nanobind::object numpy_;
  bool has_buffer_ = false;
  Py_buffer buffer_;
  nanobind::ndarray<nanobind::ro> dlpack_;
};

// Raises unless the array has two dimensions.
void CheckTwoDimensions(const Array& array, const char* name);

// The array as a matrix that the engine reads or writes in place. If it has
// more than two dimensions, all but the last become rows. Raises unless its
// rows or columns are contiguous, and its elements are uint8 or int8 or, if
// `is_result`, of a type that results have. One dimension is a row, if
// `may_be_row`, and refused otherwise.
internal::MatrixRef MatrixOf(const Array& array, const char* name,
                             bool is_result = false, bool may_be_row = false);

// The array as rows of contiguous elements, of any type; an array of one
// dimension is a row. Raises if its rows have gaps inside, or overlap.
struct RowsView {
  void* data;
  int rows;
  int cols;
  int stride;  // between rows, in elements
};
RowsView RowsOf(const Array& array, const char* name);

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_ARRAY_H_
