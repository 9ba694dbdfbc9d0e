// What a run cost, as a table.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_REPORT_H_
#define LOWP_DOC_NETWORK_REPORT_H_

#include <cstdint>
#include <string>

#include "measure.h"
#include "network.h"

namespace lowp_network {

// "3x3x64 -> 128, 28x28": the filter and the size of the output.
std::string ShapeWords(const Graph& graph, const Operator& op);

// The kernel in few words, from the library's description of a step:
// "6x64, windows copied".
std::string KernelWords(const std::string& description);

std::int64_t MultiplyAdds(const Network& network);

// A row for each step.
void PrintLayers(const Network& network, const Measured& measured,
                 double cycles_per_second);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_REPORT_H_
