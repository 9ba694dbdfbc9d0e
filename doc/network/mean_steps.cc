// MEAN: poolings whose windows are whole axes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/multiplier_builders.h>

#include <utility>
#include <vector>

#include "operands.h"
#include "pooling_step.h"
#include "reduction.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::ConvAxis;
using gemmlowp::ConvGeometry;
using gemmlowp::Status;

// Neighbouring axes that are all kept, or all reduced, are like a single one.
struct Group {
  bool is_reduced;
  int size;
};

Status ReadGroups(const Graph& graph, const Operator& op,
                  std::vector<Group>* groups) {
  const std::vector<int>& shape = InputOf(graph, op, 0)->shape;
  std::vector<bool> is_reduced;
  const Status status = ReadReducedAxes(graph, op, &is_reduced);
  if (!status.ok()) return status;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) continue;
    if (!groups->empty() && groups->back().is_reduced == is_reduced[i]) {
      groups->back().size *= shape[i];
    } else {
      groups->push_back({is_reduced[i], shape[i]});
    }
  }
  return status;
}

// Groups at the ends that are kept become the batch and the channels; up to
// three are left between them.
Status SetGeometry(std::vector<Group> groups, ConvGeometry* geometry) {
  if (!groups.empty() && !groups.back().is_reduced) {
    geometry->input_channels = groups.back().size;
    groups.pop_back();
  }
  if (!groups.empty() && !groups.front().is_reduced) {
    geometry->batch = groups.front().size;
    groups.erase(groups.begin());
  }
  ConvAxis* const axes[] = {&geometry->depth, &geometry->height,
                            &geometry->width};
  if (groups.size() > 3) {
    return Refuse("axes", static_cast<std::int64_t>(groups.size()),
                  "groups of neighbours are over three");
  }
  const std::size_t first = 3 - groups.size();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    ConvAxis& axis = *axes[first + i];
    axis.input = groups[i].size;
    axis.kernel = groups[i].is_reduced ? groups[i].size : 1;
  }
  return Status();
}

Status CheckReduction(const Graph& graph, const Operator& op,
                      Pooling* pooling) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  std::vector<Group> groups;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8OrInt16(input, "input");
  if (status.ok()) status = CheckLike(input, output, "output");
  if (status.ok()) status = ReadGroups(graph, op, &groups);
  if (status.ok()) status = SetGeometry(std::move(groups), &pooling->geometry);
  if (status.ok()) status = CheckWindows(pooling->geometry, output);
  const Bounds range = RangeOf(output.type);
  pooling->range = {range.low, range.high};
  return status;
}

Status SetMean(const Tensor& input, const Tensor& output,
               const ConvGeometry& geometry,
               gemmlowp::AveragePooling* average) {
  average->form = gemmlowp::AverageForm::kRescale;
  average->input_zero_point = input.quantization.zero_points[0];
  average->output_zero_point = output.quantization.zero_points[0];
  gemmlowp::FixedPointMultiplier multiplier;
  const Status status = MultiplierBetween(input, output, &multiplier);
  if (!status.ok()) return status;
  return gemmlowp::MeanMultiplier(multiplier,
                                  std::int64_t{geometry.depth.kernel} *
                                      geometry.height.kernel *
                                      geometry.width.kernel,
                                  &average->multiplier);
}

}  // namespace

Status PrepareMean(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  Pooling pooling;
  gemmlowp::AveragePooling average;
  Status status = CheckReduction(graph, op, &pooling);
  if (!status.ok()) return status;
  const Tensor& output = OutputOf(graph, op);
  status = SetMean(*InputOf(graph, op, 0), output, pooling.geometry, &average);
  if (status.ok()) MakeAverageStep(output.type, op, pooling, average, step);
  return status;
}

}  // namespace lowp_network
