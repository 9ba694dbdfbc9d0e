// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "reduction.h"

#include <cstdint>

#include "operands.h"

namespace lowp_network {

using gemmlowp::Status;

Status ReadReducedAxes(const Graph& graph, const Operator& op,
                       std::vector<bool>* is_reduced) {
  const std::size_t axes = InputOf(graph, op, 0)->shape.size();
  std::vector<std::int64_t> values;
  Status status = ReadIndices(*InputOf(graph, op, 1), "axes", &values);
  is_reduced->assign(axes, false);
  for (std::int64_t axis : values) {
    std::size_t at = 0;
    if (status.ok()) status = CheckAxis(axis, axes, &at);
    if (status.ok()) (*is_reduced)[at] = true;
  }
  return status;
}

bool Reduction::FindRun(gemmlowp::TensorShape* shape) const {
  *shape = {1, 1, 1};
  for (const Axis& axis : axes) {
    const bool is_reduced = axis.result == 0;
    if (is_reduced && shape->inner > 1) return false;
    (is_reduced            ? shape->channels
     : shape->channels > 1 ? shape->inner
                           : shape->outer) *= axis.size;
  }
  return true;
}

Status PlanReduction(const Graph& graph, const Operator& op,
                     Reduction* reduction) {
  Status status = CheckOperands(op, 2);
  std::vector<bool> is_reduced;
  if (status.ok()) status = ReadReducedAxes(graph, op, &is_reduced);
  if (!status.ok()) return status;
  const std::vector<int>& shape = InputOf(graph, op, 0)->shape;
  for (std::size_t i = shape.size(); i-- > 0;) {
    const auto size = static_cast<std::size_t>(shape[i]);
    if (size == 1) continue;
    reduction->axes.insert(reduction->axes.begin(),
                           {size, is_reduced[i] ? 0 : reduction->results});
    (is_reduced[i] ? reduction->elements_of_result : reduction->results) *=
        size;
  }
  const std::size_t elements = OutputOf(graph, op).elements();
  if (elements == reduction->results) return status;
  return Refuse("output.shape", static_cast<std::int64_t>(elements),
                "values are not one for each place that is kept");
}

}  // namespace lowp_network
