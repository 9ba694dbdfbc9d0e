// Measures kernels on a grid of products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "kernel_grid.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <tuple>

#include "public/gemmlowp.h"
#include "require.h"
#include "timer.h"

namespace lowp_bench {
namespace {

using gemmlowp::GemmPlan;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::Status;
using gemmlowp::internal::Backend;
using gemmlowp::internal::GemmKernel;

constexpr int kRounds = 5;
constexpr double kTurnSeconds = 1e-4;
constexpr double kMaxMultiplyAdds = 1 << 24;
constexpr std::int32_t kMultiplier = 1518500250;
constexpr int kShift = 12;

// A product with its operands, on a context of one backend.
class LiveProduct {
 public:
  LiveProduct(const Product& product, const Backend& backend)
      : product_(product),
        a_(static_cast<std::size_t>(product.m) * product.k),
        b_(static_cast<std::size_t>(product.n) * product.k),
        bytes_(static_cast<std::size_t>(product.m) * product.n),
        sums_(bytes_.size()),
        multipliers_(static_cast<std::size_t>(product.n), kMultiplier),
        exponents_(multipliers_.size(), -kShift) {
    std::mt19937 random(1);
    for (std::uint8_t& x : a_) x = static_cast<std::uint8_t>(random());
    const int range = product.reduced_range ? 129 : 255;
    for (std::int8_t& x : b_) {
      x = static_cast<std::int8_t>(static_cast<int>(random() % range) -
                                   range / 2);
    }
    Require(context_.set_backend(backend.name));
    if (product.packed) {
      Require(PackedMatrix::Pack(B(), gemmlowp::Side::kRhs, &packed_,
                                 backend.name));
    }
  }

  // False if the kernel does not fit.
  bool Plan(const char* kernel, GemmPlan* plan) {
    Require(context_.set_kernel(kernel));
    return WithOperands([&](const auto& a, const auto& b) {
             return product_.int32
                        ? PlanInto(a, b, &sums_, std::tuple<>(), plan)
                    : product_.channels
                        ? PlanInto(a, b, &bytes_, ScalingByColumn(), plan)
                        : PlanInto(a, b, &bytes_, Scaling(), plan);
           })
        .ok();
  }

  void Run() {
    Require(WithOperands([&](const auto& a, const auto& b) {
      return product_.int32      ? RunInto(a, b, &sums_, std::tuple<>())
             : product_.channels ? RunInto(a, b, &bytes_, ScalingByColumn())
                                 : RunInto(a, b, &bytes_, Scaling());
    }));
  }

 private:
  MatrixMap<const std::int8_t, MapOrder::ColMajor> B() const {
    return {b_.data(), product_.k, product_.n};
  }
  static auto Scaling() {
    return std::make_tuple(
        gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint{kMultiplier, kShift,
                                                           128},
        gemmlowp::OutputStageSaturatingCastToUint8());
  }
  auto ScalingByColumn() const {
    using Row =
        gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
    return std::make_tuple(
        gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<
            gemmlowp::VectorShape::Row>{Row(multipliers_.data(), product_.n),
                                        Row(exponents_.data(), product_.n),
                                        128},
        gemmlowp::OutputStageSaturatingCastToUint8());
  }
  template <typename F>
  Status WithA(const F& f) {
    const MatrixMap<const std::uint8_t, MapOrder::RowMajor> rows(
        a_.data(), product_.m, product_.k);
    const MatrixMap<const std::uint8_t, MapOrder::ColMajor> columns(
        a_.data(), product_.m, product_.k);
    return product_.copied ? f(columns) : f(rows);
  }
  template <typename F>
  Status WithOperands(const F& f) {
    return WithA([&](const auto& a) {
      const MatrixMap<const std::int8_t, MapOrder::RowMajor> lines(
          b_.data(), product_.k, product_.n);
      return product_.packed  ? f(a, packed_)
             : product_.lines ? f(a, lines)
                              : f(a, B());
    });
  }
  template <typename A, typename B, typename T, typename Pipeline>
  Status RunInto(const A& a, const B& b, std::vector<T>* out,
                 const Pipeline& pipeline) {
    MatrixMap<T, MapOrder::RowMajor> result(out->data(), product_.m,
                                            product_.n);
    return TryGemm(&context_, a, b, &result, -120, 0, pipeline);
  }
  template <typename A, typename B, typename T, typename Pipeline>
  Status PlanInto(const A& a, const B& b, std::vector<T>* out,
                  const Pipeline& pipeline, GemmPlan* plan) {
    MatrixMap<T, MapOrder::RowMajor> result(out->data(), product_.m,
                                            product_.n);
    return PlanGemm(&context_, a, b, &result, -120, 0, pipeline, plan);
  }

  const Product product_;
  std::vector<std::uint8_t> a_;
  std::vector<std::int8_t> b_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::int32_t> sums_, multipliers_, exponents_;
  gemmlowp::GemmContext context_;
  PackedMatrix packed_;
};

std::vector<Product> Grid() {
  std::vector<Product> grid;
  for (const int m : {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 31, 64, 200, 1000}) {
    for (const int n : {4, 8, 16, 20, 32, 48, 64, 100, 256, 1000}) {
      for (const int k : {8, 16, 32, 64, 100, 128, 256, 512, 1024, 4096}) {
        if (1.0 * m * n * k > kMaxMultiplyAdds) continue;
        for (const bool packed : {true, false}) {
          for (const bool int32 : {false, true}) {
            // Kernels differ less in these, so a sample suffices.
            if (int32 && (m + n + k) % 3 != 0) continue;
            grid.push_back(
                {m, n, k, packed, false, false, int32, false, false});
          }
        }
        if (m <= 4) {
          grid.push_back({m, n, k, false, false, false, false, false, true});
          if ((m + n + k) % 3 == 0) {
            grid.push_back({m, n, k, false, false, false, true, false, true});
          }
          if ((m + n / 4 + k / 8) % 3 == 1) {
            grid.push_back({m, n, k, false, false, false, false, true, true});
          }
        }
        if ((m + n / 4 + k / 8) % 3 == 0) {
          grid.push_back({m, n, k, true, true, false, false, false, false});
          grid.push_back({m, n, k, true, false, true, false, false, false});
        }
        if ((m + n / 4 + k / 8) % 3 == 1) {
          for (const bool packed : {true, false}) {
            grid.push_back({m, n, k, packed, false, false, false, true, false});
          }
        }
      }
    }
  }
  return grid;
}

// The kernels that fit take turns.
void Measure(const Product& product, const Backend& backend,
             double cycles_per_second, std::vector<Sample>* samples) {
  LiveProduct live(product, backend);
  GemmPlan plan;
  if (!live.Plan(nullptr, &plan)) return;
  const std::string chosen = plan.kernel;
  std::vector<Sample> fitting;
  std::vector<int> calls;
  for (int i = 0; i < backend.kernel_count; ++i) {
    const GemmKernel& kernel = backend.kernels[i];
    if (!live.Plan(kernel.name, &plan)) continue;
    fitting.push_back({&backend, &kernel, product, 1e300, chosen == kernel.name,
                       plan.a_source == gemmlowp::ASource::kCopied});
    for (int j = 0; j < 3; ++j) live.Run();
    const double once = Seconds([&] { live.Run(); });
    calls.push_back(std::max(1, static_cast<int>(kTurnSeconds / once)));
  }
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < fitting.size(); ++i) {
      live.Plan(fitting[i].kernel->name, &plan);
      live.Run();
      live.Run();
      const double seconds = Seconds([&] {
        for (int j = 0; j < calls[i]; ++j) live.Run();
      });
      fitting[i].cycles =
          std::min(fitting[i].cycles, seconds / calls[i] * cycles_per_second);
    }
  }
  samples->insert(samples->end(), fitting.begin(), fitting.end());
}

}  // namespace

std::string NameOf(const Product& product) {
  return std::to_string(product.m) + "x" + std::to_string(product.n) + "x" +
         std::to_string(product.k) +
         (product.packed ? " packed" : " one-shot") +
         (product.lines ? " lines" : "") +
         (product.reduced_range ? " reduced" : "") +
         (product.copied ? " copied" : "") + (product.int32 ? " int32" : "") +
         (product.channels ? " channels" : "");
}

std::vector<Sample> MeasureGrid(const Backend& backend,
                                double cycles_per_second) {
  std::vector<Sample> samples;
  for (const Product& product : Grid()) {
    Measure(product, backend, cycles_per_second, &samples);
  }
  return samples;
}

}  // namespace lowp_bench
