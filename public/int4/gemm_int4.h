// Products of 8-bit activations with 4-bit weights (packed_int4.h).
//
// With a the activations, m x k, and w the values of the weights, the sum of
// group g for row r and column c is the exact integer
//
//   S(r, g, c) = sum over k of g of (a(r, k) - zero_point(r)) *
//                                   (w(k, c) - zero_point(g, c))
//
// and the float result is, in float32, from total = 0, for groups ascending,
//
//   total = total + float(S(r, g, c)) * scale(g, c)
//   y(r, c) = type(total * row_scale(r) + bias(c))
//
// where every conversion, multiplication and addition rounds to nearest, ties
// to even, subnormal values included, whatever the caller's floating-point
// environment is. The conversion of S is exact up to 2^24. A NaN, to which
// infinite totals may lead, is the positive quiet one without payload. So the
// bytes of a row depend on that row and the weights alone: not on the other
// rows, their number, the threads or the machine.
//
// Integer scales, or none, keep totals integers: TryGemmInt4 with a pipeline
// ends such a product like any other of the library, and SumInt4 returns them
// in 64 bits. GroupSumsInt4 returns S itself.
//
// If k is 0 there are no groups, and totals are 0: unlike a TryGemm without
// depth, a product writes its result. Without rows or columns nothing is
// written.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_INT4_GEMM_INT4_H_
#define LOWP_PUBLIC_INT4_GEMM_INT4_H_

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "../../internal/contract/int4_product.h"
#include "../../internal/frontend/front_end.h"
#include "../executor.h"
#include "../half.h"
#include "../map.h"
#include "../status.h"
#include "packed_int4.h"

namespace gemmlowp {
inline namespace lowp {

// Rows of activations, contiguous in k, and what they mean:
//   real value(r, k) = scale(r) * (value(r, k) - zero_point(r))
// Vectors are borrowed for the call.
struct Int4Rows {
  template <typename T>
  explicit Int4Rows(const MatrixMap<T, MapOrder::RowMajor>& matrix)
      : values(internal::Erase(matrix)) {
    static_assert(internal::kIsOperandScalar<std::remove_const_t<T>>,
                  "lowp: activations are uint8_t or int8_t");
  }

  internal::MatrixRef values;
  // One for each row; null: all are 1. Must be finite. Integer results and
  // group sums ignore them.
  const float* scales = nullptr;
  // One for all rows or one for each; each is a value of the matrix's type.
  const std::int32_t* zero_points = nullptr;
  int zero_point_count = 0;  // 0 (all are 0), 1, or the number of rows
};

// Where floats go: element (r, c) to data[r * stride + c]. The stride is at
// least the number of columns. The memory must not overlap that of the rows, of
// their scales and zero points, of the bias or of the weights.
struct Int4Result {
  internal::Int4ResultType type = internal::Int4ResultType::kFloat32;
  void* data = nullptr;
  std::ptrdiff_t stride = 0;

  static Int4Result Of(float* data, std::ptrdiff_t stride) {
    return {internal::Int4ResultType::kFloat32, data, stride};
  }
  static Int4Result Of(Float16* data, std::ptrdiff_t stride) {
    return {internal::Int4ResultType::kFloat16, data, stride};
  }
  static Int4Result Of(Bfloat16* data, std::ptrdiff_t stride) {
    return {internal::Int4ResultType::kBfloat16, data, stride};
  }
};

// How the terms of groups are added.
enum class Int4Sum : std::uint8_t {
  kMultiplyThenAdd,  // round(total + round(float(S) * scale))
  // round(total + float(S) * scale), as XNNPACK's qb4w and KleidiAI's qsi4c32
  // kernels add.
  kFused,
};

struct Int4Options {
  Int4Sum sum = Int4Sum::kMultiplyThenAdd;
  const float* bias = nullptr;  // one for each column; null: none
};

namespace internal {

inline Int4Problem MakeInt4Problem(const PackedInt4& weights) {
  Int4Problem problem;
  problem.header = weights.header();
  problem.panels = weights.panels();
  return problem;
}

inline void SetRows(const Int4Rows& rows, Int4Problem* problem) {
  problem->rows = rows.values;
  problem->row_scales = rows.scales;
  problem->zero_points = rows.zero_points;
  problem->zero_point_count = rows.zero_point_count;
}

inline void SetResult(const Int4Result& result, Int4Problem* problem) {
  problem->type = result.type;
  problem->result = result.data;
  problem->result_stride = result.stride;
}

inline void SetOptions(const Int4Options& options, Int4Problem* problem) {
  problem->fused = options.sum == Int4Sum::kFused;
  problem->bias = options.bias;
}

}  // namespace internal

// The float result, with the memory and threads of a context. Fails, and writes
// nothing, with kInvalidArgument if an argument is wrong (its name is in the
// status), and with kResourceExhausted if memory runs out. The weights' scales
// must be floats.
template <typename Context>
Status TryGemmInt4(Context* context, const Int4Rows& rows,
                   const PackedInt4& weights, const Int4Result& result,
                   const Int4Options& options = Int4Options()) {
  internal::Int4Problem problem = internal::MakeInt4Problem(weights);
  internal::SetRows(rows, &problem);
  internal::SetResult(result, &problem);
  internal::SetOptions(options, &problem);
  return internal::RunInt4(problem, internal::ResourcesOf(context));
}

// The integer result: with scale(g, c) an integer, or 1 without scales,
//   result(r, c) = pipeline(sum over g of scale(g, c) * S(r, g, c)).
// The weights must be ones for which int32 holds the sums
// (PackedInt4::fits_int32).
template <typename Context, typename ResultScalar, MapOrder Order,
          typename... Stages>
Status TryGemmInt4(Context* context, const Int4Rows& rows,
                   const PackedInt4& weights,
                   MatrixMap<ResultScalar, Order>* result,
                   const std::tuple<Stages...>& pipeline) {
  static_assert(
      std::is_same_v<
          typename internal::PipelineResult<std::tuple<Stages...>>::Type,
          ResultScalar>,
      "lowp: the result's scalar type is not the one that the last stage of "
      "the output pipeline produces (int32_t when there is no cast)");
  if (result == nullptr) return internal::NullPointer("result");
  internal::LoweredPipeline<Stages...> lowered(pipeline);
  internal::Int4Problem problem = internal::MakeInt4Problem(weights);
  internal::SetRows(rows, &problem);
  problem.outcome = internal::Int4Outcome::kPipeline;
  problem.matrix = internal::Erase(*result);
  problem.ops = lowered.ops();
  problem.op_count = lowered.count();
  return internal::RunInt4(problem, internal::ResourcesOf(context));
}

// The same sums in 64 bits, which hold them for any packed weights:
//   sums[r * stride + c] = sum over g of scale(g, c) * S(r, g, c).
template <typename Context>
Status SumInt4(Context* context, const Int4Rows& rows,
               const PackedInt4& weights, std::int64_t* sums,
               std::ptrdiff_t stride) {
  internal::Int4Problem problem = internal::MakeInt4Problem(weights);
  internal::SetRows(rows, &problem);
  problem.outcome = internal::Int4Outcome::kInt64;
  problem.result = sums;
  problem.result_stride = stride;
  return internal::RunInt4(problem, internal::ResourcesOf(context));
}

// The sums of all groups, from which any order of floats can be computed:
//   sums[(r * groups + g) * n + c] = S(r, g, c).
// The weights may have any scales; they are ignored.
template <typename Context>
Status GroupSumsInt4(Context* context, const Int4Rows& rows,
                     const PackedInt4& weights, std::int32_t* sums) {
  internal::Int4Problem problem = internal::MakeInt4Problem(weights);
  internal::SetRows(rows, &problem);
  problem.outcome = internal::Int4Outcome::kGroupSums;
  problem.result = sums;
  return internal::RunInt4(problem, internal::ResourcesOf(context));
}

// The float result of TryGemmInt4, prepared once for given weights and options
// and a maximum number of rows. A run checks its pointers and computes the same
// bytes, with the caller's memory and threads if wanted. Immutable: threads may
// run one at the same time, each with a workspace of its own.
class PreparedInt4 {
 public:
  // Empty; running it is an error.
  PreparedInt4() = default;

  // For up to max_rows rows, 0 or more, and as many threads as the context
  // allows. Shares the memory of the weights, whose scales must be floats. The
  // bias must outlive this object and its copies. Fails, and changes nothing,
  // with kInvalidArgument, or with kUnsupported if this machine cannot run the
  // backend that LOWP_BACKEND names.
  template <typename Context>
  static Status Prepare(Context* context, const PackedInt4& weights,
                        int max_rows, const Int4Options& options,
                        PreparedInt4* prepared) {
    if (prepared == nullptr) return internal::NullPointer("prepared");
    internal::Int4Preparation preparation;
    const Status status =
        internal::PrepareInt4(internal::MakeInt4Problem(weights), max_rows,
                              internal::ResourcesOf(context), &preparation);
    if (!status.ok()) return status;
    prepared->weights_ = weights;
    prepared->options_ = options;
    prepared->preparation_ = preparation;
    return Status();
  }

  bool empty() const { return preparation_.backend == nullptr; }
  const PackedInt4& weights() const { return weights_; }
  // The bytes of memory that a run needs; 0 when empty.
  std::size_t workspace_bytes() const { return preparation_.workspace_bytes; }

  // Computes with the caller's memory and threads; allocates nothing.
  // `workspace` has any alignment and workspace_bytes() bytes, which the run
  // overwrites. Without an executor the calling thread computes everything.
  // Fails, with nothing written, as TryGemmInt4 does, and with kInvalidArgument
  // for more than max_rows rows.
  Status Run(const Int4Rows& rows, const Int4Result& result, void* workspace,
             std::size_t workspace_bytes,
             const Executor& executor = Executor()) const {
    return internal::RunInt4(ProblemOf(rows, result), preparation_, workspace,
                             workspace_bytes, executor);
  }

  // The same with the memory and threads of a context.
  template <typename Context>
  Status Run(Context* context, const Int4Rows& rows,
             const Int4Result& result) const {
    return internal::RunInt4(ProblemOf(rows, result), preparation_,
                             internal::ResourcesOf(context));
  }

 private:
  internal::Int4Problem ProblemOf(const Int4Rows& rows,
                                  const Int4Result& result) const {
    internal::Int4Problem problem = internal::MakeInt4Problem(weights_);
    internal::SetRows(rows, &problem);
    internal::SetResult(result, &problem);
    internal::SetOptions(options_, &problem);
    return problem;
  }

  PackedInt4 weights_;
  Int4Options options_;
  internal::Int4Preparation preparation_;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_INT4_GEMM_INT4_H_
