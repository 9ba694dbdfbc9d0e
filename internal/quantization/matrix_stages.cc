// Derives the numbers of the stages of stages/matrices.h, and of the operators
// with the same terms.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>

#include "../../public/quantization/multiplier_builders.h"
#include "../../public/stages/matrices.h"
#include "../runtime/float_environment.h"

namespace gemmlowp {
inline namespace lowp {

using internal::InvalidArgument;
using internal::NullPointer;

namespace {

struct NamedScale {
  const TensorScale& tensor;
  const char* name;
};

// The terms are combined on a scale of combined(s) / result.scale, where s is
// twice the larger of their scales.
template <typename Combined>
Status MakeNumbers(const NamedScale& x, const NamedScale& y,
                   const TensorScale& result, int left_shift,
                   FixedPointRounding rounding, const Combined& combined,
                   ResidualAdditionNumbers* numbers) {
  const internal::FloatEnvironment environment;
  if (numbers == nullptr) return NullPointer("numbers");
  const NamedScale named_result = {result, "result.scale"};
  for (const NamedScale* scale : {&x, &y, &named_result}) {
    const Status valid =
        internal::ValidateTensorScale(scale->tensor, scale->name);
    if (!valid.ok()) return valid;
  }
  if (left_shift < 0 || left_shift > 30) {
    return InvalidArgument("left_shift", left_shift, "is outside 0..30");
  }
  if (rounding > FixedPointRounding::kSingleUpward15Bits) {
    return InvalidArgument("rounding", static_cast<int>(rounding),
                           "is not a FixedPointRounding");
  }
  const double x_scale = static_cast<double>(x.tensor.scale);
  const double y_scale = static_cast<double>(y.tensor.scale);
  const double common = 2 * std::max(x_scale, y_scale);
  FixedPointMultiplier of_x, of_y, of_result;
  Status status = QuantizeMultiplier(x_scale / common, &of_x);
  if (status.ok()) status = QuantizeMultiplier(y_scale / common, &of_y);
  if (status.ok()) {
    status = QuantizeMultiplier(
        combined(common) / static_cast<double>(result.scale), &of_result);
  }
  if (!status.ok()) return status;
  *numbers = {left_shift,
              x.tensor.zero_point,
              of_x.multiplier,
              of_x.exponent,
              y.tensor.zero_point,
              of_y.multiplier,
              of_y.exponent,
              of_result.multiplier,
              of_result.exponent,
              result.zero_point,
              rounding};
  return Status();
}

}  // namespace

Status MakeResidualAddition(const TensorScale& input,
                            const TensorScale& residual,
                            const TensorScale& result, int left_shift,
                            FixedPointRounding rounding,
                            ResidualAdditionNumbers* numbers) {
  return MakeNumbers(
      {input, "input.scale"}, {residual, "residual.scale"}, result, left_shift,
      rounding, [&](double s) { return std::ldexp(s, -left_shift); }, numbers);
}

Status MakeSquaredDifference(const TensorScale& x, const TensorScale& y,
                             const TensorScale& result, int left_shift,
                             FixedPointRounding rounding,
                             ResidualAdditionNumbers* numbers) {
  return MakeNumbers(
      {x, "x.scale"}, {y, "y.scale"}, result, left_shift, rounding,
      [&](double s) { return std::ldexp(s * s, -2 * left_shift); }, numbers);
}

}  // namespace lowp
}  // namespace gemmlowp
