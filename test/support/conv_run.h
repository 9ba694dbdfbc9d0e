// Runs convolutions for tests between guard pages.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_CONV_RUN_H_
#define LOWP_TEST_SUPPORT_CONV_RUN_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../../public/convolution/prepared_convolution.h"
#include "conv_case.h"
#include "guarded_buffer.h"

namespace lowp_test {

// Tensors between guard pages.
struct ConvBuffers {
  GuardedBuffer input{1 << 21}, output{1 << 22}, workspace{1 << 25};
};

// Runs on several threads of the context if it allows them, otherwise on this
// one with a workspace between guard pages, and compares each byte, those
// between positions included. `description` receives what Describe() says.
template <typename Out, typename C, typename... Stages>
void CompareRun(gemmlowp::GemmContext* context, const C& c,
                const gemmlowp::PackedFilter& filter,
                const std::tuple<Stages...>& pipeline,
                const std::vector<Out>& expected, Placement placement,
                ConvBuffers* buffers, std::string* description = nullptr) {
  using In = typename std::decay_t<decltype(c.input)>::value_type;
  gemmlowp::PreparedConvolution convolution;
  gemmlowp::Status status = gemmlowp::PreparedConvolution::Prepare<In>(
      context, c.g, filter, c.zero_points, pipeline, &convolution);
  ASSERT_TRUE(status.ok()) << status.message();
  if (description != nullptr) *description = convolution.Describe();
  In* const input = reinterpret_cast<In*>(
      buffers->input.Place(c.input.size() * sizeof(In), placement, sizeof(In)));
  std::memcpy(input, c.input.data(), c.input.size() * sizeof(In));
  const TensorPlaces places = OutputPlaces(c.g, c.shape);
  const std::size_t bytes = places.Elements() * sizeof(Out);
  Out* const output = reinterpret_cast<Out*>(
      buffers->output.Place(bytes, placement, sizeof(Out)));
  std::memset(output, 0xa5, bytes);
  std::vector<Out> wanted(output, output + places.Elements());
  PutInPlace(places, expected.data(), wanted.data());
  if (context->max_num_threads() > 1) {
    status = convolution.Run(context, input, output);
  } else {
    const std::size_t needed = convolution.workspace_bytes();
    ASSERT_LE(needed, buffers->workspace.capacity());
    status = convolution.Run(
        input, output, buffers->workspace.Place(needed, placement, 1), needed);
  }
  ASSERT_TRUE(status.ok()) << status.message();
  ASSERT_EQ(0, std::memcmp(output, wanted.data(), bytes))
      << convolution.Describe();
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_CONV_RUN_H_
