// The two halves of a QuantizationRule: adjusting the range, and choosing the
// parameters for it. A profile may narrow the range in between.
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
  // Whether Symmetry::kSymmetricAboutTheMiddle was applied.
  bool about_the_middle = false;
};

// Refuses fields that are not enumerators, and scales that are negative or not
// finite floats.
Status ValidateRule(const QuantizationRule& rule);

// Steps 1 and 2 of the rule.
Status PrepareEnds(double min, double max, QuantizedRange range,
                   const QuantizationRule& rule, RuleEnds* ends);

// The remaining steps.
Status ChooseParamsForEnds(RuleEnds ends, QuantizedRange range,
                           const QuantizationRule& rule,
                           QuantizationParams* params);

// Whether a refusal names `min` or `max`, rather than the rule or the quantized
// range.
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
