// Sums and maxima of windows, several registers of channels at a time: they
// stay in registers from the first tap to the last one.
//
// Registers is a policy: kBytes, kSumBytes, kAtOnce registers that a loop fills
// where there are enough channels, and what the loops below call. A Sum has a
// lane for each element of kSumBytes, twice as wide as the element.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_POOL_WINDOWS_INL_H_
#define LOWP_META_TENSOR_POOL_WINDOWS_INL_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/pool_windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Calls function(count), an integral constant, for each `count` registers of
// channels from *channel on: kCount of them as long as there are as many, then
// half as many, and at last one. Leaves *channel at those that fill none.
template <int kCount, typename Function>
LOWP_INLINE void WithRegisters(int lanes, int channels, int* channel,
                               const Function& function) {
  for (; channels - *channel >= kCount * lanes; *channel += kCount * lanes) {
    function(std::integral_constant<int, kCount>());
  }
  if constexpr (kCount > 1) {
    WithRegisters<kCount / 2>(lanes, channels, channel, function);
  }
}

template <typename Registers, typename T>
class WindowSums {
 public:
  explicit WindowSums(const PoolSumsTask& task)
      : of_(task.of), start_(task.start) {
    for (std::int32_t& x : starts_) x = start_;
  }

  LOWP_INLINE void Run(const T* window, std::int32_t* sums) const {
    int channel = 0;
    WithRegisters<Registers::kAtOnce>(
        kLanes, of_.channels, &channel, [&](auto count) LOWP_INLINE_LAMBDA {
          Whole<count()>(window + channel, sums + channel);
        });
    if (channel < of_.channels) Rest(window, channel, sums);
  }

 private:
  using Sum = typename Registers::Sum;
  static constexpr int kLanes =
      Registers::kSumBytes / static_cast<int>(sizeof(T));

  template <int kCount>
  LOWP_INLINE void Whole(const T* window, std::int32_t* sums) const {
    Sum sum[kCount];
    LOWP_UNROLL
    for (int i = 0; i < kCount; ++i) sum[i] = Registers::NoSum();
    for (int t = 0; t < of_.taps; ++t) {
      const T* const tap = window + of_.offsets[t];
      LOWP_UNROLL
      for (int i = 0; i < kCount; ++i) {
        sum[i] = Registers::AddValues(sum[i], tap + i * kLanes);
      }
    }
    LOWP_UNROLL
    for (int i = 0; i < kCount; ++i) {
      std::int32_t* const to = sums + i * kLanes;
      Registers::template StoreSums<T>(sum[i], of_.continues ? to : starts_,
                                       to);
    }
  }

  // The last channels, fewer than a register has: where enough channels are
  // before them, some of those take part once more.
  LOWP_INLINE void Rest(const T* window, int channel,
                        std::int32_t* sums) const {
    const bool few = of_.channels < kLanes;
    const int first = few ? 0 : of_.channels - kLanes;
    Sum sum = Registers::NoSum();
    for (int t = 0; t < of_.taps; ++t) {
      const T* const tap = window + of_.offsets[t] + first;
      sum = few ? Registers::AddFewValues(sum, tap, of_.channels)
                : Registers::AddValues(sum, tap);
    }
    std::int32_t all[kLanes];
    Registers::template StoreSums<T>(sum, starts_, all);
    for (; channel < of_.channels; ++channel) {
      const std::int32_t rest = all[channel - first];
      sums[channel] = of_.continues ? sums[channel] + rest - start_ : rest;
    }
  }

  const PoolWindows of_;
  const std::int32_t start_;
  std::int32_t starts_[kLanes];
};

template <typename Registers, typename T>
class WindowMaxima {
 public:
  explicit WindowMaxima(const PoolMaximaTask& task)
      : of_(task.of),
        low_(Registers::template Set1<T>(task.low)),
        high_(Registers::template Set1<T>(task.high)) {}

  // How many windows of few channels may be whole registers, which read and
  // write what is behind them: later windows and, until those are stored, their
  // results. `step` is how far results lie apart.
  LOWP_INLINE int WideWindows(std::ptrdiff_t step) const {
    if (of_.channels >= kLanes || of_.continues || step != of_.channels ||
        of_.window_step < step) {
      return 0;
    }
    const int behind = (kLanes - 1) / of_.channels;
    return of_.windows > behind ? of_.windows - behind : 0;
  }
  LOWP_INLINE void RunWide(const T* window, T* result) const {
    Whole<1>(window, result);
  }

  LOWP_INLINE void Run(const T* window, T* result) const {
    int channel = 0;
    WithRegisters<Registers::kAtOnce>(
        kLanes, of_.channels, &channel, [&](auto count) LOWP_INLINE_LAMBDA {
          Whole<count()>(window + channel, result + channel);
        });
    if (channel == of_.channels) return;
    if (of_.channels >= kLanes) {
      // Some channels once more.
      channel = of_.channels - kLanes;
      Whole<1>(window + channel, result + channel);
    } else {
      Few(window, result);
    }
  }

 private:
  using Bytes = typename Registers::Bytes;
  static constexpr int kLanes = Registers::kBytes / static_cast<int>(sizeof(T));

  LOWP_INLINE Bytes Clamp(Bytes x) const {
    return Registers::template Min<T>(Registers::template Max<T>(x, low_),
                                      high_);
  }

  template <int kCount>
  LOWP_INLINE void Whole(const T* window, T* result) const {
    Bytes maximum[kCount];
    LOWP_UNROLL
    for (int i = 0; i < kCount; ++i) {
      maximum[i] = of_.continues ? Registers::Load(result + i * kLanes) : low_;
    }
    // Two taps at a time; the last of an odd number is its own partner.
    for (int t = 0; t < of_.taps; t += 2) {
      const T* const tap = window + of_.offsets[t];
      const T* const next = window + of_.offsets[t + 1 < of_.taps ? t + 1 : t];
      LOWP_UNROLL
      for (int i = 0; i < kCount; ++i) {
        maximum[i] = Registers::template Max<T>(
            maximum[i],
            Registers::template Max<T>(Registers::Load(tap + i * kLanes),
                                       Registers::Load(next + i * kLanes)));
      }
    }
    LOWP_UNROLL
    for (int i = 0; i < kCount; ++i) {
      Registers::Store(result + i * kLanes, Clamp(maximum[i]));
    }
  }

  LOWP_INLINE void Few(const T* window, T* result) const {
    const int bytes = of_.channels * static_cast<int>(sizeof(T));
    Bytes maximum = of_.continues ? Registers::LoadFew(result, bytes) : low_;
    for (int t = 0; t < of_.taps; ++t) {
      maximum = Registers::template Max<T>(
          maximum, Registers::LoadFew(window + of_.offsets[t], bytes));
    }
    Registers::StoreFew(result, Clamp(maximum), bytes);
  }

  const PoolWindows of_;
  const Bytes low_, high_;
};

// Calls function(T()) for the task's type.
template <typename Function>
LOWP_INLINE void WithElement(Scalar scalar, const Function& function) {
  if (scalar == Scalar::kInt16) {
    function(std::int16_t());
  } else if (scalar == Scalar::kInt8) {
    function(std::int8_t());
  } else {
    function(std::uint8_t());
  }
}

// RegisterFamily::sum_windows.
template <typename Registers>
void SumWindows(const PoolSumsTask& task) {
  WithElement(task.of.scalar, [&](auto zero) LOWP_INLINE_LAMBDA {
    using T = decltype(zero);
    const WindowSums<Registers, T> windows(task);
    const T* input = static_cast<const T*>(task.of.input);
    std::int32_t* sums = task.sums;
    for (int w = 0; w < task.of.windows; ++w) {
      windows.Run(input, sums);
      input += task.of.window_step;
      sums += task.of.channels;
    }
  });
}

// RegisterFamily::find_maxima.
template <typename Registers>
void FindMaxima(const PoolMaximaTask& task) {
  WithElement(task.of.scalar, [&](auto zero) LOWP_INLINE_LAMBDA {
    using T = decltype(zero);
    const WindowMaxima<Registers, T> windows(task);
    const T* input = static_cast<const T*>(task.of.input);
    T* result = static_cast<T*>(task.result);
    const int wide = windows.WideWindows(task.result_step);
    int w = 0;
    for (; w < wide; ++w) {
      windows.RunWide(input, result);
      input += task.of.window_step;
      result += task.result_step;
    }
    for (; w < task.of.windows; ++w) {
      windows.Run(input, result);
      input += task.of.window_step;
      result += task.result_step;
    }
  });
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_POOL_WINDOWS_INL_H_
