// Histograms of float values: bins of equal width over a range, with integer
// counts.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_QUANTIZATION_HISTOGRAM_H_
#define LOWP_INTERNAL_QUANTIZATION_HISTOGRAM_H_

#include <cstddef>
#include <vector>

#include "../../public/quantization/observers.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The width of each bin of a range.
template <typename Real>
Real BinWidth(const ObservedRange& range, std::size_t bins) {
  return (static_cast<Real>(range.max) - static_cast<Real>(range.min)) /
         static_cast<Real>(bins);
}

// Whether the bin width is positive and finite in float, so that bins are
// computed in float. Otherwise they are computed in double.
bool BinsFitFloat(const ObservedRange& range, std::size_t bins);

// The counts in as many bins over the range `to`. Each bin's count is split
// over the bins that it overlaps, in proportion and rounded; with `keep_all`,
// the rounding remainder goes to the last of them.
std::vector<float> RescaleHistogram(const std::vector<float>& counts,
                                    const ObservedRange& from,
                                    const ObservedRange& to, bool keep_all);

// The part of the range `of` whose counts, quantized to `quantized_bins`,
// diverge least from those of the whole.
ObservedRange LeastDivergenceRange(const std::vector<float>& counts,
                                   const ObservedRange& of,
                                   std::size_t quantized_bins, bool symmetric);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_QUANTIZATION_HISTOGRAM_H_
