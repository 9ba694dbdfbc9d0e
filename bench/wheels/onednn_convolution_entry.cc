// oneDNN as the library of a module with convolutions: those of
// ../convolution_onednn.cc with the interface of oneDNN 3.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <cstdio>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

#include "convolution_entry.h"

namespace lowp_bench {
namespace {

using dnnl::memory;
using Type = memory::data_type;
using Tag = memory::format_tag;

struct Instance {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::convolution_forward convolution;
  std::int32_t zero_points[2];
  std::unordered_map<int, memory> arguments;

  memory One(std::int32_t* value) {
    return memory({{1}, Type::s32, Tag::a}, engine, value);
  }
};

memory::desc WeightsDesc(const ConvWork& work, bool any) {
  const int k = work.kernel, inputs = work.input_channels / work.groups;
  const int outputs = work.output_channels / work.groups;
  if (work.groups > 1) {
    return memory::desc({work.groups, outputs, inputs, k, k}, Type::s8,
                        any ? Tag::any : Tag::gohwi);
  }
  return memory::desc({outputs, inputs, k, k}, Type::s8,
                      any ? Tag::any : Tag::ohwi);
}

// The sums, bias included, are scaled for each channel. oneDNN adds the bias to
// scaled sums, so it is given in the units of those.
std::shared_ptr<Instance> MakeOrThrow(const ConvWork& work) {
  auto instance = std::make_shared<Instance>();
  const dnnl::engine& engine = instance->engine;
  const memory::desc input({1, work.input_channels, work.height, work.width},
                           Type::s8, Tag::nhwc);
  const memory::desc output(
      {1, work.output_channels, work.output_height, work.output_width},
      Type::s8, Tag::nhwc);
  const memory::desc bias({work.output_channels}, Type::f32, Tag::a);
  dnnl::primitive_attr attributes;
  attributes.set_scales_mask(DNNL_ARG_WEIGHTS, work.groups > 1 ? 3 : 1);
  attributes.set_zero_points_mask(DNNL_ARG_SRC, 0);
  attributes.set_zero_points_mask(DNNL_ARG_DST, 0);
  const dnnl::convolution_forward::primitive_desc primitive(
      engine, dnnl::prop_kind::forward_inference,
      dnnl::algorithm::convolution_direct, input, WeightsDesc(work, true), bias,
      output, {work.stride, work.stride},
      {work.dilation - 1, work.dilation - 1}, {work.pad_top, work.pad_left},
      {work.pad_bottom, work.pad_right}, attributes);
  memory plain(WeightsDesc(work, false), engine,
               const_cast<std::int8_t*>(work.filter));
  memory weights(primitive.weights_desc(), engine);
  dnnl::reorder(plain, weights).execute(instance->stream, plain, weights);
  instance->stream.wait();
  memory scaled_bias(bias, engine);
  memory scales({{work.output_channels}, Type::f32, Tag::a}, engine);
  for (int i = 0; i < work.output_channels; ++i) {
    static_cast<float*>(scales.get_data_handle())[i] = work.scale[i];
    static_cast<float*>(scaled_bias.get_data_handle())[i] =
        static_cast<float>(work.bias[i]) * work.scale[i];
  }
  instance->convolution = dnnl::convolution_forward(primitive);
  instance->zero_points[0] = work.input_zero_point;
  instance->zero_points[1] = work.output_zero_point;
  instance->arguments = {
      {DNNL_ARG_SRC,
       memory(input, engine, const_cast<std::int8_t*>(work.input))},
      {DNNL_ARG_WEIGHTS, weights},
      {DNNL_ARG_BIAS, scaled_bias},
      {DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS, scales},
      {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC,
       instance->One(&instance->zero_points[0])},
      {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_DST,
       instance->One(&instance->zero_points[1])},
      {DNNL_ARG_DST, memory(output, engine, nullptr)}};
  return instance;
}

}  // namespace

// Threads are those of the environment.
ConvRun MakeModuleConvolution(const ConvWork& work, int /*threads*/) {
  try {
    const std::shared_ptr<Instance> instance = MakeOrThrow(work);
    return [instance](std::int8_t* output) {
      instance->arguments.at(DNNL_ARG_DST).set_data_handle(output);
      instance->convolution.execute(instance->stream, instance->arguments);
      instance->stream.wait();
    };
  } catch (const dnnl::error& error) {
    std::fprintf(stderr, "onednn: %s\n", error.what());
    return nullptr;
  }
}

}  // namespace lowp_bench
