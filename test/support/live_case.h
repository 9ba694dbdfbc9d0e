// A GemmCase with its buffers: the reference's expectation, and the call of the
// engine on any backend, compared byte for byte, padding included.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_LIVE_CASE_H_
#define LOWP_TEST_SUPPORT_LIVE_CASE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../../internal/contract/gemm.h"
#include "../../internal/epilogue/prepare_epilogue.h"
#include "../../internal/frontend/front_end.h"
#include "../../public/gemm_context.h"
#include "../../public/packed_matrix.h"
#include "../../public/prepared_gemm.h"
#include "context_for.h"
#include "erase_operand.h"
#include "gemm_case.h"
#include "random_matrix.h"
#include "random_pipeline.h"
#include "reference_gemm.h"

namespace lowp_test {

using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;

// A case with its buffers.
class LiveCase {
 public:
  // Takes over `memory`, and empties it.
  LiveCase(const GemmCase& c, Memory* memory)
      : case_(c), memory_(memory), random_(c.seed) {
    memory->Reset();
    lhs_ = MakeMatrix(c.lhs, c.rows, c.depth, c.lhs_row_major, c.lhs_stride,
                      memory);
    rhs_ = MakeMatrix(c.rhs, c.depth, c.cols, c.rhs_row_major, c.rhs_stride,
                      memory);
    result_ = MakeMatrix(c.result, c.rows, c.cols, c.result_row_major,
                         c.result_stride, memory);
    FillMatrix(lhs_, c.lhs_fill, true, &random_);
    FillMatrix(rhs_, c.rhs_fill, false, &random_);
    memory->MakeReadOnly(lhs_.data);
    memory->MakeReadOnly(rhs_.data);
    lhs_offset_ = MakeOffset(c.lhs_offset, Along::kRows);
    rhs_offset_ = MakeOffset(c.rhs_offset, Along::kCols);
    if (c.depth > 0) {
      sums_ = ReferenceGemm(lhs_, rhs_, Expand(lhs_offset_, c.rows),
                            Expand(rhs_offset_, c.cols));
    }
    current_ = this;
  }
  ~LiveCase() { current_ = nullptr; }
  LiveCase(const LiveCase&) = delete;
  LiveCase& operator=(const LiveCase&) = delete;

  const MatrixRef& lhs() const { return lhs_; }
  const MatrixRef& rhs() const { return rhs_; }
  const MatrixRef& result() const { return result_; }
  const Parameter& lhs_offset() const { return lhs_offset_; }
  const Parameter& rhs_offset() const { return rhs_offset_; }
  const Pipeline& pipeline() const { return pipeline_; }
  StageMaker maker() {
    return StageMaker(case_.rows, case_.cols, memory_, &random_);
  }
  std::int64_t LargestSum() const {
    std::int64_t largest = 0;
    for (std::int32_t sum : sums_) {
      largest = std::max(largest, std::abs(std::int64_t{sum}));
    }
    return largest;
  }

  void set_threads(int threads) { case_.threads = threads; }
  // The kernel to use; null: any. The name is not copied.
  void set_kernel(const char* name) { kernel_ = name; }

  // Sets what happens to the sums.
  void SetPipeline(Pipeline pipeline) {
    pipeline_ = std::move(pipeline);
    expected_.clear();
  }
  void SetRequantizePipeline() {
    SetPipeline(maker().Requantize(case_.result, LargestSum()));
  }

  // Multiplies and compares. "" when all is well.
  std::string RunOn(const Backend& backend) {
    PoisonResult();
    const Status status = TryRunOn(backend);
    return status.ok() ? Mismatch() : status.message();
  }

  // Multiplies.
  Status TryRunOn(const Backend& backend) {
    const UsedContext context(backend, *this);
    gemmlowp::internal::GemmProblem problem;
    FillProblem(backend, &problem);
    if (case_.prepare) return PrepareAndRun(context.get(), problem);
    if (case_.lend_workspace) {
      gemmlowp::GemmPlan plan;
      const Status status = PlanIn(context.get(), problem, &plan);
      if (!status.ok()) return status;
      const std::size_t bytes = plan.workspace_bytes;
      context.get()->set_workspace(memory_->Get(bytes, kWorkspaceAlignment),
                                   bytes);
      FillOps(&problem);
    }
    return gemmlowp::internal::RunGemm(
        problem, gemmlowp::internal::ResourcesOf(context.get()));
  }

  // Plans RunOn.
  Status TryPlanOn(const Backend& backend, gemmlowp::GemmPlan* plan) {
    const UsedContext context(backend, *this);
    gemmlowp::internal::GemmProblem problem;
    FillProblem(backend, &problem);
    return PlanIn(context.get(), problem, plan);
  }
  gemmlowp::GemmPlan PlanOn(const Backend& backend) {
    gemmlowp::GemmPlan plan;
    const Status status = TryPlanOn(backend, &plan);
    EXPECT_TRUE(status.ok()) << status.message();
    return plan;
  }

  // What the product's stages become where A is the rhs (`swapped`) or the lhs.
  // Valid until the next call.
  gemmlowp::internal::PreparedEpilogue PreparedStages(bool swapped) {
    gemmlowp::internal::GemmProblem problem;
    FillOps(&problem);
    gemmlowp::internal::PreparedEpilogue prepared;
    gemmlowp::internal::PrepareEpilogue(problem.ops, problem.op_count,
                                        result_.scalar, swapped, &prepared);
    return prepared;
  }

  // Call before each run. The first call computes what the pipeline makes of
  // the sums.
  void PoisonResult() {
    if (expected_.empty()) SetExpected();
    std::memset(Image(), Memory::kPoison, ImageSize());
  }

  // Whether nothing was written since then.
  bool IsUntouched() const {
    return std::all_of(Image(), Image() + ImageSize(), [](std::uint8_t byte) {
      return byte == Memory::kPoison;
    });
  }

  // The first wrong byte of the result or of its surroundings.
  std::string Mismatch() const {
    if (std::memcmp(Image(), expected_.data(), ImageSize()) == 0) return "";
    for (int row = 0; row < case_.rows; ++row) {
      for (int col = 0; col < case_.cols; ++col) {
        const std::size_t at = memory_->slop() + ByteOffset(row, col);
        const int size = SizeOf(result_.scalar);
        if (std::memcmp(Image() + at, &expected_[at], size) == 0) continue;
        std::uint32_t got = 0, want = 0;
        std::memcpy(&got, Image() + at, size);
        std::memcpy(&want, &expected_[at], size);
        return "(" + std::to_string(row) + ", " + std::to_string(col) +
               ") has the bits " + std::to_string(got) + ", not " +
               std::to_string(want) + "; its sum is " +
               (sums_.empty()
                    ? "undefined"
                    : std::to_string(
                          sums_[static_cast<std::size_t>(row) * case_.cols +
                                col]));
      }
    }
    return "a byte outside of the result was written";
  }

  std::string Describe() const {
    return std::string(backend_ == nullptr ? "" : backend_->name) +
           (kernel_ == nullptr ? "" : std::string(" ") + kernel_) + ", " +
           lowp_test::Describe(case_) + ", " + lowp_test::Describe(pipeline_);
  }

  // The current case.
  static std::string DescribeCurrent() {
    return current_ == nullptr ? "no case" : current_->Describe();
  }

 private:
  // The same in two steps; with a lent workspace on the calling thread.
  Status PrepareAndRun(gemmlowp::GemmContext* context,
                       gemmlowp::internal::GemmProblem problem) {
    const auto packed = [this](bool pack, PackedForBackends* packed_for) {
      return pack ? &(*packed_for)[backend_] : nullptr;
    };
    // Where matrices are is not looked at before the run.
    if (!case_.pack_lhs) problem.lhs.matrix.data = nullptr;
    if (!case_.pack_rhs) problem.rhs.matrix.data = nullptr;
    problem.result.data = nullptr;
    std::shared_ptr<const gemmlowp::internal::PreparedGemmState> prepared;
    Status status = gemmlowp::internal::PrepareGemm(
        problem,
        {packed(case_.pack_lhs, &packed_lhs_),
         packed(case_.pack_rhs, &packed_rhs_), nullptr, nullptr},
        gemmlowp::internal::ResourcesOf(context), &prepared);
    if (!status.ok()) return status;
    const gemmlowp::internal::GemmPointers pointers = {
        lhs_.data, rhs_.data, const_cast<void*>(result_.data)};
    if (!case_.lend_workspace) {
      return gemmlowp::internal::RunPreparedGemm(
          *prepared, pointers, gemmlowp::internal::ResourcesOf(context));
    }
    const std::size_t bytes = gemmlowp::internal::WorkspaceBytes(*prepared);
    return gemmlowp::internal::RunPreparedGemm(*prepared, pointers,
                                               memory_->Get(bytes, 1), bytes,
                                               gemmlowp::Executor());
  }

  // Sets the expected bytes of the result and its surroundings.
  void SetExpected() {
    expected_.assign(ImageSize(), Memory::kPoison);
    if (sums_.empty()) return;
    for (int row = 0; row < case_.rows; ++row) {
      for (int col = 0; col < case_.cols; ++col) {
        std::int32_t value =
            sums_[static_cast<std::size_t>(row) * case_.cols + col];
        for (const Stage& stage : pipeline_.stages) {
          value = stage.reference(value, row, col);
        }
        // Little-endian: the first bytes of a value are its low ones.
        std::memcpy(&expected_[memory_->slop() + ByteOffset(row, col)], &value,
                    SizeOf(result_.scalar));
      }
    }
  }

  std::size_t ByteOffset(int row, int col) const {
    const std::size_t stride = result_.stride;
    return (result_.row_major ? row * stride + col : col * stride + row) *
           SizeOf(result_.scalar);
  }
  std::uint8_t* Image() const {
    return static_cast<std::uint8_t*>(const_cast<void*>(result_.data)) -
           memory_->slop();
  }
  std::size_t ImageSize() const {
    return Extent(result_) * SizeOf(result_.scalar) + 2 * memory_->slop();
  }

  Parameter MakeOffset(Offset kind, Along along) {
    constexpr std::int32_t kExtremes[] = {-255, -254, -129, -128, -127, -1,
                                          1,    127,  128,  129,  254,  255};
    const bool one = kind <= Offset::kWrap;
    return maker().MakeParameter(one ? Along::kAll : along, [&] {
      switch (kind) {
        case Offset::kZero:
          return std::int32_t{0};
        case Offset::kExtreme:
        case Offset::kVectorExtreme:
          return random_.Pick(kExtremes);
        case Offset::kVector:
          return std::int32_t{random_.Between(-300, 300)};
        default:
          return random_.WildInt32();
      }
    });
  }

  static std::vector<std::int32_t> Expand(const Parameter& offset, int size) {
    if (offset.along == Along::kAll) {
      return std::vector<std::int32_t>(size, offset.data[0]);
    }
    return std::vector<std::int32_t>(offset.data, offset.data + size);
  }

  static gemmlowp::internal::Int32Parameter Erase(const Parameter& offset) {
    gemmlowp::internal::Int32Parameter erased;
    erased.along = offset.along;
    if (offset.along == Along::kAll) {
      erased.value = offset.data[0];
    } else {
      erased.data = offset.data;
      erased.size = offset.size;
    }
    return erased;
  }

  // The backend's context with what the case sets on it, while this exists.
  class UsedContext {
   public:
    UsedContext(const Backend& backend, const LiveCase& live)
        : context_(ContextFor(backend)) {
      context_->set_max_num_threads(live.case_.threads);
      const Status status = context_->set_kernel(live.kernel_);
      EXPECT_TRUE(status.ok()) << status.message();
    }
    UsedContext(const UsedContext&) = delete;
    UsedContext& operator=(const UsedContext&) = delete;
    ~UsedContext() {
      context_->set_workspace(nullptr, 0);
      EXPECT_TRUE(context_->set_kernel(nullptr).ok());
    }
    gemmlowp::GemmContext* get() const { return context_; }

   private:
    gemmlowp::GemmContext* const context_;
  };

  // Packs once per backend.
  using PackedForBackends = std::map<const Backend*, PackedMatrix>;
  void FillOperand(const MatrixRef& matrix, Side side, bool pack,
                   PackedForBackends* packed_for,
                   gemmlowp::internal::Operand* operand) {
    *operand = {matrix, false, nullptr};
    if (!pack) return;
    PackedMatrix* const packed = &(*packed_for)[backend_];
    if (packed->empty()) {
      WithMap(matrix, [&](const auto& map) { Pack(map, side, packed); });
    }
    *operand = EraseOperand(*packed);
  }

  template <typename Map>
  void Pack(const Map& map, Side side, PackedMatrix* packed) {
    const std::size_t bytes =
        PackedMatrix::BytesNeeded(map, side, backend_->name);
    std::uint8_t* const blob = memory_->Get(bytes, PackedMatrix::kAlignment);
    const Status status =
        PackedMatrix::PackInto(map, side, blob, bytes, packed, backend_->name);
    EXPECT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < memory_->slop(); ++i) {
      ASSERT_EQ(blob[bytes + i], Memory::kPoison)
          << "packing wrote outside of its memory";
    }
    memory_->MakeReadOnly(blob);
  }

  // The engine rewrites the operations that it receives.
  void FillOps(gemmlowp::internal::GemmProblem* problem) {
    ops_.clear();
    for (const Stage& stage : pipeline_.stages) ops_.push_back(stage.op);
    problem->ops = ops_.data();
    problem->op_count = static_cast<int>(ops_.size());
  }

  void FillProblem(const Backend& backend,
                   gemmlowp::internal::GemmProblem* problem) {
    backend_ = &backend;
    FillOps(problem);
    problem->result = result_;
    problem->lhs_offset = Erase(lhs_offset_);
    problem->rhs_offset = Erase(rhs_offset_);
    FillOperand(lhs_, Side::kLhs, case_.pack_lhs, &packed_lhs_, &problem->lhs);
    FillOperand(rhs_, Side::kRhs, case_.pack_rhs, &packed_rhs_, &problem->rhs);
  }

  static Status PlanIn(gemmlowp::GemmContext* context,
                       const gemmlowp::internal::GemmProblem& problem,
                       gemmlowp::GemmPlan* plan) {
    return gemmlowp::internal::PlanProblem(
        problem, gemmlowp::internal::ResourcesOf(context), plan);
  }

  static constexpr std::size_t kWorkspaceAlignment = 64;
  static inline const LiveCase* current_ = nullptr;

  GemmCase case_;
  Memory* memory_;
  Random random_;
  const Backend* backend_ = nullptr;
  const char* kernel_ = nullptr;
  MatrixRef lhs_, rhs_, result_;
  Parameter lhs_offset_, rhs_offset_;
  std::vector<std::int32_t> sums_;  // row-major, tight; empty without work
  Pipeline pipeline_;
  std::vector<EpilogueOp> ops_;
  PackedForBackends packed_lhs_, packed_rhs_;
  std::vector<std::uint8_t> expected_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_LIVE_CASE_H_
