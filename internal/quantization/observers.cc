// Implements the observers of ranges and distributions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/quantization/observers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <numeric>
#include <stdexcept>

#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "histogram.h"
#include "quantization_rule.h"

namespace gemmlowp {
inline namespace lowp {
namespace {

using internal::InvalidArgument;
using internal::InvalidReal;
using internal::NullPointer;

// The number of quantized bins in the least-divergence search, as in TVM and
// MXNet.
constexpr std::size_t kQuantizedBins = 255;

Status ValidateValues(const float* values, std::size_t count) {
  if (values == nullptr && count > 0) {
    return NullPointer("values");
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(values[i])) {
      return InvalidArgument("values", static_cast<std::int64_t>(i),
                             "is the index of a value that is not finite");
    }
  }
  return Status();
}

// Does the work, or reports that the system refused memory for it.
template <typename Work>
Status WithMemory(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  return Status(StatusCode::kResourceExhausted, "memory", 0,
                "was refused by the system");
}

// `count` zeros, or none if the system refuses the memory.
std::vector<float> Zeros(int count) {
  try {
    return std::vector<float>(static_cast<std::size_t>(std::max(count, 0)),
                              0.0f);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  return {};
}

ObservedRange RangeOf(const float* values, std::size_t count) {
  const auto [min, max] = std::minmax_element(values, values + count);
  return {*min, *max};
}

ObservedRange Union(const ObservedRange& a, const ObservedRange& b) {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

// The bin of a value inside the range.
template <typename Real>
std::size_t BinIn(float value, const ObservedRange& range, std::size_t bins) {
  const Real width = internal::BinWidth<Real>(range, bins);
  if (!(width > 0)) return 0;
  const Real bin =
      (static_cast<Real>(value) - static_cast<Real>(range.min)) / width;
  return std::min(static_cast<std::size_t>(bin), bins - 1);
}
std::size_t BinOf(float value, const ObservedRange& range, std::size_t bins) {
  return internal::BinsFitFloat(range, bins)
             ? BinIn<float>(value, range, bins)
             : BinIn<double>(value, range, bins);
}

// from + share * (to - from), for share in 0..1; the difference is computed in
// double if it overflows float.
float Between(float from, float to, float share) {
  const float between = from + share * (to - from);
  return std::isfinite(between)
             ? between
             : static_cast<float>(from + static_cast<double>(share) *
                                             (static_cast<double>(to) - from));
}

}  // namespace

Status MinMaxObserver::Observe(const float* values, std::size_t count) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateValues(values, count);
  if (!status.ok() || count == 0) return status;
  const ObservedRange seen = RangeOf(values, count);
  range_ = empty_ ? seen : Union(range_, seen);
  empty_ = false;
  return Status();
}

void MinMaxObserver::Merge(const MinMaxObserver& other) {
  const internal::FloatEnvironment environment;
  if (other.empty_) return;
  range_ = empty_ ? other.range_ : Union(range_, other.range_);
  empty_ = false;
}

ChannelMinMaxObserver::ChannelMinMaxObserver(int channels)
    : mins_(Zeros(channels)), maxs_(Zeros(channels)) {
  // No channels if there is not enough memory for both.
  if (maxs_.size() != mins_.size()) mins_ = maxs_ = {};
}

Status ChannelMinMaxObserver::Observe(const float* values, std::size_t outer,
                                      std::size_t inner) {
  const internal::FloatEnvironment environment;
  const std::size_t channels = mins_.size();
  if (channels == 0) {
    return InvalidArgument(
        "channels", 0, "is not positive, or more than there was memory for");
  }
  const internal::Extent all = internal::Extent(outer) * channels * inner;
  if (!(all * sizeof(float)).FitsMemory()) {
    return InvalidArgument(
        "outer", static_cast<std::int64_t>(outer),
        "x channels x inner values are more than memory has");
  }
  const Status status =
      ValidateValues(values, static_cast<std::size_t>(all.value()));
  if (!status.ok() || outer * inner == 0) return status;
  for (std::size_t o = 0; o < outer; ++o) {
    for (std::size_t c = 0; c < channels; ++c) {
      const ObservedRange seen =
          RangeOf(values + (o * channels + c) * inner, inner);
      const bool first = empty_ && o == 0;
      mins_[c] = first ? seen.min : std::min(mins_[c], seen.min);
      maxs_[c] = first ? seen.max : std::max(maxs_[c], seen.max);
    }
  }
  empty_ = false;
  return Status();
}

Status ChannelMinMaxObserver::Merge(const ChannelMinMaxObserver& other) {
  const internal::FloatEnvironment environment;
  if (other.channels() != channels()) {
    return InvalidArgument(
        "other.channels", other.channels(),
        "differs from the number of channels of this observer");
  }
  if (other.empty_) return Status();
  for (std::size_t c = 0; c < mins_.size(); ++c) {
    mins_[c] = empty_ ? other.mins_[c] : std::min(mins_[c], other.mins_[c]);
    maxs_[c] = empty_ ? other.maxs_[c] : std::max(maxs_[c], other.maxs_[c]);
  }
  empty_ = false;
  return Status();
}

MovingAverageObserver::MovingAverageObserver(float weight) : weight_(weight) {}

Status MovingAverageObserver::Observe(const float* values, std::size_t count) {
  const internal::FloatEnvironment environment;
  if (!(weight_ > 0 && weight_ <= 1)) {
    return InvalidReal("weight", weight_, "is outside (0, 1]");
  }
  const Status status = ValidateValues(values, count);
  if (!status.ok() || count == 0) return status;
  const ObservedRange seen = RangeOf(values, count);
  if (batches_ == 0) {
    range_ = seen;
  } else {
    range_.min = Between(range_.min, seen.min, weight_);
    range_.max = Between(range_.max, seen.max, weight_);
  }
  ++batches_;
  return Status();
}

void MovingAverageObserver::Merge(const MovingAverageObserver& other) {
  const internal::FloatEnvironment environment;
  if (other.batches_ == 0) return;
  const double all = static_cast<double>(batches_ + other.batches_);
  const double share = static_cast<double>(other.batches_) / all;
  const auto moved = [share](float from, float to) {
    const double step = share * (static_cast<double>(to) - from);
    const float sum = from + static_cast<float>(step);
    return std::isfinite(sum) ? sum : static_cast<float>(from + step);
  };
  range_.min = moved(range_.min, other.range_.min);
  range_.max = moved(range_.max, other.range_.max);
  batches_ += other.batches_;
}

HistogramObserver::HistogramObserver(int bins) : counts_(Zeros(bins)) {}

void HistogramObserver::GrowTo(const ObservedRange& range) {
  if (min_max_.empty()) return;
  const ObservedRange before = min_max_.range();
  if (before.min < before.max) {
    counts_ = internal::RescaleHistogram(counts_, before, range, true);
    return;
  }
  // All values so far were equal.
  const float all = std::accumulate(counts_.begin(), counts_.end(), 0.0f);
  std::fill(counts_.begin(), counts_.end(), 0.0f);
  counts_[BinOf(before.min, range, counts_.size())] = all;
}

Status HistogramObserver::Observe(const float* values, std::size_t count) {
  const internal::FloatEnvironment environment;
  if (counts_.size() < 2) {
    return InvalidArgument("bins", static_cast<std::int64_t>(counts_.size()),
                           "is less than 2, or more than there was memory for");
  }
  const Status status = ValidateValues(values, count);
  if (!status.ok() || count == 0) return status;
  const ObservedRange seen = RangeOf(values, count);
  const ObservedRange range = empty() ? seen : Union(this->range(), seen);
  return WithMemory([&] {
    std::vector<std::int64_t> added(counts_.size(), 0);
    GrowTo(range);
    const Status observed = min_max_.Observe(values, count);
    if (!observed.ok()) return observed;
    for (std::size_t i = 0; i < count; ++i) {
      ++added[BinOf(values[i], range, counts_.size())];
    }
    for (std::size_t i = 0; i < added.size(); ++i) {
      counts_[i] += static_cast<float>(added[i]);
    }
    return Status();
  });
}

Status HistogramObserver::Merge(const HistogramObserver& other) {
  const internal::FloatEnvironment environment;
  if (other.counts_.size() != counts_.size()) {
    return InvalidArgument("other.bins",
                           static_cast<std::int64_t>(other.counts_.size()),
                           "differs from the number of bins of this observer");
  }
  if (other.empty()) return Status();
  return WithMemory([&] {
    HistogramObserver moved = other;
    const ObservedRange range =
        empty() ? other.range() : Union(this->range(), other.range());
    moved.GrowTo(range);
    GrowTo(range);
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      counts_[i] += moved.counts_[i];
    }
    min_max_.Merge(other.min_max_);
    return Status();
  });
}

Status HistogramObserver::PercentileRange(double fraction,
                                          ObservedRange* range) const {
  const internal::FloatEnvironment environment;
  if (!(fraction > 0 && fraction <= 1)) {
    return InvalidReal("fraction", fraction, "is outside (0, 1]");
  }
  if (range == nullptr) return NullPointer("range");
  if (empty()) return InvalidArgument("observer", 0, "has seen no values");
  const double all = std::accumulate(counts_.begin(), counts_.end(), 0.0);
  const double tail = all * (1 - fraction) / 2;
  std::size_t first = 0, last = counts_.size() - 1;
  for (double out = counts_[first]; out <= tail && first < last;) {
    out += counts_[++first];
  }
  for (double out = counts_[last]; out <= tail && last > first;) {
    out += counts_[--last];
  }
  const ObservedRange whole = this->range();
  const double width =
      (static_cast<double>(whole.max) - static_cast<double>(whole.min)) /
      static_cast<double>(counts_.size());
  range->min =
      static_cast<float>(whole.min + static_cast<double>(first) * width);
  range->max = last + 1 == counts_.size()
                   ? whole.max
                   : static_cast<float>(whole.min +
                                        static_cast<double>(last + 1) * width);
  return Status();
}

Status ChooseLeastDivergenceParams(const float* counts, int bins, float min,
                                   float max, QuantizedRange range,
                                   const QuantizationRule& rule,
                                   QuantizationParams* params) {
  const internal::FloatEnvironment environment;
  if (bins < 1) return InvalidArgument("bins", bins, "is less than 1");
  if (counts == nullptr) return NullPointer("counts");
  if (params == nullptr) return NullPointer("params");
  for (int i = 0; i < bins; ++i) {
    if (!(counts[i] >= 0 && std::isfinite(counts[i]))) {
      return InvalidArgument(
          "counts", i,
          "is the index of a count that is negative or not finite");
    }
  }
  internal::RuleEnds ends;
  const Status status = internal::PrepareEnds(min, max, range, rule, &ends);
  if (!status.ok()) return status;
  constexpr double kLargest = std::numeric_limits<float>::max();
  if (ends.min < -kLargest || ends.max > kLargest) {
    return InvalidArgument(
        "max", 0, "is so far from 0 that the rule's range is no float");
  }
  return WithMemory([&] {
    if (min < max && ends.min < ends.max) {
      const ObservedRange profiled = {min, max};
      const ObservedRange wanted = {static_cast<float>(ends.min),
                                    static_cast<float>(ends.max)};
      const ObservedRange best = internal::LeastDivergenceRange(
          internal::RescaleHistogram(std::vector<float>(counts, counts + bins),
                                     profiled, wanted, false),
          wanted, kQuantizedBins, internal::IsSymmetric(ends, rule));
      ends.min = best.min;
      ends.max = best.max;
    }
    return internal::ChooseParamsForEnds(ends, range, rule, params);
  });
}

}  // namespace lowp
}  // namespace gemmlowp
