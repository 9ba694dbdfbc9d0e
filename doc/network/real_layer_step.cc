// Layers of floats, which do not run: a message that says what kind of network
// has them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "operands.h"
#include "steps.h"

namespace lowp_network {

gemmlowp::Status PrepareRealLayer(const Graph& graph, const Operator& op,
                                  Engine*, std::unique_ptr<Step>*) {
  return RefuseType("input", *InputOf(graph, op, 0),
                    "is of a network that is not quantized, or whose weights "
                    "alone are; only quantized ones run");
}

}  // namespace lowp_network
