// The front end: turns the caller's types into a GemmProblem. Templates end in
// this file; below it the engine is plain data and functions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FRONTEND_FRONT_END_H_
#define LOWP_INTERNAL_FRONTEND_FRONT_END_H_

#include <type_traits>
#include <utility>
#include <vector>

#include "../../public/gemm_context.h"
#include "../../public/packed_matrix.h"
#include "../contract/gemm.h"
#include "../detect_platform.h"
#include "../runtime/thread_pool.h"
#include "erase.h"
#include "lower_output_stages.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Describes an unpacked matrix.
template <typename T, MapOrder Order>
void SetOperand(const MatrixMap<T, Order>& map, Operand* operand) {
  static_assert(kIsOperandScalar<std::remove_const_t<T>>,
                "lowp: lhs and rhs hold uint8_t or int8_t");
  operand->matrix = Erase(map);
  operand->is_packed = false;
  operand->packed = nullptr;
}

// Makes tasks for a pool written for gemmlowp, one for each of `count` calls.
// False, with nothing made, if memory runs out.
LOWP_EXPORT bool MakeTasks(int count, void (*task)(void* argument, int index),
                           void* argument, std::vector<Task*>* tasks) noexcept;

// Runs `count` calls of `task` on a pool written for gemmlowp, which takes a
// vector of heap-allocated tasks and deletes them; or on this thread, if there
// is no memory for the tasks.
template <typename Pool>
void ParallelForOnTaskPool(void* pool, int count,
                           void (*task)(void* argument, int index),
                           void* argument) {
  std::vector<Task*> tasks;
  if (MakeTasks(count, task, argument, &tasks)) {
    static_cast<Pool*>(pool)->Execute(tasks);
  } else {
    for (int i = 0; i < count; ++i) task(argument, i);
  }
}

// Finds the threads of the context's own pool: lowp's, or that of a derived
// class.
template <typename Context, typename = void>
struct ContextThreads {
  static Executor ExecutorOf(Context*, int) { return Executor{}; }
};
template <typename Context>
struct ContextThreads<
    Context, std::void_t<decltype(std::declval<Context&>().workers_pool())>> {
  static Executor ExecutorOf(Context* context, int threads) {
    auto* pool = context->workers_pool();
    using Pool = std::remove_pointer_t<decltype(pool)>;
    if constexpr (std::is_same_v<Pool, WorkersPool>) {
      return pool->thread_pool()->executor(threads);
    } else {
      Executor executor;
      executor.state = pool;
      executor.parallel_for = &ParallelForOnTaskPool<Pool>;
      executor.concurrency = threads;
      return executor;
    }
  }
};

template <typename Context>
Executor ExecutorOf(void* erased_context) {
  Context* const context = static_cast<Context*>(erased_context);
  const MultiThreadGemmContextBase& base = *context;
  return base.executor().parallel_for != nullptr
             ? base.executor()
             : ContextThreads<Context>::ExecutorOf(context,
                                                   base.thread_limit());
}

template <typename Context>
GemmResources ResourcesOf(Context* context) {
  static_assert(std::is_base_of_v<SingleThreadGemmContext, Context>,
                "lowp: the context must be one of lowp's, or derive from one");
  GemmResources resources;
  if (context == nullptr) return resources;  // an error where it is used
  resources.state = context->engine_state();
  if constexpr (std::is_base_of_v<MultiThreadGemmContextBase, Context>) {
    const MultiThreadGemmContextBase& base = *context;
    resources.max_threads = base.thread_limit();
    if (base.thread_limit() > 1) {
      resources.executor_of = &ExecutorOf<Context>;
      resources.context = context;
    }
  }
  return resources;
}

// Erases all types and calls `engine`, which is RunGemm or a planner. In the
// caller what its types decide are constants, and problems are not copied.
template <typename Context, typename Lhs, typename Rhs, typename ResultScalar,
          MapOrder ResultOrder, typename LhsOffset, typename RhsOffset,
          typename... Stages, typename Engine>
LOWP_ALWAYS_INLINE Status
CallEngine(Context* context, const Lhs& lhs, const Rhs& rhs,
           MatrixMap<ResultScalar, ResultOrder>* result,
           const LhsOffset& lhs_offset, const RhsOffset& rhs_offset,
           LoweredPipeline<Stages...>* lowered, const Engine& engine) {
  static_assert(
      std::is_same_v<typename PipelineResult<std::tuple<Stages...>>::Type,
                     ResultScalar>,
      "lowp: the result's scalar type is not the one that the last stage of "
      "the output pipeline produces (int32_t when there is no cast)");
  if (context == nullptr || result == nullptr) {
    return NullPointer(context == nullptr ? "context" : "result");
  }
  // Set field by field, with the operands in place: compilers first clear an
  // initialised problem, which takes as long as the checks of a small product.
  GemmProblem problem;
  SetOperand(lhs, &problem.lhs);
  SetOperand(rhs, &problem.rhs);
  problem.result = Erase(*result);
  problem.lhs_offset = Erase(lhs_offset);
  problem.rhs_offset = Erase(rhs_offset);
  problem.ops = lowered->ops();
  problem.op_count = lowered->count();
  problem.uses_floats = LoweredPipeline<Stages...>::kUsesFloats;
  return engine(problem, ResourcesOf(context));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FRONTEND_FRONT_END_H_
