// What sums, squared differences and products that are prepared have in common.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_PREPARED_BINARY_H_
#define LOWP_PUBLIC_OPERATORS_PREPARED_BINARY_H_

#include <cstdint>
#include <type_traits>

#include "../../internal/contract/binary.h"
#include "../../internal/frontend/front_end.h"
#include "../operand_count.h"
#include "../quantization/quantization_params.h"
#include "../status.h"
#include "elementwise.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// T is int8_t or uint8_t. A plain value: it refers to nothing. kPrepare looks
// for a form that gives the bytes of the parameters.
template <typename T, typename Parameters,
          const Parameters* BinaryProblem::*kParameters, typename Form,
          const Form* BinaryProblem::*kForm,
          Status (*kPrepare)(const BinaryProblem&, const GemmResources&, Form*,
                             bool*)>
class PreparedBinary {
  static_assert(std::is_same_v<T, std::int8_t> ||
                    std::is_same_v<T, std::uint8_t>,
                "lowp: prepared operators are of int8_t or uint8_t");

 public:
  // Empty; running it is an error.
  PreparedBinary() = default;

  // Takes a fraction of a millisecond, a few where it finds no form. Fails, and
  // changes nothing, where the operator does, or with kResourceExhausted if up
  // to 254 KiB cannot be allocated.
  template <typename Context>
  static Status Prepare(Context* context, const Parameters& parameters,
                        QuantizedRange range, PreparedBinary* prepared) {
    if (prepared == nullptr) return NullPointer("prepared");
    PreparedBinary made;
    made.parameters_ = parameters;
    made.range_ = range;
    const Status status =
        kPrepare(made.Problem(nullptr, 0, nullptr, 0, nullptr),
                 ResourcesOf(context), &made.form_, &made.has_form_);
    made.is_empty_ = false;
    if (status.ok()) *prepared = made;
    return status;
  }

  bool empty() const { return is_empty_; }

  // The operator, with the parameters and the range that were prepared.
  template <typename Context>
  Status Run(Context* context, const T* x, OperandCount x_count, const T* y,
             OperandCount y_count, T* result) const {
    if (empty()) return InvalidArgument("prepared", 0, "is empty");
    return RunBinary(Problem(x, x_count, y, y_count, result),
                     ResourcesOf(context));
  }

 protected:
  bool has_form() const { return has_form_; }

 private:
  BinaryProblem Problem(const T* x, OperandCount x_count, const T* y,
                        OperandCount y_count, T* result) const {
    BinaryProblem problem = MakeBinary(x, x_count, y, y_count, range_, result);
    problem.*kParameters = &parameters_;
    problem.*kForm = has_form_ ? &form_ : nullptr;
    return problem;
  }

  Parameters parameters_ = {};
  QuantizedRange range_ = QuantizedRangeOf<T>();
  Form form_ = {};
  bool has_form_ = false;
  bool is_empty_ = true;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_PREPARED_BINARY_H_
