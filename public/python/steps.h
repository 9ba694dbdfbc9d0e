// The pipeline of a layer: a list of steps, each a tuple of a name and its
// parameters, as lowp/_arithmetic.py makes them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_STEPS_H_
#define LOWP_PUBLIC_PYTHON_STEPS_H_

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "../../internal/contract/int64_stages.h"
#include "array.h"
#include "operations.h"
#include "parameter.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

class Steps {
 public:
  // A layer has a bias, a scale, a clamp and a cast at most.
  static constexpr int kMaxOps = 8;

  // For results of `cols` columns and of the type `type`. Parameters are
  // copied. Raises for wrong ones.
  void Read(nanobind::handle steps, int cols, ElementType type);

  // They refer to this object.
  const std::vector<internal::EpilogueOp>& ops() const { return ops_; }
  bool uses_floats() const { return uses_floats_; }
  // The stages of int64 sums, which come before ops(); they refer to this
  // object.
  const internal::Int64Stages& int64() const { return int64_; }

 private:
  // The parameters of a step, kept for as long as its operation.
  struct Step {
    Parameter<std::int32_t> integers[3];
    Parameter<float> floats;
    Parameter<double> doubles;
  };

  ParameterShape Shape() const { return {1, cols_, internal::Along::kCols}; }
  void Add(const nanobind::tuple& step);
  void AddFixedPoint(const nanobind::tuple& step, Step* kept);
  void AddShifts(const nanobind::tuple& step, Step* kept);
  void AddInt64Bias(nanobind::handle bias);
  void AddReal(const nanobind::tuple& step, bool in_double, Step* kept);

  internal::Int32Parameter Integers(const nanobind::tuple& step, int index,
                                    const char* name, Step* kept) const;
  const Parameter<float>& Floats(const nanobind::tuple& step, const char* name,
                                 Step* kept);

  int cols_ = 0;
  std::vector<std::unique_ptr<Step>> steps_;
  std::vector<internal::EpilogueOp> ops_;
  bool uses_floats_ = false;
  internal::Int64Stages int64_;
  std::vector<std::int64_t> bias_;  // of int64_
};

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_STEPS_H_
