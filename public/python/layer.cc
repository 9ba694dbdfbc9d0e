// What stands behind lowp.Linear: packed weights and a pipeline of steps, each
// a tuple of a name and its parameters.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bindings.h"
#include "numpy_arrays.h"
#include "operations.h"
#include "packed.h"
#include "parameter.h"
#include "product.h"

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

// The parameters of a step, kept for as long as its operation.
struct Step {
  Parameter<std::int32_t> integers[3];
  Parameter<float> floats;
  Parameter<double> doubles;
};

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
    for (nb::handle step : steps) AddStep(nb::cast<nb::tuple>(step));
    if (IsByteOrInt16(type_)) ops_.push_back(CastOp(type_));
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
    *ops = ops_;  // the engine rewrites them
    problem->ops = ops->data();
    problem->op_count = static_cast<int>(ops->size());
    problem->uses_floats = uses_floats_;
  }

  void AddStep(const nb::tuple& step) {
    const std::string kind = nb::cast<std::string>(step[0]);
    steps_.push_back(std::make_unique<Step>());
    Step& kept = *steps_.back();
    const auto integers = [&](int which, int index, const char* name) {
      kept.integers[which].Read(step[index], name, Shape());
      kept.integers[which].Own();
      return Erase(kept.integers[which]);
    };
    const auto floats = [&](const char* name) -> const Parameter<float>& {
      uses_floats_ = true;
      kept.floats.Read(step[1], name, Shape());
      kept.floats.Own();
      return kept.floats;
    };
    if (kind == "bias") {
      integers(0, 1, "bias");
      ops_.push_back(BiasOp(kept.integers[0]));
    } else if (kind == "float_bias") {
      ops_.push_back(FloatBiasOp(floats("bias")));
    } else if (kind == "dequantize") {
      ops_.push_back(DequantizeOp(floats("scale")));
    } else if (kind == "clamp") {
      ops_.push_back(internal::MakeClampOp(ReadInt32(step[1], "clamp"),
                                           ReadInt32(step[2], "clamp")));
    } else if (kind == "float_clamp") {
      EpilogueOp op;
      op.kind = internal::EpilogueKind::kClampFloat;
      op.float_low = nb::cast<float>(step[1]);
      op.float_high = nb::cast<float>(step[2]);
      ops_.push_back(op);
    } else if (kind == "fixed_point") {
      ops_.push_back(internal::MakeFixedPointOp(
          integers(0, 1, "multiplier"), integers(1, 2, "exponent"),
          ReadInt32(step[3], "zero_point"),
          static_cast<FixedPointRounding>(nb::cast<int>(step[4])),
          static_cast<FixedPointOverflow>(nb::cast<int>(step[5]))));
    } else if (kind == "shifts") {
      EpilogueOp op;
      op.kind = internal::EpilogueKind::kPreAndPostShift;
      op.first = integers(0, 1, "pre_shift");
      op.second = integers(1, 2, "multiplier");
      op.more[0] = integers(2, 3, "post_shift");
      op.offset = ReadInt32(step[4], "zero_point");
      ops_.push_back(op);
    } else {
      AddRealStep(step, kind == "double", &kept);
    }
  }

  void AddRealStep(const nb::tuple& step, bool in_double, Step* kept) {
    uses_floats_ = true;
    const RealRounding rounding = {
        ReadInt32(step[2], "zero_point"),
        static_cast<FloatRounding>(nb::cast<int>(step[3])),
        static_cast<ZeroPointOrder>(nb::cast<int>(step[4]))};
    if (in_double) {
      kept->doubles.Read(step[1], "scale", Shape());
      kept->doubles.Own();
      ops_.push_back(ScaleOp(kept->doubles, rounding));
    } else {
      kept->floats.Read(step[1], "scale", Shape());
      kept->floats.Own();
      ops_.push_back(ScaleOp(kept->floats, rounding));
    }
  }

  nb::object weight_;
  ElementType type_;
  int cols_ = 0;
  Parameter<std::int32_t> input_offset_, weight_offset_;
  std::vector<std::unique_ptr<Step>> steps_;
  std::vector<EpilogueOp> ops_;
  bool uses_floats_ = false;
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
