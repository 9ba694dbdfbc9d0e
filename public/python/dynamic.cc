// What stands behind lowp.DynamicLinear.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../dynamic/dynamic_linear.h"
#include "bindings.h"
#include "caller.h"
#include "packed.h"
#include "parameter.h"
#include "result.h"
#include "seconds.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

using internal::Along;

constexpr ArgumentNames kNames = {"x", "weights", "out"};

// The presets of dynamic_arithmetic.h.
const struct {
  const char* name;
  DynamicArithmetic arithmetic;
} kArithmetics[] = {
    {"symmetric_rows", SymmetricRows()},
    {"asymmetric_rows", AsymmetricRows()},
    {"asymmetric_rows_by_inverse", AsymmetricRowsByInverse()},
    {"asymmetric_rows_by_inverse_unfused", AsymmetricRowsByInverse(false)},
    {"onnx_tensor", OnnxTensor()},
    {"reciprocal_tensor", ReciprocalTensor()},
    {"reciprocal_tensor_full_range", ReciprocalTensor(false)},
};

const DynamicArithmetic& ArithmeticNamed(const std::string& name) {
  std::string all;
  for (const auto& row : kArithmetics) {
    if (name == row.name) return row.arithmetic;
    all += std::string(all.empty() ? "" : ", ") + row.name;
  }
  Refuse("arithmetic", name, "is none of " + all);
}

nb::tuple Arithmetics() {
  nb::list names;
  for (const auto& row : kArithmetics) names.append(row.name);
  return nb::tuple(names);
}

// A parameter with one value for each of `count` columns or, of `one_for_all`,
// possibly one. None is an empty vector.
template <typename T>
std::vector<T> ReadVector(nb::handle object, const char* name, int count,
                          bool one_for_all) {
  if (object.is_none()) return {};
  Parameter<T> parameter;
  parameter.Read(object, name, {1, count, Along::kCols});
  if (parameter.along() == Along::kAll) {
    const int copies = one_for_all ? 1 : count;
    return std::vector<T>(static_cast<std::size_t>(copies), parameter.value());
  }
  return std::vector<T>(parameter.data(), parameter.data() + parameter.size());
}

template <typename T>
VectorMap<const T, VectorShape::Row> MapOf(const std::vector<T>& values) {
  return {values.data(), static_cast<int>(values.size())};
}

internal::Real RealOf(const Array& array, const char* name) {
  switch (array.type()) {
    case ElementType::kFloat32:
      return internal::Real::kFloat32;
    case ElementType::kFloat16:
      return internal::Real::kFloat16;
    case ElementType::kBfloat16:
      return internal::Real::kBfloat16;
    default:
      Refuse(name, "array " + array.TypeText(),
             "its elements must be float32, float16 or bfloat16");
  }
}

// An array of floats as the engine reads and writes it.
internal::RealMatrix RealMatrixOf(const Array& array, const char* name) {
  const internal::Real type = RealOf(array, name);
  const RowsView rows = RowsOf(array, name);
  return {rows.data, rows.rows, rows.cols, rows.stride, type};
}

class Dynamic {
 public:
  Dynamic(nb::object weights, nb::handle scales, nb::handle bias,
          nb::handle zero_points, nb::handle factors, nb::handle low,
          nb::handle high, nb::handle arithmetic)
      : weights_(weights) {
    const Packed* packed = PackedOrNull(weights);
    if (packed == nullptr) RefuseType("weights", weights, "not a lowp.Packed");
    if (packed->weights.side() != Side::kRhs) {
      Refuse("weights", "a lowp.Packed", "it is packed for the lhs");
    }
    const int k = packed->weights.rows(), n = packed->weights.cols();
    if (scales.is_none()) Refuse("scales", "None", "is needed");
    const auto scale = ReadVector<float>(scales, "scales", n, true);
    const auto zero_point =
        ReadVector<std::int32_t>(zero_points, "zero_points", n, true);
    const auto added = ReadVector<float>(bias, "bias", n, false);
    const auto factor = ReadVector<float>(factors, "factors", k, false);
    DynamicLinearParameters parameters;
    parameters.scales = MapOf(scale);
    parameters.zero_points = MapOf(zero_point);
    parameters.bias = MapOf(added);
    parameters.factors = MapOf(factor);
    parameters.low = ReadFloat("low", low);
    parameters.high = ReadFloat("high", high);
    parameters.arithmetic = ArithmeticNamed(ReadName("arithmetic", arithmetic));
    GemmContext* const context = ContextOfThisThread();
    Status status;
    {
      nb::gil_scoped_release released;
      status =
          DynamicLinear::Prepare(context, packed->weights, parameters, &layer_);
    }
    Check(status, kNames);
  }

  nb::object Call(nb::handle x, nb::handle out, nb::handle out_dtype) const {
    Array input;
    input.OpenArray(x, "x");
    const internal::RealMatrix lhs = RealMatrixOf(input, "x");
    if (lhs.cols != layer_.inputs()) {
      Refuse("x", "array of shape " + input.ShapeText(),
             "its last dimension must be in_features, " +
                 std::to_string(layer_.inputs()));
    }
    ResultView result;
    result.Read(out, RealTypeOfResult(out_dtype, out),
                ShapeWithLast(input, layer_.outputs()));
    const internal::RealMatrix y = RealMatrixOf(result.array(), "out");
    GemmContext* const context = ContextOfThisThread();
    Status status;
    {
      nb::gil_scoped_release released;
      status = internal::RunDynamicLinear(layer_.state(), lhs, y,
                                          internal::ResourcesOf(context));
    }
    Check(status, kNames);
    return result.object();
  }

  // Of `count` calls of the engine with these arguments.
  double Seconds(int count, nb::handle x, nb::handle out) const {
    Array input, result;
    input.OpenArray(x, "x");
    result.OpenArray(out, "out", true);
    const internal::RealMatrix lhs = RealMatrixOf(input, "x");
    const internal::RealMatrix y = RealMatrixOf(result, "out");
    GemmContext* const context = ContextOfThisThread();
    return SecondsOf(count, kNames, [&] {
      return internal::RunDynamicLinear(layer_.state(), lhs, y,
                                        internal::ResourcesOf(context));
    });
  }

  nb::object weights() const { return weights_; }

 private:
  nb::object weights_;  // may own the memory that the layer shares
  DynamicLinear layer_;
};

}  // namespace

void BindDynamic(nb::module_& module) {
  module.def("_dynamic_arithmetics", &Arithmetics);
  nb::class_<Dynamic>(module, "_Dynamic", nb::is_final())
      .def(nb::init<nb::object, nb::handle, nb::handle, nb::handle, nb::handle,
                    nb::handle, nb::handle, nb::handle>(),
           "weights"_a, "scales"_a.none(), "bias"_a.none(),
           "zero_points"_a.none(), "factors"_a.none(), "low"_a.none(),
           "high"_a.none(), "arithmetic"_a.none())
      .def("__call__", &Dynamic::Call, "x"_a.none(), "out"_a = nb::none(),
           "out_dtype"_a = nb::none())
      .def("_seconds", &Dynamic::Seconds, "count"_a, "x"_a, "out"_a)
      .def_prop_ro("weights", &Dynamic::weights);
  // What the engine reads: (address, rows, cols, stride), for tests.
  module.def("_floats", [](nb::handle object) {
    Array array;
    array.OpenArray(object, "x");
    const internal::RealMatrix m = RealMatrixOf(array, "x");
    return nb::make_tuple(reinterpret_cast<std::uintptr_t>(m.data), m.rows,
                          m.cols, m.stride);
  });
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
