// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

// One client of gemmlowp's public API. MULTIPLY names its function, and so
// tells whose headers it is compiled against.
#include <cstdint>
#include <tuple>

#include "problem.h"
#include "public/gemmlowp.h"
#include "public/output_stages.h"

void MULTIPLY(const Problem& problem, std::uint8_t* result) {
  using gemmlowp::MapOrder;
  using gemmlowp::MatrixMap;
  using BiasVector =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>;
  const MatrixMap<const std::uint8_t, MapOrder::RowMajor> lhs(problem.lhs,
                                                              kRows, kDepth);
  const MatrixMap<const std::uint8_t, MapOrder::ColMajor> rhs(problem.rhs,
                                                              kDepth, kColumns);
  MatrixMap<std::uint8_t, MapOrder::ColMajor> result_map(result, kRows,
                                                         kColumns);

  gemmlowp::OutputStageBiasAddition<BiasVector> add_bias;
  add_bias.bias_vector = BiasVector(problem.bias, kRows);
  gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint requantize;
  requantize.result_fixedpoint_multiplier = 1518500250;
  requantize.result_shift = 12;
  requantize.result_offset_after_shift = 119;
  const auto pipeline = std::make_tuple(
      add_bias, requantize, gemmlowp::OutputStageSaturatingCastToUint8());

  gemmlowp::GemmContext context;
  gemmlowp::GemmWithOutputPipeline<std::uint8_t, std::uint8_t,
                                   gemmlowp::DefaultL8R8BitDepthParams>(
      &context, lhs, rhs, &result_map, -128, -77, pipeline);
}
