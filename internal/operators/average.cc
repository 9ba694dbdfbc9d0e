// Makes averages of sums, by the forms of AverageForm.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "average.h"

#include "../../public/convolution/conv_geometry.h"
#include "../contract/check_tasks.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

RescaledType ResultOf(const PoolProblem& p) {
  return {p.output_zero_point, p.scalar, p.low, p.high};
}

Rescaler RescalerOf(const PoolProblem& p, const RegisterFamily& family) {
  const bool divides = p.form == PoolForm::kRescaleThenDivide;
  return {family, p.multiplier, p.exponent, p.rounding,
          divides ? RescaledType{0, Scalar::kInt32, INT32_MIN, INT32_MAX}
                  : ResultOf(p)};
}

// Whether |x| + n / 2 stays below what DivideSumsTask calls small, where x are
// sums of n values.
bool SumsAreSmall(Scalar scalar, std::int64_t n) {
  const std::int64_t largest = scalar == Scalar::kInt16 ? 32768 : 255;
  return n * largest + n / 2 < (std::int64_t{1} << 22) - 1;
}

}  // namespace

Average::Average(const PoolProblem& problem, const RegisterFamily& family)
    : problem_(problem),
      family_(family),
      rescaler_(RescalerOf(problem, family)),
      window_(problem.geometry->depth.kernel * problem.geometry->height.kernel *
              problem.geometry->width.kernel) {}

std::int32_t Average::StartOf(int values) const {
  return problem_.form == PoolForm::kDivide
             ? 0
             : -values * problem_.input_zero_point;
}

void Average::Finish(const Windows& windows, std::int32_t* sums,
                     void* result) const {
  const std::size_t channels = static_cast<std::size_t>(windows.channels);
  if (windows.result_step == windows.channels) {
    return FinishSums(windows.values,
                      static_cast<std::size_t>(windows.count) * channels, sums,
                      result);
  }
  const std::ptrdiff_t step = windows.result_step * SizeOf(problem_.scalar);
  for (int w = 0; w < windows.count; ++w) {
    FinishSums(windows.values, channels, sums,
               static_cast<std::uint8_t*>(result) + w * step);
    sums += windows.channels;
  }
}

void Average::FinishSums(int values, std::size_t count, std::int32_t* sums,
                         void* result) const {
  const PoolProblem& p = problem_;
  const int n = p.counts_padding ? window_ : values;
  switch (p.form) {
    case PoolForm::kDivide:
      return Divide(sums, count, n, (n - values) * p.input_zero_point, 0,
                    SumsAreSmall(p.scalar, n), result);
    case PoolForm::kRescale:
      return rescaler_.Run(sums, count, result);
    case PoolForm::kRescaleThenDivide:
      rescaler_.Run(sums, count, sums);
      return Divide(sums, count, n, 0, p.output_zero_point, false, result);
    default:
      return RealRescaler{
          family_, p.input_scale / (p.output_scale * static_cast<float>(n)),
          p.form == PoolForm::kRealEven ? FloatRounding::kEven
                                        : FloatRounding::kAway,
          ZeroPointOrder::kAfterRounding, ResultOf(p)}
          .Run(sums, count, result);
  }
}

void Average::Divide(const std::int32_t* sums, std::size_t count, int n,
                     std::int32_t offset, std::int32_t add, bool is_small,
                     void* result) const {
  DivideSumsTask task;
  task.sums = sums;
  task.count = count;
  task.offset = offset;
  task.n = n;
  task.add = add;
  task.scalar = problem_.scalar;
  task.low = problem_.low;
  task.high = problem_.high;
  task.result = result;
  task.is_small = is_small;
  Check(task);
  family_.divide_sums(task);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
