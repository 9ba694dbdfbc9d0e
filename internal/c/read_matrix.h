// Reads the matrices of the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_READ_MATRIX_H_
#define LOWP_INTERNAL_C_READ_MATRIX_H_

#include <cstdint>
#include <limits>

#include "../../public/c/lowp.h"
#include "../contract/dynamic_linear.h"
#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The maximum of sizes, and of strides in entries, which are ints here.
constexpr std::int64_t kMaxSize = std::numeric_limits<std::int32_t>::max();

// The scalar of a type; false if there is none.
bool ScalarOfType(lowp_type type, Scalar* scalar);

// Which types a matrix may have.
enum class TypeSet {
  kOperands,   // 8 bits
  kQuantized,  // 8 or 16 bits
  kIntegers,
  kAll
};

// Reads a type that is no matrix's, named `name` in messages.
lowp_status ReadType(lowp_type type, TypeSet types, const char* name,
                     Scalar* scalar);

// Checks types, sizes and strides, and leaves the rest to the engine. `name` is
// that of the matrix in messages.
lowp_status ReadMatrix(const lowp_matrix& from, TypeSet types, const char* name,
                       MatrixRef* to);

// The same of a matrix that has to be row-major.
lowp_status ReadRowMajor(const lowp_matrix* from, TypeSet types,
                         const char* name, MatrixRef* to);

// The same for a result that may also hold LOWP_INT64. The engine has no scalar
// for that: it is kInt32 then, and `is_int64` is set.
lowp_status ReadRowMajorOrInt64(const lowp_matrix& from, const char* name,
                                MatrixRef* to, bool* is_int64);

// The same for a matrix of floats of 32 or 16 bits.
lowp_status ReadReals(const lowp_matrix* from, const char* name,
                      RealMatrix* to);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_READ_MATRIX_H_
