// Sums and products of tensors in the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/elementwise.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "../../public/operators/real_product.h"
#include "../../public/stages/matrices.h"
#include "run_operator.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

lowp_status ReadNumbers(const lowp_sum_numbers& from,
                        ResidualAdditionNumbers* to) {
  *to = {from.left_shift,          from.input_zero_point,
         from.input_multiplier,    from.input_exponent,
         from.residual_zero_point, from.residual_multiplier,
         from.residual_exponent,   from.result_multiplier,
         from.result_exponent,     from.result_zero_point,
         FixedPointRounding()};
  return ReadEnum(from.rounding, FixedPointRounding::kSingleUpward15Bits,
                  "addition.rounding", "lowp_rounding", &to->rounding);
}

lowp_status ReadNumbers(const lowp_multiplication& from, Multiplication* to) {
  to->x_zero_point = from.x_zero_point;
  to->y_zero_point = from.y_zero_point;
  to->result_zero_point = from.result_zero_point;
  to->multiplier = {from.multiplier.multiplier, from.multiplier.exponent};
  return ReadEnum(from.rounding, FixedPointRounding::kSingleUpward15Bits,
                  "multiplication.rounding", "lowp_rounding", &to->rounding);
}

// Sets tensors and counts of a problem of two operands.
template <typename Problem>
void SetOperands(const lowp_operands& operands, Problem* problem) {
  problem->x = operands.x;
  problem->x_count = operands.x_count;
  problem->y = operands.y;
  problem->y_count = operands.y_count;
  problem->result = operands.result;
}

// Sets these and, of a problem that was not prepared, type and range.
template <typename Problem>
lowp_status ReadOperands(const lowp_operands& operands, TypeSet types,
                         Problem* problem) {
  const lowp_status status =
      ReadType(operands.type, types, "operands.type", &problem->scalar);
  if (status != LOWP_OK) return status;
  const QuantizedRange range = ReadRange(operands.range, problem->scalar);
  problem->low = range.low;
  problem->high = range.high;
  SetOperands(operands, problem);
  return LOWP_OK;
}

// A sum, or the square of a difference.
template <const ResidualAdditionNumbers* BinaryProblem::*kNumbers>
class TermsCall {
 public:
  lowp_status Read(const lowp_addition& addition) {
    const lowp_status status = ReadNumbers(addition.addition, &numbers_);
    problem_.*kNumbers = &numbers_;
    return status == LOWP_OK
               ? ReadOperands(addition.operands, TypeSet::kQuantized, &problem_)
               : status;
  }
  Status Run(const GemmResources& resources) const {
    return RunBinary(problem_, resources);
  }

 private:
  ResidualAdditionNumbers numbers_;
  BinaryProblem problem_;
};

class ChooseCall {
 public:
  lowp_status Read(const lowp_choice& choice) {
    bool takes_smaller = false;
    const lowp_status status =
        ReadBool(choice.takes_smaller, "choice.takes_smaller", &takes_smaller);
    if (status != LOWP_OK) return status;
    problem_.choice = takes_smaller ? Choice::kSmaller : Choice::kLarger;
    lowp_operands operands = choice.operands;
    operands.range = {0, 0};
    return ReadOperands(operands, TypeSet::kQuantized, &problem_);
  }
  Status Run(const GemmResources& resources) const {
    return RunBinary(problem_, resources);
  }

 private:
  BinaryProblem problem_;
};

class MultiplyCall {
 public:
  lowp_status Read(const lowp_multiplication& m) {
    lowp_status status = LOWP_OK;
    if (m.form != LOWP_PRODUCT_FIXED_POINT && m.form != LOWP_PRODUCT_REAL) {
      return Fail(LOWP_INVALID_ARGUMENT,
                  "multiplication.form = %d: is not a lowp_product_form",
                  m.form);
    }
    is_real_ = m.form == LOWP_PRODUCT_REAL;
    status = ReadNumbers(m, &fixed_);
    if (status != LOWP_OK) return status;
    status = ReadEnum(m.real_rounding, FloatRounding::kAwayBySum,
                      "multiplication.real_rounding", "lowp_float_rounding",
                      &real_.rounding);
    if (status != LOWP_OK) return status;
    status = ReadEnum(m.real_order, ZeroPointOrder::kBeforeRounding,
                      "multiplication.real_order", "lowp_zero_point_order",
                      &real_.order);
    if (status != LOWP_OK) return status;
    real_.x_zero_point = m.x_zero_point;
    real_.y_zero_point = m.y_zero_point;
    real_.result_zero_point = m.result_zero_point;
    real_.multiplier = m.real_multiplier;
    problem_.multiplication = &fixed_;
    real_problem_.multiplication = &real_;
    status = ReadOperands(m.operands, TypeSet::kQuantized, &problem_);
    if (status != LOWP_OK) return status;
    return ReadOperands(m.operands, TypeSet::kQuantized, &real_problem_);
  }
  Status Run(const GemmResources& resources) const {
    constexpr Name kNames[] = {
        {"multiplication.multiplier", "multiplication.real_multiplier"}};
    return is_real_ ? Renamed(RunRealProduct(real_problem_, resources), kNames)
                    : RunBinary(problem_, resources);
  }

 private:
  bool is_real_ = false;
  Multiplication fixed_;
  RealMultiplication real_;
  BinaryProblem problem_;
  RealProductProblem real_problem_;
};

// Makes a handle of numbers that were read, with the operands' type and range.
template <typename Prepared, typename Function>
lowp_status PrepareInC(lowp_context* context, const lowp_operands& operands,
                       BinaryProblem problem, std::unique_ptr<Prepared> made,
                       const Function& prepare, Prepared** prepared) {
  lowp_status status = ReadOperands(operands, TypeSet::kOperands, &problem);
  if (status != LOWP_OK) return status;
  made->scalar = problem.scalar;
  made->range = {problem.low, problem.high};
  status = ToC(prepare(problem, ResourcesOf(&context->context), &made->form,
                       &made->has_form));
  if (status == LOWP_OK) *prepared = made.release();
  return status;
}

lowp_status PrepareAdditionInC(lowp_context* context,
                               const lowp_addition* addition,
                               lowp_prepared_addition** prepared) {
  lowp_addition read;
  lowp_status status = ReadStruct(addition, "addition", &read);
  if (status != LOWP_OK) return status;
  auto made = std::make_unique<lowp_prepared_addition>();
  status = ReadNumbers(read.addition, &made->numbers);
  if (status != LOWP_OK) return status;
  BinaryProblem problem;
  problem.addition = &made->numbers;
  return PrepareInC(context, read.operands, problem, std::move(made),
                    &PrepareAddition, prepared);
}

lowp_status PrepareMultiplicationInC(lowp_context* context,
                                     const lowp_multiplication* multiplication,
                                     lowp_prepared_multiplication** prepared) {
  lowp_multiplication read;
  lowp_status status = ReadStruct(multiplication, "multiplication", &read);
  if (status != LOWP_OK) return status;
  if (read.form != LOWP_PRODUCT_FIXED_POINT) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "multiplication.form = %d: is not LOWP_PRODUCT_FIXED_POINT, "
                "which alone is prepared",
                read.form);
  }
  auto made = std::make_unique<lowp_prepared_multiplication>();
  status = ReadNumbers(read, &made->numbers);
  if (status != LOWP_OK) return status;
  BinaryProblem problem;
  problem.multiplication = &made->numbers;
  return PrepareInC(context, read.operands, problem, std::move(made),
                    &PrepareMultiplication, prepared);
}

// Runs a problem that was prepared, but for its operands.
template <typename Prepared>
lowp_status RunPreparedInC(const Prepared& prepared, BinaryProblem problem,
                           lowp_context* context,
                           const lowp_operands* operands) {
  if (context == nullptr) return FailForNull("context");
  if (operands == nullptr) return FailForNull("operands");
  problem.scalar = prepared.scalar;
  problem.low = prepared.range.low;
  problem.high = prepared.range.high;
  SetOperands(*operands, &problem);
  return Guarded(
      [&] { return ToC(RunBinary(problem, ResourcesOf(&context->context))); });
}

lowp_status MakeNumbersInC(decltype(MakeResidualAddition)* make,
                           const lowp_tensor_scale& x,
                           const lowp_tensor_scale& y,
                           const lowp_tensor_scale* result,
                           std::int32_t left_shift, lowp_rounding rounding,
                           lowp_sum_numbers* numbers) {
  if (result == nullptr) return FailForNull("result");
  if (numbers == nullptr) return FailForNull("numbers");
  FixedPointRounding read = FixedPointRounding::kDouble;
  lowp_status status =
      ReadEnum(rounding, FixedPointRounding::kSingleUpward15Bits, "rounding",
               "lowp_rounding", &read);
  if (status != LOWP_OK) return status;
  ResidualAdditionNumbers made;
  status =
      ToC(make({x.scale, x.zero_point}, {y.scale, y.zero_point},
               {result->scale, result->zero_point}, left_shift, read, &made));
  if (status != LOWP_OK) return status;
  *numbers = {made.left_shift,
              made.input_zero_point,
              made.input_multiplier,
              made.input_exponent,
              made.residual_zero_point,
              made.residual_multiplier,
              made.residual_exponent,
              made.result_multiplier,
              made.result_exponent,
              made.result_zero_point,
              rounding};
  return LOWP_OK;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::internal::FailForNull;
using gemmlowp::internal::Guarded;
using gemmlowp::internal::RunOperator;
using gemmlowp::internal::ToC;

using gemmlowp::internal::BinaryProblem;
using gemmlowp::internal::TermsCall;

lowp_status lowp_add(lowp_context* context, const lowp_addition* addition) {
  return RunOperator<TermsCall<&BinaryProblem::addition>>(context, addition,
                                                          "addition");
}

lowp_status lowp_square_difference(lowp_context* context,
                                   const lowp_addition* difference) {
  return RunOperator<TermsCall<&BinaryProblem::difference>>(context, difference,
                                                            "difference");
}

lowp_status lowp_choose(lowp_context* context, const lowp_choice* choice) {
  return RunOperator<gemmlowp::internal::ChooseCall>(context, choice, "choice");
}

lowp_status lowp_multiply(lowp_context* context,
                          const lowp_multiplication* multiplication) {
  return RunOperator<gemmlowp::internal::MultiplyCall>(context, multiplication,
                                                       "multiplication");
}

lowp_status lowp_prepare_addition(lowp_context* context,
                                  const lowp_addition* addition,
                                  lowp_prepared_addition** prepared) {
  if (context == nullptr) return FailForNull("context");
  if (prepared == nullptr) return FailForNull("prepared");
  return Guarded([&] {
    return gemmlowp::internal::PrepareAdditionInC(context, addition, prepared);
  });
}

void lowp_prepared_addition_destroy(lowp_prepared_addition* prepared) {
  delete prepared;
}

lowp_status lowp_prepared_addition_run(const lowp_prepared_addition* prepared,
                                       lowp_context* context,
                                       const lowp_operands* operands) {
  if (prepared == nullptr) return FailForNull("prepared");
  BinaryProblem problem;
  problem.addition = &prepared->numbers;
  problem.linear = prepared->has_form ? &prepared->form : nullptr;
  return gemmlowp::internal::RunPreparedInC(*prepared, problem, context,
                                            operands);
}

lowp_status lowp_prepare_multiplication(
    lowp_context* context, const lowp_multiplication* multiplication,
    lowp_prepared_multiplication** prepared) {
  if (context == nullptr) return FailForNull("context");
  if (prepared == nullptr) return FailForNull("prepared");
  return Guarded([&] {
    return gemmlowp::internal::PrepareMultiplicationInC(context, multiplication,
                                                        prepared);
  });
}

void lowp_prepared_multiplication_destroy(
    lowp_prepared_multiplication* prepared) {
  delete prepared;
}

lowp_status lowp_prepared_multiplication_run(
    const lowp_prepared_multiplication* prepared, lowp_context* context,
    const lowp_operands* operands) {
  if (prepared == nullptr) return FailForNull("prepared");
  BinaryProblem problem;
  problem.multiplication = &prepared->numbers;
  problem.product_in_floats = prepared->has_form ? &prepared->form : nullptr;
  return gemmlowp::internal::RunPreparedInC(*prepared, problem, context,
                                            operands);
}

lowp_status lowp_make_sum_numbers(const lowp_tensor_scale* input,
                                  const lowp_tensor_scale* residual,
                                  const lowp_tensor_scale* result,
                                  int32_t left_shift, lowp_rounding rounding,
                                  lowp_sum_numbers* numbers) {
  if (input == nullptr) return FailForNull("input");
  if (residual == nullptr) return FailForNull("residual");
  return gemmlowp::internal::MakeNumbersInC(gemmlowp::MakeResidualAddition,
                                            *input, *residual, result,
                                            left_shift, rounding, numbers);
}

lowp_status lowp_make_difference_numbers(const lowp_tensor_scale* x,
                                         const lowp_tensor_scale* y,
                                         const lowp_tensor_scale* result,
                                         int32_t left_shift,
                                         lowp_rounding rounding,
                                         lowp_sum_numbers* numbers) {
  if (x == nullptr) return FailForNull("x");
  if (y == nullptr) return FailForNull("y");
  return gemmlowp::internal::MakeNumbersInC(gemmlowp::MakeSquaredDifference, *x,
                                            *y, result, left_shift, rounding,
                                            numbers);
}
