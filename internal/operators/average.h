// What becomes of the sums of windows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_AVERAGE_H_
#define LOWP_INTERNAL_OPERATORS_AVERAGE_H_

#include <cstddef>
#include <cstdint>

#include "../contract/pool.h"
#include "../contract/register_family.h"
#include "rescaler.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

class Average {
 public:
  Average(const PoolProblem& problem, const RegisterFamily& family);

  // Windows that are alike: each has `values` values in the input.
  struct Windows {
    int values;
    int count;
    int channels;
    std::ptrdiff_t result_step;  // elements between windows
  };

  // What is added to the sum of `values` values.
  std::int32_t StartOf(int values) const;

  // Makes results of the windows' sums, one window after the other; changes
  // `sums`.
  void Finish(const Windows& windows, std::int32_t* sums, void* result) const;

 private:
  // Finishes `count` sums of windows with `values` values.
  void FinishSums(int values, std::size_t count, std::int32_t* sums,
                  void* result) const;
  void Divide(const std::int32_t* sums, std::size_t count, int n,
              std::int32_t offset, std::int32_t add, bool is_small,
              void* result) const;

  const PoolProblem& problem_;
  const RegisterFamily& family_;
  const Rescaler rescaler_;
  const int window_;  // values of a window, with those in the padding
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_AVERAGE_H_
