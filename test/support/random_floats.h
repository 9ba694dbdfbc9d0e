// Random floating-point output stages: random_pipeline.h, continued.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_RANDOM_FLOATS_H_
#define LOWP_TEST_SUPPORT_RANDOM_FLOATS_H_

#include <cstdint>

#include "float_stages.h"
#include "random_pipeline.h"

namespace lowp_test {

// Scaling by floats or doubles, from int32 to int32.
inline Stage AnyScaleByReal(StageMaker* maker) {
  Random* const random = maker->random();
  const Along along = random->Pick(kEveryAlong);
  const FloatRequantization how = {
      random->OneIn(2) ? random->Between(-128, 255) : random->WildInt32(),
      random->Pick(kEveryFloatRounding), random->Pick(kEveryOrder)};
  if (random->OneIn(2)) {
    return ScaleFloat(
        maker->MakeParameter(along, [=] { return AnyScale(random); }), how);
  }
  return ScaleDouble(
      maker->MakeDoubles(along,
                         [=] { return FloatOf(AnyScale(random)) / 3.0; }),
      how);
}

// Any stage that takes floats. No factor is 0, so infinities do not become NaN,
// whose bits are unspecified.
inline Stage AnyStageOfFloats(StageMaker* maker, bool* floats) {
  Random* const random = maker->random();
  const auto scale = [=] { return AnyScale(random); };
  const Along along = random->Pick(kEveryAlong);
  switch (random->Between(0, 8)) {
    case 0:
      return AddFloat(maker->MakeParameter(along, scale));
    case 1:
      return UserFloat();
    case 2:
      return MultiplyFloat(maker->MakeParameter(along, scale));
    case 3:
      return DivideFloat(maker->MakeParameter(along, scale));
    case 4:
      return LeakyFloat(maker->MakeParameter(along, scale));
    case 5:
      return ClampFloat(FloatOf(scale()), FloatOf(scale()));
    default:
      *floats = false;
      return Quantize(random->WildInt32(), random->Pick(kEveryFloatRounding),
                      random->Pick(kEveryOrder));
  }
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_RANDOM_FLOATS_H_
