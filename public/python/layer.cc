// What stands behind lowp.Linear: packed weights and a pipeline of steps.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>

#include "../../internal/frontend/front_end.h"
#include "bindings.h"
#include "caller.h"
#include "numpy_arrays.h"
#include "packed.h"
#include "parameter.h"
#include "product.h"
#include "seconds.h"
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
    Product product;
    Set(x, out, &product);
    Run(&product.problem, kNames);
    return product.result.object();
  }

  nb::object Plan(nb::handle x) const {
    Product product;
    Set(x, nb::none(), &product);
    return python::Plan(product.problem, kNames);
  }

  // Of `count` calls of the engine with these arguments.
  double Seconds(int count, nb::handle x, nb::handle out) const {
    Product product;
    Set(x, out, &product);
    GemmContext* const context = ContextOfThisThread();
    return SecondsOf(count, kNames, [&] {
      CopyOps(&product);
      return internal::RunGemm(product.problem, internal::ResourcesOf(context));
    });
  }

  nb::object weight() const { return weight_; }

 private:
  ParameterShape Shape() const { return {1, cols_, Along::kCols}; }

  // What a call needs, without memory of its own.
  struct Product {
    OperandView lhs, rhs;
    ResultView result;
    EpilogueOp ops[Steps::kMaxOps];
    internal::GemmProblem problem;
  };

  // The engine rewrites them.
  void CopyOps(Product* product) const {
    std::copy(steps_.ops().begin(), steps_.ops().end(), product->ops);
    product->problem.ops = product->ops;
    product->problem.op_count = static_cast<int>(steps_.ops().size());
    product->problem.uses_floats = steps_.uses_floats();
  }

  void Set(nb::handle x, nb::handle out, Product* product) const {
    internal::GemmProblem& problem = product->problem;
    product->lhs.Read(x, "x", true);
    product->rhs.Read(weight_, "weight");
    CheckDepths(product->lhs, product->rhs, "x", "weight.T");
    ReadResult(out, type_, product->lhs, product->rhs, &product->result,
               &problem.result);
    problem.lhs = product->lhs.operand;
    problem.rhs = product->rhs.operand;
    problem.lhs_offset = Erase(input_offset_);
    problem.rhs_offset = Erase(weight_offset_);
    CopyOps(product);
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
                    nb::handle>(),
           "weight"_a.none(), "input_zero_point"_a.none(),
           "weight_zero_point"_a.none(), "steps"_a, "out_dtype"_a)
      .def("__call__", &Layer::Call, "x"_a.none(), "out"_a = nb::none())
      .def("plan", &Layer::Plan, "x"_a.none())
      .def("_seconds", &Layer::Seconds, "count"_a, "x"_a, "out"_a)
      .def_prop_ro("weight", &Layer::weight);
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
