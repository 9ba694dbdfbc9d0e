// What stands behind lowp.Conv1d, Conv2d, Conv3d and their transposed kin.
// lowp/_conv.py prepares their arguments.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "../convolution/prepared_convolution.h"
#include "bindings.h"
#include "caller.h"
#include "conv_layer.h"
#include "numpy_arrays.h"
#include "parameter.h"
#include "result.h"
#include "scaling.h"
#include "seconds.h"
#include "steps.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

using internal::Along;

// What a prepared convolution depends on, besides the layer.
struct CallKey {
  int batch = 0, depth = 0, height = 0, width = 0;
  int input_stride = 0, output_stride = 0;
  ElementType input = ElementType::kOther;
  const char* backend = nullptr;
  int threads = 0;

  CallKey() = default;
  CallKey(const ConvGeometry& geometry, ElementType type)
      : batch(geometry.batch),
        depth(geometry.depth.input),
        height(geometry.height.input),
        width(geometry.width.input),
        input_stride(geometry.input_stride),
        output_stride(geometry.output_stride),
        input(type),
        backend(BackendSetting()),
        threads(ThreadsSetting()) {}

  bool operator==(const CallKey& other) const {
    const auto all = [](const CallKey& k) {
      return std::tie(k.batch, k.depth, k.height, k.width, k.input_stride,
                      k.output_stride, k.input, k.backend, k.threads);
    };
    return all(*this) == all(other);
  }
};

// What becomes of the sums: as in lowp.matmul, or by steps as in lowp.Linear.
class ConvOutput {
 public:
  // `scaling` is (scale, bias, zero_point, out_dtype). With steps, which may be
  // None, its last element is the type, and the others are unused.
  void Read(const nb::tuple& scaling, nb::handle steps, int columns) {
    if (steps.is_none()) {
      scaling_.Read({scaling[0], scaling[1], scaling[2], scaling[3]},
                    {1, columns, Along::kCols}, true);
      type_ = scaling_.type();
      uses_floats_ = scaling_.uses_floats();
      ops_.assign(scaling_.ops(), scaling_.ops() + scaling_.count());
      return;
    }
    type_ = TypeOfDtype(scaling[3]);
    steps_.Read(steps, columns, type_);
    uses_floats_ = steps_.uses_floats();
    ops_ = steps_.ops();
  }

  ElementType type() const { return type_; }
  bool uses_floats() const { return uses_floats_; }
  const internal::Int64Stages& int64() const { return steps_.int64(); }
  // They refer to this object.
  internal::EpilogueOp* ops() { return ops_.data(); }
  int count() const { return static_cast<int>(ops_.size()); }

 private:
  ElementType type_ = ElementType::kInt32;
  bool uses_floats_ = false;
  Scaling scaling_;
  Steps steps_;
  std::vector<internal::EpilogueOp> ops_;
};

class Convolution {
 public:
  Convolution(nb::handle weights, const nb::tuple& axes, bool same,
              bool transposed, int layout, const nb::tuple& orders,
              nb::handle groups, bool takes_int16, nb::handle input_zero_point,
              nb::handle weight_zero_point, const nb::tuple& scaling,
              nb::handle steps) {
    layer_.Read(
        {weights, axes, same, transposed, layout, orders, groups, takes_int16});
    const int outputs = layer_.output_channels();
    input_zero_point_ = ReadInt32(input_zero_point, "input_zero_point");
    weight_zero_point_.Read(weight_zero_point, "weight_zero_point",
                            {1, outputs, Along::kCols});
    weight_zero_point_.Own();
    output_.Read(scaling, steps, outputs);
  }

  nb::object Call(nb::handle x, nb::handle out) {
    Image image;
    Set(x, out, &image);
    Status status;
    {
      nb::gil_scoped_release released;
      status = Run(image);
    }
    Check(status, kConvNames);
    return image.result.object();
  }

  // Of `count` calls of the engine with these arguments.
  double Seconds(int count, nb::handle x, nb::handle out) {
    Image image;
    Set(x, out, &image);
    return SecondsOf(count, kConvNames, [&] { return Run(image); });
  }

  std::string Plan(nb::handle x) {
    Array input;
    layer_.OpenInput(x, &input);
    ConvGeometry geometry = layer_.GeometryFor(input);
    geometry.output_stride = geometry.output_channels;
    return internal::Describe(
        *Prepared(input.type(), geometry, ContextOfThisThread()));
  }

  nb::tuple shape() const { return layer_.shape(); }
  const Filter& filter() const { return layer_.filter(); }

 private:
  // What a call needs.
  struct Image {
    Array input;
    ResultView result;
    GemmContext* context;
    std::shared_ptr<const internal::ConvState> prepared;
  };

  void Set(nb::handle x, nb::handle out, Image* image) {
    layer_.OpenInput(x, &image->input);
    ConvGeometry geometry = layer_.GeometryFor(image->input);
    ConvShape shape;
    Check(OutputShape(geometry, &shape), kConvNames);
    image->result.Read(out, output_.type(), layer_.ShapeOf(shape));
    geometry.output_stride = layer_.OutputStrideOf(image->result.array());
    image->context = ContextOfThisThread();
    image->prepared = Prepared(image->input.type(), geometry, image->context);
  }

  static Status Run(const Image& image) {
    return internal::RunConvolution(
        *image.prepared, {image.input.data(), image.result.array().data()},
        internal::ResourcesOf(image.context));
  }

  // The last one, if it fits. The GIL guards `prepared_`.
  std::shared_ptr<const internal::ConvState> Prepared(
      ElementType input, const ConvGeometry& geometry, GemmContext* context) {
    const CallKey key(geometry, input);
    if (prepared_ != nullptr && key == prepared_for_) return prepared_;
    internal::ConvProblem problem;
    problem.geometry = &geometry;
    problem.filter = layer_.filter().weights.state();
    problem.input = static_cast<internal::Scalar>(input);
    // The engine's word for int64 is that the values are stored.
    problem.int64 = output_.int64();
    problem.output = problem.int64.stores
                         ? internal::Scalar::kInt32
                         : static_cast<internal::Scalar>(output_.type());
    problem.input_zero_point = input_zero_point_;
    const bool is_one = weight_zero_point_.along() == Along::kAll;
    problem.filter_zero_point = weight_zero_point_.value();
    problem.filter_zero_points = is_one ? nullptr : weight_zero_point_.data();
    problem.ops = output_.ops();
    problem.op_count = output_.count();
    problem.uses_floats = output_.uses_floats();
    problem.pipeline = nullptr;  // this object has it
    problem.destroy = nullptr;
    std::shared_ptr<const internal::ConvState> prepared;
    Status status;
    {
      nb::gil_scoped_release released;
      status = internal::PrepareConvolution(
          problem, internal::ResourcesOf(context), &prepared);
    }
    Check(status, kConvNames);
    prepared_ = prepared;
    prepared_for_ = key;
    return prepared;
  }

  ConvLayer layer_;
  std::int32_t input_zero_point_ = 0;
  Parameter<std::int32_t> weight_zero_point_;
  ConvOutput output_;
  CallKey prepared_for_;
  std::shared_ptr<const internal::ConvState> prepared_;
};

}  // namespace

void BindConvolution(nb::module_& module) {
  nb::class_<Filter> filter(module, "_Filter", nb::is_final());
  BindBytes(&filter,
            nb::sig("def from_bytes(data: bytes | memoryview | numpy.ndarray, "
                    "*, copy: bool = True) -> _Filter"),
            "filter_from_bytes");
  nb::class_<Convolution>(module, "_Convolution", nb::is_final())
      .def(nb::init<nb::handle, const nb::tuple&, bool, bool, int,
                    const nb::tuple&, nb::handle, bool, nb::handle, nb::handle,
                    const nb::tuple&, nb::handle>(),
           "weights"_a.none(), "axes"_a, "same"_a, "transposed"_a, "layout"_a,
           "orders"_a, "groups"_a, "takes_int16"_a, "input_zero_point"_a,
           "weight_zero_point"_a.none(), "scaling"_a, "steps"_a.none())
      .def("__call__", &Convolution::Call, "x"_a.none(), "out"_a = nb::none())
      .def("plan", &Convolution::Plan, "x"_a.none())
      .def("_seconds", &Convolution::Seconds, "count"_a, "x"_a, "out"_a)
      .def_prop_ro("shape", &Convolution::shape)
      .def_prop_ro("filter", &Convolution::filter);
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
