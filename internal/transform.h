// Elementwise transforms of tensors, as backends carry them out: one run of
// consecutive elements at a time. Plain data.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_TRANSFORM_H_
#define LOWP_INTERNAL_TRANSFORM_H_

#include <cstddef>
#include <cstdint>

#include "../public/value_rounding.h"
#include "detect_platform.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

enum class TransformKind : std::uint8_t {
  kQuantize,    // float to `scalar`, by `rounding`
  kDequantize,  // `scalar` to float: float(x - zero_point) * scale
  kFakeQuant,   // float to float: quantized and back
  kTable,       // bytes to bytes: table[x]
  kFlipSigns,   // bytes to bytes: x ^ 0x80
  kMinMax,      // float to two of them, the least and the largest
};

struct TransformTask {
  TransformKind kind;
  const void* input;
  void* output;
  std::size_t count;  // elements of the run
  Scalar scalar;      // of the quantized side
  ValueRounding rounding;
  // One for each element of the run, or one for all of it.
  bool varies;
  const float* scales;
  const std::int32_t* zero_points;
  // Bounds of the quantized values.
  std::int32_t low;
  std::int32_t high;
  const std::uint8_t* table;  // 256 bytes
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_TRANSFORM_H_
