// SQUARED_DIFFERENCE.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/prepared_squared_difference.h>
#include <gemmlowp/public/stages/matrices.h>

#include "binary_step.h"
#include "steps.h"

namespace lowp_network {

using gemmlowp::Status;

Status PrepareSquaredDifference(const Graph& graph, const Operator& op,
                                Engine* engine, std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Status status = CheckInt8Binary(graph, op, &broadcast);
  if (!status.ok()) return status;
  constexpr int kLeftShift = 7;
  gemmlowp::ResidualAdditionNumbers numbers;
  status = gemmlowp::MakeSquaredDifference(
      ScaleOf(*InputOf(graph, op, 0)), ScaleOf(*InputOf(graph, op, 1)),
      ScaleOf(OutputOf(graph, op)), kLeftShift,
      gemmlowp::FixedPointRounding::kDouble, &numbers);
  if (!status.ok()) return status;
  using Prepared = gemmlowp::PreparedSquaredDifference<std::int8_t>;
  Prepared difference;
  status =
      Prepared::Prepare(&engine->context, numbers,
                        gemmlowp::QuantizedRangeOf<std::int8_t>(), &difference);
  if (!status.ok()) return status;
  MakePreparedStep(
      op, broadcast,
      difference.is_in_floats() ? "in floats" : "TrySquareDifference",
      difference, step);
  return status;
}

}  // namespace lowp_network
