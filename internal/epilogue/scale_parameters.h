// The parameters of an epilogue's scale, lane by lane.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_SCALE_PARAMETERS_H_
#define LOWP_INTERNAL_EPILOGUE_SCALE_PARAMETERS_H_

#include <cstdint>
#include <cstring>

#include "../contract/epilogue.h"
#include "../contract/scale_constants.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Sets the parameters of a lane to those of a column: of an epilogue that
// scales by floats or by fixed point, and not along rows.
inline void SetParameters(const Epilogue& epilogue, int column, int lane,
                          ScaleParameters* parameters) {
  if (epilogue.form == EpilogueForm::kFloat) {
    const float value = ValueAt(epilogue.floating.scale, column);
    std::memcpy(&parameters->first[lane], &value, sizeof(value));
  } else {
    parameters->first[lane] = ValueAt(epilogue.fixed_point.multiplier, column);
    parameters->second[lane] = ValueAt(epilogue.fixed_point.exponent, column);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_SCALE_PARAMETERS_H_
