// oneDNN as a peer: a matmul primitive with u8 activations, s8 weights, int32
// bias, one output scale and zero points, with the interface of oneDNN 2.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstdint>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

#include "onednn_threads.h"
#include "work.h"

namespace lowp_bench {
namespace {

using dnnl::memory;

struct Instance {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::matmul matmul;
  memory output;
  std::unordered_map<int, memory> arguments;
};

dnnl::primitive_attr Attributes(const Work& work) {
  dnnl::primitive_attr attributes;
  attributes.set_output_scales(
      0, {static_cast<float>(std::ldexp(work.multiplier, -31 - work.shift))});
  attributes.set_zero_points(DNNL_ARG_SRC, 0, {kInputZeroPoint});
  attributes.set_zero_points(DNNL_ARG_DST, 0, {kOutputZeroPoint});
  return attributes;
}

Instance* CreateOrThrow(const Work& work, const Request& request) {
  using Type = memory::data_type;
  using Tag = memory::format_tag;
  auto instance = std::make_unique<Instance>();
  UseThreads(request.threads);
  const dnnl::engine& engine = instance->engine;
  const memory::desc input({work.rows, work.depth}, Type::u8, Tag::ab);
  // Column-major: contiguous along k.
  const memory::desc plain({work.depth, work.cols}, Type::s8, Tag::ba);
  const memory::desc best({work.depth, work.cols}, Type::s8, Tag::any);
  const memory::desc bias({1, work.cols}, Type::s32, Tag::ab);
  const memory::desc output({work.rows, work.cols}, Type::u8, Tag::ab);
  const dnnl::matmul::desc desc(input, request.packed ? best : plain, bias,
                                output);
  const dnnl::matmul::primitive_desc primitive(desc, Attributes(work), engine);
  memory weights(plain, engine, const_cast<std::int8_t*>(work.weights));
  if (primitive.weights_desc() != plain) {
    memory reordered(primitive.weights_desc(), engine);
    dnnl::reorder(weights, reordered)
        .execute(instance->stream, weights, reordered);
    instance->stream.wait();
    weights = reordered;
  }
  instance->matmul = dnnl::matmul(primitive);
  instance->output = memory(output, engine, nullptr);
  instance->arguments = {
      {DNNL_ARG_SRC,
       memory(input, engine, const_cast<std::uint8_t*>(work.input))},
      {DNNL_ARG_WEIGHTS, weights},
      {DNNL_ARG_BIAS,
       memory(bias, engine, const_cast<std::int32_t*>(work.bias))},
      {DNNL_ARG_DST, instance->output}};
  return instance.release();
}

void* Create(const char* /*name*/, const Work& work, const Request& request) {
  if (request.signed_input || !request.signed_weights ||
      request.output != Output::kFixedPoint) {
    return nullptr;
  }
  try {
    return CreateOrThrow(work, request);
  } catch (const dnnl::error&) {
    return nullptr;
  }
}

void Run(void* opaque, void* output) {
  Instance* instance = static_cast<Instance*>(opaque);
  instance->output.set_data_handle(output);
  instance->matmul.execute(instance->stream, instance->arguments);
  instance->stream.wait();
}

void Destroy(void* instance) { delete static_cast<Instance*>(instance); }

// Without VNNI it multiplies with vpmaddubsw, which saturates.
bool Saturates() {
  const int isa = static_cast<int>(dnnl::get_effective_cpu_isa());
  const auto has = [isa](int all) { return (isa & all) == all; };
  return !has(dnnl_cpu_isa_avx512_core_vnni) && !has(dnnl_cpu_isa_avx2_vnni);
}

}  // namespace

extern const Library onednn_library;
const Library onednn_library = {"onednn", 1,     Saturates(), true, false,
                                true,     false, &Create,     &Run, &Destroy};

}  // namespace lowp_bench
