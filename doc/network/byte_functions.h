// Chains of elementwise operators, each of which becomes a look-up in a table.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_BYTE_FUNCTIONS_H_
#define LOWP_DOC_NETWORK_BYTE_FUNCTIONS_H_

#include <memory>
#include <vector>

#include "graph.h"
#include "step.h"

namespace lowp_network {

// A tensor of bytes is a function of bytes of another one if each of its
// elements follows from the element at the same place there: x * sigmoid(x),
// say, whatever the number of operators that compute it. Its values for all 256
// bytes are what the operators' own steps make of them, so that nothing changes
// but the time.
//
// Lets such tensors read the one where the chain begins, by steps that look
// values up, and drops operators whose results nothing reads after that.
// steps[i] is that of graph->operators[i].
void FoldByteFunctions(Engine* engine, Graph* graph,
                       std::vector<std::unique_ptr<Step>>* steps);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_BYTE_FUNCTIONS_H_
