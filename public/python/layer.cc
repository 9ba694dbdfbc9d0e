// What stands behind lowp.Linear: packed weights and a pipeline of steps.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <vector>

#include "bindings.h"
#include "numpy_arrays.h"
#include "packed.h"
#include "parameter.h"
#include "product.h"
#include "steps.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

using internal::Along;
using internal::EpilogueOp;

constexpr ArgumentNames kNames = {"x", "weight", "out", "input_zero_point",
                                  "weight_zero_point"};

class Layer {
 public:
  Layer(nb::object weight, nb::handle input_zero_point,
        nb::handle weight_zero_point, nb::handle steps, nb::handle out_dtype)
      : weight_(weight), type_(TypeOfDtype(out_dtype)) {
    const Packed* packed = PackedOrNull(weight);
    if (packed == nullptr) RefuseType("weight", weight, "not a lowp.Packed");
    if (packed->weights.side() != Side::kRhs) {
      Refuse("weight", "a lowp.Packed", "it is packed for the lhs");
    }
    cols_ = packed->weights.cols();
    input_offset_.Read(input_zero_point, "input_zero_point",
                       {1, 1, Along::kAll});
    input_offset_.Negate();
    weight_offset_.Read(weight_zero_point, "weight_zero_point", Shape());
    weight_offset_.Negate();
    steps_.Read(steps, cols_, type_);
  }

  nb::object Call(nb::handle x, nb::handle out) const {
    OperandView lhs, rhs;
    ResultView result;
    internal::GemmProblem problem;
    std::vector<EpilogueOp> ops;
    Set(x, out, &lhs, &rhs, &result, &problem, &ops);
    Run(&problem, kNames);
    return result.object();
  }

  nb::object Plan(nb::handle x) const {
    OperandView lhs, rhs;
    ResultView result;
    internal::GemmProblem problem;
    std::vector<EpilogueOp> ops;
    Set(x, nb::none(), &lhs, &rhs, &result, &problem, &ops);
    return python::Plan(problem, kNames);
  }

  nb::object weight() const { return weight_; }

 private:
  ParameterShape Shape() const { return {1, cols_, Along::kCols}; }

  void Set(nb::handle x, nb::handle out, OperandView* lhs, OperandView* rhs,
           ResultView* result, internal::GemmProblem* problem,
           std::vector<EpilogueOp>* ops) const {
    lhs->Read(x, "x");
    rhs->Read(weight_, "weight");
    CheckDepths(*lhs, *rhs, "x", "weight.T");
    ReadResult(out, type_, *lhs, *rhs, result, &problem->result);
    problem->lhs = lhs->operand;
    problem->rhs = rhs->operand;
    problem->lhs_offset = Erase(input_offset_);
    problem->rhs_offset = Erase(weight_offset_);
    *ops = steps_.ops();  // the engine rewrites them
    problem->ops = ops->data();
    problem->op_count = static_cast<int>(ops->size());
    problem->uses_floats = steps_.uses_floats();
  }

  nb::object weight_;
  ElementType type_;
  int cols_ = 0;
  Parameter<std::int32_t> input_offset_, weight_offset_;
  Steps steps_;
};

}  // namespace

void BindLayer(nb::module_& module) {
  nb::class_<Layer>(module, "_Layer", nb::is_final())
      .def(nb::init<nb::object, nb::handle, nb::handle, nb::handle,
                    nb::handle>())
      .def("__call__", &Layer::Call, "x"_a, "out"_a = nb::none())
      .def("plan", &Layer::Plan, "x"_a)
      .def_prop_ro("weight", &Layer::weight);
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
