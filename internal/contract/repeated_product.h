// Small products that a context has computed before.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_REPEATED_PRODUCT_H_
#define LOWP_INTERNAL_CONTRACT_REPEATED_PRODUCT_H_

#include <cstddef>
#include <cstdint>

#include "direct_task.h"
#include "epilogue.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct Backend;
struct EngineState;
struct GemmProblem;

// A MatrixRef but for its pointer; aligned so that two numbers are one
// comparison.
struct alignas(8) MatrixShape {
  int rows, cols, stride;
  bool row_major;
  Scalar scalar;
};

// What the engine found out about a small product that is one multiply_direct,
// with rows in place. It follows from sizes, strides, orders, types, offsets
// and the backend: another product with the same ones needs neither validation
// nor a plan, only a look at its pointers and its stages.
struct RepeatedProduct {
  const Backend* chosen = nullptr;  // null: nothing is remembered here
  const Backend* backend;           // what that has for the panels
  MatrixShape lhs, rhs, result;
  bool lhs_is_packed, rhs_is_packed;
  std::int32_t lhs_offset, rhs_offset;
  // From a matrix's first number to behind its last one; of those in memory.
  std::size_t lhs_bytes, rhs_bytes, result_bytes;
  // Of the stages that `task` is for.
  EpilogueForm form;
  bool varies_along_columns;
  bool has_row_values;  // task.row_add is not null
  DirectTask task;      // but for its pointers

  // Whether multiply_direct may finish the same product that way.
  bool Suits(const Epilogue& epilogue) const {
    return epilogue.form == form &&
           VariesAlongColumns(epilogue) == varies_along_columns &&
           FinishesDirectly(epilogue);
  }
};

// Those of a context: as many as a network has, more or less. Each has one
// place, by its sizes.
struct RepeatedProducts {
  static constexpr int kPlacesLog2 = 3;
  // A context's first product may be its only one, not worth remembering.
  bool is_first = true;
  RepeatedProduct places[1 << kPlacesLog2];
};

// What the context remembers of such a product. Null if there is nothing, or
// the product is not plainly valid but for its stages.
RepeatedProduct* FindRepeatedProduct(const GemmProblem& problem,
                                     EngineState* state);

// Remembers a valid product, for which multiply_direct was given `task`, and
// forgets the one that had its place.
void RememberProduct(const GemmProblem& problem, const Backend& backend,
                     const DirectTask& task, EngineState* state);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_REPEATED_PRODUCT_H_
