// Observers record the values of a tensor while a model runs on sample inputs,
// and say which range to quantize it for. Each thread may have its own
// observer; merged, they cover everything that any of them saw.
//
//   MinMaxObserver            all values, for a tensor
//   ChannelMinMaxObserver     all values, for each channel
//   MovingAverageObserver     the average range of recent batches
//   HistogramObserver         the distribution, for ranges that clip rare
//                             outliers, or lose the least information
//
// Values that are not finite are refused, and leave the observer unchanged.
// Constructors do not fail: with an invalid argument, Observe does.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_QUANTIZATION_OBSERVERS_H_
#define LOWP_PUBLIC_QUANTIZATION_OBSERVERS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../export.h"
#include "../status.h"
#include "quantization_params.h"

namespace gemmlowp {
inline namespace lowp {

// The minimum and maximum of the values; both 0 if there are none.
struct ObservedRange {
  float min = 0;
  float max = 0;
};

class LOWP_EXPORT MinMaxObserver {
 public:
  Status Observe(const float* values, std::size_t count);
  void Merge(const MinMaxObserver& other);

  bool empty() const { return empty_; }
  ObservedRange range() const { return range_; }

 private:
  bool empty_ = true;
  ObservedRange range_;
};

class LOWP_EXPORT ChannelMinMaxObserver {
 public:
  explicit ChannelMinMaxObserver(int channels);

  // `values` holds outer x channels x inner elements, the last dimension
  // contiguous; inner is 1 if channels come last.
  Status Observe(const float* values, std::size_t outer, std::size_t inner);
  // `other` must have as many channels.
  Status Merge(const ChannelMinMaxObserver& other);

  // The arguments of ChooseQuantizationParamsPerChannel.
  int channels() const { return static_cast<int>(mins_.size()); }
  bool empty() const { return empty_; }
  const float* mins() const { return mins_.data(); }
  const float* maxs() const { return maxs_.data(); }

 private:
  bool empty_ = true;
  std::vector<float> mins_;
  std::vector<float> maxs_;
};

// Each end of the range moves toward the batch's end by `weight`:
//   end += weight * (end of the batch - end)
// The first batch sets both ends. Merging averages the ends, weighted by the
// number of batches that each observer saw.
class LOWP_EXPORT MovingAverageObserver {
 public:
  // 0 < weight <= 1.
  explicit MovingAverageObserver(float weight = 0.01f);

  Status Observe(const float* values, std::size_t count);
  void Merge(const MovingAverageObserver& other);

  bool empty() const { return batches_ == 0; }
  ObservedRange range() const { return range_; }

 private:
  float weight_;
  std::int64_t batches_ = 0;
  ObservedRange range_;
};

// Counts values in bins of equal width over the range seen so far. When the
// range grows, the counts move to the bins of the new range in proportion to
// the overlap, rounded to integers; no count is lost. Counts are floats, exact
// up to 2^24.
class LOWP_EXPORT HistogramObserver {
 public:
  // bins >= 2
  explicit HistogramObserver(int bins = 2048);

  Status Observe(const float* values, std::size_t count);
  // `other` must have as many bins.
  Status Merge(const HistogramObserver& other);

  bool empty() const { return min_max_.empty(); }
  ObservedRange range() const { return min_max_.range(); }
  const std::vector<float>& counts() const { return counts_; }

  // The range that clips at most (1 - fraction) / 2 of the values at each end,
  // to within the width of a bin; 0 < fraction <= 1.
  Status PercentileRange(double fraction, ObservedRange* range) const;

 private:
  void GrowTo(const ObservedRange& range);

  MinMaxObserver min_max_;
  std::vector<float> counts_;
};

// Chooses parameters for the part of a profiled range that loses the least
// information, by Kullback-Leibler divergence: for each window of the
// histogram, the counts clipped to it are compared with the same counts in 255
// quantized bins. Under a symmetric rule the window shrinks from both ends,
// otherwise wherever that loses the fewest counts. The method is Glow's, for
// use with its ProfileRule; TVM and MXNet had it before.
//
// `counts` holds the counts of `bins` bins of equal width over min..max, as
// integers in float. With fewer than 255 bins, or if min equals max, the whole
// range is quantized.
LOWP_EXPORT Status ChooseLeastDivergenceParams(const float* counts, int bins,
                                               float min, float max,
                                               QuantizedRange range,
                                               const QuantizationRule& rule,
                                               QuantizationParams* params);

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_QUANTIZATION_OBSERVERS_H_
