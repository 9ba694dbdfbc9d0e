// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "measure.h"

#include <chrono>
#include <cstddef>
#include <cstring>

namespace lowp_network {
namespace {

using gemmlowp::Status;
using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void TakeShortest(double seconds, double* shortest) {
  if (*shortest == 0 || seconds < *shortest) *shortest = seconds;
}

}  // namespace

void SetInputs(const std::vector<std::vector<std::uint8_t>>& inputs,
               Network* network) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::memcpy(network->tensor(network->graph().inputs[i]), inputs[i].data(),
                inputs[i].size());
  }
}

std::vector<std::vector<std::uint8_t>> OutputsOf(const Network& network) {
  std::vector<std::vector<std::uint8_t>> outputs;
  for (int index : network.graph().outputs) {
    const Tensor& tensor =
        network.graph().tensors[static_cast<std::size_t>(index)];
    const auto* const bytes =
        static_cast<const std::uint8_t*>(network.tensor(index));
    outputs.emplace_back(bytes, bytes + tensor.size_in_bytes());
  }
  return outputs;
}

Status Measure(const std::vector<std::vector<std::uint8_t>>& inputs, int rounds,
               Network* network, Measured* measured) {
  measured->of_steps.assign(static_cast<std::size_t>(network->step_count()), 0);
  for (int round = 0; round < rounds; ++round) {
    SetInputs(inputs, network);
    Clock::time_point start = Clock::now();
    const Status status = network->Run();
    if (!status.ok()) return status;
    TakeShortest(SecondsSince(start), &measured->seconds);
    if (round == 0) measured->outputs = OutputsOf(*network);
    SetInputs(inputs, network);
    for (int i = 0; i < network->step_count(); ++i) {
      start = Clock::now();
      const Status step = network->RunStep(i);
      TakeShortest(SecondsSince(start),
                   &measured->of_steps[static_cast<std::size_t>(i)]);
      if (!step.ok()) return step;
    }
  }
  return Status();
}

}  // namespace lowp_network
