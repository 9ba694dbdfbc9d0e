// From the bytes of a .tflite file to a graph.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_READ_TFLITE_H_
#define LOWP_DOC_NETWORK_READ_TFLITE_H_

#include <gemmlowp/public/status.h>

#include <cstdint>
#include <string>
#include <vector>

#include "graph.h"

namespace lowp_network {

// Reads the first subgraph of a model. Sizes that it leaves open, as the batch,
// are 1 in its inputs; what follows from them is resolved (resolve_shapes.h).
// The bytes may be hostile. Operators are named and connected here; whether
// they can run is not checked yet. Fails with kDataLoss if the bytes contradict
// themselves, and with kUnsupported for what is sound but not supported: the
// status names the part of the model, and its index there. *graph is then
// unchanged.
gemmlowp::Status ReadTflite(std::vector<std::uint8_t> bytes, Graph* graph);

// The contents of a file; false if it cannot be read.
bool ReadFile(const std::string& path, std::vector<std::uint8_t>* bytes);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_READ_TFLITE_H_
