// arm_calls <rows> <depth> <columns> <calls>: that many equal products in
// gemmlowp's usual form: row-major u8 weights times column-major u8
// activations, bias, scale and cast to u8. bench/arm_instructions.sh compiles
// it with lowp and with the original gemmlowp, whose interface it uses.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "public/gemmlowp.h"

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int rows = std::atoi(argv[1]);
  const int depth = std::atoi(argv[2]);
  const int columns = std::atoi(argv[3]);
  const int calls = std::atoi(argv[4]);
  using gemmlowp::MapOrder;
  using gemmlowp::MatrixMap;
  std::vector<std::uint8_t> lhs(rows * depth), rhs(depth * columns);
  std::vector<std::uint8_t> result(rows * columns);
  std::vector<std::int32_t> bias(rows);
  std::uint32_t state = 1;
  const auto next = [&state] { return state = state * 1664525 + 1013904223; };
  for (auto& x : lhs) x = static_cast<std::uint8_t>(1 + (next() >> 24) % 255);
  for (auto& x : rhs) x = static_cast<std::uint8_t>(next() >> 24);
  for (auto& x : bias) x = static_cast<std::int32_t>(next() >> 20);

  gemmlowp::OutputStageBiasAddition<
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>>
      add_bias;
  add_bias.bias_vector =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>(
          bias.data(), rows);
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent scale;
  scale.result_fixedpoint_multiplier = 1500000000;
  scale.result_exponent = -12;
  scale.result_offset_after_shift = 100;
  const auto pipeline = std::make_tuple(
      add_bias, scale, gemmlowp::OutputStageSaturatingCastToUint8());
  const MatrixMap<const std::uint8_t, MapOrder::RowMajor> lhs_map(
      lhs.data(), rows, depth, depth);
  const MatrixMap<const std::uint8_t, MapOrder::ColMajor> rhs_map(
      rhs.data(), depth, columns, depth);
  MatrixMap<std::uint8_t, MapOrder::ColMajor> result_map(result.data(), rows,
                                                         columns, rows);
  gemmlowp::GemmContext context;
  context.set_max_num_threads(1);
  for (int i = 0; i < calls; ++i) {
    gemmlowp::GemmWithOutputPipeline<
        std::uint8_t, std::uint8_t, gemmlowp::L8R8WithLhsNonzeroBitDepthParams>(
        &context, lhs_map, rhs_map, &result_map, -128, -100, pipeline);
  }
  std::uint32_t sum = 0;
  for (const std::uint8_t x : result) sum = sum * 31 + x;
  std::printf("%u\n", sum);
}
