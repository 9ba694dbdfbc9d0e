// Reads the arithmetic of a dynamic layer.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_DYNAMIC_ARITHMETIC_H_
#define LOWP_INTERNAL_C_DYNAMIC_ARITHMETIC_H_

#include "../../public/c/lowp.h"
#include "../../public/dynamic/dynamic_arithmetic.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Null stands for SymmetricRows(). Ranges are left to the engine.
lowp_status ReadArithmetic(const lowp_dynamic_arithmetic* from,
                           DynamicArithmetic* to);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_DYNAMIC_ARITHMETIC_H_
