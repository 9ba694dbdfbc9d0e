// A client of gemmlowp's public API, and of nothing else: it solves a fixed
// sequence of random problems and prints one line per problem, with a hash of
// every byte of the result's buffer. It must print the same compiled against
// the original headers and against lowp (oracle_test.cc).
//
//   oracle_client <seed> <problems> <threads> [<first>]
//
// One program holds ORACLE_COUNT combinations of stages, every ORACLE_STEP-th
// from number ORACLE_FIRST on: all of them in one program would take too long
// to compile. The original compiles numbers 0 to 161 with SSE4 and AVX2, those
// up to 287 with NEON, and those up to 359 without SIMD.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "oracle_random.h"
#include "oracle_stages.h"
#include "public/gemmlowp.h"

#ifndef ORACLE_FIRST
#define ORACLE_FIRST 0
#endif
#ifndef ORACLE_STEP
#define ORACLE_STEP 1
#endif
#ifndef ORACLE_COUNT
#define ORACLE_COUNT 16
#endif

namespace oracle {
namespace {

static_assert(ORACLE_FIRST + (ORACLE_COUNT - 1) * ORACLE_STEP < kCombinations,
              "there are no more combinations");

int Dimension(Random& random, bool big) {
  if (random.OneIn(64)) return 0;
  if (big) return random.Between(60, 300);
  return random.OneIn(3) ? random.Between(1, 70) : random.Between(1, 20);
}

// A matrix with its own stride, filled with values and gaps.
template <typename Scalar>
struct Matrix {
  int stride;
  std::vector<Scalar> data;

  Matrix(Random& random, int rows, int cols, MapOrder order, int low,
         int high) {
    const int inner = order == MapOrder::RowMajor ? cols : rows;
    const int outer = order == MapOrder::RowMajor ? rows : cols;
    stride = inner + (random.OneIn(2) ? 0 : random.Between(1, 40));
    data.resize(static_cast<std::size_t>(stride) * outer + 1);
    for (Scalar& value : data) {
      value = static_cast<Scalar>(random.Between(low, high));
    }
  }
};

constexpr char Letter(MapOrder order) {
  return order == MapOrder::RowMajor ? 'r' : 'c';
}

// The call: gemmlowp's first interface if the stages are those of it; otherwise
// with the offsets as scalars, vectors, or both.
template <int Offsets, typename BitDepth, typename ResultScalar, typename Lhs,
          typename Rhs, typename Result, typename Draw, typename Pipeline>
void Multiply(gemmlowp::GemmContext* context, const Lhs& lhs, const Rhs& rhs,
              Result* result, Source* source, const Draw& draw,
              const Pipeline& pipeline) {
  const int lhs_offset = draw();
  const int rhs_offset = draw();
  const gemmlowp::VectorDup<const std::int32_t, VectorShape::Col> lhs_dup(
      lhs_offset, source->rows);
  const gemmlowp::VectorDup<const std::int32_t, VectorShape::Row> rhs_dup(
      rhs_offset, source->cols);
  const auto lhs_map = source->template NewMap<VectorShape::Col>(draw);
  const auto rhs_map = source->template NewMap<VectorShape::Row>(draw);
  using Standard =
      std::tuple<gemmlowp::OutputStageQuantizeDownInt32ToUint8Scale,
                 gemmlowp::OutputStageSaturatingCastToUint8>;
  if constexpr (std::is_same_v<Pipeline, Standard>) {
    const auto& scale = std::get<0>(pipeline);
    gemmlowp::Gemm<std::uint8_t, BitDepth>(
        context, lhs, rhs, result, lhs_offset, rhs_offset, scale.result_offset,
        scale.result_mult_int, scale.result_shift);
  } else if constexpr (Offsets == 0) {
    gemmlowp::GemmWithOutputPipeline<std::uint8_t, ResultScalar, BitDepth>(
        context, lhs, rhs, result, lhs_offset, rhs_offset, pipeline);
  } else if constexpr (Offsets == 1) {
    gemmlowp::GemmWithOutputPipelinePC<std::uint8_t, ResultScalar, BitDepth>(
        context, lhs, rhs, result, lhs_map, rhs_map, pipeline);
  } else if constexpr (Offsets == 2) {
    gemmlowp::GemmWithOutputPipelinePC<std::uint8_t, ResultScalar, BitDepth>(
        context, lhs, rhs, result, lhs_dup, rhs_map, pipeline);
  } else {
    gemmlowp::GemmWithOutputPipelinePC<std::uint8_t, ResultScalar, BitDepth>(
        context, lhs, rhs, result, lhs_map, rhs_dup, pipeline);
  }
}

// One problem, from its shape to its output line.
template <int Number, MapOrder Lhs, MapOrder Rhs, MapOrder Result, int Offsets>
void Solve(gemmlowp::GemmContext* context, Random& random) {
  using Stages = StagesOf<Number>;
  using ResultScalar = typename Stages::Result;
  using BitDepth =
      std::conditional_t<Number % 2 == 0, gemmlowp::DefaultL8R8BitDepthParams,
                         gemmlowp::L8R8WithLhsNonzeroBitDepthParams>;
  const bool big = random.OneIn(16);
  const int rows = Dimension(random, big && random.OneIn(2));
  const int cols = Dimension(random, big && random.OneIn(2));
  const int depth = Dimension(random, big);
  const int extremes = random.Between(0, 3);
  Matrix<std::uint8_t> lhs_data(random, rows, depth, Lhs,
                                extremes == 1 ? 254 : 1, 255);
  Matrix<std::uint8_t> rhs_data(random, depth, cols, Rhs,
                                extremes == 2 ? 254 : 0, 255);
  Matrix<ResultScalar> result_data(random, rows, cols, Result, 0, 127);

  // Rarely, offsets so large that the sums wrap around.
  const int reach = random.OneIn(12) ? 1 << 22 : random.OneIn(2) ? 255 : 1000;
  const std::int64_t factor = 255 + reach;
  std::int64_t bound = factor * factor * depth;
  if (bound >= kInt32Bound) bound = kInt32Bound;
  Source source{random, rows, cols, bound, {}};
  const auto pipeline = Stages::Make(source);

  const gemmlowp::MatrixMap<const std::uint8_t, Lhs> lhs(
      lhs_data.data.data(), rows, depth, lhs_data.stride);
  const gemmlowp::MatrixMap<const std::uint8_t, Rhs> rhs(
      rhs_data.data.data(), depth, cols, rhs_data.stride);
  gemmlowp::MatrixMap<ResultScalar, Result> result(
      result_data.data.data(), rows, cols, result_data.stride);
  const auto draw = [&random, reach] { return random.Between(-reach, reach); };
  Multiply<Offsets, BitDepth, ResultScalar>(context, lhs, rhs, &result, &source,
                                            draw, pipeline);
  std::printf("%d %dx%dx%d %c%c%c %d %016" PRIx64 "\n", Number, rows, depth,
              cols, Letter(Lhs), Letter(Rhs), Letter(Result), Offsets,
              Hash(result_data.data.data(),
                   result_data.data.size() * sizeof(ResultScalar)));
}

constexpr MapOrder OrderOf(int bit) {
  return bit != 0 ? MapOrder::RowMajor : MapOrder::ColMajor;
}

using Solver = void (*)(gemmlowp::GemmContext*, Random&);

// Combination number n is solved for one of the eight triples of orders and one
// form of offsets; its neighbours use the others.
template <int Number>
constexpr Solver SolverOf() {
  constexpr int kOrders = Number * 3 % 8;
  return &Solve<Number, OrderOf(kOrders & 1), OrderOf(kOrders & 2),
                OrderOf(kOrders & 4), (Number / 8 + Number) % 4>;
}

template <int... Index>
std::vector<Solver> Solvers(std::integer_sequence<int, Index...>) {
  return {SolverOf<ORACLE_FIRST + Index * ORACLE_STEP>()...};
}

int Main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s seed problems threads [first]\n", argv[0]);
    return 2;
  }
  const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  const int problems = std::atoi(argv[2]);
  const int first = argc > 4 ? std::atoi(argv[4]) : 0;
  gemmlowp::GemmContext context;
  context.set_max_num_threads(std::atoi(argv[3]));
  const std::vector<Solver> solvers =
      Solvers(std::make_integer_sequence<int, ORACLE_COUNT>());
  for (int i = first; i < problems; ++i) {
    Random random(seed * 1000003u + static_cast<std::uint64_t>(i));
    std::printf("%d ", i);
    solvers[static_cast<std::size_t>(i) % solvers.size()](&context, random);
  }
  return 0;
}

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) { return oracle::Main(argc, argv); }
