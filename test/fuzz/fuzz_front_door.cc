// A libFuzzer target for everything behind TryGemm: a product of any shape,
// type, stride and pipeline, with or without mistakes, either equals the
// reference or is refused with a message; and nothing but the result is ever
// written.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/gemm_case.h"
#include "fuzz_input.h"
#include "fuzz_product.h"

namespace lowp_test {
namespace {

using gemmlowp::ExecutorTask;
using gemmlowp::GemmContext;
using gemmlowp::GemmPlan;
using gemmlowp::Status;
using gemmlowp::StatusCode;
using gemmlowp::internal::GemmProblem;

// Makes one call. The context, its threads and its workspace persist from case
// to case.
class Call {
 public:
  Call(FuzzProduct* product, ByteSource* in) : product_(product) {
    static auto* const shared = new GemmContext;
    static auto backwards = [](int count, ExecutorTask task) {
      for (int i = count - 1; i >= 0; --i) task(i);
    };
    context_ = shared;
    const gemmlowp::internal::Backend* const backend = product->backend();
    if (!context_->set_backend(backend == nullptr ? nullptr : backend->name)
             .ok()) {
      Fail("a supported backend is refused");
    }
    context_->set_workspace(nullptr, 0);
    context_->set_executor(gemmlowp::Executor());
    const int threads = in->Below(16);
    context_->set_max_num_threads(threads == 15 ? -2 : threads % 4);
    sound_ = product->sound() && threads != 15;
    if (in->OneIn(4)) {
      context_->set_executor(
          gemmlowp::MakeExecutor(&backwards, 1 + in->Below(3)));
      sound_ = product->sound();
    }
    is_typed_ = in->Flag();
    plan_status_ = Plan();
    LendWorkspace(in);
  }

  // Whether there is nothing to refuse.
  bool sound() const { return sound_; }

  Status Run() {
    const GemmProblem problem = product_->MakeProblem();
    const Status status =
        is_typed_ && CanBeTyped(problem)
            ? RunTyped(problem)
            : gemmlowp::internal::RunGemm(
                  problem, gemmlowp::internal::ResourcesOf(context_));
    const bool workspace_refused =
        may_lack_workspace_ &&
        status.code() == StatusCode::kResourceExhausted &&
        std::strcmp(status.argument(), "workspace") == 0;
    if (!workspace_refused && !Same(status, plan_status_)) {
      Fail("PlanGemm says " + plan_status_.message() + ", TryGemm says " +
           status.message());
    }
    return status;
  }

 private:
  Status Plan() {
    const GemmProblem problem = product_->MakeProblem();
    return gemmlowp::internal::PlanProblem(
        problem, gemmlowp::internal::ResourcesOf(context_), &plan_);
  }

  // Lends exactly the memory that the plan asks for, or uses the context's own,
  // or lends any amount at any address.
  void LendWorkspace(ByteSource* in) {
    constexpr std::size_t kAlignment = 64;
    const int kind = in->Below(4);
    if (kind == 1) return;
    std::size_t bytes = plan_.workspace_bytes;
    std::size_t skew = 0;
    if (kind == 3) {
      skew = static_cast<std::size_t>(in->Below(64));
      bytes += 64 * static_cast<std::size_t>(in->Byte()) / 4;
      bytes -= std::min(bytes, 64 * static_cast<std::size_t>(in->Byte()) / 4);
      const std::size_t lost = skew == 0 ? 0 : kAlignment - skew;
      if (bytes < plan_.workspace_bytes + lost) {
        sound_ = false;
        may_lack_workspace_ = true;
      }
    }
    context_->set_workspace(
        workspace_.GetSkewed(bytes, kAlignment, static_cast<int>(skew)), bytes);
  }

  // Whether RunTyped can make this product.
  static bool CanBeTyped(const GemmProblem& problem) {
    return problem.op_count == 0 && !problem.lhs.is_packed &&
           !problem.rhs.is_packed && problem.lhs_offset.along == Along::kAll &&
           problem.rhs_offset.along == Along::kAll;
  }

  // The same through the public entry point.
  Status RunTyped(const GemmProblem& problem) {
    return WithMap(problem.lhs.matrix, [&](const auto& lhs) {
      return WithMap(problem.rhs.matrix, [&](const auto& rhs) {
        const auto run = [&](auto result) {
          return gemmlowp::TryGemm(context_, lhs, rhs, &result,
                                   problem.lhs_offset.value,
                                   problem.rhs_offset.value, std::tuple<>());
        };
        const MatrixRef& result = problem.result;
        auto* const data =
            static_cast<std::int32_t*>(const_cast<void*>(result.data));
        return result.row_major
                   ? run(MatrixMap<std::int32_t, MapOrder::RowMajor>(
                         data, result.rows, result.cols, result.stride))
                   : run(MatrixMap<std::int32_t, MapOrder::ColMajor>(
                         data, result.rows, result.cols, result.stride));
      });
    });
  }

  FuzzProduct* product_;
  GemmContext* context_;
  ExactMemory workspace_;
  GemmPlan plan_;
  Status plan_status_;
  bool sound_;
  bool is_typed_;
  bool may_lack_workspace_ = false;
};

// Writes the reference's result for `sums` into an image of the memory.
void WriteExpected(FuzzProduct* product, const std::vector<std::int32_t>& sums,
                   std::vector<std::uint8_t>* image) {
  const MatrixRef& result = product->result();
  const std::size_t begin = product->memory()->Position(result.data);
  const std::size_t stride = static_cast<std::size_t>(result.stride);
  const std::size_t size = static_cast<std::size_t>(SizeOf(result.scalar));
  std::size_t next = 0;
  for (int row = 0; row < result.rows; ++row) {
    for (int col = 0; col < result.cols; ++col) {
      std::int32_t value = sums[next++];
      for (const Stage& stage : product->pipeline().stages) {
        value = stage.reference(value, row, col);
      }
      const std::size_t at =
          result.row_major ? row * stride + col : col * stride + row;
      // Little-endian: the first bytes of a value are its low ones.
      std::memcpy(image->data() + begin + at * size, &value, size);
    }
  }
}

void FuzzGemm(ByteSource* in) {
  FuzzProduct product(in);
  Call call(&product, in);
  const bool computes = product.has_work() && product.computable();
  const std::vector<std::int32_t> sums =
      computes ? product.ReferenceSums() : std::vector<std::int32_t>();
  std::vector<std::uint8_t> expected = product.memory()->Image();
  const Status status = call.Run();
  const std::string outcome =
      status.message() + "; " + Describe(product.pipeline());
  if (!status.ok()) {
    CheckRefusal(status);
    if (call.sound()) Fail("a sound product is refused: " + outcome);
  } else if (product.IsAnother()) {
    return;
  } else if (computes) {
    WriteExpected(&product, sums, &expected);
  } else if (product.has_work()) {
    Fail("a product is accepted that cannot be computed: " + outcome);
  }
  const std::vector<std::uint8_t> got = product.memory()->Image();
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] == expected[i]) continue;
    Fail("byte " + std::to_string(i) + " is " + std::to_string(got[i]) +
         ", not " + std::to_string(expected[i]) + ": " + outcome);
  }
}

}  // namespace
}  // namespace lowp_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  lowp_test::ByteSource in(data, size);
  if (in.OneIn(4)) {
    lowp_test::FuzzPackedBlob(&in);
  } else {
    lowp_test::FuzzGemm(&in);
  }
  return 0;
}
