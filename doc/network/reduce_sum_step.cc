// SUM of quantized values.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/prepared_gemm.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "operands.h"
#include "reduction.h"
#include "requantizer.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::BatchOperand;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PreparedGemm;
using gemmlowp::Status;
using gemmlowp::TensorScale;
using gemmlowp::TensorShape;

// In float, as TensorFlow Lite has it:
//   round(sum * scale - zero_point * scale * count) + output_zero_point
// of the input's zero point and the quotient of the scales, ties away from 0.
struct ScaledSum {
  float scale, offset;
  std::int32_t zero_point;
  Bounds range;
  bool is_near;  // all |real| are less than 2^20

  // Elements are at most `most` from 0.
  ScaledSum(const TensorScale& input, const TensorScale& output,
            std::size_t count, float most, const Bounds& bounds)
      : scale(input.scale / output.scale),
        offset(static_cast<float>(-input.zero_point) * scale *
               static_cast<float>(count)),
        zero_point(output.zero_point),
        range(bounds),
        is_near(most * static_cast<float>(count) * scale + std::abs(offset) <
                1 << 20) {}

  template <typename T>
  void Run(const std::int32_t* sums, std::size_t count, T* to) const {
    if (is_near) {
      RunNear(sums, count, to);
    } else {
      std::transform(sums, sums + count, to,
                     [&](std::int32_t sum) { return static_cast<T>(Of(sum)); });
    }
  }

 private:
  float RealOf(std::int32_t sum) const {
    return static_cast<float>(sum) * scale + offset;
  }

  std::int32_t Of(std::int32_t sum) const {
    constexpr float kFar = 1 << 20;
    const float real = std::round(RealOf(sum));
    return Clamped(
        static_cast<std::int32_t>(std::min(std::max(real, -kFar), kFar)));
  }

  std::int32_t Clamped(std::int32_t value) const {
    return std::min(std::max(value + zero_point, range.low), range.high);
  }

  // Without calls of std::round, in registers: halves are counted, and the last
  // one rounds away from 0.
  template <typename T>
  void RunNear(const std::int32_t* sums, std::size_t count, T* to) const {
    const ScaledSum scaled = *this;  // `to` may be bytes of any object
    for (std::size_t i = 0; i < count; ++i) {
      const auto halves = static_cast<std::int32_t>(2 * scaled.RealOf(sums[i]));
      const std::int32_t away = halves + (halves < 0 ? -1 : 1);
      to[i] = static_cast<T>(scaled.Clamped(away / 2));
    }
  }
};

// Whether the reduced axes are neighbours whose sizes products take.
bool FindProduct(const Reduction& reduction, TensorShape* run) {
  return reduction.FindRun(run) && run->outer <= INT_MAX &&
         run->channels <= INT_MAX && run->inner <= INT_MAX;
}

// What sums quantized values: products of bytes with ones, or a loop.
template <typename T>
class Summation {
  // Kernels multiply bytes of unlike signs fastest.
  using One =
      std::conditional_t<std::is_signed_v<T>, std::uint8_t, std::int8_t>;

 public:
  explicit Summation(const Reduction& reduction) : reduction_(reduction) {}

  // Leaves the loop if the reduced axes are no neighbours.
  Status Prepare(Engine* engine) {
    if constexpr (sizeof(T) == 1) {
      if (FindProduct(reduction_, &run_)) return PrepareProduct(engine);
    }
    return Status();
  }

  Status Run(GemmContext* context, const T* from, std::int32_t* sums) const {
    if (product_.empty()) {
      reduction_.Run(from, sums, [](std::int32_t sum, T x) { return sum + x; });
      return Status();
    }
    if (run_.inner == 1) return product_.Run(context, from, ones_.data(), sums);
    return product_.RunBatch(
        context, static_cast<int>(run_.outer),
        BatchOperand::Strided(ones_.data(), 0),
        BatchOperand::Strided(
            from, static_cast<std::ptrdiff_t>(run_.channels * run_.inner)),
        BatchOperand::Strided(sums, static_cast<std::ptrdiff_t>(run_.inner)));
  }

  const char* words() const {
    return product_.empty() ? "a loop" : "a product with ones";
  }
  std::size_t results() const { return reduction_.results; }

 private:
  Status PrepareProduct(Engine* engine) {
    ones_.assign(run_.channels, 1);
    const int count = static_cast<int>(run_.channels);
    if (run_.inner > 1) {
      const MatrixMap<const One, MapOrder::RowMajor> ones(nullptr, 1, count);
      return PrepareProduct(engine, ones,
                            MatrixMap<const T, MapOrder::RowMajor>(
                                nullptr, count, static_cast<int>(run_.inner)));
    }
    const MatrixMap<const One, MapOrder::ColMajor> ones(nullptr, count, 1);
    return PrepareProduct(engine,
                          MatrixMap<const T, MapOrder::RowMajor>(
                              nullptr, static_cast<int>(run_.outer), count),
                          ones);
  }

  template <typename Lhs, typename Rhs>
  Status PrepareProduct(Engine* engine, const Lhs& lhs, const Rhs& rhs) {
    const MatrixMap<std::int32_t, MapOrder::RowMajor> sums(nullptr, lhs.rows(),
                                                           rhs.cols());
    return PreparedGemm::Prepare(&engine->context, lhs, rhs, sums, 0, 0,
                                 std::tuple<>(), &product_);
  }

  Reduction reduction_;
  TensorShape run_;
  std::vector<One> ones_;
  PreparedGemm product_;
};

template <typename T>
Status MakeSumStep(const Operator& op, const Reduction& reduction,
                   const ScaledSum& scaled, Engine* engine,
                   std::unique_ptr<Step>* step) {
  Summation<T> summation(reduction);
  const Status status = summation.Prepare(engine);
  if (!status.ok()) return status;
  const char* const words = summation.words();
  MakeUnaryStep<T, T>(
      op, words,
      [summation = std::move(summation), scaled](GemmContext* context,
                                                 const T* from, T* to) {
        std::vector<std::int32_t> sums(summation.results());
        const Status run = summation.Run(context, from, sums.data());
        if (!run.ok()) return run;
        scaled.Run(sums.data(), sums.size(), to);
        return run;
      },
      step);
  return status;
}

}  // namespace

Status PrepareReduceSum(const Graph& graph, const Operator& op, Engine* engine,
                        std::unique_ptr<Step>* step) {
  Reduction reduction;
  Status status = PlanReduction(graph, op, &reduction);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckActivations(input, "input");
  if (status.ok()) status = CheckSameType(input, output, "output");
  if (status.ok()) status = CheckActivations(output, "output");
  // Their sum fits int32.
  const bool is_wide = input.type == ElementType::kInt16;
  const std::size_t max_elements = is_wide ? 1 << 16 : 1 << 23;
  if (status.ok() && reduction.elements_of_result > max_elements) {
    status =
        Refuse("axes", static_cast<std::int64_t>(reduction.elements_of_result),
               is_wide ? "values of a sum are over 2^16"
                       : "values of a sum are over "
                         "2^23");
  }
  if (!status.ok()) return status;
  const ScaledSum scaled(ScaleOf(input), ScaleOf(output),
                         reduction.elements_of_result, is_wide ? 1 << 15 : 255,
                         RangeOf(output.type));
  WithQuantized(input.type, [&](auto value) {
    status = MakeSumStep<decltype(value)>(op, reduction, scaled, engine, step);
  });
  return status;
}

}  // namespace lowp_network
