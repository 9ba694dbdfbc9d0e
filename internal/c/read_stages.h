// Reads the stages of the C API as operations of the engine, as the front end
// does with the stages of a tuple.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_READ_STAGES_H_
#define LOWP_INTERNAL_C_READ_STAGES_H_

#include <cstdint>
#include <memory>

#include "../../public/c/lowp.h"
#include "../contract/epilogue.h"
#include "../contract/gemm.h"
#include "../contract/int64_stages.h"
#include "lower_stage.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The operations, and what they refer to.
class StageList {
 public:
  StageList() = default;
  StageList(const StageList&) = delete;
  StageList& operator=(const StageList&) = delete;

  // Checks that each stage takes what the one before it yields, that a cast
  // comes last, and that the result has the type that the last stage yields.
  // `type_name` is what messages call the result's type. If `int64` is not
  // null, the sums are int64, and it takes the stages of these; its `stores`
  // says that the result holds LOWP_INT64.
  lowp_status Read(const lowp_stage* stages, std::int32_t count,
                   const MatrixRef& result,
                   const char* type_name = "result.type",
                   Int64Stages* int64 = nullptr);

  // Sets the operations of a problem.
  template <typename Problem>
  void SetOps(Problem* problem) {
    problem->ops = ops_;
    problem->op_count = count_ - int64_count_;
  }
  bool uses_floats() const { return uses_floats_; }

  // Keeps the engine's refusal of a problem with these operations, with the
  // index of the stage that it is about, if it is about one.
  lowp_status Refuse(const Status& status, const MatrixRef& result) const;

 private:
  // The first stage, and the bytes from one to the next.
  struct Array {
    const char* first;
    std::size_t stride;
  };
  // What a stage stands in: the values that come to it, and how they leave.
  struct Place {
    int index;
    const MatrixRef& result;
    Int64Stages* int64;
  };
  lowp_status Reserve(std::int32_t count);
  lowp_status ReadStages(const Array& array, const MatrixRef& result,
                         const char* type_name, Int64Stages* int64);
  lowp_status ReadStage(const lowp_stage& stage, const Place& place,
                        lowp_type* values);

  // Usual pipelines need no memory from the heap.
  static constexpr int kInline = 8;
  EpilogueOp inline_ops_[kInline];
  StageStorage inline_storage_[kInline];
  std::unique_ptr<EpilogueOp[]> more_ops_;
  std::unique_ptr<StageStorage[]> more_storage_;

  EpilogueOp* ops_ = inline_ops_;
  StageStorage* storage_ = inline_storage_;
  int count_ = 0;
  // Of them, those that take int64: they come first, and are no operations.
  int int64_count_ = 0;
  int int64_bias_ = -1, int64_scale_ = -1;  // their indices
  bool uses_floats_ = false;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_READ_STAGES_H_
