// Products with the arguments of the BLAS.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "../frontend/front_end.h"
#include "error.h"
#include "handles.h"
#include "read_matrix.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The arguments, as they are given.
struct BlasCall {
  lowp_layout layout;
  lowp_transpose trans_a, trans_b;
  lowp_offset offset;
  std::int64_t m, n, k;
  float alpha;
  Scalar type_a;
  const void* a;
  std::int64_t lda;
  std::int32_t ao;
  Scalar type_b;
  const void* b;
  std::int64_t ldb;
  std::int32_t bo;
  float beta;
  std::int32_t* c;
  std::int64_t ldc;
  const std::int32_t* co;
};

lowp_status CheckEnum(std::int32_t value, std::int32_t min, std::int32_t max,
                      const char* name, const char* type) {
  if (value >= min && value <= max) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT, "%s = %d: is not a %s", name, value, type);
}

lowp_status CheckEnums(const BlasCall& call) {
  lowp_status status = CheckEnum(call.layout, LOWP_ROW_MAJOR, LOWP_COL_MAJOR,
                                 "layout", "lowp_layout");
  if (status != LOWP_OK) return status;
  status = CheckEnum(call.trans_a, LOWP_NO_TRANS, LOWP_TRANS, "trans_a",
                     "lowp_transpose");
  if (status != LOWP_OK) return status;
  status = CheckEnum(call.trans_b, LOWP_NO_TRANS, LOWP_TRANS, "trans_b",
                     "lowp_transpose");
  if (status != LOWP_OK || call.co == nullptr) return status;
  return CheckEnum(call.offset, LOWP_ROW_OFFSET, LOWP_FIX_OFFSET, "offset",
                   "lowp_offset");
}

lowp_status CheckNumber(std::int64_t value, std::int64_t min, const char* name,
                        const char* problem) {
  if (value >= min && value <= kMaxSize) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT, "%s = %lld: %s", name,
              static_cast<long long>(value),
              value < min ? problem : "is more than 2^31-1");
}

lowp_status CheckNumbers(const BlasCall& call) {
  const std::pair<std::int64_t, const char*> sizes[] = {
      {call.m, "m"}, {call.n, "n"}, {call.k, "k"}};
  for (const auto& [size, name] : sizes) {
    const lowp_status status = CheckNumber(size, 0, name, "is negative");
    if (status != LOWP_OK) return status;
  }
  if (call.alpha != 1) {
    return Fail(LOWP_UNSUPPORTED, "alpha = %g: is not 1", call.alpha);
  }
  if (call.beta != 0 && call.beta != 1) {
    return Fail(LOWP_UNSUPPORTED, "beta = %g: is not 0 or 1", call.beta);
  }
  return LOWP_OK;
}

// The matrix op(X) in an order that makes op(X) out of X.
lowp_status MakeMatrix(const void* data, Scalar scalar, std::int64_t rows,
                       std::int64_t cols, bool row_major, std::int64_t leading,
                       const char* name, MatrixRef* matrix) {
  const std::int64_t inner = row_major ? cols : rows;
  const lowp_status status =
      CheckNumber(leading, std::max<std::int64_t>(inner, 1), name,
                  "is smaller than a row or column of the matrix");
  if (status != LOWP_OK) return status;
  *matrix = {data,
             static_cast<int>(rows),
             static_cast<int>(cols),
             static_cast<int>(leading),
             row_major,
             scalar};
  return LOWP_OK;
}

lowp_status MakeMatrices(const BlasCall& call, GemmProblem* problem) {
  const bool row_major = call.layout == LOWP_ROW_MAJOR;
  problem->lhs.is_packed = problem->rhs.is_packed = false;
  problem->lhs.packed = problem->rhs.packed = nullptr;
  lowp_status status = MakeMatrix(call.a, call.type_a, call.m, call.k,
                                  row_major == (call.trans_a == LOWP_NO_TRANS),
                                  call.lda, "lda", &problem->lhs.matrix);
  if (status != LOWP_OK) return status;
  status = MakeMatrix(call.b, call.type_b, call.k, call.n,
                      row_major == (call.trans_b == LOWP_NO_TRANS), call.ldb,
                      "ldb", &problem->rhs.matrix);
  if (status != LOWP_OK) return status;
  status = MakeMatrix(call.c, Scalar::kInt32, call.m, call.n, row_major,
                      call.ldc, "ldc", &problem->result);
  if (status != LOWP_OK || call.m == 0 || call.n == 0) return status;
  if (call.c == nullptr) return FailForNull("c");
  if (call.k == 0) return LOWP_OK;
  if (call.a == nullptr) return FailForNull("a");
  return call.b == nullptr ? FailForNull("b") : LOWP_OK;
}

Int32Parameter OffsetOfC(const BlasCall& call) {
  if (call.co == nullptr) return Erase(0);
  if (call.offset == LOWP_FIX_OFFSET) return Erase(*call.co);
  const bool by_row = call.offset == LOWP_COL_OFFSET;
  return OneForEach<Int32Parameter>(call.co,
                                    static_cast<int>(by_row ? call.m : call.n),
                                    by_row ? Along::kRows : Along::kCols);
}

// C = beta * C + co, where k = 0. The engine leaves such a C alone.
void AddOffset(const BlasCall& call, const Int32Parameter& offset) {
  const bool row_major = call.layout == LOWP_ROW_MAJOR;
  for (std::int64_t i = 0; i < call.m; ++i) {
    for (std::int64_t j = 0; j < call.n; ++j) {
      std::int32_t* const entry =
          call.c + (row_major ? i * call.ldc + j : i + j * call.ldc);
      const std::int32_t added = offset.along == Along::kAll ? offset.value
                                 : offset.along == Along::kRows
                                     ? offset.data[i]
                                     : offset.data[j];
      const std::uint32_t before =
          call.beta == 0 ? 0 : static_cast<std::uint32_t>(*entry);
      *entry =
          static_cast<std::int32_t>(before + static_cast<std::uint32_t>(added));
    }
  }
}

constexpr Name kBlasNames[] = {{"lhs.stride", "lda"},
                               {"rhs.stride", "ldb"},
                               {"result.stride", "ldc"},
                               {"result.data", "c"},
                               {"bias_vector.data", "co"}};

lowp_status Multiply(lowp_context* context, const BlasCall& call) {
  if (context == nullptr) return FailForNull("context");
  lowp_status status = CheckEnums(call);
  if (status != LOWP_OK) return status;
  status = CheckNumbers(call);
  if (status != LOWP_OK) return status;
  GemmProblem problem = {};  // what C does not offer is not set
  status = MakeMatrices(call, &problem);
  if (status != LOWP_OK || call.m == 0 || call.n == 0) return status;
  const Int32Parameter offset = OffsetOfC(call);
  EpilogueOp ops[2];
  ops[0].kind = EpilogueKind::kBias;
  ops[0].first = offset;
  ops[1].kind = EpilogueKind::kAddMatrix;
  ops[1].matrix = {call.c,
                   problem.result.rows,
                   problem.result.cols,
                   problem.result.stride,
                   problem.result.row_major,
                   Scalar::kInt32};
  problem.lhs_offset = Erase(call.ao);
  problem.rhs_offset = Erase(call.bo);
  problem.ops = ops;
  problem.op_count = call.beta == 0 ? 1 : 2;
  problem.uses_floats = false;
  const Status result = RunGemm(problem, ResourcesOf(&context->context));
  if (!result.ok()) return FailWith(Renamed(result, kBlasNames));
  if (call.k == 0) AddOffset(call, offset);
  return LOWP_OK;
}

template <typename T>
constexpr Scalar kScalar = std::is_signed_v<T> ? Scalar::kInt8 : Scalar::kUint8;

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

// One of the functions.
#define LOWP_DEFINE_BLAS_GEMM(name, A, B)                                     \
  lowp_status name(lowp_context* context, lowp_layout layout,                 \
                   lowp_transpose trans_a, lowp_transpose trans_b,            \
                   lowp_offset offset, std::int64_t m, std::int64_t n,        \
                   std::int64_t k, float alpha, const A* a, std::int64_t lda, \
                   std::int32_t ao, const B* b, std::int64_t ldb,             \
                   std::int32_t bo, float beta, std::int32_t* c,              \
                   std::int64_t ldc, const std::int32_t* co) {                \
    return gemmlowp::internal::Guarded([&] {                                  \
      return gemmlowp::internal::Multiply(context,                            \
                                          {layout,                            \
                                           trans_a,                           \
                                           trans_b,                           \
                                           offset,                            \
                                           m,                                 \
                                           n,                                 \
                                           k,                                 \
                                           alpha,                             \
                                           gemmlowp::internal::kScalar<A>,    \
                                           a,                                 \
                                           lda,                               \
                                           ao,                                \
                                           gemmlowp::internal::kScalar<B>,    \
                                           b,                                 \
                                           ldb,                               \
                                           bo,                                \
                                           beta,                              \
                                           c,                                 \
                                           ldc,                               \
                                           co});                              \
    });                                                                       \
  }

LOWP_DEFINE_BLAS_GEMM(lowp_gemm_s8s8s32, std::int8_t, std::int8_t)
LOWP_DEFINE_BLAS_GEMM(lowp_gemm_u8s8s32, std::uint8_t, std::int8_t)
LOWP_DEFINE_BLAS_GEMM(lowp_gemm_s8u8s32, std::int8_t, std::uint8_t)
LOWP_DEFINE_BLAS_GEMM(lowp_gemm_u8u8s32, std::uint8_t, std::uint8_t)
