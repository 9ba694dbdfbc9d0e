// oneDNN as the library of a module: the product of ../peer_onednn.cc with the
// interface of oneDNN 3.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

#include "entry.h"

namespace lowp_bench {
namespace {

using dnnl::memory;
using Type = memory::data_type;
using Tag = memory::format_tag;

struct Instance {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::matmul matmul;
  float scale;
  std::int32_t input_zero_point = kInputZeroPoint;
  std::int32_t output_zero_point = kOutputZeroPoint;
  std::unordered_map<int, memory> arguments;

  template <typename Scalar>
  memory One(Type type, Scalar* value) {
    return memory({{1}, type, Tag::a}, engine, value);
  }
};

// The bias is not scaled by an input's scale. Sums and bias are divided by the
// output's scale.
dnnl::primitive_attr Attributes() {
  dnnl::primitive_attr attributes;
  attributes.set_scales_mask(DNNL_ARG_DST, 0);
  attributes.set_zero_points_mask(DNNL_ARG_SRC, 0);
  attributes.set_zero_points_mask(DNNL_ARG_DST, 0);
  return attributes;
}

memory Packed(Instance* instance, const Work& work,
              const dnnl::matmul::primitive_desc& primitive) {
  const memory::desc plain({work.depth, work.cols}, Type::s8, Tag::ba);
  memory weights(plain, instance->engine,
                 const_cast<std::int8_t*>(work.weights));
  if (primitive.weights_desc() == plain) return weights;
  memory packed(primitive.weights_desc(), instance->engine);
  dnnl::reorder(weights, packed).execute(instance->stream, weights, packed);
  instance->stream.wait();
  return packed;
}

Instance* CreateOrThrow(const Work& work) {
  auto instance = std::make_unique<Instance>();
  const dnnl::engine& engine = instance->engine;
  instance->scale =
      static_cast<float>(std::ldexp(1.0, 31 + work.shift) / work.multiplier);
  const memory::desc input({work.rows, work.depth}, Type::u8, Tag::ab);
  const memory::desc best({work.depth, work.cols}, Type::s8, Tag::any);
  const memory::desc bias({1, work.cols}, Type::s32, Tag::ab);
  const memory::desc output({work.rows, work.cols}, Type::u8, Tag::ab);
  const dnnl::matmul::primitive_desc primitive(engine, input, best, bias,
                                               output, Attributes());
  instance->matmul = dnnl::matmul(primitive);
  instance->arguments = {
      {DNNL_ARG_SRC,
       memory(input, engine, const_cast<std::uint8_t*>(work.input))},
      {DNNL_ARG_WEIGHTS, Packed(instance.get(), work, primitive)},
      {DNNL_ARG_BIAS,
       memory(bias, engine, const_cast<std::int32_t*>(work.bias))},
      {DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST,
       instance->One(Type::f32, &instance->scale)},
      {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC,
       instance->One(Type::s32, &instance->input_zero_point)},
      {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_DST,
       instance->One(Type::s32, &instance->output_zero_point)},
      {DNNL_ARG_DST, memory(output, engine, nullptr)}};
  return instance.release();
}

void* Create(const char* /*name*/, const Work& work, const Request& request) {
  if (request.signed_input || !request.signed_weights ||
      request.output != Output::kFixedPoint) {
    return nullptr;
  }
  try {
    return CreateOrThrow(work);
  } catch (const dnnl::error& error) {
    std::fprintf(stderr, "onednn: %s\n", error.what());
    return nullptr;
  }
}

void Run(void* opaque, void* output) {
  Instance* const instance = static_cast<Instance*>(opaque);
  memory& destination = instance->arguments.at(DNNL_ARG_DST);
  if (destination.get_data_handle() != output) {
    destination.set_data_handle(output);
  }
  instance->matmul.execute(instance->stream, instance->arguments);
  instance->stream.wait();
}

void Destroy(void* instance) { delete static_cast<Instance*>(instance); }

}  // namespace

Library EntryLibrary(const char* /*name*/) {
  return {"onednn", 1,     false,   true, false,
          true,     false, &Create, &Run, &Destroy};
}

}  // namespace lowp_bench

// The version of the library that was loaded, not of the headers.
extern "C" __attribute__((visibility("default"))) const char*
LowpWheelsVersion() {
  static char text[32];
  const dnnl_version_t& version = *dnnl_version();
  std::snprintf(text, sizeof(text), "%d.%d.%d", version.major, version.minor,
                version.patch);
  return text;
}
