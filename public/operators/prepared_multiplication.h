// The product of two quantized tensors of 8 bits, prepared once: TryMultiply's
// bytes in a fraction of its time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_PREPARED_MULTIPLICATION_H_
#define LOWP_PUBLIC_OPERATORS_PREPARED_MULTIPLICATION_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/contract/multiplication_in_floats.h"
#include "../export.h"
#include "../quantization/quantization_params.h"
#include "../status.h"
#include "elementwise.h"

namespace gemmlowp {
inline namespace lowp {

// T is int8_t or uint8_t. A plain value: it refers to nothing.
//
// Preparing computes the results of all products of two differences, at most
// 130051, and looks for floats that give every one of them: v = (x -
// x_zero_point) * (y - y_zero_point) * factor, then trunc(v + c), with one c
// where v is positive and another where it is not. For most parameters there
// are such floats, and runs on AVX2 and AVX-512 compute with them. Others are
// calls of TryMultiply. The bytes are the same.
template <typename T>
class PreparedMultiplication {
  static_assert(std::is_same_v<T, std::int8_t> ||
                    std::is_same_v<T, std::uint8_t>,
                "lowp: prepared multiplications are of int8_t or uint8_t");

 public:
  // Takes a fraction of a millisecond, a few where it finds no floats. Fails,
  // and changes nothing, where TryMultiply does, or with kResourceExhausted if
  // 254 KiB cannot be allocated.
  template <typename Context>
  static Status Prepare(Context* context, const Multiplication& multiplication,
                        QuantizedRange range,
                        PreparedMultiplication* prepared) {
    if (prepared == nullptr) return internal::NullPointer("prepared");
    PreparedMultiplication made;
    made.multiplication_ = multiplication;
    made.range_ = range;
    const Status status = internal::PrepareMultiplication(
        made.Problem(nullptr, 0, nullptr, 0, nullptr),
        internal::ResourcesOf(context), &made.form_, &made.is_in_floats_);
    if (status.ok()) *prepared = made;
    return status;
  }

  // Whether there are floats that give the same bytes.
  bool is_in_floats() const { return is_in_floats_; }

  // TryMultiply(context, x, x_count, y, y_count, multiplication, result,
  // range).
  template <typename Context>
  Status Run(Context* context, const T* x, OperandCount x_count, const T* y,
             OperandCount y_count, T* result) const {
    return internal::RunBinary(Problem(x, x_count, y, y_count, result),
                               internal::ResourcesOf(context));
  }

 private:
  internal::BinaryProblem Problem(const T* x, OperandCount x_count, const T* y,
                                  OperandCount y_count, T* result) const {
    internal::BinaryProblem problem =
        internal::MakeBinary(x, x_count, y, y_count, range_, result);
    problem.multiplication = &multiplication_;
    problem.in_floats = is_in_floats_ ? &form_ : nullptr;
    return problem;
  }

  Multiplication multiplication_;
  QuantizedRange range_ = QuantizedRangeOf<T>();
  internal::MultiplicationInFloats form_ = {};
  bool is_in_floats_ = false;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_PREPARED_MULTIPLICATION_H_
