// What the stages of the C API take and yield: a table of their kinds.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_STAGE_TYPES_H_
#define LOWP_INTERNAL_C_STAGE_TYPES_H_

#include "../../public/c/lowp.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// LOWP_INT32, LOWP_FLOAT32 or LOWP_INT64; 0 where the stage's fields or values
// decide.
struct StageTypes {
  lowp_type takes;
  lowp_type yields;
  bool varies;   // has fields per row or column
  bool is_cast;  // comes last
  bool floats;   // calculates with floats, or may, as a caller's stage
};

// Null for an unknown kind.
const StageTypes* StageTypesOf(lowp_stage_kind kind);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_STAGE_TYPES_H_
