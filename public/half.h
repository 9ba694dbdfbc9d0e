// The two 16-bit floating-point types, as the caller's matrices hold them: bits
// and nothing else. Types of another library that have the same bits, such as
// _Float16, std::bfloat16_t or at::Half, are viewed as these by
// reinterpret_cast of a pointer.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_HALF_H_
#define LOWP_PUBLIC_HALF_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {

// IEEE 754 binary16.
struct Float16 {
  std::uint16_t bits;
};

// The upper half of an IEEE 754 binary32.
struct Bfloat16 {
  std::uint16_t bits;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_HALF_H_
