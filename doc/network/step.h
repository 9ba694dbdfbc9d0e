// An operator that is ready to run: what an operator of the graph becomes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_STEP_H_
#define LOWP_DOC_NETWORK_STEP_H_

#include <gemmlowp/public/gemm_context.h>
#include <gemmlowp/public/status.h>

#include <cstdint>
#include <memory>
#include <string>

#include "graph.h"

namespace lowp_network {

// How TensorFlow Lite scales the sums of fully connected layers.
enum class FullyConnectedScaling {
  kInDouble,      // times a double, ties away from zero: on PCs
  kTwoRoundings,  // in fixed point, as those of convolutions: elsewhere
};

// What steps are prepared with and run on.
struct Engine {
  gemmlowp::GemmContext context;
  const char* backend = nullptr;  // the context's; null: the best one
  FullyConnectedScaling fully_connected_scaling =
      FullyConnectedScaling::kInDouble;
};

class Step {
 public:
  virtual ~Step() = default;

  // Computes the operator's outputs; tensors[i] is the memory of tensor i.
  virtual gemmlowp::Status Run(gemmlowp::GemmContext* context,
                               void* const* tensors) const = 0;

  // What runs, in words: the library's own description where it has one.
  virtual std::string Describe() const { return std::string(); }
  virtual std::int64_t multiply_adds() const { return 0; }
};

// Makes the step of an operator, for the engine's backend and number of
// threads. The graph outlives it. Fails with the status of what the library
// refuses, or one that names the operand or the option.
using PrepareStep = gemmlowp::Status (*)(const Graph& graph, const Operator& op,
                                         Engine* engine,
                                         std::unique_ptr<Step>* step);

// Null if operators with this code do not run. Some have functions of their own
// for floats and for integers.
PrepareStep StepOf(const Graph& graph, const Operator& op);

// Whether each element of the output follows from those of the inputs at the
// same place, but for inputs that are repeated.
bool IsElementwise(int code);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_STEP_H_
