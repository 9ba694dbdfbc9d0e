// The operators that run, each prepared by a function of its own.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_STEPS_H_
#define LOWP_DOC_NETWORK_STEPS_H_

#include "step.h"

namespace lowp_network {

#define LOWP_NETWORK_STEP(Name)                                          \
  gemmlowp::Status Prepare##Name(const Graph& graph, const Operator& op, \
                                 Engine* engine, std::unique_ptr<Step>* step)

// convolution_step.cc
LOWP_NETWORK_STEP(Conv2d);
LOWP_NETWORK_STEP(DepthwiseConv2d);
LOWP_NETWORK_STEP(TransposeConv);
// fully_connected_step.cc
LOWP_NETWORK_STEP(FullyConnected);
// add_step.cc
LOWP_NETWORK_STEP(Add);
// pad_step.cc
LOWP_NETWORK_STEP(Pad);
// pooling_steps.cc
LOWP_NETWORK_STEP(AveragePool2d);
LOWP_NETWORK_STEP(Mean);
// tensor_steps.cc
LOWP_NETWORK_STEP(Copy);
LOWP_NETWORK_STEP(Quantize);
LOWP_NETWORK_STEP(Dequantize);
LOWP_NETWORK_STEP(Softmax);

#undef LOWP_NETWORK_STEP

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_STEPS_H_
