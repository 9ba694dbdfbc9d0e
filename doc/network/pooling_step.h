// Averages and maxima of windows of a tensor: what poolings and reductions
// become.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_POOLING_STEP_H_
#define LOWP_DOC_NETWORK_POOLING_STEP_H_

#include <gemmlowp/public/operators/pooling.h>

#include <memory>

#include "step.h"

namespace lowp_network {

// From the operator's first input to its output, which are of one type, int8 or
// int16, whose range `range` is within.
struct Pooling {
  gemmlowp::ConvGeometry geometry;
  gemmlowp::QuantizedRange range = {};
};
void MakeAverageStep(ElementType type, const Operator& op,
                     const Pooling& pooling,
                     const gemmlowp::AveragePooling& average,
                     std::unique_ptr<Step>* step);
void MakeMaximumStep(ElementType type, const Operator& op,
                     const Pooling& pooling, std::unique_ptr<Step>* step);

// As many values as there are windows and channels.
gemmlowp::Status CheckWindows(const gemmlowp::ConvGeometry& geometry,
                              const Tensor& output);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_POOLING_STEP_H_
