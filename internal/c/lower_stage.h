// Lowers one stage of the C API to an operation of the engine.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_LOWER_STAGE_H_
#define LOWP_INTERNAL_C_LOWER_STAGE_H_

#include <cstdio>

#include "../../public/c/lowp.h"
#include "../contract/epilogue.h"
#include "../contract/int64_stages.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// "stages[3]", made where a message needs it.
class StageName {
 public:
  explicit StageName(int index) : index_(index) {}
  const char* text() const {
    std::snprintf(text_, sizeof(text_), "stages[%d]", index_);
    return text_;
  }

 private:
  int index_;
  mutable char text_[32];
};

// What an operation points to in addition to the caller's vectors.
union StageStorage {
  ResidualAdditionNumbers residual;
  lowp_stage_call call;
};

// Of a stage whose `kind` and `per` have been checked; `result` is that of the
// product. Checks the stage's other types and enums, and leaves the values of
// parameters to the engine. `name` is that of the stage in messages. The
// operation refers to `storage`.
lowp_status LowerStage(const lowp_stage& stage, const MatrixRef& result,
                       const StageName& name, EpilogueOp* op,
                       StageStorage* storage);

// The same of a stage that takes int64.
lowp_status LowerInt64Stage(const lowp_stage& stage, const MatrixRef& result,
                            const StageName& name, Int64Stages* stages);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_LOWER_STAGE_H_
