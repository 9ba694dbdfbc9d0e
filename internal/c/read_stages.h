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
  // `type_name` is what messages call the result's type.
  lowp_status Read(const lowp_stage* stages, std::int32_t count,
                   const MatrixRef& result,
                   const char* type_name = "result.type");

  // Sets the operations of a problem.
  template <typename Problem>
  void SetOps(Problem* problem) {
    problem->ops = ops_;
    problem->op_count = count_;
  }
  bool uses_floats() const { return uses_floats_; }

 private:
  // The first stage, and the bytes from one to the next.
  struct Array {
    const char* first;
    std::size_t stride;
  };
  lowp_status Reserve(std::int32_t count);
  lowp_status ReadStages(const Array& array, const MatrixRef& result,
                         const char* type_name);

  // Usual pipelines need no memory from the heap.
  static constexpr int kInline = 8;
  EpilogueOp inline_ops_[kInline];
  StageStorage inline_storage_[kInline];
  std::unique_ptr<EpilogueOp[]> more_ops_;
  std::unique_ptr<StageStorage[]> more_storage_;

  EpilogueOp* ops_ = inline_ops_;
  StageStorage* storage_ = inline_storage_;
  int count_ = 0;
  bool uses_floats_ = false;
};

// Keeps the engine's refusal of a problem with these operations, with the index
// of the stage that it is about, if it is about one.
lowp_status FailForStages(const Status& status, const EpilogueOp* ops,
                          int count, const MatrixRef& result);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_READ_STAGES_H_
