// Runs elementwise operators of two tensors. Sums, squared differences and
// products that were not prepared run a block at a time: what both operands
// make is an int32, and is rescaled.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/binary.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../../public/operators/elementwise.h"
#include "../backends/backend_list.h"
#include "../contract/quantized_values.h"
#include "../contract/share_out.h"
#include "binary_forms.h"
#include "products.h"
#include "repeated.h"
#include "rescaler.h"
#include "validate.h"
#include "validate_operands.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr std::size_t kBlock = 1024;

// What the numbers of two terms are called in a status.
struct NumbersNames {
  const char *left_shift, *input_exponent, *residual_exponent, *result_exponent,
      *result_zero_point, *rounding;
};
constexpr NumbersNames kAdditionNames = {
    "addition.left_shift",        "addition.input_exponent",
    "addition.residual_exponent", "addition.result_exponent",
    "addition.result_zero_point", "addition.rounding"};
constexpr NumbersNames kDifferenceNames = {
    "difference.left_shift",        "difference.input_exponent",
    "difference.residual_exponent", "difference.result_exponent",
    "difference.result_zero_point", "difference.rounding"};

Status ValidateNumbers(const ResidualAdditionNumbers& n, Scalar scalar,
                       const NumbersNames& names) {
  if (n.left_shift < 0 || n.left_shift > 30) {
    return InvalidArgument(names.left_shift, n.left_shift, "is not in 0..30");
  }
  Status status = ValidateExponent(n.input_exponent, names.input_exponent);
  if (status.ok()) {
    status = ValidateExponent(n.residual_exponent, names.residual_exponent);
  }
  if (status.ok()) {
    status = ValidateExponent(n.result_exponent, names.result_exponent);
  }
  if (status.ok()) status = ValidateRounding(n.rounding, names.rounding);
  return status.ok() ? ValidateZeroPoint(scalar, n.result_zero_point,
                                         names.result_zero_point)
                     : status;
}

Status ValidateParameters(const BinaryProblem& p) {
  Status status = ValidateBounds(p.scalar, p.low, p.high);
  if (!status.ok() || p.choice != Choice::kNone) return status;
  if (p.addition != nullptr) {
    return ValidateNumbers(*p.addition, p.scalar, kAdditionNames);
  }
  if (p.difference != nullptr) {
    return ValidateNumbers(*p.difference, p.scalar, kDifferenceNames);
  }
  const Multiplication& m = *p.multiplication;
  status = ValidateExponent(m.multiplier.exponent,
                            "multiplication.multiplier.exponent");
  if (status.ok()) {
    status = ValidateRounding(m.rounding, "multiplication.rounding");
  }
  return status.ok() ? ValidateZeroPoint(p.scalar, m.result_zero_point,
                                         "multiplication.result_zero_point")
                     : status;
}

Status Validate(const BinaryProblem& p, std::size_t* count) {
  // Those that have a form were valid when it was found.
  if (!p.is_prepared()) {
    const Status status = ValidateParameters(p);
    if (!status.ok()) return status;
  }
  return ValidateOperands({p.scalar, p.x, p.x_count, p.y, p.y_count, p.result},
                          count);
}

std::int32_t Wrap(std::uint32_t value) {
  return static_cast<std::int32_t>(value);
}
std::uint32_t Bits(std::int32_t value) {
  return static_cast<std::uint32_t>(value);
}

// An operand of a sum or difference, whose values become int32: minus a zero
// point, shifted left and rescaled.
struct Term {
  RepeatedOperand operand;
  std::int32_t zero_point;
  int left_shift;
  Rescaler rescaler;

  std::int32_t Shifted(std::int32_t x) const {
    return Wrap((Bits(x) - Bits(zero_point)) << left_shift);
  }
};

struct Terms {
  Term x, y;
  Rescaler to_result;
};

Terms TermsOf(const BinaryProblem& p, const ResidualAdditionNumbers& n,
              const RegisterFamily& family) {
  const std::size_t bytes = static_cast<std::size_t>(SizeOf(p.scalar));
  const auto to_int32 = [&](std::int32_t multiplier, std::int32_t exponent) {
    return Rescaler(family, multiplier, exponent, n.rounding,
                    {0, Scalar::kInt32, INT32_MIN, INT32_MAX});
  };
  return {{{p.x, p.x_count, bytes},
           n.input_zero_point,
           n.left_shift,
           to_int32(n.input_multiplier, n.input_exponent)},
          {{p.y, p.y_count, bytes},
           n.residual_zero_point,
           n.left_shift,
           to_int32(n.residual_multiplier, n.residual_exponent)},
          {family,
           n.result_multiplier,
           n.result_exponent,
           n.rounding,
           {n.result_zero_point, p.scalar, p.low, p.high}}};
}

// What each byte becomes.
class Table {
 public:
  Table(const Term& term, Scalar scalar) {
    std::int32_t shifted[256];
    for (int i = 0; i < 256; ++i) {
      const std::uint8_t byte = static_cast<std::uint8_t>(i);
      shifted[i] = term.Shifted(scalar == Scalar::kUint8
                                    ? int{byte}
                                    : int{static_cast<std::int8_t>(byte)});
    }
    term.rescaler.Run(shifted, 256, values_);
  }
  std::uint32_t operator[](std::uint8_t byte) const {
    return Bits(values_[byte]);
  }

 private:
  std::int32_t values_[256];
};

// Calls run(first, count) for blocks of the result.
template <typename Function>
void ForBlocks(std::size_t count, const GemmResources& resources,
               const Function& run) {
  ShareOut(resources, count, count, kCalculatedPerThread,
           [&](std::size_t begin, std::size_t end) {
             for (std::size_t first = begin; first < end; first += kBlock) {
               run(first, std::min(kBlock, end - first));
             }
           });
}

// How the terms' values become one, modulo 2^32.
std::uint32_t SumOf(std::uint32_t x, std::uint32_t y) { return x + y; }
std::uint32_t SquaredDifferenceOf(std::uint32_t x, std::uint32_t y) {
  return (x - y) * (x - y);
}

template <std::uint32_t (*kCombine)(std::uint32_t, std::uint32_t)>
void CombineBytes(const BinaryProblem& p, const Terms& terms, std::size_t count,
                  const GemmResources& resources) {
  const Table x_table(terms.x, p.scalar), y_table(terms.y, p.scalar);
  ForBlocks(count, resources, [&](std::size_t first, std::size_t size) {
    std::uint8_t repeated[2][kBlock];  // x and y
    std::int32_t values[kBlock];
    const auto* const x = static_cast<const std::uint8_t*>(
        RepeatedRun(terms.x.operand, first, size, repeated[0]));
    const auto* const y = static_cast<const std::uint8_t*>(
        RepeatedRun(terms.y.operand, first, size, repeated[1]));
    for (std::size_t i = 0; i < size; ++i) {
      values[i] = Wrap(kCombine(x_table[x[i]], y_table[y[i]]));
    }
    terms.to_result.Run(values, size,
                        static_cast<std::uint8_t*>(p.result) + first);
  });
}

void ReadWords(const Term& term, std::size_t first, std::size_t size,
               std::int32_t* values) {
  std::int16_t repeated[kBlock];
  const auto* const x = static_cast<const std::int16_t*>(
      RepeatedRun(term.operand, first, size, repeated));
  for (std::size_t i = 0; i < size; ++i) values[i] = term.Shifted(x[i]);
  term.rescaler.Run(values, size, values);
}

template <std::uint32_t (*kCombine)(std::uint32_t, std::uint32_t)>
void CombineWords(const BinaryProblem& p, const Terms& terms, std::size_t count,
                  const GemmResources& resources) {
  ForBlocks(count, resources, [&](std::size_t first, std::size_t size) {
    std::int32_t values[kBlock], others[kBlock];
    ReadWords(terms.x, first, size, values);
    ReadWords(terms.y, first, size, others);
    for (std::size_t i = 0; i < size; ++i) {
      values[i] = Wrap(kCombine(Bits(values[i]), Bits(others[i])));
    }
    terms.to_result.Run(values, size,
                        static_cast<std::int16_t*>(p.result) + first);
  });
}

template <std::uint32_t (*kCombine)(std::uint32_t, std::uint32_t)>
void Combine(const BinaryProblem& p, const ResidualAdditionNumbers& numbers,
             std::size_t count, const RegisterFamily& family,
             const GemmResources& resources) {
  const Terms terms = TermsOf(p, numbers, family);
  if (p.scalar == Scalar::kInt16) {
    CombineWords<kCombine>(p, terms, count, resources);
  } else {
    CombineBytes<kCombine>(p, terms, count, resources);
  }
}

void Multiply(const BinaryProblem& p, std::size_t count,
              const RegisterFamily& family, const GemmResources& resources) {
  const Multiplication& m = *p.multiplication;
  const Rescaler to_result(family, m.multiplier.multiplier,
                           m.multiplier.exponent, m.rounding,
                           {m.result_zero_point, p.scalar, p.low, p.high});
  MultiplyBlocks(
      {p.scalar, count, p.x, p.x_count, p.y, p.y_count, m.x_zero_point,
       m.y_zero_point},
      family, resources,
      [&](const std::int32_t* products, std::size_t size, std::size_t at) {
        to_result.Run(products, size,
                      static_cast<std::uint8_t*>(p.result) + at);
      });
}

}  // namespace

Status RunBinary(const BinaryProblem& problem, const GemmResources& resources) {
  const Backend* backend = nullptr;
  std::size_t count = 0;
  // No status that is ok is assigned, see run_transform.cc.
  const Status of_context = ValidateContext(resources, &backend);
  if (!of_context.ok()) return of_context;
  const Status of_problem = Validate(problem, &count);
  if (!of_problem.ok() || count == 0) return of_problem;
  const RegisterFamily& family = *backend->family;
  if (HasForm(problem, family)) {
    RunForm(problem, count, family, resources);
  } else if (problem.multiplication != nullptr) {
    Multiply(problem, count, family, resources);
  } else if (problem.addition != nullptr) {
    Combine<SumOf>(problem, *problem.addition, count, family, resources);
  } else {
    Combine<SquaredDifferenceOf>(problem, *problem.difference, count, family,
                                 resources);
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
