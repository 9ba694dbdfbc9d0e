// The two halves of a QuantizationRule: the range before it is quantized, and
// the parameters for that range. A profile may narrow the range in between.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_QUANTIZATION_QUANTIZATION_RULE_H_
#define LOWP_INTERNAL_QUANTIZATION_QUANTIZATION_RULE_H_

#include <cstring>

#include "../../public/quantization/quantization_params.h"
#include "../../public/status.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The real ends of a range while a rule works on them.
struct RuleEnds {
  double min = 0;
  double max = 0;
  // Symmetry::kSymmetricAboutTheMiddle applied.
  bool about_the_middle = false;
};

// Refuses enumerators that are none and scales that are no floats.
Status ValidateRule(const QuantizationRule& rule);

// Steps 1 and 2 of the rule.
Status PrepareEnds(double min, double max, QuantizedRange range,
                   const QuantizationRule& rule, RuleEnds* ends);

// The steps after them.
Status ChooseParamsForEnds(RuleEnds ends, QuantizedRange range,
                           const QuantizationRule& rule,
                           QuantizationParams* params);

// Whether a refusal is about `min` or `max`, and not about the rule or the
// integers.
inline bool IsOfTheEnds(const Status& status) {
  return std::strcmp(status.argument(), "min") == 0 ||
         std::strcmp(status.argument(), "max") == 0;
}

// Whether the rule quantizes these ends symmetrically about 0.
bool IsSymmetric(const RuleEnds& ends, const QuantizationRule& rule);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_QUANTIZATION_QUANTIZATION_RULE_H_
