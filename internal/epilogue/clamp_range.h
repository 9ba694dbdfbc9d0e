// The clamps and casts at the end of an epilogue, as one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_CLAMP_RANGE_H_
#define LOWP_INTERNAL_EPILOGUE_CLAMP_RANGE_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What they leave of int32.
struct ClampRange {
  std::int32_t low;
  std::int32_t high;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_CLAMP_RANGE_H_
