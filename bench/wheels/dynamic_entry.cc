// The C interface of the module that dynamic.py loads: a dynamic linear layer
// of lowp, timed by a loop in C.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <chrono>
#include <cstdint>
#include <memory>

#include "public/dynamic/dynamic_linear.h"
#include "public/gemmlowp.h"

namespace {

struct Entry {
  gemmlowp::GemmContext context;
  gemmlowp::DynamicLinear layer;
};

template <typename T>
using Rows = gemmlowp::MatrixMap<T, gemmlowp::MapOrder::RowMajor>;

}  // namespace

#define LOWP_ENTRY extern "C" __attribute__((visibility("default")))

// `preset`: 0 SymmetricRows, 1 OnnxTensor, 2 ReciprocalTensor(true). Null if
// the layer is refused.
LOWP_ENTRY void* LowpDynamicCreate(int preset, int k, int n,
                                   const std::int8_t* weights,
                                   const float* scales, const float* bias) {
  auto entry = std::make_unique<Entry>();
  gemmlowp::DynamicLinearParameters parameters;
  parameters.scales = {scales, n};
  parameters.bias = {bias, n};
  parameters.arithmetic = preset == 0   ? gemmlowp::SymmetricRows()
                          : preset == 1 ? gemmlowp::OnnxTensor()
                                        : gemmlowp::ReciprocalTensor(true);
  const bool made = gemmlowp::DynamicLinear::Prepare(
                        &entry->context, Rows<const std::int8_t>(weights, k, n),
                        parameters, &entry->layer)
                        .ok();
  return made ? entry.release() : nullptr;
}

// The seconds of `calls` runs; negative if one fails.
LOWP_ENTRY double LowpDynamicSeconds(void* made, int rows, const float* x,
                                     float* y, int calls) {
  Entry& entry = *static_cast<Entry*>(made);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) {
    const gemmlowp::Status status = entry.layer.Run(
        &entry.context, Rows<const float>(x, rows, entry.layer.inputs()),
        Rows<float>(y, rows, entry.layer.outputs()));
    if (!status.ok()) return -1;
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  return seconds.count();
}

LOWP_ENTRY void LowpDynamicDestroy(void* made) {
  delete static_cast<Entry*>(made);
}
