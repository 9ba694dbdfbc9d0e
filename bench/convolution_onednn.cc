// oneDNN's convolution primitive for s8 with a scale for each channel, with the
// interface of oneDNN 2. Weights are reordered ahead to what it prefers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>
#include <vector>

#include "convolution_work.h"
#include "onednn_threads.h"

namespace lowp_bench {
namespace {

using dnnl::memory;

struct Instance {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::convolution_forward convolution;
  memory output;
  std::unordered_map<int, memory> arguments;
};

memory::desc WeightsDesc(const ConvWork& work, bool any) {
  const int k = work.kernel, inputs = work.input_channels / work.groups;
  const int outputs = work.output_channels / work.groups;
  using Tag = memory::format_tag;
  if (work.groups > 1) {
    return memory::desc({work.groups, outputs, inputs, k, k},
                        memory::data_type::s8, any ? Tag::any : Tag::gohwi);
  }
  return memory::desc({outputs, inputs, k, k}, memory::data_type::s8,
                      any ? Tag::any : Tag::ohwi);
}

std::shared_ptr<Instance> MakeOrThrow(const ConvWork& work, int threads) {
  using Type = memory::data_type;
  using Tag = memory::format_tag;
  UseThreads(threads);
  auto instance = std::make_shared<Instance>();
  const dnnl::engine& engine = instance->engine;
  const memory::desc input({1, work.input_channels, work.height, work.width},
                           Type::s8, Tag::nhwc);
  const memory::desc output(
      {1, work.output_channels, work.output_height, work.output_width},
      Type::s8, Tag::nhwc);
  const memory::desc bias({work.output_channels}, Type::s32, Tag::a);
  dnnl::primitive_attr attributes;
  attributes.set_output_scales(
      2, std::vector<float>(work.scale, work.scale + work.output_channels));
  attributes.set_zero_points(DNNL_ARG_SRC, 0, {work.input_zero_point});
  attributes.set_zero_points(DNNL_ARG_DST, 0, {work.output_zero_point});
  const dnnl::convolution_forward::desc desc(
      dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
      input, WeightsDesc(work, true), bias, output, {work.stride, work.stride},
      {work.dilation - 1, work.dilation - 1}, {work.pad_top, work.pad_left},
      {work.pad_bottom, work.pad_right});
  const dnnl::convolution_forward::primitive_desc primitive(desc, attributes,
                                                            engine);
  memory plain(WeightsDesc(work, false), engine,
               const_cast<std::int8_t*>(work.filter));
  memory weights(primitive.weights_desc(), engine);
  dnnl::reorder(plain, weights).execute(instance->stream, plain, weights);
  instance->stream.wait();
  instance->convolution = dnnl::convolution_forward(primitive);
  instance->output = memory(output, engine, nullptr);
  instance->arguments = {
      {DNNL_ARG_SRC,
       memory(input, engine, const_cast<std::int8_t*>(work.input))},
      {DNNL_ARG_WEIGHTS, weights},
      {DNNL_ARG_BIAS,
       memory(bias, engine, const_cast<std::int32_t*>(work.bias))},
      {DNNL_ARG_DST, instance->output}};
  return instance;
}

}  // namespace

ConvRun MakeOnednnConvolution(const ConvWork& work, int threads) {
  try {
    const std::shared_ptr<Instance> instance = MakeOrThrow(work, threads);
    return [instance](std::int8_t* output) {
      instance->output.set_data_handle(output);
      instance->convolution.execute(instance->stream, instance->arguments);
      instance->stream.wait();
    };
  } catch (const dnnl::error&) {
    return nullptr;
  }
}

}  // namespace lowp_bench
