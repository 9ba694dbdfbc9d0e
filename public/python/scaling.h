// What becomes of the sums of lowp.matmul and lowp.conv2d: the arguments scale,
// bias, zero_point and out_dtype as operations of the engine.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_SCALING_H_
#define LOWP_PUBLIC_PYTHON_SCALING_H_

#include <nanobind/nanobind.h>

#include <cstdint>

#include "array.h"
#include "operations.h"
#include "parameter.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

//   scale  out_dtype           result
//   None   None or int32       sum + bias
//   given  None or float32     float32(sum) * scale + bias; a bias of integers
//                              is added to the sum
//   given  int8, uint8, int16  round((sum + bias) * scale) + zero_point
class Scaling {
 public:
  static constexpr int kMaxOps = 4;

  struct Arguments {
    nanobind::handle scale, bias, zero_point, out_dtype;
  };

  // With `own` the vectors are copied; otherwise they may be those of arrays,
  // which must not change. Raises for wrong arguments.
  void Read(const Arguments& arguments, const ParameterShape& shape, bool own);

  ElementType type() const { return type_; }  // of the result
  bool uses_floats() const { return uses_floats_; }
  // They refer to this object.
  internal::EpilogueOp* ops() { return ops_; }
  int count() const { return count_; }

 private:
  template <typename T>
  const Parameter<T>& ReadParameter(nanobind::handle object, const char* name,
                                    const ParameterShape& shape, bool own,
                                    Parameter<T>* parameter);
  void Add(const internal::EpilogueOp& op) { ops_[count_++] = op; }

  ElementType type_ = ElementType::kInt32;
  bool uses_floats_ = false;
  Parameter<std::int32_t> bias_;
  Parameter<float> scale_, float_bias_;
  internal::EpilogueOp ops_[kMaxOps];
  int count_ = 0;
};

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_SCALING_H_
