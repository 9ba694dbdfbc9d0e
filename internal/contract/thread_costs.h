// What another thread is worth: all that was measured of threads, and nothing
// of it is of an instruction set. Measured on Zen 3 to 5 under Linux.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_THREAD_COSTS_H_
#define LOWP_INTERNAL_CONTRACT_THREAD_COSTS_H_

#include <cstddef>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Work is counted in multiply-adds of the fastest backend, 200 of them a
// nanosecond. A thread more that is awake and near costs all of them 0.75
// microseconds; one on any executor, wherever it is, is worth having for five.
// Half of the first cost would gain up to 1.25x in networks of small layers on
// Zen 4, and lose up to 1.1x in products of a few rows.
constexpr double kWorkToShare = 1.5e5;
constexpr double kWorkPerThread = 1e6;
// Waking a thread costs the caller some 10 microseconds, and it comes 20 later:
// that has to be worth the help (ThreadPool::kSecondsToWake).
constexpr double kWorkPerWokenThread = 6 * kWorkPerThread;
// A share of some 75 microseconds is not cut further.
constexpr double kWorkPerShare = 1.5e7;
// Storing an element takes as long as so many multiply-adds; so does reading a
// byte that is used but once, or copying one; or what begins a run of them.
constexpr double kWorkPerElement = 8;
constexpr double kWorkPerByte = 2;
constexpr double kWorkPerRun = 120;
// Of a cycle that a kernel's cost counts.
constexpr double kWorkPerCycle = 50;
// The same of products with 4-bit weights: a thread, which is woken, for 1e5
// cycles.
constexpr double kWorkPerInt4Cycle = 10;

// Elements that justify waking one more thread, some ten microseconds of work:
// where they are copied or looked up; added by a linear form; read once, to be
// summed or compared; calculated with one by one; interpolated.
constexpr std::size_t kCopiedPerThread = std::size_t{1} << 17;
constexpr std::size_t kAddedPerThread = std::size_t{3} << 15;
constexpr std::size_t kReadPerThread = std::size_t{1} << 16;
constexpr std::size_t kCalculatedPerThread = std::size_t{1} << 15;
constexpr std::size_t kInterpolatedPerThread = std::size_t{1} << 14;

// What is done before another thread would have begun: bytes of rows that are
// copied while it is awake, or gathered; values that are quantized.
constexpr std::int64_t kFewCopiedBytes = 1 << 15;
constexpr std::int64_t kFewGatheredBytes = 1 << 17;
constexpr std::int64_t kFewQuantizedValues = 1 << 16;

// A thread that has fewer bytes of each of the result's rows for itself waits
// for cache lines that others write to.
constexpr int kRowBytesPerThread = 256;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_THREAD_COSTS_H_
