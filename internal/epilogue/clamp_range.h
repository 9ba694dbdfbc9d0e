// The clamps and casts at the end of an epilogue, merged into one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_CLAMP_RANGE_H_
#define LOWP_INTERNAL_EPILOGUE_CLAMP_RANGE_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The part of int32 that they leave.
struct ClampRange {
  std::int32_t low;
  std::int32_t high;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_CLAMP_RANGE_H_
