// Prepares multiplications of bytes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "../../public/operators/elementwise.h"
#include "../backends/backend_list.h"
#include "../contract/binary.h"
#include "../contract/quantized_values.h"
#include "../runtime/float_environment.h"
#include "certify_multiplication.h"
#include "rescaler.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// 255 is the largest difference of a byte and a zero point.
constexpr int kMaxProducts = 2 * 255 * 255 + 1;

// The products that bytes and zero points of a type can have.
void FindProducts(Scalar scalar, const MultiplicationInFloats& form,
                  ProductResults* products) {
  const IntegerRange all = RangeOf(scalar);
  const std::int32_t x[] = {all.low - form.x_zero_point,
                            all.high - form.x_zero_point};
  const std::int32_t y[] = {all.low - form.y_zero_point,
                            all.high - form.y_zero_point};
  const auto ends =
      std::minmax({x[0] * y[0], x[0] * y[1], x[1] * y[0], x[1] * y[1]});
  products->first = ends.first;
  products->count = ends.second - ends.first + 1;
}

// results[i] becomes what the definition makes of first + i.
void ComputeResults(const Rescaler& rescaler, std::int32_t first, int count,
                    std::int16_t* results) {
  constexpr int kBlock = 1024;
  for (int begin = 0; begin < count; begin += kBlock) {
    std::int32_t block[kBlock];
    const int size = std::min(kBlock, count - begin);
    for (int i = 0; i < size; ++i) block[i] = first + begin + i;
    rescaler.Run(block, static_cast<std::size_t>(size), results + begin);
  }
}

}  // namespace

Status PrepareMultiplication(const BinaryProblem& problem,
                             const GemmResources& resources,
                             MultiplicationInFloats* form, bool* is_in_floats) {
  // Without elements: checks the parameters.
  BinaryProblem none = problem;
  none.x_count = none.y_count = std::size_t{0};
  const Status status = RunBinary(none, resources);
  if (!status.ok()) return status;
  *is_in_floats = false;
  const Multiplication& m = *problem.multiplication;
  // Other zero points are allowed, since differences may wrap.
  if (!ValidateZeroPoint(problem.scalar, m.x_zero_point, "").ok() ||
      !ValidateZeroPoint(problem.scalar, m.y_zero_point, "").ok()) {
    return status;
  }
  const std::unique_ptr<std::int16_t[]> results(new (std::nothrow)
                                                    std::int16_t[kMaxProducts]);
  if (results == nullptr) {
    return OutOfMemory("prepared", kMaxProducts * sizeof(std::int16_t));
  }
  form->x_zero_point = m.x_zero_point;
  form->y_zero_point = m.y_zero_point;
  form->zero_point = m.result_zero_point;
  form->low = problem.low;
  form->high = problem.high;
  ProductResults products = {0, 0, results.get()};
  FindProducts(problem.scalar, *form, &products);
  const Backend* backend = nullptr;
  const Status found = BackendOf(*resources.state, &backend);
  if (!found.ok()) return found;
  const FloatEnvironment environment;
  ComputeResults(Rescaler(*backend->family, m.multiplier.multiplier,
                          m.multiplier.exponent, m.rounding,
                          {m.result_zero_point, Scalar::kInt16, problem.low,
                           problem.high}),
                 products.first, products.count, results.get());
  *is_in_floats = CertifyMultiplication(m.multiplier, products, form);
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
