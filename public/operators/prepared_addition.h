// The sum of two quantized tensors of 8 bits, prepared once: TryAdd's bytes in
// a fraction of its time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_PREPARED_ADDITION_H_
#define LOWP_PUBLIC_OPERATORS_PREPARED_ADDITION_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/contract/linear_addition.h"
#include "../export.h"
#include "../quantization/quantization_params.h"
#include "../status.h"
#include "elementwise.h"

namespace gemmlowp {
inline namespace lowp {

// T is int8_t or uint8_t. A plain value: it refers to nothing.
//
// Preparing computes the sums of all 65536 pairs of elements, and looks for a
// linear form, clamp((x * P + y * Q + R) >> s), that gives every one of them.
// For most parameters there is one, and runs compute that. Otherwise they are
// calls of TryAdd. The bytes are the same.
template <typename T>
class PreparedAddition {
  static_assert(std::is_same_v<T, std::int8_t> ||
                    std::is_same_v<T, std::uint8_t>,
                "lowp: prepared additions are of int8_t or uint8_t");

 public:
  // Takes a fraction of a millisecond. Fails, and changes nothing, where TryAdd
  // does, or with kResourceExhausted if 192 KiB cannot be allocated.
  template <typename Context>
  static Status Prepare(Context* context,
                        const ResidualAdditionNumbers& addition,
                        QuantizedRange range, PreparedAddition* prepared) {
    if (prepared == nullptr) return internal::NullPointer("prepared");
    PreparedAddition made;
    made.addition_ = addition;
    made.range_ = range;
    const Status status = internal::PrepareAddition(
        made.Problem(nullptr, 0, nullptr, 0, nullptr),
        internal::ResourcesOf(context), &made.form_, &made.is_linear_);
    if (status.ok()) *prepared = made;
    return status;
  }

  // Whether runs compute the linear form.
  bool is_linear() const { return is_linear_; }

  // TryAdd(context, x, x_count, y, y_count, addition, result, range).
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
    problem.addition = &addition_;
    problem.linear = is_linear_ ? &form_ : nullptr;
    return problem;
  }

  ResidualAdditionNumbers addition_ = {};
  QuantizedRange range_ = QuantizedRangeOf<T>();
  internal::LinearAddition form_ = {};
  bool is_linear_ = false;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_PREPARED_ADDITION_H_
