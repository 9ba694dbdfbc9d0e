// Computes the product, and times it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "run.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <tuple>

#include "../../public/backends.h"
#include "../../public/gemmlowp.h"

namespace lowp_demo {
namespace {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::Status;

constexpr double kTimingSeconds = 0.25;
constexpr int kMinRepetitions = 3;

using BiasVector =
    gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;

// Bias, scale with the result's zero point, clamp, cast.
auto MakePipeline(const QuantizedProblem& problem) {
  gemmlowp::OutputStageBiasAddition<BiasVector> add_bias;
  add_bias.bias_vector = BiasVector(problem.bias.data(), problem.cols);
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent scale;
  scale.result_fixedpoint_multiplier = problem.multiplier.multiplier;
  scale.result_exponent = problem.multiplier.exponent;
  scale.result_offset_after_shift = problem.result_params.zero_point;
  gemmlowp::OutputStageClamp clamp;
  clamp.min = problem.clamp_low;
  clamp.max = problem.clamp_high;
  return std::make_tuple(add_bias, scale, clamp,
                         gemmlowp::OutputStageSaturatingCastToUint8());
}

// Calls multiply() for a while; returns the rate of the fastest call, or 0 if
// one fails.
template <typename Multiply>
double BestGops(const QuantizedProblem& problem, const Multiply& multiply) {
  using Clock = std::chrono::steady_clock;
  double best = std::numeric_limits<double>::infinity();
  const Clock::time_point begin = Clock::now();
  for (int i = 0;; ++i) {
    const Clock::time_point start = Clock::now();
    const Status status = multiply();
    const Clock::time_point end = Clock::now();
    if (!status.ok()) return 0;
    best = std::min(best, std::chrono::duration<double>(end - start).count());
    const std::chrono::duration<double> total = end - begin;
    if (i + 1 >= kMinRepetitions && total.count() >= kTimingSeconds) break;
  }
  return 2e-9 * problem.rows * problem.cols * problem.depth / best;
}

// Computes, plans and times the product with the rhs unpacked and packed.
// `Weight` is the rhs's scalar.
template <typename Weight>
Status Run(const QuantizedProblem& problem, gemmlowp::GemmContext* context,
           const char* backend, BackendRun* run) {
  const MatrixMap<const std::uint8_t, MapOrder::RowMajor> lhs(
      problem.lhs.data(), problem.rows, problem.depth);
  const MatrixMap<const Weight, MapOrder::RowMajor> rhs(
      reinterpret_cast<const Weight*>(problem.rhs.data()), problem.depth,
      problem.cols);
  run->result.resize(static_cast<std::size_t>(problem.rows) * problem.cols);
  MatrixMap<std::uint8_t, MapOrder::RowMajor> result(
      run->result.data(), problem.rows, problem.cols);
  const auto pipeline = MakePipeline(problem);
  // gemmlowp adds offsets where others subtract zero points.
  const int lhs_offset = -problem.lhs_params.zero_point;
  const int rhs_offset = -problem.rhs_params.zero_point;

  Status status = PlanGemm(context, lhs, rhs, &result, lhs_offset, rhs_offset,
                           pipeline, &run->plan);
  if (!status.ok()) return status;
  const auto one_shot = [&] {
    return TryGemm(context, lhs, rhs, &result, lhs_offset, rhs_offset,
                   pipeline);
  };
  status = one_shot();
  if (!status.ok()) return status;

  gemmlowp::PackedMatrix packed;
  status =
      gemmlowp::PackedMatrix::Pack(rhs, gemmlowp::Side::kRhs, &packed, backend);
  if (!status.ok()) return status;
  std::vector<std::uint8_t> from_packed(run->result.size());
  MatrixMap<std::uint8_t, MapOrder::RowMajor> packed_result(
      from_packed.data(), problem.rows, problem.cols);
  const auto prepacked = [&] {
    return TryGemm(context, lhs, packed, &packed_result, lhs_offset, rhs_offset,
                   pipeline);
  };
  status = prepacked();
  if (!status.ok()) return status;
  run->packed_agrees = from_packed == run->result;
  run->one_shot_gops = BestGops(problem, one_shot);
  run->packed_gops = BestGops(problem, prepacked);
  return status;
}

}  // namespace

std::vector<std::string> BackendsHere() {
  std::vector<std::string> names;
  for (int i = 0; gemmlowp::BackendName(i) != nullptr; ++i) {
    const char* const name = gemmlowp::BackendName(i);
    if (gemmlowp::BackendIsSupported(name)) names.emplace_back(name);
  }
  return names;
}

bool RunBackend(const QuantizedProblem& problem, const char* backend,
                int threads, BackendRun* run, std::string* error) {
  gemmlowp::GemmContext context;
  context.set_max_num_threads(threads);
  Status status = context.set_backend(backend);
  if (status.ok()) {
    status = problem.rhs_is_signed
                 ? Run<std::int8_t>(problem, &context, backend, run)
                 : Run<std::uint8_t>(problem, &context, backend, run);
  }
  if (!status.ok()) *error = std::string(backend) + ": " + status.message();
  return status.ok();
}

}  // namespace lowp_demo
