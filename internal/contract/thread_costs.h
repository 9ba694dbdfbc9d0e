// What another thread is worth: all that was measured about threads, none of
// which depends on the instruction set. Measured on Zen 3 to 5 under Linux.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_THREAD_COSTS_H_
#define LOWP_INTERNAL_CONTRACT_THREAD_COSTS_H_

#include <cstddef>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Work is counted in multiply-adds of the fastest backend, 200 of them a
// nanosecond. One more thread that is awake and near costs every thread 0.75
// microseconds; one of any executor, wherever it is, is worth having for 5
// microseconds of work. Half of the first cost would be better for networks of
// small layers, and worse for products of a few rows.
constexpr double kWorkToShare = 1.5e5;
constexpr double kWorkPerThread = 1e6;
// Waking a thread costs the caller some 10 microseconds, and the thread arrives
// 20 later: its help has to be worth that (ThreadPool::kSecondsToWake).
constexpr double kWorkPerWokenThread = 6 * kWorkPerThread;
// A share of some 75 microseconds is not cut further.
constexpr double kWorkPerShare = 1.5e7;
// In multiply-adds: what it takes to store an element; to read a byte that is
// used only once, or to copy one; to begin a run of such bytes.
constexpr double kWorkPerElement = 8;
constexpr double kWorkPerByte = 2;
constexpr double kWorkPerRun = 120;
// Work of a cycle as KernelCost counts them.
constexpr double kWorkPerCycle = 50;
// The same for products with 4-bit weights: each 1e5 cycles are worth a thread,
// which is woken.
constexpr double kWorkPerInt4Cycle = 10;

// Elements of tensors that take as long as kWorkPerThread: if they are copied
// or looked up; added by a linear form; read once, to be summed or compared;
// computed one by one; interpolated.
constexpr std::size_t kCopiedPerThread = std::size_t{1} << 17;
constexpr std::size_t kAddedPerThread = std::size_t{1} << 15;
constexpr std::size_t kReadPerThread = std::size_t{1} << 16;
constexpr std::size_t kCalculatedPerThread = std::size_t{1} << 14;
constexpr std::size_t kInterpolatedPerThread = std::size_t{1} << 14;

// Less than this is done before another thread has begun: bytes of rows that
// are copied, while threads are awake; bytes that are gathered; values that are
// quantized.
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
