// EightBitIntGemm on the public entry points: each call borrows a context from
// a list of idle ones, so that calls run concurrently.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "eight_bit_int_gemm.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <tuple>
#include <utility>

#include "../../public/gemmlowp.h"
#include "../compiler.h"
#include "../runtime/float_environment.h"
#include "../runtime/os.h"
#include "../runtime/workspace.h"

namespace gemmlowp {
inline namespace lowp {
namespace eight_bit_int_gemm {
namespace {

using internal::InvalidArgument;
using internal::NullPointer;

Status OutOfMemory() {
  return Status(StatusCode::kResourceExhausted, "c", std::int64_t{0},
                "cannot be computed: memory was refused");
}

// The context and memory of one call, and the link of the idle list.
struct Session {
  GemmContext context;
  // The int32 result before its conversion to float.
  internal::AlignedBuffer sums;
  Session* next = nullptr;
  unsigned generation = 0;

  // Room for `count` sums, or null if memory runs out.
  std::int32_t* ReserveSums(std::size_t count) {
    const bool fits = count <= SIZE_MAX / sizeof(std::int32_t) &&
                      sums.Reserve(count * sizeof(std::int32_t));
    return fits ? static_cast<std::int32_t*>(sums.data()) : nullptr;
  }
};

// The idle sessions. Sessions from before the last Free() are deleted when they
// return.
class SessionPool {
 public:
  // Null if memory runs out.
  Session* Acquire() {
    Session* session = TakeIdle();
    if (session == nullptr) return nullptr;
    if (session->context.max_num_threads() != max_num_threads) {
      session->context.set_max_num_threads(max_num_threads);
    }
    return session;
  }

  void Release(Session* session) {
    {
      std::lock_guard<std::mutex> held(mutex_);
      if (session->generation == generation_) {
        session->next = idle_;
        idle_ = session;
        return;
      }
    }
    delete session;
  }

  void Free() {
    Session* session = nullptr;
    {
      std::lock_guard<std::mutex> held(mutex_);
      std::swap(session, idle_);
      ++generation_;
    }
    while (session != nullptr) {
      Session* const next = session->next;
      delete session;
      session = next;
    }
  }

  LOWP_CONSTEXPR_WITH_MUTEX SessionPool() = default;

  std::atomic<int> max_num_threads{1};

  // For fork(): the child has no thread that could unlock the mutex.
  void Lock() { mutex_.lock(); }
  void Unlock() { mutex_.unlock(); }

 private:
  Session* TakeIdle() {
    std::lock_guard<std::mutex> held(mutex_);
    Session* session = idle_;
    if (session != nullptr) {
      idle_ = session->next;
    } else {
      session = new (std::nothrow) Session;
      if (session != nullptr) session->generation = generation_;
    }
    return session;
  }

  std::mutex mutex_;
  Session* idle_ = nullptr;
  unsigned generation_ = 0;
};

// Initialized before any code runs: a pool that its first caller constructs can
// be half constructed at a fork. Never destroyed: threads may still multiply
// while the process exits.
union Immortal {
  LOWP_CONSTEXPR_WITH_MUTEX Immortal() noexcept : pool{} {}
  ~Immortal() {}
  SessionPool pool;
} immortal;

SessionPool& Sessions() noexcept { return immortal.pool; }

// When the library is unloaded, idle sessions end their threads, because the
// threads' code disappears.
const struct FreeWhenUnloaded {
  ~FreeWhenUnloaded() { Sessions().Free(); }
} free_when_unloaded;

[[maybe_unused]] const bool is_free_after_forks = [] {
  internal::AroundForks([] { Sessions().Lock(); }, [] { Sessions().Unlock(); });
  return true;
}();

// Calls `function(session)` with a session that no other call uses.
template <typename Function>
Status WithSession(const Function& function) {
  Session* const session = Sessions().Acquire();
  if (session == nullptr) return OutOfMemory();
  const Status status = function(session);
  Sessions().Release(session);
  return status;
}

struct Operands {
  bool transpose_a, transpose_b;
  int m, n, k;
  const std::uint8_t* a;
  std::int32_t a_offset;
  int lda;
  const std::uint8_t* b;
  std::int32_t b_offset;
  int ldb;
};

// Checks a matrix of rows x cols; `names` are those of the pointer and the
// stride.
Status CheckMatrix(const char* const (&names)[2], const void* data,
                   bool row_major, int rows, int cols, int stride) {
  if (data == nullptr) return NullPointer(names[0]);
  if (stride < (row_major ? cols : rows)) {
    return InvalidArgument(names[1], stride,
                           row_major
                               ? "is smaller than the number of columns of a "
                                 "row-major matrix"
                               : "is smaller than the number of rows of a "
                                 "column-major matrix");
  }
  return Status();
}

// Reports arguments by the caller's names for them. The engine checks again
// what it depends on.
Status Check(const Operands& in, bool transpose_c, const void* c, int ldc) {
  if (in.m < 0) return InvalidArgument("m", in.m, "is negative");
  if (in.n < 0) return InvalidArgument("n", in.n, "is negative");
  if (in.k < 0) return InvalidArgument("k", in.k, "is negative");
  if (in.m == 0 || in.n == 0 || in.k == 0) return Status();
  Status status =
      CheckMatrix({"a", "lda"}, in.a, in.transpose_a, in.m, in.k, in.lda);
  if (!status.ok()) return status;
  status = CheckMatrix({"b", "ldb"}, in.b, in.transpose_b, in.k, in.n, in.ldb);
  if (!status.ok()) return status;
  return CheckMatrix({"c", "ldc"}, c, transpose_c, in.m, in.n, ldc);
}

template <MapOrder LhsOrder, MapOrder RhsOrder, typename Result,
          typename Pipeline>
Status Multiply(GemmContext* context, const Operands& in, Result* result,
                const Pipeline& pipeline) {
  return TryGemm(
      context,
      MatrixMap<const std::uint8_t, LhsOrder>(in.a, in.m, in.k, in.lda),
      MatrixMap<const std::uint8_t, RhsOrder>(in.b, in.k, in.n, in.ldb), result,
      in.a_offset, in.b_offset, pipeline);
}

template <typename Result, typename Pipeline>
Status MultiplyAnyOrder(GemmContext* context, const Operands& in,
                        Result* result, const Pipeline& pipeline) {
  constexpr MapOrder kRow = MapOrder::RowMajor;
  constexpr MapOrder kCol = MapOrder::ColMajor;
  if (in.transpose_a) {
    return in.transpose_b ? Multiply<kRow, kRow>(context, in, result, pipeline)
                          : Multiply<kRow, kCol>(context, in, result, pipeline);
  }
  return in.transpose_b ? Multiply<kCol, kRow>(context, in, result, pipeline)
                        : Multiply<kCol, kCol>(context, in, result, pipeline);
}

template <typename Scalar, typename Pipeline>
Status MultiplyInto(GemmContext* context, const Operands& in, bool transpose_c,
                    Scalar* c, int ldc, const Pipeline& pipeline) {
  if (transpose_c) {
    MatrixMap<Scalar, MapOrder::RowMajor> result(c, in.m, in.n, ldc);
    return MultiplyAnyOrder(context, in, &result, pipeline);
  }
  MatrixMap<Scalar, MapOrder::ColMajor> result(c, in.m, in.n, ldc);
  return MultiplyAnyOrder(context, in, &result, pipeline);
}

Status MultiplyToFloat(Session* session, const Operands& in, bool transpose_c,
                       float* c, float scale, int ldc) {
  const std::size_t lines = transpose_c ? in.m : in.n;
  const std::size_t length = transpose_c ? in.n : in.m;
  std::int32_t* const sums = session->ReserveSums(lines * length);
  if (sums == nullptr) return OutOfMemory();
  const Status status =
      MultiplyInto(&session->context, in, transpose_c, sums,
                   static_cast<int>(length), std::make_tuple());
  if (status.ok()) {
    const internal::FloatEnvironment environment;
    for (std::size_t line = 0; line < lines; ++line) {
      const std::int32_t* const from = sums + line * length;
      float* const to = c + line * ldc;
      for (std::size_t i = 0; i < length; ++i) {
        to[i] = static_cast<float>(from[i]) * scale;
      }
    }
  }
  return status;
}

}  // namespace

void EightBitIntGemm(bool transpose_a, bool transpose_b, bool transpose_c,
                     int m, int n, int k, const std::uint8_t* a,
                     std::int32_t a_offset, int lda, const std::uint8_t* b,
                     std::int32_t b_offset, int ldb, std::uint8_t* c,
                     std::int32_t c_offset, std::int32_t c_mult_int,
                     std::int32_t c_shift, int ldc,
                     BitDepthSetting /*bit_depth*/) {
  const Operands in = {transpose_a, transpose_b, m, n,        k,  a,
                       a_offset,    lda,         b, b_offset, ldb};
  Status status = Check(in, transpose_c, c, ldc);
  if (status.ok() && (c_shift < 0 || c_shift > 31)) {
    status = InvalidArgument("c_shift", c_shift, "is not in 0 to 31");
  }
  if (status.ok()) {
    status = WithSession([&](Session* session) {
      return MultiplyInto(
          &session->context, in, transpose_c, c, ldc,
          MakeStandardOutputPipeline(c_offset, c_mult_int, c_shift));
    });
  }
  if (!status.ok()) internal::ReportError(status);
}

void EightBitIntGemm(bool transpose_a, bool transpose_b, bool transpose_c,
                     int m, int n, int k, const std::uint8_t* a,
                     std::int32_t a_offset, int lda, const std::uint8_t* b,
                     std::int32_t b_offset, int ldb, float* c, float c_offset,
                     int ldc, BitDepthSetting /*bit_depth*/) {
  const Operands in = {transpose_a, transpose_b, m, n,        k,  a,
                       a_offset,    lda,         b, b_offset, ldb};
  Status status = Check(in, transpose_c, c, ldc);
  if (status.ok() && m > 0 && n > 0 && k > 0) {
    status = WithSession([&](Session* session) {
      return MultiplyToFloat(session, in, transpose_c, c, c_offset, ldc);
    });
  }
  if (!status.ok()) internal::ReportError(status);
}

void FreePersistentResources() { Sessions().Free(); }

void SetMaxNumThreads(int n) {
  if (n < 0) {
    internal::ReportError(InvalidArgument("n", n, "is negative"));
    return;
  }
  Sessions().max_num_threads = n;
}

}  // namespace eight_bit_int_gemm
}  // namespace lowp
}  // namespace gemmlowp
