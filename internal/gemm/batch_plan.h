// How a batch of products is divided among threads.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_BATCH_PLAN_H_
#define LOWP_INTERNAL_GEMM_BATCH_PLAN_H_

#include <cstddef>
#include <cstdint>

#include "../contract/prepared_gemm.h"
#include "../contract/threads_for.h"
#include "prepared_gemm_state.h"
#include "product_part.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Which threads run the products, and in what memory. Either all threads share
// one product after another, or each takes products or parts of them.
class BatchPlan {
 public:
  // No product of the list is empty.
  BatchPlan(const PreparedList& products, int count, int max_threads);

  bool has_work() const { return shares_ > 0; }
  bool uses_floats() const { return uses_floats_; }
  bool one_after_another() const { return one_after_another_; }
  const ThreadsOfWork& threads() const { return threads_; }
  // Parts of all products.
  int shares() const { return static_cast<int>(shares_); }
  // Of one thread, or of all that share a product.
  std::size_t bytes() const { return static_cast<std::size_t>(bytes_); }
  std::uint64_t total() const;

  // How product `index` is cut: into 0 parts if it has no work.
  ProductSplit Split(int index) const {
    return products_.is_one_for_all ? of_all_ : Cut(index);
  }

 private:
  ProductSplit Cut(int index) const;

  PreparedList products_;
  ThreadsOfWork threads_ = {1, 0};
  bool uses_floats_ = false;
  bool one_after_another_ = false;
  bool cuts_ = false;
  double work_of_a_part_ = 0;
  std::int64_t shares_ = 0;
  std::uint64_t bytes_ = 0;
  ProductSplit of_all_ = {0, false, 0};
};

// The maximum memory of a batch of any count on this number of threads.
std::uint64_t MaxBytesOfBatch(const PreparedGemmState& prepared, int threads);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_BATCH_PLAN_H_
