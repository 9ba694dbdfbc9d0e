// Rescales histograms, and finds the range that loses the least to
// quantization.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The count of an empty bin when distributions are compared.
constexpr float kEmptyBin = 0.0001f;

// A window of a histogram: bins first..last, inclusive.
struct Window {
  std::size_t first;
  std::size_t last;
  std::size_t size() const { return last - first + 1; }
};

// The counts of the window, with the counts outside added to its end bins.
std::vector<float> Saturated(const std::vector<float>& counts,
                             const Window& window) {
  std::vector<float> saturated(counts.begin() + window.first,
                               counts.begin() + window.last + 1);
  saturated.front() =
      std::accumulate(counts.begin(), counts.begin() + window.first + 1, 0.0f);
  saturated.back() =
      std::accumulate(counts.begin() + window.last, counts.end(), 0.0f);
  return saturated;
}

// The counts of the window after a round trip through `quantized_bins`: each
// quantized bin merges an equal share of bins (the last one also takes the
// remainder), and gives their average back to those that were not empty.
std::vector<float> Quantized(const std::vector<float>& counts,
                             const Window& window,
                             const std::vector<float>& saturated,
                             std::size_t quantized_bins) {
  std::vector<float> quantized(window.size(), 0.0f);
  const std::size_t merged = window.size() / quantized_bins;
  for (std::size_t bin = 0; bin < quantized_bins; ++bin) {
    const std::size_t begin = bin * merged;
    const std::size_t end =
        bin + 1 < quantized_bins ? begin + merged : window.size();
    float sum = 0;
    int filled = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const float count = counts[window.first + i];
      sum += count;
      filled += count != 0;
    }
    if (filled == 0) continue;
    for (std::size_t i = begin; i < end; ++i) {
      if (saturated[i] != 0) quantized[i] = sum / static_cast<float>(filled);
    }
  }
  return quantized;
}

// Gives empty bins a little of the other bins' counts, so that no ratio of two
// bins is 0 or infinite. Leaves histograms that are too sparse unchanged.
void FillEmptyBins(std::vector<float>* counts) {
  const std::size_t empty = static_cast<std::size_t>(
      std::count(counts->begin(), counts->end(), 0.0f));
  const std::size_t filled = counts->size() - empty;
  if (filled == 0) return;
  const float taken =
      kEmptyBin * static_cast<float>(empty) / static_cast<float>(filled);
  if (taken >= 1.0f) return;
  for (float& count : *counts) count = count == 0 ? kEmptyBin : count - taken;
}

// sum over i of p[i] * log(p[i] / q[i]), both normalized to a sum of 1.
float Divergence(const std::vector<float>& p, const std::vector<float>& q) {
  const float sum_p = std::accumulate(p.begin(), p.end(), 0.0f);
  const float sum_q = std::accumulate(q.begin(), q.end(), 0.0f);
  if (sum_p == 0 || sum_q == 0) return 0;
  float divergence = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const float x = p[i] / sum_p;
    const float y = q[i] / sum_q;
    if (x > 0 && y > 0) divergence += x * std::log(x / y);
  }
  return divergence;
}

// Drops two bins: one at each end, or the two whose loss costs the fewest
// counts.
void Shrink(const std::vector<float>& counts, bool symmetric, Window* window) {
  const float at_both = counts[window->first] + counts[window->last];
  const float at_first = counts[window->first] + counts[window->first + 1];
  const float at_last = counts[window->last] + counts[window->last - 1];
  if (symmetric || (at_both <= at_first && at_both <= at_last)) {
    ++window->first;
    --window->last;
  } else if (at_first <= at_last) {
    window->first += 2;
  } else {
    window->last -= 2;
  }
}

// Extends the part so that both ends have the same ratio to the whole range's.
ObservedRange InProportion(const ObservedRange& part,
                           const ObservedRange& whole) {
  const double below =
      static_cast<double>(part.min) / static_cast<double>(whole.min);
  const double above =
      static_cast<double>(part.max) / static_cast<double>(whole.max);
  return below > above
             ? ObservedRange{part.min, static_cast<float>(below * whole.max)}
             : ObservedRange{static_cast<float>(above * whole.min), part.max};
}

// RescaleHistogram with positions computed in Real.
template <typename Real>
std::vector<float> Rescale(const std::vector<float>& counts,
                           const ObservedRange& from, const ObservedRange& to,
                           bool keep_all) {
  const std::size_t bins = counts.size();
  const Real last = static_cast<Real>(bins - 1);
  const Real from_width = BinWidth<Real>(from, bins);
  const Real to_width = BinWidth<Real>(to, bins);
  const auto bin_of = [&](Real position) {
    return std::min(
        static_cast<std::size_t>(std::min(std::max(position, Real{0}), last)),
        bins - 1);
  };
  std::vector<float> rescaled(bins, 0.0f);
  for (std::size_t i = 0; i < bins; ++i) {
    if (counts[i] == 0) continue;
    const Real begin = from.min + static_cast<Real>(i) * from_width;
    const Real end = from.min + static_cast<Real>(i + 1) * from_width;
    const std::size_t first = bin_of(std::floor((begin - to.min) / to_width));
    const std::size_t stop = bin_of(std::ceil((end - to.min) / to_width));
    float left = counts[i];
    for (std::size_t bin = first; bin <= stop; ++bin) {
      const Real bin_begin = to.min + static_cast<Real>(bin) * to_width;
      const Real bin_end = to.min + static_cast<Real>(bin + 1) * to_width;
      const Real overlap =
          (std::min(end, bin_end) - std::max(begin, bin_begin)) / from_width;
      const float share =
          static_cast<float>(std::min(std::max(overlap, Real{0}), Real{1}));
      const float moved = std::min(std::round(share * counts[i]), left);
      rescaled[bin] += moved;
      left -= moved;
    }
    if (keep_all) rescaled[stop] += left;
  }
  return rescaled;
}

}  // namespace

bool BinsFitFloat(const ObservedRange& range, std::size_t bins) {
  const float width = BinWidth<float>(range, bins);
  return width > 0 && std::isfinite(width);
}

std::vector<float> RescaleHistogram(const std::vector<float>& counts,
                                    const ObservedRange& from,
                                    const ObservedRange& to, bool keep_all) {
  if (from.min == to.min && from.max == to.max) return counts;
  const std::size_t bins = counts.size();
  const ObservedRange both = {std::min(from.min, to.min),
                              std::max(from.max, to.max)};
  return BinsFitFloat(from, bins) && BinsFitFloat(to, bins) &&
                 BinsFitFloat(both, bins)
             ? Rescale<float>(counts, from, to, keep_all)
             : Rescale<double>(counts, from, to, keep_all);
}

ObservedRange LeastDivergenceRange(const std::vector<float>& counts,
                                   const ObservedRange& of,
                                   std::size_t quantized_bins, bool symmetric) {
  const std::size_t bins = counts.size();
  if (bins < quantized_bins) return of;
  const auto end_of = [&](std::size_t bin) {
    return BinsFitFloat(of, bins)
               ? of.min + static_cast<float>(bin) * BinWidth<float>(of, bins)
               : static_cast<float>(of.min + static_cast<double>(bin) *
                                                 BinWidth<double>(of, bins));
  };
  float min_divergence = std::numeric_limits<float>::infinity();
  ObservedRange best = of;
  Window window = {0, bins - 1};
  while (window.size() >= quantized_bins) {
    std::vector<float> p = Saturated(counts, window);
    std::vector<float> q = Quantized(counts, window, p, quantized_bins);
    FillEmptyBins(&p);
    FillEmptyBins(&q);
    const float divergence = Divergence(p, q);
    if (divergence < min_divergence) {
      min_divergence = divergence;
      best.min = end_of(window.first);
      best.max = end_of(window.last + 1);
    }
    Shrink(counts, symmetric, &window);
  }
  return symmetric ? InProportion(best, of) : best;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
