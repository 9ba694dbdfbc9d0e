// Elementwise operators of two tensors, without templates.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_BINARY_H_
#define LOWP_INTERNAL_CONTRACT_BINARY_H_

#include <cstdint>

#include "../../public/export.h"
#include "../../public/operand_count.h"
#include "../../public/stages/residual_addition.h"
#include "../../public/status.h"
#include "binary_in_floats.h"
#include "gemm.h"
#include "linear_addition.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {

struct Multiplication;

namespace internal {

// Which of two elements becomes the result.
enum class Choice : std::uint8_t { kNone, kLarger, kSmaller };

// The names of the arguments are those of public/operators/elementwise.h.
struct BinaryProblem {
  // One of the four.
  const ResidualAdditionNumbers* addition = nullptr;
  const ResidualAdditionNumbers* difference = nullptr;
  const Multiplication* multiplication = nullptr;
  Choice choice = Choice::kNone;
  // If not null, what equals the parameters above for all pairs of 8-bit
  // elements; those are then valid.
  const LinearAddition* linear = nullptr;
  const SquaredDifferenceInFloats* difference_in_floats = nullptr;
  const MultiplicationInFloats* product_in_floats = nullptr;

  bool is_prepared() const {
    return linear != nullptr || difference_in_floats != nullptr ||
           product_in_floats != nullptr;
  }
  Scalar scalar;
  const void* x;
  OperandCount x_count = 0;
  const void* y;
  OperandCount y_count = 0;
  void* result;
  std::int32_t low;
  std::int32_t high;
};

// Looks for the linear form of an addition of 8-bit elements. Ignores the
// problem's tensors and counts.
LOWP_EXPORT Status PrepareAddition(const BinaryProblem& problem,
                                   const GemmResources& resources,
                                   LinearAddition* form, bool* is_linear);

// Look for the form in floats of a squared difference or a multiplication
// likewise.
LOWP_EXPORT Status PrepareSquaredDifference(const BinaryProblem& problem,
                                            const GemmResources& resources,
                                            SquaredDifferenceInFloats* form,
                                            bool* is_in_floats);
LOWP_EXPORT Status PrepareMultiplication(const BinaryProblem& problem,
                                         const GemmResources& resources,
                                         MultiplicationInFloats* form,
                                         bool* is_in_floats);

LOWP_EXPORT Status RunBinary(const BinaryProblem& problem,
                             const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_BINARY_H_
