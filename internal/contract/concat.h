// Concatenation without templates.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CONCAT_H_
#define LOWP_INTERNAL_CONTRACT_CONCAT_H_

#include <cstddef>
#include <cstdint>

#include "../../public/export.h"
#include "../../public/status.h"
#include "gemm.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A tensor that becomes part of another.
struct ConcatPartRef {
  const void* data;
  std::size_t size;
  float scale;
  std::int32_t zero_point;
};

// The names of the arguments are those of public/operators/concat.h.
struct ConcatProblem {
  Scalar scalar;
  const void* parts;  // the caller's, of which part_at knows the type
  ConcatPartRef (*part_at)(const void* parts, int index);
  int part_count;
  std::size_t outer;
  std::size_t inner;
  float scale;  // of the result
  std::int32_t zero_point;
  void* result;
};

LOWP_EXPORT Status RunConcat(const ConcatProblem& problem,
                             const GemmResources& resources);

}  // namespace internal

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_CONCAT_H_
