// REDUCE_PROD of quantized values: products that are scaled at every factor.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/multiplier_builders.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "fixed_point.h"
#include "operands.h"
#include "reduction.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// x * multiplier / 2^shift, to the nearest, ties up: as int32, which wraps
// around. 47 bits of x and 15 of the multiplier fit.
struct Scaling {
  std::int64_t multiplier = 0;
  int shift = 1;

  std::int32_t Of(std::int64_t x) const {
    const std::int64_t half = std::int64_t{1} << (shift - 1);
    return static_cast<std::int32_t>((x * multiplier + half) >> shift);
  }
};

// Each of the n factors is scaled by input_scale / output_scale^(1 / n), so
// that the product of all has the scale of the result.
Status ChooseScaling(double input_scale, double output_scale, std::size_t n,
                     Scaling* scaling) {
  const double factor =
      input_scale / std::pow(output_scale, 1.0 / static_cast<double>(n));
  gemmlowp::FixedPointMultiplier multiplier;
  Status status = gemmlowp::QuantizeMultiplier(factor, &multiplier);
  if (!status.ok()) return status;
  if (multiplier.exponent < -31 || multiplier.exponent > 7) {
    return Refuse("scales", multiplier.exponent,
                  "is the exponent of a factor's scale, beyond -31..7");
  }
  std::int16_t reduced = 0;
  status = gemmlowp::ReduceMultiplierTo15Bits(multiplier.multiplier, &reduced);
  *scaling = {reduced, 15 - multiplier.exponent};
  return status;
}

// A product without its last scaling.
struct Product {
  std::int32_t value = 0;
  bool has_factors = false;
};

template <typename T>
class Multiplier {
 public:
  Multiplier(const Reduction& reduction, const Scaling& scaling,
             std::int32_t input_zero_point, std::int32_t output_zero_point)
      : reduction_(reduction),
        scaling_(scaling),
        input_zero_point_(input_zero_point),
        output_zero_point_(output_zero_point) {}

  Status operator()(GemmContext*, const T* from, T* to) const {
    std::vector<Product> products(reduction_.results);
    reduction_.Run(from, products.data(), [this](Product product, T x) {
      const std::int32_t factor = x - input_zero_point_;
      if (!product.has_factors) return Product{factor, true};
      return Product{scaling_.Of(std::int64_t{product.value} * factor), true};
    });
    for (const Product& product : products) {
      *to++ = Clamped<T>(
          WrappingSum(scaling_.Of(product.value), output_zero_point_));
    }
    return Status();
  }

 private:
  Reduction reduction_;
  Scaling scaling_;
  std::int32_t input_zero_point_, output_zero_point_;
};

}  // namespace

Status PrepareReduceProduct(const Graph& graph, const Operator& op, Engine*,
                            std::unique_ptr<Step>* step) {
  Reduction reduction;
  Status status = PlanReduction(graph, op, &reduction);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8OrInt16(input, "input");
  if (status.ok()) status = CheckLike(input, output, "output");
  if (!status.ok()) return status;
  Scaling scaling;
  status = ChooseScaling(ScaleOf(input).scale, ScaleOf(output).scale,
                         reduction.elements_of_result, &scaling);
  if (!status.ok()) return status;
  WithInt8OrInt16(output.type, [&](auto value) {
    using T = decltype(value);
    MakeUnaryStep<T, T>(
        op, "a loop",
        Multiplier<T>(reduction, scaling, ScaleOf(input).zero_point,
                      ScaleOf(output).zero_point),
        step);
  });
  return status;
}

}  // namespace lowp_network
