// Reads C descriptions of products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "read_product.h"

#include "../frontend/erase.h"
#include "error.h"
#include "handles.h"
#include "read_matrix.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

lowp_status ReadOperand(const lowp_matrix& matrix, const lowp_packed* packed,
                        const char* name, Operand* operand) {
  if (packed != nullptr) {
    SetOperand(packed->matrix, operand);
    return LOWP_OK;
  }
  operand->is_packed = false;
  operand->packed = nullptr;
  return ReadMatrix(matrix, TypeSet::kOperands, name, &operand->matrix);
}

// The names of the two fields that give an operand's offset.
struct OffsetNames {
  const char* one;
  const char* many;
};

lowp_status ReadOffset(std::int32_t one, const std::int32_t* many, Along along,
                       int count, const OffsetNames& names,
                       Int32Parameter* offset) {
  *offset = Erase(one);
  if (many == nullptr) return LOWP_OK;
  if (one != 0) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "%s = %d: is not 0, but there are %s as well", names.one, one,
                names.many);
  }
  *offset = OneForEach<Int32Parameter>(many, count, along);
  return LOWP_OK;
}

}  // namespace

lowp_status ReadProduct(const lowp_product& product, StageList* stages,
                        GemmProblem* problem) {
  lowp_status status =
      ReadOperand(product.lhs, product.lhs_packed, "lhs", &problem->lhs);
  if (status != LOWP_OK) return status;
  status = ReadOperand(product.rhs, product.rhs_packed, "rhs", &problem->rhs);
  if (status != LOWP_OK) return status;
  status =
      ReadMatrix(product.result, TypeSet::kAll, "result", &problem->result);
  if (status != LOWP_OK) return status;
  status =
      ReadOffset(product.lhs_offset, product.lhs_offsets, Along::kRows,
                 problem->result.rows, {"product.lhs_offset", "lhs_offsets"},
                 &problem->lhs_offset);
  if (status != LOWP_OK) return status;
  status =
      ReadOffset(product.rhs_offset, product.rhs_offsets, Along::kCols,
                 problem->result.cols, {"product.rhs_offset", "rhs_offsets"},
                 &problem->rhs_offset);
  if (status != LOWP_OK) return status;
  status = stages->Read(product.stages, product.stage_count, problem->result);
  if (status != LOWP_OK) return status;
  stages->SetOps(problem);
  problem->uses_floats = stages->uses_floats();
  return LOWP_OK;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
