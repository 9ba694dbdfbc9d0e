// What stands behind lowp.quantize, lowp.dequantize and lowp.choose_parameters,
// and the builders of multipliers behind lowp.Linear and the convolutions.
// lowp/_quantize.py and lowp/_arithmetic.py prepare their arguments: contiguous
// arrays of the right types.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../quantization/quantization.h"

#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../../internal/contract/run_transform.h"
#include "../../internal/frontend/front_end.h"
#include "array.h"
#include "bindings.h"
#include "caller.h"
#include "errors.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

using internal::TransformProblem;

// A contiguous array.
class Values {
 public:
  Values(nb::handle object, const char* name, bool writable = false) {
    array_.OpenArray(object, name, writable);
    if (!array_.IsContiguous()) {
      Refuse(name, "array of shape " + array_.ShapeText(),
             "is not contiguous in C's order");
    }
  }
  template <typename T>
  T* data() const {
    return static_cast<T*>(array_.data());
  }
  const Array& array() const { return array_; }
  std::size_t count() const { return static_cast<std::size_t>(array_.count()); }

 private:
  Array array_;
};

void RunTransformOfThisThread(const TransformProblem& problem) {
  GemmContext* const context = ContextOfThisThread();
  Status status;
  {
    nb::gil_scoped_release released;
    status = internal::RunTransform(problem, internal::ResourcesOf(context));
  }
  Check(status);
}

// One parameter for all, or one for each channel.
void SetParameters(const Values& scales, const Values& zero_points,
                   TransformProblem* problem) {
  problem->per_channel = scales.count() != 1;
  if (problem->per_channel) {
    problem->parameter_count = static_cast<int>(scales.count());
    problem->scales = scales.data<float>();
    problem->zero_points = zero_points.data<std::int32_t>();
  } else {
    problem->scale = *scales.data<float>();
    problem->zero_point = *zero_points.data<std::int32_t>();
  }
}

// The arrays of all four arguments have the types that _quantize.py gives them;
// `shape` is (outer, channels, inner).
void Quantize(nb::handle values, nb::handle quantized,
              const std::vector<std::size_t>& shape, nb::handle scales,
              nb::handle zero_points, int rounding) {
  const Values in(values, "values"), out(quantized, "out", true);
  const Values scale(scales, "scale"), zero_point(zero_points, "zero_point");
  TransformProblem problem;
  problem.kind = internal::TransformKind::kQuantize;
  problem.input = in.data<void>();
  problem.output = out.data<void>();
  problem.outer = shape[0];
  problem.channels = shape[1];
  problem.inner = shape[2];
  problem.scalar = static_cast<internal::Scalar>(out.array().type());
  problem.rounding = static_cast<ValueRounding>(rounding);
  const int bits = 8 * SizeOf(out.array().type());
  problem.low =
      out.array().type() == ElementType::kUint8 ? 0 : -(1 << (bits - 1));
  problem.high = problem.low + (1 << bits) - 1;
  SetParameters(scale, zero_point, &problem);
  RunTransformOfThisThread(problem);
}

void Dequantize(nb::handle quantized, nb::handle values,
                const std::vector<std::size_t>& shape, nb::handle scales,
                nb::handle zero_points, bool in_double) {
  const Values in(quantized, "values"), out(values, "out", true);
  const Values scale(scales, "scale"), zero_point(zero_points, "zero_point");
  TransformProblem problem;
  problem.kind = internal::TransformKind::kDequantize;
  problem.input = in.data<void>();
  problem.output = out.data<void>();
  problem.outer = shape[0];
  problem.channels = shape[1];
  problem.inner = shape[2];
  problem.scalar = static_cast<internal::Scalar>(in.array().type());
  problem.precision =
      in_double ? RealPrecision::kDouble : RealPrecision::kFloat;
  SetParameters(scale, zero_point, &problem);
  RunTransformOfThisThread(problem);
}

// A scale and a zero point for values in min..max.
nb::tuple ChooseParameters(float min, float max, int low, int high,
                           bool symmetric) {
  QuantizationParams params;
  const QuantizedRange range = {low, high};
  const Status status =
      symmetric
          ? ChooseMaxAbsQuantizationParams(min, max, range, &params)
          : ChooseDynamicQuantizationParams(min, max, range, 1.0f, &params);
  if (!status.ok()) {
    RefuseReal(("x." + std::string(status.argument())).c_str(), status.real(),
               status.problem());
  }
  return nb::make_tuple(params.scale, params.zero_point);
}

constexpr ArgumentNames kScaleNames = {
    "", "", "", "", "", "output_scale", "input_scale", "weight_scale"};

// input_scale * weight_scale / output_scale for each weight_scale.
enum class Factor { kDouble, kFloatProduct, kFloat };

nb::list Factors(float input_scale, const std::vector<float>& weight_scales,
                 float output_scale, int how) {
  nb::list factors;
  for (const float scale : weight_scales) {
    double real = 0;
    float single = 0;
    switch (static_cast<Factor>(how)) {
      case Factor::kDouble:
        Check(RealMultiplier(input_scale, scale, output_scale, &real),
              kScaleNames);
        break;
      case Factor::kFloatProduct:
        Check(RealMultiplierOfFloatProduct(input_scale, scale, output_scale,
                                           &real),
              kScaleNames);
        break;
      case Factor::kFloat:
        Check(FloatMultiplier(input_scale, scale, output_scale, &single),
              kScaleNames);
        real = single;
        break;
    }
    factors.append(real);
  }
  return factors;
}

Status BuildOfFloat(double real, FixedPointMultiplier* quantized) {
  return MultiplierOfFloat(static_cast<float>(real), quantized);
}

// In the order of lowp._arithmetic.MULTIPLIERS.
constexpr MultiplierBuilder kBuilders[] = {&QuantizeMultiplier,
                                           &QuantizeMultiplierUnbounded,
                                           &QuantizeMultiplierSaturating,
                                           &QuantizeMultiplierHalfToEven,
                                           &QuantizeMultiplierByTruncation,
                                           &BuildOfFloat};

// Refuses what is no factor M, as scales make it.
void CheckFactor(const Status& status, double factor) {
  if (!status.ok()) RefuseReal("scale", factor, status.problem());
}

nb::tuple Multipliers(const std::vector<double>& factors, int builder) {
  nb::list multipliers, exponents;
  for (const double factor : factors) {
    FixedPointMultiplier built;
    CheckFactor(kBuilders[builder](factor, &built), factor);
    if (built.exponent < -31 || built.exponent > 31) {
      RefuseReal("scale", factor, "has an exponent outside -31..31");
    }
    multipliers.append(built.multiplier);
    exponents.append(built.exponent);
  }
  return nb::make_tuple(multipliers, exponents);
}

nb::tuple Shifts(const std::vector<double>& factors) {
  nb::list pre, multipliers, post;
  for (const double factor : factors) {
    PreAndPostShift chosen;
    CheckFactor(ChoosePreAndPostShift(static_cast<float>(factor), &chosen),
                factor);
    pre.append(chosen.pre_shift);
    multipliers.append(chosen.multiplier);
    post.append(chosen.post_shift);
  }
  return nb::make_tuple(pre, multipliers, post);
}

}  // namespace

void BindQuantization(nb::module_& module) {
  module.def("_quantize", &Quantize);
  module.def("_dequantize", &Dequantize);
  module.def("_choose_parameters", &ChooseParameters);
  module.def("_factors", &Factors);
  module.def("_multipliers", &Multipliers);
  module.def("_shifts", &Shifts);
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
