// A network that is ready to run: its steps, and the memory of its tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_NETWORK_H_
#define LOWP_DOC_NETWORK_NETWORK_H_

#include <gemmlowp/public/rounding.h>
#include <gemmlowp/public/status.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "graph.h"
#include "step.h"

namespace lowp_network {

struct NetworkOptions {
  const char* backend = nullptr;  // "avx2"; null: the best one
  int threads = 1;
  // TensorFlow Lite scales the sums of convolutions with two roundings. Those
  // of fully connected layers it scales in double in ai-edge-litert 2.3 on a
  // PC, its reference kernels included, and with two roundings on
  // microcontrollers.
  FullyConnectedScaling fully_connected_scaling =
      FullyConnectedScaling::kInDouble;
  // Every tensor is computed, and keeps its contents until the next run; else
  // chains of elementwise operators become tables (byte_functions.h), and
  // tensors that are not needed at the same time share memory.
  bool keeps_tensors = false;
};

class Network {
 public:
  // Prepares every operator of the graph, which outlives the network. Fails
  // with the status of the first operator that is refused, the index of which
  // is then in *operator_index, or -1.
  static gemmlowp::Status Prepare(const Graph& graph,
                                  const NetworkOptions& options,
                                  std::unique_ptr<Network>* network,
                                  int* operator_index);

  // Inputs are written before a run, and stay for the next one; outputs are
  // read after it. Constants are not written.
  void* tensor(int index) const {
    return tensors_[static_cast<std::size_t>(index)];
  }

  // Runs all steps in order, or one.
  gemmlowp::Status Run();
  gemmlowp::Status RunStep(int index);

  // Operator i is what step i computes.
  const Graph& graph() const { return *graph_; }
  int step_count() const { return static_cast<int>(steps_.size()); }
  const Step& step(int index) const {
    return *steps_[static_cast<std::size_t>(index)];
  }
  // The memory of all tensors but constants.
  std::size_t tensor_bytes() const { return tensor_bytes_; }

 private:
  explicit Network(const Graph& graph) : graph_(&graph) {}
  void Fold();
  gemmlowp::Status PlaceTensors(bool keeps_tensors);

  const Graph* graph_;  // that of the steps: the caller's, or folded_
  Graph folded_;
  Engine engine_;
  std::vector<std::unique_ptr<Step>> steps_;
  std::vector<void*> tensors_;
  std::unique_ptr<std::uint8_t[]> memory_;
  std::size_t tensor_bytes_ = 0;
};

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_NETWORK_H_
