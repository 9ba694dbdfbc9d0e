// Benchmarks dynamic linear layers, in turns with the bare integer product of
// the same size, whose sums are stored, and with the layer of a single column,
// which does little but quantize; and batches of products, in turns with calls
// for each. One thread.
//
//   dynamic_bench [rounds]
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "../public/dynamic/dynamic_linear.h"
#include "../public/gemmlowp.h"
#include "../public/prepared_gemm.h"
#include "buffer.h"
#include "require.h"
#include "table.h"
#include "timer.h"

namespace lowp_bench {
namespace {

using gemmlowp::DynamicArithmetic;
using gemmlowp::DynamicLinear;
using gemmlowp::DynamicLinearParameters;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::PreparedGemm;
using gemmlowp::Side;

template <typename T>
using Rows = MatrixMap<T, MapOrder::RowMajor>;

struct Shape {
  int rows, k, n;
};

struct Weights {
  Weights(int k, int n, GemmContext* context)
      : scales(static_cast<std::size_t>(n), 0.01f) {
    std::vector<std::int8_t> values(static_cast<std::size_t>(k) *
                                    static_cast<std::size_t>(n));
    std::minstd_rand random;
    for (std::int8_t& value : values) {
      value = static_cast<std::int8_t>(random() >> 8);
    }
    Require(PackedMatrix::Pack(Rows<const std::int8_t>(values.data(), k, n),
                               Side::kRhs, &packed));
    parameters.scales = {scales.data(), n};
    parameters.bias = {scales.data(), n};
    parameters.arithmetic = gemmlowp::SymmetricRows();
    Require(DynamicLinear::Prepare(context, packed, parameters, &symmetric));
    parameters.arithmetic = gemmlowp::AsymmetricRows();
    Require(DynamicLinear::Prepare(context, packed, parameters, &asymmetric));
    parameters.arithmetic = gemmlowp::OnnxTensor();
    Require(DynamicLinear::Prepare(context, packed, parameters, &tensor));
  }
  std::vector<float> scales;
  PackedMatrix packed;
  DynamicLinearParameters parameters;
  DynamicLinear symmetric, asymmetric, tensor;
};

// The best seconds per call of each, in turns.
std::vector<double> Contest(const std::vector<std::function<void()>>& calls,
                            int rounds) {
  Timer timer(false);
  std::vector<double> best;
  std::vector<int> counts;
  for (const auto& call : calls) {
    counts.push_back(timer.CallsPerTurn(call));
    best.push_back(1e9);
  }
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      best[i] = std::min(best[i], timer.SecondsPerCall(calls[i], counts[i]));
    }
  }
  return best;
}

void Add(const Shape& shape, int rounds, const Weights& weights,
         const Weights& column, GemmContext* context, Table* table) {
  const auto size = [](int a, int b) {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
  };
  Buffer<float> x(size(shape.rows, shape.k)), y(size(shape.rows, shape.n));
  Buffer<std::uint8_t> codes(x.size());
  Buffer<std::int32_t> sums(y.size());
  std::minstd_rand random;
  std::normal_distribution<float> normal;
  for (float& value : x) value = normal(random);
  for (std::uint8_t& code : codes) code = static_cast<std::uint8_t>(random());
  const Rows<const float> input(x.data(), shape.rows, shape.k);
  const Rows<float> output(y.data(), shape.rows, shape.n);
  PreparedGemm product;
  Require(PreparedGemm::Prepare(
      context, Rows<const std::uint8_t>(codes.data(), shape.rows, shape.k),
      weights.packed, Rows<std::int32_t>(sums.data(), shape.rows, shape.n),
      -128, 0, std::make_tuple(), &product));
  const auto run = [&](const DynamicLinear& layer, const Rows<float>& to) {
    return [&layer, to, context, input] {
      Require(layer.Run(context, input, to));
    };
  };
  const std::vector<double> best = Contest(
      {[&] {
         Require(product.Run(context, codes.data(), nullptr, sums.data()));
       },
       run(weights.symmetric, output), run(weights.asymmetric, output),
       run(weights.tensor, output),
       run(column.asymmetric, Rows<float>(y.data(), shape.rows, 1))},
      rounds);
  table->Add({std::to_string(shape.rows) + " x " + std::to_string(shape.k) +
                  " x " + std::to_string(shape.n),
              Microseconds(best[0]), Microseconds(best[1]),
              Times(best[1] / best[0]), Times(best[2] / best[0]),
              Times(best[3] / best[0]), Percent(best[4] / best[0])});
}

// Products of a batch, u8 by s8 to int32 sums: in one call, in a call of a
// prepared product for each, and in an unprepared call for each. Columns of the
// rhs are contiguous, as those of a transposed K are.
void AddBatch(int count, const Shape& shape, int rounds, GemmContext* context,
              Table* table) {
  using gemmlowp::BatchOperand;
  const int lhs_size = shape.rows * shape.k, rhs_size = shape.k * shape.n;
  const int result_size = shape.rows * shape.n;
  const auto all = [count](int size) {
    return static_cast<std::size_t>(count) * static_cast<std::size_t>(size);
  };
  Buffer<std::uint8_t> lhs(all(lhs_size));
  Buffer<std::int8_t> rhs(all(rhs_size));
  Buffer<std::int32_t> result(all(result_size));
  using Columns = MatrixMap<const std::int8_t, MapOrder::ColMajor>;
  PreparedGemm prepared;
  Require(PreparedGemm::Prepare(
      context, Rows<const std::uint8_t>(lhs.data(), shape.rows, shape.k),
      Columns(rhs.data(), shape.k, shape.n),
      Rows<std::int32_t>(result.data(), shape.rows, shape.n), -128, 0,
      std::make_tuple(), &prepared));
  const std::vector<double> best = Contest(
      {[&] {
         Require(prepared.RunBatch(
             context, count, BatchOperand::Strided(lhs.data(), lhs_size),
             BatchOperand::Strided(rhs.data(), rhs_size),
             BatchOperand::Strided(result.data(), result_size)));
       },
       [&] {
         for (int i = 0; i < count; ++i) {
           Require(prepared.Run(context, lhs.data() + i * lhs_size,
                                rhs.data() + i * rhs_size,
                                result.data() + i * result_size));
         }
       },
       [&] {
         for (int i = 0; i < count; ++i) {
           Rows<std::int32_t> to(result.data() + i * result_size, shape.rows,
                                 shape.n);
           Require(gemmlowp::TryGemm(
               context,
               Rows<const std::uint8_t>(lhs.data() + i * lhs_size, shape.rows,
                                        shape.k),
               Columns(rhs.data() + i * rhs_size, shape.k, shape.n), &to, -128,
               0, std::make_tuple()));
         }
       }},
      rounds);
  table->Add({std::to_string(count) + " of " + std::to_string(shape.rows) +
                  " x " + std::to_string(shape.k) + " x " +
                  std::to_string(shape.n),
              Microseconds(best[0]), Times(best[1] / best[0]),
              Times(best[2] / best[0])});
}

}  // namespace
}  // namespace lowp_bench

int main(int argc, char** argv) {
  using namespace lowp_bench;
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 7;
  GemmContext context;
  Table table({"rows x k x n", "product, us", "symmetric rows, us",
               "to the product", "asymmetric rows", "tensor", "quantization"});
  for (const auto& size :
       {std::pair(64, 64), std::pair(4096, 4096), std::pair(4096, 11008)}) {
    const Weights weights(size.first, size.second, &context);
    const Weights column(size.first, 1, &context);
    for (const int rows : {1, 8, 64, 512}) {
      Add({rows, size.first, size.second}, rounds, weights, column, &context,
          &table);
    }
  }
  table.Print("Dynamic linear layers");
  Table batches(
      {"products, rows x k x n", "batch, us", "prepared calls", "calls"});
  AddBatch(12, {64, 64, 128}, rounds, &context, &batches);
  AddBatch(96, {1, 128, 2048}, rounds, &context, &batches);
  AddBatch(1000, {4, 16, 16}, rounds, &context, &batches);
  batches.Print("Batches, and how much slower calls for each product are");
}
