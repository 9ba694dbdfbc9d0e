// Checks where the tensors and parameters of a transform lie.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_TENSOR_TRANSFORM_MEMORY_H_
#define LOWP_INTERNAL_TENSOR_TRANSFORM_MEMORY_H_

#include <cstddef>

#include "../../public/status.h"
#include "../contract/run_transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The bytes of an element of the input and of the output; 0 if the output has
// no elements of its own.
struct ElementSizes {
  std::size_t input, output;
};
ElementSizes SizesOf(const TransformProblem& problem);

// Refuses a tensor that memory cannot hold, and null pointers. Counts the
// elements. The pointers of a tensor without elements are not checked.
Status ValidateMemory(const TransformProblem& problem,
                      const ElementSizes& sizes, std::size_t* elements);

// Refuses a result that overlaps what the transform reads, unless it is the
// input itself. Everything else must be valid.
Status ValidateOverlap(const TransformProblem& problem,
                       const ElementSizes& sizes, std::size_t elements);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_TENSOR_TRANSFORM_MEMORY_H_
