// What stands behind lowp.Conv2d and lowp.conv2d. lowp/_conv.py prepares their
// arguments.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "../convolution/prepared_convolution.h"
#include "bindings.h"
#include "blob.h"
#include "caller.h"
#include "errors.h"
#include "parameter.h"
#include "result.h"
#include "scaling.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

using internal::Along;

constexpr ArgumentNames kNames = {"x", "weights", "out"};

// (kernel and input left out) of one axis, as Python gives it.
struct AxisArguments {
  int stride, dilation, pad_before, pad_after;
};

AxisArguments ReadAxis(const nb::tuple& given) {
  return {ReadInt32(given[0], "stride"), ReadInt32(given[1], "dilation"),
          ReadInt32(given[2], "padding"), ReadInt32(given[3], "padding")};
}

ConvAxis AxisOf(const AxisArguments& given, int kernel) {
  ConvAxis axis;
  axis.kernel = kernel;
  axis.stride = given.stride;
  axis.dilation = given.dilation;
  axis.pad_before = given.pad_before;
  axis.pad_after = given.pad_after;
  return axis;
}

using Filter = Blob<PackedFilter>;

// The shape of weights: output channels, kernel, channels of a group.
using FilterShape = std::array<int, 4>;

int SizeOfDimension(const Array& array, int dimension, const char* name) {
  const std::int64_t size = array.size(dimension);
  if (size > std::numeric_limits<int>::max()) {
    Refuse(name, "array of shape " + array.ShapeText(),
           "a dimension is 2^31 or more");
  }
  return static_cast<int>(size);
}

void OpenTensor(nb::handle object, const char* name, Array* array) {
  array->OpenArray(object, name);
  if (array->type() != ElementType::kUint8 &&
      array->type() != ElementType::kInt8) {
    Refuse(name, std::string("array ") + NameOf(array->type()),
           "its elements must be uint8 or int8");
  }
  if (array->dimensions() != 4) {
    Refuse(name, "array of shape " + array->ShapeText(),
           "it must have 4 dimensions");
  }
}

// What a prepared convolution depends on, besides the layer.
struct CallKey {
  int batch = 0, height = 0, width = 0, input_stride = 0, output_stride = 0;
  ElementType input = ElementType::kOther;
  const char* backend = nullptr;
  int threads = 0;

  bool operator==(const CallKey& other) const {
    const auto all = [](const CallKey& k) {
      return std::tie(k.batch, k.height, k.width, k.input_stride,
                      k.output_stride, k.input, k.backend, k.threads);
    };
    return all(*this) == all(other);
  }
};

class Convolution {
 public:
  Convolution(nb::handle weights, const nb::tuple& height,
              const nb::tuple& width, bool same, nb::handle groups,
              nb::handle input_zero_point, nb::handle weight_zero_point,
              nb::handle scale, nb::handle bias, nb::handle zero_point,
              nb::handle out_dtype)
      : same_(same) {
    Array array;
    const bool is_packed = nb::isinstance<nb::tuple>(weights);
    if (!is_packed) {
      OpenTensor(weights, "weights", &array);
      if (!array.IsContiguous()) {
        Refuse("weights", "array of shape " + array.ShapeText(),
               "is not contiguous in C's order");
      }
    }
    SetGeometry(
        is_packed ? TakeFilter(nb::borrow<nb::tuple>(weights)) : ShapeOf(array),
        ReadAxis(height), ReadAxis(width), ReadInt32(groups, "groups"));
    const ParameterShape shape = {1, geometry_.output_channels, Along::kCols};
    input_zero_point_ = ReadInt32(input_zero_point, "input_zero_point");
    weight_zero_point_.Read(weight_zero_point, "weight_zero_point", shape);
    weight_zero_point_.Own();
    scaling_.Read({scale, bias, zero_point, out_dtype}, shape, true);
    if (!is_packed) Pack(array);
  }

  nb::object Call(nb::handle x, nb::handle out) {
    Array input;
    CallKey key;
    ConvGeometry geometry;
    ReadInput(x, &input, &key, &geometry);
    ConvShape shape;
    Check(OutputShape(geometry, &shape), kNames);
    ResultView result;
    result.Read(out, scaling_.type(),
                {4, {shape.batch, shape.height, shape.width, shape.channels}});
    geometry.output_stride = key.output_stride =
        RowsOf(result.array(), "out").stride;
    GemmContext* const context = ContextOfThisThread();
    const auto prepared = Prepared(key, geometry, context);
    Status status;
    {
      nb::gil_scoped_release released;
      status = internal::RunConvolution(*prepared,
                                        {input.data(), result.array().data()},
                                        internal::ResourcesOf(context));
    }
    Check(status, kNames);
    return result.object();
  }

  std::string Plan(nb::handle x) {
    Array input;
    CallKey key;
    ConvGeometry geometry;
    ReadInput(x, &input, &key, &geometry);
    key.output_stride = geometry.output_channels;
    return internal::Describe(*Prepared(key, geometry, ContextOfThisThread()));
  }

  nb::tuple shape() const {
    return nb::make_tuple(geometry_.output_channels, geometry_.height.kernel,
                          geometry_.width.kernel,
                          geometry_.input_channels / geometry_.groups);
  }

  const Filter& filter() const { return filter_; }

 private:
  static FilterShape ShapeOf(const Array& weights) {
    FilterShape shape;
    for (int i = 0; i < 4; ++i) {
      shape[i] = SizeOfDimension(weights, i, "weights");
    }
    return shape;
  }

  // A packed filter and its shape, in place of weights. Whether they belong
  // together shows when a convolution is prepared.
  FilterShape TakeFilter(const nb::tuple& packed) {
    filter_ = nb::cast<Filter>(packed[0]);
    const nb::tuple sizes = nb::cast<nb::tuple>(packed[1]);
    FilterShape shape;
    for (int i = 0; i < 4; ++i) shape[i] = ReadInt32(sizes[i], "shape");
    return shape;
  }

  // All but the input's sizes.
  void SetGeometry(const FilterShape& weights, const AxisArguments& height,
                   const AxisArguments& width, int groups) {
    if (groups < 1) Refuse("groups", groups, "is less than 1");
    geometry_.output_channels = weights[0];
    geometry_.height = AxisOf(height, weights[1]);
    geometry_.width = AxisOf(width, weights[2]);
    const std::int64_t channels = std::int64_t{weights[3]} * groups;
    if (channels > std::numeric_limits<int>::max()) {
      Refuse("groups", groups,
             "times the last dimension of weights is 2^31 or "
             "more");
    }
    geometry_.input_channels = static_cast<int>(channels);
    geometry_.groups = groups;
  }

  // For an input that is as large as the filter; it fits all others, too.
  void Pack(const Array& weights) {
    ConvGeometry geometry = geometry_;
    for (ConvAxis* axis : {&geometry.height, &geometry.width}) {
      const std::int64_t extent =
          (std::int64_t{axis->kernel} - 1) * axis->dilation + 1;
      constexpr std::int64_t kMost = std::numeric_limits<int>::max();
      axis->input =
          static_cast<int>(std::clamp<std::int64_t>(extent, 1, kMost));
    }
    const void* const data = weights.data();
    const bool is_signed = weights.type() == ElementType::kInt8;
    Status status;
    {
      nb::gil_scoped_release released;
      status =
          is_signed
              ? PackedFilter::Pack(
                    geometry, static_cast<const std::int8_t*>(data),
                    FilterLayout::kODHWI, &filter_.weights, BackendSetting())
              : PackedFilter::Pack(
                    geometry, static_cast<const std::uint8_t*>(data),
                    FilterLayout::kODHWI, &filter_.weights, BackendSetting());
    }
    Check(status, kNames);
  }

  void ReadInput(nb::handle x, Array* input, CallKey* key,
                 ConvGeometry* geometry) const {
    OpenTensor(x, "x", input);
    *geometry = geometry_;
    if (input->size(3) != geometry_.input_channels) {
      Refuse("x", "array of shape " + input->ShapeText(),
             "its last dimension must be the channels of the weights times "
             "groups, " +
                 std::to_string(geometry_.input_channels));
    }
    key->input = input->type();
    key->batch = geometry->batch = SizeOfDimension(*input, 0, "x");
    key->height = geometry->height.input = SizeOfDimension(*input, 1, "x");
    key->width = geometry->width.input = SizeOfDimension(*input, 2, "x");
    key->input_stride = geometry->input_stride = RowsOf(*input, "x").stride;
    key->backend = BackendSetting();
    key->threads = ThreadsSetting();
    if (same_) {
      SetSamePadding(&geometry->height);
      SetSamePadding(&geometry->width);
    }
  }

  // The last one, if it fits. The GIL guards `prepared_`.
  std::shared_ptr<const internal::ConvState> Prepared(
      const CallKey& key, const ConvGeometry& geometry, GemmContext* context) {
    if (prepared_ != nullptr && key == prepared_for_) return prepared_;
    internal::ConvProblem problem;
    problem.geometry = &geometry;
    problem.filter = filter_.weights.state();
    problem.input = static_cast<internal::Scalar>(key.input);
    problem.output = static_cast<internal::Scalar>(scaling_.type());
    problem.input_zero_point = input_zero_point_;
    const bool is_one = weight_zero_point_.along() == Along::kAll;
    problem.filter_zero_point = weight_zero_point_.value();
    problem.filter_zero_points = is_one ? nullptr : weight_zero_point_.data();
    problem.ops = scaling_.ops();
    problem.op_count = scaling_.count();
    problem.uses_floats = scaling_.uses_floats();
    problem.pipeline = nullptr;  // this object has it
    problem.destroy = nullptr;
    std::shared_ptr<const internal::ConvState> prepared;
    Status status;
    {
      nb::gil_scoped_release released;
      status = internal::PrepareConvolution(
          problem, internal::ResourcesOf(context), &prepared);
    }
    Check(status, kNames);
    prepared_ = prepared;
    prepared_for_ = key;
    return prepared;
  }

  ConvGeometry geometry_;
  bool same_;  // the padding follows from the input's size
  std::int32_t input_zero_point_ = 0;
  Parameter<std::int32_t> weight_zero_point_;
  Scaling scaling_;
  Filter filter_;
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
      .def(nb::init<nb::handle, const nb::tuple&, const nb::tuple&, bool,
                    nb::handle, nb::handle, nb::handle, nb::handle, nb::handle,
                    nb::handle, nb::handle>(),
           "weights"_a.none(), "height"_a, "width"_a, "same"_a, "groups"_a,
           "input_zero_point"_a, "weight_zero_point"_a, "scale"_a.none(),
           "bias"_a.none(), "zero_point"_a, "out_dtype"_a.none())
      .def("__call__", &Convolution::Call, "x"_a, "out"_a = nb::none())
      .def("plan", &Convolution::Plan, "x"_a)
      .def_prop_ro("shape", &Convolution::shape)
      .def_prop_ro("filter", &Convolution::filter);
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
