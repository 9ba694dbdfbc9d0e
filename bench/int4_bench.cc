// Benchmarks products with 4-bit weights, 4096 x 4096 by default, on every
// backend, one thread: one row beside a plain sum of the same bytes, many rows
// beside the product with packed 8-bit weights of the same shape. Contestants
// take turns of one call; ratios are those of the shortest times.
//
//   int4_bench [rounds] [n] [k]
//   int4_bench costs [rounds] [n] [k]
//
// The second form fits Int4Costs instead: a product of m rows takes
// weights * (m / products_a_cycle + 1 / weights_a_cycle) cycles, where
// products_a_cycle follows from the times of 48 and 96 rows, weights_a_cycle
// from that of one row. It prints the time of each number of rows in multiples
// of that of one row, and how well the backend's costs predict it.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <iterator>
#include <tuple>
#include <vector>

#include "../internal/backends/backend_list.h"
#include "../internal/contract/core_costs.h"
#include "../public/gemmlowp.h"
#include "../public/int4/gemm_int4.h"
#include "buffer.h"
#include "clock_rate.h"
#include "peak.h"
#include "require.h"

namespace lowp_bench {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Int4Result;
using gemmlowp::Int4Rows;
using gemmlowp::Int4Scales;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedInt4;
using gemmlowp::PackedMatrix;
using gemmlowp::internal::Backend;

struct Sizes {
  int rounds, n, k;
};

// On a machine that others use, a long call is never alone, so CPU time counts.
double CpuSeconds(const std::function<void()>& function) {
  const std::clock_t before = std::clock();
  function();
  return static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
}

// The shortest seconds of each, and second / first.
struct Comparison {
  double ratio, first, second;
};

Comparison Compare(const Sizes& sizes, const std::function<void()>& first,
                   const std::function<void()>& second) {
  Comparison best = {0, 1e9, 1e9};
  for (int i = 0; i <= sizes.rounds; ++i) {
    best.first = std::min(best.first, CpuSeconds(first));
    best.second = std::min(best.second, CpuSeconds(second));
  }
  best.ratio = best.second / best.first;
  return best;
}

// Weights of every kind that the benchmark packs.
class Weights {
 public:
  explicit Weights(const Sizes& sizes)
      : sizes_(sizes),
        values_(static_cast<std::size_t>(sizes.n) * sizes.k),
        scales_(static_cast<std::size_t>(sizes.n) * sizes.k / 16, {0x2211}) {
    std::uint32_t state = 1;
    for (std::int8_t& value : values_) {
      state = state * 1664525 + 1013904223;
      value = static_cast<std::int8_t>(static_cast<int>(state >> 28) - 8);
    }
  }

  // Half-precision scales, and no zero points.
  PackedInt4 Pack4(int group) const {
    PackedInt4 packed;
    Require(PackedInt4::Pack(MatrixMap<const std::int8_t, MapOrder::RowMajor>(
                                 values_.data(), sizes_.k, sizes_.n),
                             group, Int4Scales::Of(scales_.data(), sizes_.n),
                             &packed));
    return packed;
  }
  PackedMatrix Pack8(const Backend& backend) const {
    PackedMatrix packed;
    Require(PackedMatrix::Pack(MatrixMap<const std::int8_t, MapOrder::RowMajor>(
                                   values_.data(), sizes_.k, sizes_.n),
                               gemmlowp::Side::kRhs, &packed, backend.name));
    return packed;
  }

 private:
  Sizes sizes_;
  std::vector<std::int8_t> values_;
  std::vector<gemmlowp::Float16> scales_;
};

class Bench {
 public:
  Bench(const Sizes& sizes, const Backend& backend, const Weights& weights)
      : sizes_(sizes),
        backend_(backend),
        weights_(weights),
        rows_(static_cast<std::size_t>(kMaxRows) * sizes.k),
        result_(static_cast<std::size_t>(kMaxRows) * sizes.n),
        bytes_(static_cast<std::size_t>(kMaxRows) * sizes.n) {
    Require(context_.set_backend(backend.name));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rows_[i] = static_cast<std::int8_t>(i * 37 % 251);
    }
  }

  void OneRow(int group) {
    const PeakLoop* const peak = PeakLoopOf(backend_.name);
    if (peak == nullptr) return;
    const PackedInt4 packed = weights_.Pack4(group);
    std::int32_t sum = 0;
    const Comparison c = Compare(
        sizes_, [&] { Multiply4(1, packed); },
        [&] {
          sum += peak->sum(packed.data(),
                           static_cast<std::int64_t>(packed.size()));
        });
    sink_ += sum;
    std::printf("%-12s group %4d, 1 row: %.2f of a plain sum (%.1f GB/s)\n",
                backend_.name, group, c.ratio,
                static_cast<double>(packed.size()) / c.first * 1e-9);
  }

  void Costs(int group) {
    const PackedInt4 packed = weights_.Pack4(group);
    const int all_rows[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 48, 96};
    std::vector<double> seconds(std::size(all_rows), 1e9);
    for (int i = 0; i <= sizes_.rounds; ++i) {
      for (std::size_t j = 0; j < seconds.size(); ++j) {
        // Others may have taken the cache from a long product's weights.
        Multiply4(1, packed);
        seconds[j] = std::min(
            seconds[j], CpuSeconds([&] { Multiply4(all_rows[j], packed); }));
      }
    }
    const double weights = static_cast<double>(sizes_.n) * sizes_.k;
    const double clock = ClockRate();
    const double of_a_row =
        (seconds.back() - seconds[seconds.size() - 2]) / 48 * clock;
    const double of_weights = seconds[0] * clock - of_a_row;
    const gemmlowp::internal::Int4Costs& costs =
        gemmlowp::internal::Int4CostsHere(backend_);
    std::printf(
        "%-12s group %4d: %.0f products and %.1f weights a cycle; the kernel "
        "has %.0f and %.1f\n  rows, one row's time, share that the kernel's "
        "costs foretell:",
        backend_.name, group, weights / of_a_row, weights / of_weights,
        static_cast<double>(costs.products_a_cycle),
        static_cast<double>(costs.weights_a_cycle));
    for (std::size_t j = 0; j < seconds.size(); ++j) {
      const double foretold =
          weights * (all_rows[j] / static_cast<double>(costs.products_a_cycle) +
                     1 / static_cast<double>(costs.weights_a_cycle));
      std::printf("  %d %.2f %.2f", all_rows[j], seconds[j] / seconds[0],
                  foretold / (seconds[j] * clock));
    }
    std::printf("\n");
  }

  void ManyRows(int m, int group) {
    const PackedInt4 packed4 = weights_.Pack4(group);
    const PackedMatrix packed8 = weights_.Pack8(backend_);
    const Comparison c = Compare(
        sizes_, [&] { Multiply4(m, packed4); }, [&] { Multiply8(m, packed8); });
    std::printf(
        "%-12s group %4d, %d rows: %.2fx the 8-bit product's speed (%.0f "
        "GMAC/s)\n",
        backend_.name, group, m, c.ratio,
        static_cast<double>(m) * sizes_.n * sizes_.k / c.first * 1e-9);
  }

 private:
  static constexpr int kMaxRows = 512;

  MatrixMap<const std::int8_t, MapOrder::RowMajor> Rows(int m) const {
    return MatrixMap<const std::int8_t, MapOrder::RowMajor>(rows_.data(), m,
                                                            sizes_.k);
  }
  void Multiply4(int m, const PackedInt4& packed) {
    Require(TryGemmInt4(&context_, Int4Rows(Rows(m)), packed,
                        Int4Result::Of(result_.data(), sizes_.n)));
  }
  // To bytes, as layers of 8-bit weights end.
  void Multiply8(int m, const PackedMatrix& packed) {
    gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent scale;
    scale.result_fixedpoint_multiplier = 1 << 30;
    scale.result_exponent = -9;
    scale.result_offset_after_shift = 0;
    MatrixMap<std::int8_t, MapOrder::RowMajor> result(bytes_.data(), m,
                                                      sizes_.n);
    Require(TryGemm(
        &context_, Rows(m), packed, &result, 0, 0,
        std::make_tuple(scale, gemmlowp::OutputStageSaturatingCastToInt8())));
  }

  const Sizes sizes_;
  const Backend& backend_;
  const Weights& weights_;
  GemmContext context_;
  Buffer<std::int8_t> rows_;
  Buffer<float> result_;
  Buffer<std::int8_t> bytes_;
  volatile std::int32_t sink_ = 0;
};

int Main(int argc, char** argv) {
  const bool fits = argc > 1 && std::strcmp(argv[1], "costs") == 0;
  const auto argument = [&](int i, int otherwise) {
    i += fits ? 1 : 0;
    return argc > i ? std::atoi(argv[i]) : otherwise;
  };
  const Sizes sizes = {argument(1, 40), argument(2, 4096), argument(3, 4096)};
  if (sizes.rounds < 1 || sizes.n < 1 || sizes.k < 128 || sizes.k % 128 != 0) {
    std::fprintf(stderr,
                 "int4_bench [costs] [rounds] [n] [k, a multiple of 128]\n");
    return 2;
  }
  const Weights weights(sizes);
  for (const Backend* backend : gemmlowp::internal::AllBackends()) {
    if (!IsSupported(*backend) || PeakLoopOf(backend->name) == nullptr) {
      continue;
    }
    Bench bench(sizes, *backend, weights);
    if (fits) {
      for (const int group : {32, 128, 0}) bench.Costs(group);
      continue;
    }
    for (const int group : {32, 128, 0}) bench.OneRow(group);
    for (const int m : {8, 64, 512}) {
      for (const int group : {32, 128, 0}) bench.ManyRows(m, group);
    }
  }
  return 0;
}

}  // namespace
}  // namespace lowp_bench

int main(int argc, char** argv) { return lowp_bench::Main(argc, argv); }
