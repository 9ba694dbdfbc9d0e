// Prepares multiplications and squared differences of bytes: tries floats on
// all integers that fixed point may meet.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "../../public/operators/elementwise.h"
#include "../backends/backend_list.h"
#include "../contract/binary.h"
#include "../contract/quantized_values.h"
#include "../runtime/float_environment.h"
#include "certify_scaling.h"
#include "rescaler.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The integers from the lowest to the highest product of two differences of a
// byte and a zero point: no search tries more.
constexpr int kMaxIntegers = 2 * 255 * 255 + 1;
// The largest number whose square is an int32.
constexpr std::int32_t kMaxRoot = 46340;

// A scaling in fixed point.
struct FixedPointScaling {
  FixedPointMultiplier multiplier;
  FixedPointRounding rounding;
  RescaledType to;
};

// Looks for floats in place of fixed point.
class Search {
 public:
  Search(const RegisterFamily& family, std::int16_t* results)
      : family_(family), results_(results) {}

  // Of the integers from `first` to `last`, shifted left, or of their squares.
  // The results stay in results().
  bool Find(const FixedPointScaling& scaling, std::int32_t first,
            std::int32_t last, int left_shift, bool is_squared,
            ScalingInFloats* found) const {
    const int count = last - first + 1;
    const Rescaler rescaler(family_, scaling.multiplier.multiplier,
                            scaling.multiplier.exponent, scaling.rounding,
                            scaling.to);
    constexpr int kBlock = 1024;
    for (int begin = 0; begin < count; begin += kBlock) {
      std::int32_t block[kBlock];
      const int size = std::min(kBlock, count - begin);
      for (int i = 0; i < size; ++i) {
        const std::int32_t x = first + begin + i;
        block[i] = is_squared ? x * x : x * (std::int32_t{1} << left_shift);
      }
      rescaler.Run(block, static_cast<std::size_t>(size), results_ + begin);
    }
    const double factor =
        std::ldexp(static_cast<double>(scaling.multiplier.multiplier),
                   scaling.multiplier.exponent - 31 + left_shift);
    return CertifyScaling(
        factor,
        {first, count, is_squared, results_, scaling.to.zero_point,
         scaling.to.low, scaling.to.high},
        found);
  }

  // The largest magnitude of the first `count` results.
  std::int32_t LargestOf(int count) const {
    std::int32_t largest = 0;
    for (int i = 0; i < count; ++i) {
      largest = std::max(largest, std::abs(std::int32_t{results_[i]}));
    }
    return largest;
  }

 private:
  const RegisterFamily& family_;
  std::int16_t* const results_;
};

// An operand's elements minus its zero point.
struct Differences {
  std::int32_t min, max;
};
Differences DifferencesOf(Scalar scalar, std::int32_t zero_point) {
  const IntegerRange all = RangeOf(scalar);
  return {all.low - zero_point, all.high - zero_point};
}

bool FindProduct(const BinaryProblem& p, const Search& search,
                 MultiplicationInFloats* form) {
  const Multiplication& m = *p.multiplication;
  form->x_zero_point = m.x_zero_point;
  form->y_zero_point = m.y_zero_point;
  form->zero_point = m.result_zero_point;
  form->low = p.low;
  form->high = p.high;
  const Differences x = DifferencesOf(p.scalar, m.x_zero_point);
  const Differences y = DifferencesOf(p.scalar, m.y_zero_point);
  const auto ends =
      std::minmax({x.min * y.min, x.min * y.max, x.max * y.min, x.max * y.max});
  return search.Find({m.multiplier,
                      m.rounding,
                      {m.result_zero_point, Scalar::kInt16, p.low, p.high}},
                     ends.first, ends.second, 0, false, &form->scaling);
}

bool FindSquaredDifference(const BinaryProblem& p, const Search& search,
                           SquaredDifferenceInFloats* form) {
  const ResidualAdditionNumbers& n = *p.difference;
  // Shifted differences are int32.
  constexpr int kMaxShift = 22;
  if (n.left_shift > kMaxShift) return false;
  form->x_zero_point = n.input_zero_point;
  form->y_zero_point = n.residual_zero_point;
  form->zero_point = n.result_zero_point;
  form->low = p.low;
  form->high = p.high;
  std::int32_t largest = 0;
  const auto find_term = [&](std::int32_t zero_point, std::int32_t multiplier,
                             std::int32_t exponent, ScalingInFloats* scaling) {
    const Differences all = DifferencesOf(p.scalar, zero_point);
    const bool is_found =
        search.Find({{multiplier, exponent},
                     n.rounding,
                     {0, Scalar::kInt16, INT16_MIN, INT16_MAX}},
                    all.min, all.max, n.left_shift, false, scaling);
    // The ends of int16 may stand for what is beyond them.
    const std::int32_t of_term = search.LargestOf(all.max - all.min + 1);
    largest += of_term;
    return is_found && of_term < INT16_MAX;
  };
  return find_term(n.input_zero_point, n.input_multiplier, n.input_exponent,
                   &form->x_scaling) &&
         find_term(n.residual_zero_point, n.residual_multiplier,
                   n.residual_exponent, &form->y_scaling) &&
         largest <= kMaxRoot &&
         search.Find({{n.result_multiplier, n.result_exponent},
                      n.rounding,
                      {n.result_zero_point, Scalar::kInt16, p.low, p.high}},
                     0, largest, 0, true, &form->scaling);
}

// Whether differences are those of two bytes; others may wrap.
bool AreBytes(Scalar scalar, std::int32_t x_zero_point,
              std::int32_t y_zero_point) {
  return ValidateZeroPoint(scalar, x_zero_point, "").ok() &&
         ValidateZeroPoint(scalar, y_zero_point, "").ok();
}

// Calls find(search) for a problem whose parameters are valid.
template <typename Function>
Status Prepare(const BinaryProblem& problem, const GemmResources& resources,
               std::int32_t x_zero_point, std::int32_t y_zero_point,
               bool* is_in_floats, const Function& find) {
  // Without elements: checks the parameters.
  BinaryProblem none = problem;
  none.x_count = none.y_count = std::size_t{0};
  const Status status = RunBinary(none, resources);
  if (!status.ok()) return status;
  *is_in_floats = false;
  if (!AreBytes(problem.scalar, x_zero_point, y_zero_point)) return status;
  const std::unique_ptr<std::int16_t[]> results(new (std::nothrow)
                                                    std::int16_t[kMaxIntegers]);
  if (results == nullptr) {
    return OutOfMemory("prepared", kMaxIntegers * sizeof(std::int16_t));
  }
  const Backend* backend = nullptr;
  const Status of_backend = BackendOf(*resources.state, &backend);
  if (!of_backend.ok()) return of_backend;
  const FloatEnvironment environment;
  *is_in_floats = find(Search(*backend->family, results.get()));
  return status;
}

}  // namespace

Status PrepareMultiplication(const BinaryProblem& problem,
                             const GemmResources& resources,
                             MultiplicationInFloats* form, bool* is_in_floats) {
  const Multiplication& m = *problem.multiplication;
  return Prepare(
      problem, resources, m.x_zero_point, m.y_zero_point, is_in_floats,
      [&](const Search& search) { return FindProduct(problem, search, form); });
}

Status PrepareSquaredDifference(const BinaryProblem& problem,
                                const GemmResources& resources,
                                SquaredDifferenceInFloats* form,
                                bool* is_in_floats) {
  const ResidualAdditionNumbers& n = *problem.difference;
  return Prepare(problem, resources, n.input_zero_point, n.residual_zero_point,
                 is_in_floats, [&](const Search& search) {
                   return FindSquaredDifference(problem, search, form);
                 });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
