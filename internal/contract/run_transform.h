// Validates a transform of a tensor, cuts it into runs and chunks, and lets a
// backend run them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_RUN_TRANSFORM_H_
#define LOWP_INTERNAL_CONTRACT_RUN_TRANSFORM_H_

#include <cstddef>
#include <cstdint>

#include "../../public/export.h"
#include "../../public/status.h"
#include "gemm.h"
#include "transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A transform of a tensor of outer x channels x inner elements.
struct TransformProblem {
  TransformKind kind = TransformKind::kQuantize;
  const void* input = nullptr;
  void* output = nullptr;
  std::size_t outer = 1;
  std::size_t channels = 1;
  std::size_t inner = 1;
  Scalar input_scalar = Scalar::kUint8;
  Scalar scalar = Scalar::kUint8;
  ValueRounding rounding = ValueRounding::kEven;
  std::int32_t low = 0;
  std::int32_t high = 0;
  // A single pair for the tensor, or arrays of parameter_count entries.
  bool per_channel = false;
  float scale = 1;
  std::int32_t zero_point = 0;
  const float* scales = nullptr;
  const std::int32_t* zero_points = nullptr;
  int parameter_count = 0;
  // kDequantize
  RealPrecision precision = RealPrecision::kFloat;
  const std::uint8_t* table = nullptr;  // kTable
  // kSoftmax, which also scales distances as `rescale` says.
  SoftmaxParameters softmax = {};
  // What the kind has, without initial values: clearing those of all kinds
  // takes longer than a short tensor.
  union {
    FakeQuantParameters fake_quant;  // kFakeQuant
    RescaleParameters rescale;       // kRequantize, kLeakyRelu
    RealParameters real;             // kRequantizeFloat
    SigmoidParameters sigmoid;       // kLogistic, kTanh
    AffineParameters affine;         // kAffine
  };
};

LOWP_EXPORT Status RunTransform(const TransformProblem& problem,
                                const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_RUN_TRANSFORM_H_
