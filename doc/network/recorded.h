// Inputs and outputs of a network as arrays: recorded beside its file, or
// random.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_RECORDED_H_
#define LOWP_DOC_NETWORK_RECORDED_H_

#include <cstdint>
#include <string>
#include <vector>

#include "graph.h"

namespace lowp_network {

// The bytes of each input and output, in the graph's order.
struct Recording {
  std::vector<std::vector<std::uint8_t>> inputs, outputs;
  bool has_outputs() const { return !outputs.empty(); }
};

// Reads NAME.input.npy (NAME.input<i>.npy if there are several) and
// NAME.output<i>.npy beside NAME.tflite. Where there is no input, it is random
// and outputs are not compared. False, with a sentence, if a file is there and
// is not what the graph needs.
bool ReadRecording(const std::string& model, const Graph& graph,
                   Recording* recording, std::string* error);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_RECORDED_H_
