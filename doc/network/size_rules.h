// The sizes of what operators make, for tensors that a file leaves open.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_SIZE_RULES_H_
#define LOWP_DOC_NETWORK_SIZE_RULES_H_

#include <cstdint>
#include <vector>

#include "graph.h"

namespace lowp_network {

using Sizes = std::vector<std::int64_t>;

bool IsConstant(const Tensor& tensor);
// Integers that a shape is made of.
bool IsSmallInteger(const Tensor& tensor);

// The sizes of an output, by the operator's rule, from those of its operands.
// Empty: they are not known. They may be other than shapes can be.
Sizes SizesOf(const Graph& graph, const Operator& op, const Tensor& output);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_SIZE_RULES_H_
