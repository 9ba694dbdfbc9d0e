// Shares out batches of products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "batch_plan.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "../runtime/extent.h"
#include "divide_work.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// If there are at least this many products for each thread, threads take
// products. If there are fewer, and each is large enough for all threads, these
// share one product after another.
constexpr std::int64_t kProductsPerThread = 4;
// Otherwise threads take products or, if there are fewer than this many for
// each thread, parts of them.
constexpr int kPartsPerThread = 2;
// In a batch of this many products none is cut: an int counts all parts.
constexpr int kMaxCut = 1 << 30;

// Into how many parts a product with this work is cut.
int PartsFor(double work, double work_of_a_part, int threads) {
  const double max_parts = double{kPartsPerThread} * threads;
  // Equal products make equal parts, whichever way a quotient was rounded.
  const double parts = std::ceil(work / work_of_a_part - 1e-6);
  return static_cast<int>(std::max(1.0, std::min(parts, max_parts)));
}

}  // namespace

BatchPlan::BatchPlan(const PreparedList& products, int count, int max_threads)
    : products_(products) {
  const int distinct = products.is_one_for_all ? std::min(count, 1) : count;
  const int repeated = products.is_one_for_all ? count : 1;
  double work = 0;
  bool all_are_large = max_threads > 1;
  for (int i = 0; i < distinct; ++i) {
    const PreparedGemmState& state = *products[i];
    if (!state.has_work) continue;
    uses_floats_ = uses_floats_ || state.problem.uses_floats;
    work += WorkOf(state.alone) * repeated;
    all_are_large = all_are_large && state.product.threads >= max_threads &&
                    state.product.threads_to_wake != kOnlyAwake;
  }
  if (work == 0) return;
  threads_ = ThreadsFor(work, max_threads);
  one_after_another_ =
      all_are_large && count < kProductsPerThread * max_threads;
  cuts_ = !one_after_another_ && threads_.count > 1 && count < kMaxCut;
  work_of_a_part_ = work / (double{kPartsPerThread} * threads_.count);
  for (int i = 0; i < distinct; ++i) {
    of_all_ = Cut(i);
    if (of_all_.parts == 0) continue;
    shares_ += std::int64_t{of_all_.parts} * repeated;
    const PreparedGemmState& state = *products[i];
    bytes_ =
        std::max(bytes_, one_after_another_ ? state.product.layout.total
                                            : BytesOfAPart(state, of_all_));
  }
  bytes_ = RoundUpToAlignment(bytes_);
  if (shares_ < threads_.count) threads_.count = static_cast<int>(shares_);
  threads_.to_wake = std::min(threads_.to_wake, threads_.count - 1);
}

std::uint64_t BatchPlan::total() const {
  return (Extent(bytes_) *
          static_cast<std::uint64_t>(one_after_another_ ? 1 : threads_.count))
      .value();
}

ProductSplit BatchPlan::Cut(int index) const {
  const PreparedGemmState& state = *products_[index];
  if (!state.has_work) return {0, false, 0};
  return SplitOf(state.alone, cuts_ ? PartsFor(WorkOf(state.alone),
                                               work_of_a_part_, threads_.count)
                                    : 1);
}

std::uint64_t MaxBytesOfBatch(const PreparedGemmState& prepared, int threads) {
  // Of one product, which all threads may share, and of many. Counts in between
  // need no more than these for each thread.
  const PreparedList all = ForAll(prepared);
  const std::uint64_t shared = BatchPlan(all, 1, threads).total();
  std::uint64_t bytes = prepared.alone.layout.total;
  ProductSplit split = SplitOf(prepared.alone, 1);
  // However many threads there are, parts are no more than a side has entries.
  const std::int64_t max_parts = std::min<std::int64_t>(
      std::int64_t{kPartsPerThread} * threads,
      std::max(prepared.alone.a.count, prepared.alone.b.count));
  int parts = 1;
  for (std::int64_t wanted = 2; wanted <= max_parts; ++wanted) {
    split = SplitOf(prepared.alone, static_cast<int>(wanted));
    if (split.parts == parts) continue;
    if (split.parts < wanted / 2) break;  // it is too small for more
    parts = split.parts;
    bytes = std::max(bytes, BytesOfAPart(prepared, split));
  }
  return std::max(shared, (Extent(RoundUpToAlignment(bytes)) *
                           static_cast<std::uint64_t>(threads))
                              .value());
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
