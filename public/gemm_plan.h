// PlanGemm's answer: how a call runs, and why. The plan is made by the function
// that prepares the call itself.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_GEMM_PLAN_H_
#define LOWP_PUBLIC_GEMM_PLAN_H_

#include <cstddef>
#include <string>

#include "export.h"

namespace gemmlowp {
inline namespace lowp {

namespace internal {
struct Backend;
}

// Which side of a product a matrix is on.
enum class Side : unsigned char { kLhs, kRhs };

// How A, whose elements the kernels broadcast, reaches them.
enum class ASource : unsigned char {
  kInPlace,  // read where the caller has it
  kCopied,   // copied once per call, contiguous along k
  kPacked,   // a PackedMatrix
};

// How B, along whose columns vector lanes run, reaches the kernels.
enum class BSource : unsigned char {
  kJustInTime,  // each panel is packed right before it is used
  kUpFront,     // all are packed first: threads or row blocks share them
  kPacked,      // a PackedMatrix
  kInPlace,     // read where the caller has it: too few rows to pack
};

// How accumulators become results.
enum class EpiloguePath : unsigned char {
  kInRegisters,  // stored or scaled where they are
  kFused,        // through L1, by one fused operation
  kInterpreted,  // through L1, by a list of operations
};

// In a word or a few.
constexpr const char* NameOf(ASource source) {
  return source == ASource::kInPlace  ? "in place"
         : source == ASource::kCopied ? "copied"
                                      : "packed";
}
constexpr const char* NameOf(BSource source) {
  return source == BSource::kJustInTime ? "packed just in time"
         : source == BSource::kUpFront  ? "packed up front"
         : source == BSource::kPacked   ? "packed"
                                        : "in place";
}
constexpr const char* NameOf(EpiloguePath path) {
  return path == EpiloguePath::kInRegisters ? "in registers"
         : path == EpiloguePath::kFused     ? "fused"
                                            : "interpreted";
}

// What is prefetched of B that no near cache holds.
enum class Prefetching : unsigned char {
  kNothing,
  kPanels,  // packed ones, a few lines in each step; hardware does the rest
  kLines,   // every cache line: of unpacked columns, and of packed panels one
            // line wide, which the hardware prefetcher does not follow
};

// Decided from shapes, types, strides, stages and the context, never from the
// values of matrices, except the largest magnitude of a packed B.
struct GemmPlan {
  const internal::Backend* backend = nullptr;
  const char* backend_name = "";
  const char* backend_reason = "";

  // False if m, n or k is zero. Then the call returns at once and leaves the
  // result untouched.
  bool has_work = false;

  // The operand that is B; the other one is A.
  Side b_side = Side::kRhs;
  // Blocks of the result are computed transposed and transposed back as they
  // are stored, because the result is not contiguous along the packed operand.
  bool transposed_store = false;
  const char* orientation_reason = "";

  // Rows of A, columns of B, and the dimension that is summed over.
  int m = 0;
  int n = 0;
  int k = 0;

  // The microkernel: the cheapest one of the backend's table that fits, or the
  // one that the context or LOWP_KERNEL names.
  const char* kernel = "";
  int mr = 0;  // rows of its tile
  int nr = 0;  // columns of a whole panel
  // The whole product, estimated in cycles of the machine on which the costs in
  // the table were measured. Only proportions mean something.
  float cycles = 0;

  // The other kernels of the table, best first; those that do not fit last.
  struct PassedOver {
    const char* kernel = "";
    const char* reason = "";  // why it does not fit; "" if it costs more
    float cycles = 0;         // if it fits
  };
  static constexpr int kMaxPassedOver = 16;
  PassedOver passed_over[kMaxPassedOver];
  int passed_over_count = 0;

  ASource a_source = ASource::kInPlace;
  const char* a_reason = "";
  BSource b_source = BSource::kJustInTime;
  // Panels are unpacked into a wider form before they meet the rows.
  bool unpacks_b = false;
  // The largest magnitude of a value of B, minus 128 if it is unsigned, for
  // which the kernel is right: 64, 127, or 128 for any.
  int max_magnitude = 128;
  Prefetching prefetch = Prefetching::kNothing;
  EpiloguePath epilogue = EpiloguePath::kInRegisters;

  int panels = 0;           // of B
  int panels_per_task = 1;  // that one call of the kernel takes
  int row_block = 0;        // rows that it takes
  int row_blocks = 0;       // how many such blocks; the last one may be longer
  // If B is read in place, and so has no panels: the columns that a task takes.
  // Otherwise 0.
  int columns_per_task = 0;

  int threads = 1;
  const char* threads_reason = "";
  // How many of them are worth waking if they sleep.
  int threads_to_wake = 0;

  // Memory that the call takes from the context's workspace, from a multiple of
  // 64 on.
  std::size_t workspace_bytes = 0;

  // A few lines for people.
  LOWP_EXPORT std::string Describe() const;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_GEMM_PLAN_H_
