// Averages and maxima of windows of a tensor of int8: what poolings and
// reductions become.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_POOLING_STEP_H_
#define LOWP_DOC_NETWORK_POOLING_STEP_H_

#include <gemmlowp/public/operators/pooling.h>

#include <cstddef>
#include <string>

#include "step.h"

namespace lowp_network {

// From the operator's first input to its output, neither of which has to be
// checked before the step is made.
class PoolingStep : public Step {
 public:
  explicit PoolingStep(const Operator& op)
      : input_(op.inputs.empty() ? 0 : static_cast<std::size_t>(op.inputs[0])),
        output_(op.outputs.empty() ? 0
                                   : static_cast<std::size_t>(op.outputs[0])) {}

  gemmlowp::ConvGeometry geometry;
  gemmlowp::QuantizedRange range = gemmlowp::QuantizedRangeOf<std::int8_t>();

 protected:
  const std::int8_t* From(void* const* tensors) const {
    return static_cast<const std::int8_t*>(tensors[input_]);
  }
  std::int8_t* To(void* const* tensors) const {
    return static_cast<std::int8_t*>(tensors[output_]);
  }

 private:
  std::size_t input_, output_;
};

class AverageStep : public PoolingStep {
 public:
  using PoolingStep::PoolingStep;
  gemmlowp::AveragePooling average;

  gemmlowp::Status Run(gemmlowp::GemmContext* context,
                       void* const* tensors) const override {
    return gemmlowp::TryAveragePool(context, From(tensors), geometry, average,
                                    To(tensors), range);
  }
  std::string Describe() const override { return "TryAveragePool"; }
};

class MaximumStep : public PoolingStep {
 public:
  using PoolingStep::PoolingStep;

  gemmlowp::Status Run(gemmlowp::GemmContext* context,
                       void* const* tensors) const override {
    return gemmlowp::TryMaxPool(context, From(tensors), geometry, To(tensors),
                                range);
  }
  std::string Describe() const override { return "TryMaxPool"; }
};

// As many values as there are windows and channels.
gemmlowp::Status CheckWindows(const gemmlowp::ConvGeometry& geometry,
                              const Tensor& output);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_POOLING_STEP_H_
