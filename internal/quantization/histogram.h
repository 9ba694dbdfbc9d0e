// Histograms of values in float: bins of equal width over a range, and counts
// that are integers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_QUANTIZATION_HISTOGRAM_H_
#define LOWP_INTERNAL_QUANTIZATION_HISTOGRAM_H_

#include <cstddef>
#include <vector>

#include "../../public/quantization/observers.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Of each bin of a range.
template <typename Real>
Real BinWidth(const ObservedRange& range, std::size_t bins) {
  return (static_cast<Real>(range.max) - static_cast<Real>(range.min)) /
         static_cast<Real>(bins);
}

// Whether that is positive and finite in float, which is what bins are counted
// in. Wider or narrower ones are counted in double.
bool BinsFitFloat(const ObservedRange& range, std::size_t bins);

// The counts in as many bins over the range `to`. Each bin's count is handed
// out to the bins that it overlaps, in proportion and rounded; with
// `keep_all`, what rounding leaves goes to the last of them.
std::vector<float> RescaleHistogram(const std::vector<float>& counts,
                                    const ObservedRange& from,
                                    const ObservedRange& to, bool keep_all);

// The part of the range `of` whose counts, quantized to `quantized_bins`, are
// closest to those of the whole.
ObservedRange LeastDivergenceRange(const std::vector<float>& counts,
                                   const ObservedRange& of,
                                   std::size_t quantized_bins, bool symmetric);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_QUANTIZATION_HISTOGRAM_H_
