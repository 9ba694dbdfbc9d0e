// Quantizes rows of floats to bytes: what the front end passes to the engine.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_QUANTIZE_ROWS_H_
#define LOWP_INTERNAL_CONTRACT_QUANTIZE_ROWS_H_

#include <cstddef>
#include <cstdint>

#include "../../public/export.h"
#include "../../public/rowwise/rowwise_quantization.h"
#include "../../public/status.h"
#include "gemm.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct RowsProblem {
  FloatRows values;
  Scalar scalar = Scalar::kUint8;
  void* quantized = nullptr;
  std::ptrdiff_t quantized_stride = 0;
  float* scales = nullptr;
  std::int32_t* sums = nullptr;
  // With a rule and zero points, or with a coding and offsets.
  const QuantizationRule* rule = nullptr;
  std::int32_t* zero_points = nullptr;
  RowCoding coding = RowCoding::kDivide;
  float* offsets = nullptr;
};

LOWP_EXPORT Status RunQuantizeRows(const RowsProblem& problem,
                                   const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_QUANTIZE_ROWS_H_
