// A parameter of a product as Python gives it: a number for the whole result,
// or an array with one for each row or each column.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_PARAMETER_H_
#define LOWP_PUBLIC_PYTHON_PARAMETER_H_

#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

#include "../../internal/contract/matrix_ref.h"
#include "array.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

// What the shape of an array means: (size,), (rows, 1) or (1, cols).
struct ParameterShape {
  int rows;
  int cols;
  internal::Along of_vector;  // what an array of one dimension varies along
};

// T is int32_t, float or double. Values are used where they are if they have
// that type and lie one after another, and copied otherwise.
template <typename T>
class Parameter {
 public:
  Parameter() = default;
  Parameter(const Parameter&) = delete;
  Parameter& operator=(const Parameter&) = delete;

  // Raises TypeError or lowp.InvalidArgument.
  void Read(nanobind::handle object, const char* name,
            const ParameterShape& shape);
  // Copies the values if they are still those of an array, which may change.
  void Own();
  // Negates integers: zero points become offsets.
  void Negate();

  internal::Along along() const { return along_; }
  T value() const { return value_; }
  const T* data() const { return data_; }
  int size() const { return size_; }

 private:
  void ReadArray(const Array& array, const char* name,
                 const ParameterShape& shape);

  internal::Along along_ = internal::Along::kAll;
  T value_ = T(0);
  const T* data_ = nullptr;
  int size_ = 0;
  std::vector<T> owned_;
  Array array_;
};

// As the engine takes them.
internal::Int32Parameter Erase(const Parameter<std::int32_t>& parameter);
internal::FloatParameter Erase(const Parameter<float>& parameter);
internal::DoubleParameter Erase(const Parameter<double>& parameter);

// Opens the array that numpy makes of a list or a tuple; false if it is
// neither.
bool OpenList(nanobind::handle object, const char* name, Array* array);

// Reads an int32; refuses others.
std::int32_t ReadInt32(nanobind::handle object, const char* name);

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_PARAMETER_H_
