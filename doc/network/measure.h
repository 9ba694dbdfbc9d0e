// Runs a network with given inputs, and times it and its layers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_MEASURE_H_
#define LOWP_DOC_NETWORK_MEASURE_H_

#include <gemmlowp/public/status.h>

#include <cstdint>
#include <vector>

#include "network.h"

namespace lowp_network {

struct Measured {
  double seconds = 0;            // of a whole run: the shortest
  std::vector<double> of_steps;  // the shortest of each step
  std::vector<std::vector<std::uint8_t>> outputs;
};

void SetInputs(const std::vector<std::vector<std::uint8_t>>& inputs,
               Network* network);
std::vector<std::vector<std::uint8_t>> OutputsOf(const Network& network);

// Runs the network `rounds` times whole and, in turn, step by step with a clock
// between the steps.
gemmlowp::Status Measure(const std::vector<std::vector<std::uint8_t>>& inputs,
                         int rounds, Network* network, Measured* measured);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_MEASURE_H_
