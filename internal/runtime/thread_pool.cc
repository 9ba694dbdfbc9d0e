// The threads behind ThreadPool: how they are woken, share the work and sleep.
//
// A call opens a job: a number of indices, and a number of places for helpers.
// It signals as many workers as there are places; a signalled worker takes a
// place if one is left, works, and leaves. When no index is left, the caller
// withdraws the remaining places and waits for the helpers that joined. So a
// worker that wakes too late costs nothing, and never sees an old job.
//
// Waiters spin briefly, then sleep. A waiter sleeps at once if the thread that
// it waits for was last seen on the same CPU, where spinning would keep it from
// running.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "thread_pool.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "../compiler.h"
#include "os.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// One place for a helper, and one helper at work, in the word that counts both.
// The highest bit says that the caller sleeps until the last helper leaves.
constexpr std::uint32_t kHelper = 1;
constexpr std::uint32_t kPlace = 1u << 15;
constexpr std::uint32_t kCallerSleeps = 1u << 30;
constexpr std::uint32_t kHelpersMask = kPlace - 1;
constexpr std::uint32_t kPlacesMask = kCallerSleeps - kPlace;
constexpr int kMaxHelpers = (1 << 15) - 1;

constexpr std::size_t kCacheLine = 64;

struct Job {
  void (*task)(void* argument, int index);
  void* argument;
  std::uint32_t count;
  double opened;  // in MonotonicSeconds(), if it is timed; otherwise 0
};
// The two readings of the clock take 3% of the smallest shared job.
constexpr std::uint32_t kJobsPerTimedOne = 8;

enum class Signal : std::uint32_t { kNone, kWork, kStop, kAsleep };

// Checks a condition for ThreadPool::kSpinSeconds, or just once if no CPU is
// free for spinning. Returns true as soon as it holds.
template <typename Condition>
bool Spin(bool worthwhile, Condition condition) {
  if (condition()) return true;
  if (!worthwhile) return false;
  const double end = MonotonicSeconds() + ThreadPool::kSpinSeconds;
  do {
    for (int i = 0; i < 16; ++i) {
      SpinPause();
      if (condition()) return true;
    }
  } while (MonotonicSeconds() < end);
  return false;
}

// Wakes one worker. On its own cache line, because the worker spins on it.
class alignas(kCacheLine) Mailbox {
 public:
  bool IsAsleep() const {
    return signal_.load(std::memory_order_acquire) == Signal::kAsleep;
  }

  // Sends kWork or kStop. Signals that the worker has not taken yet merge into
  // one.
  void Send(Signal signal) {
    if (signal_.exchange(signal, std::memory_order_acq_rel) ==
        Signal::kAsleep) {
      // The worker holds the mutex from before it announces sleep until it
      // waits.
      { std::lock_guard<std::mutex> lock(mutex_); }
      changed_.notify_one();
    }
  }

  // Waits for a signal and takes it.
  Signal Receive(bool spin, bool* slept) {
    *slept = !Spin(spin, [this] { return IsSet(); });
    if (*slept) Sleep();
    Signal signal = Signal::kWork;
    // A kStop that arrives in between is kept.
    signal_.compare_exchange_strong(signal, Signal::kNone,
                                    std::memory_order_acq_rel);
    return signal;
  }

 private:
  bool IsSet() const {
    const Signal signal = signal_.load(std::memory_order_acquire);
    return signal == Signal::kWork || signal == Signal::kStop;
  }

  void Sleep() {
    std::unique_lock<std::mutex> lock(mutex_);
    Signal none = Signal::kNone;
    if (!signal_.compare_exchange_strong(none, Signal::kAsleep,
                                         std::memory_order_acq_rel)) {
      return;
    }
    changed_.wait(lock, [this] { return IsSet(); });
  }

  std::atomic<Signal> signal_{Signal::kNone};
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace

struct ThreadPool::Threads {
  explicit Threads(HelperDistance* helper_distance)
      : distance(helper_distance) {}

  struct Worker {
    Mailbox mailbox;
    // Where the worker took its place in the job; kNoCpu if it has none.
    std::atomic<int> cpu{kNoCpu};
    std::thread thread;
    WakingPlace place;
  };

  ~Threads();
  // Whether the threads run in this process, not in the one that forked it.
  bool AreHere() const { return generation == ForkGeneration(); }
  // Starts workers until there are `wanted`, or as many as the system allows.
  // Returns how many there are, at most `wanted`.
  int Ensure(int wanted) noexcept;
  void Start(int wanted) noexcept;
  void Run(int helpers, int wake, const Job& new_job);
  bool StreamHasLasted();

  bool SignalHelpers(int helpers, int wake);
  void WorkerLoop(Worker* worker);
  void TakeIndices();
  bool Join();
  void Leave();
  void WaitForHelpers();
  bool AHelperIsOn(int cpu) const;

  const unsigned generation = ForkGeneration();
  HelperDistance* const distance;
  // Helpers read it only between Join() and Leave().
  Job job{};
  std::uint32_t jobs = 0;
  // False if the threads outnumber the CPUs: a spinning thread may then keep
  // another one from running.
  std::atomic<bool> spin{false};
  // When the last job ended that left a worker asleep because it was not worth
  // waking it, and when the first such job of the stream began, in
  // MonotonicSeconds().
  double last_of_stream = 0;
  double first_of_stream = 0;
  // The CPU where the caller opened its last job.
  std::atomic<int> caller_cpu{kNoCpu};
  // Lowered permanently when the system refuses a thread: asking again costs
  // time.
  int max_workers = kMaxHelpers;
  std::vector<std::unique_ptr<Worker>> workers;

  alignas(kCacheLine) std::atomic<std::uint32_t> next{0};
  // Places and helpers.
  alignas(kCacheLine) std::atomic<std::uint32_t> gate{0};
  std::mutex mutex;
  std::condition_variable all_left;
};

ThreadPool::Threads::~Threads() {
  for (auto& worker : workers) worker->mailbox.Send(Signal::kStop);
  for (auto& worker : workers) worker->thread.join();
}

int ThreadPool::Threads::Ensure(int wanted) noexcept {
  wanted = std::min(wanted, max_workers);
  if (wanted > static_cast<int>(workers.size())) Start(wanted);
  return std::min(wanted, max_workers);
}

void ThreadPool::Threads::Start(int wanted) noexcept {
  spin.store(UsableCpus() > wanted, std::memory_order_relaxed);
  try {
    workers.reserve(static_cast<std::size_t>(wanted));
    while (static_cast<int>(workers.size()) < wanted) {
      auto worker = std::make_unique<Worker>();
      Worker* const started = worker.get();
      worker->thread = std::thread([this, started] { WorkerLoop(started); });
      workers.push_back(std::move(worker));
    }
  } catch (...) {
    // No more threads or memory: continue with the existing workers.
    max_workers = static_cast<int>(workers.size());
  }
}

void ThreadPool::Threads::Run(int helpers, int wake, const Job& new_job) {
  job = new_job;
  job.opened = ++jobs % kJobsPerTimedOne == 0 ? MonotonicSeconds() : 0;
  caller_cpu.store(CurrentCpu(), std::memory_order_relaxed);
  next.store(0, std::memory_order_relaxed);
  gate.store(static_cast<std::uint32_t>(helpers) * kPlace,
             std::memory_order_release);
  const bool is_of_stream = SignalHelpers(helpers, wake);
  TakeIndices();
  gate.fetch_and(~kPlacesMask, std::memory_order_acq_rel);
  WaitForHelpers();
  if (is_of_stream) last_of_stream = MonotonicSeconds();
}

bool ThreadPool::Threads::StreamHasLasted() {
  const double now = MonotonicSeconds();
  if (now - last_of_stream >= kSpinSeconds) first_of_stream = now;
  return now - first_of_stream >= kSecondsToWake;
}

// Returns whether a worker was asleep that the job is not worth waking.
bool ThreadPool::Threads::SignalHelpers(int helpers, int wake) {
  bool may_wake_one = wake == 0;
  bool is_of_stream = false;
  for (int i = 0; i < helpers; ++i) {
    Worker& worker = *workers[static_cast<std::size_t>(i)];
    if (worker.mailbox.IsAsleep()) {
      if (may_wake_one) {
        is_of_stream = true;
        wake = StreamHasLasted() ? 1 : 0;
        may_wake_one = false;
      }
      if (--wake < 0) continue;
      worker.place.KeepFrom(caller_cpu.load(std::memory_order_relaxed),
                            &worker.thread);
    }
    worker.mailbox.Send(Signal::kWork);
  }
  return is_of_stream;
}

void ThreadPool::Threads::WorkerLoop(Worker* worker) {
  bool beside_caller = false;
  bool slept;
  while (worker->mailbox.Receive(
             spin.load(std::memory_order_relaxed) && !beside_caller, &slept) !=
         Signal::kStop) {
    worker->place.Release();
    if (!Join()) continue;
    if (job.opened > 0 && !slept) {
      distance->HasBegun(MonotonicSeconds() - job.opened);
    }
    worker->cpu.store(CurrentCpu(), std::memory_order_relaxed);
    TakeIndices();
    const int cpu = CurrentCpu();
    beside_caller =
        cpu != kNoCpu && cpu == caller_cpu.load(std::memory_order_relaxed);
    worker->cpu.store(kNoCpu, std::memory_order_relaxed);
    Leave();
  }
}

void ThreadPool::Threads::TakeIndices() {
  const Job current = job;
  for (;;) {
    const std::uint32_t index = next.fetch_add(1, std::memory_order_relaxed);
    if (index >= current.count) return;
    current.task(current.argument, static_cast<int>(index));
  }
}

bool ThreadPool::Threads::Join() {
  std::uint32_t seen = gate.load(std::memory_order_relaxed);
  while ((seen & kPlacesMask) != 0) {
    if (gate.compare_exchange_weak(seen, seen - kPlace + kHelper,
                                   std::memory_order_acquire,
                                   std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

void ThreadPool::Threads::Leave() {
  const std::uint32_t before =
      gate.fetch_sub(kHelper, std::memory_order_acq_rel);
  if (before == (kCallerSleeps | kHelper)) {
    // The caller holds the mutex from before it announces sleep until it waits.
    { std::lock_guard<std::mutex> lock(mutex); }
    all_left.notify_one();
  }
}

void ThreadPool::Threads::WaitForHelpers() {
  const auto none_left = [this] {
    return (gate.load(std::memory_order_acquire) & kHelpersMask) == 0;
  };
  if (none_left()) return;
  if (Spin(spin.load(std::memory_order_relaxed) && !AHelperIsOn(CurrentCpu()),
           none_left)) {
    return;
  }
  std::unique_lock<std::mutex> lock(mutex);
  gate.fetch_or(kCallerSleeps, std::memory_order_acq_rel);
  all_left.wait(lock, none_left);
}

bool ThreadPool::Threads::AHelperIsOn(int cpu) const {
  return cpu != kNoCpu &&
         std::any_of(workers.begin(), workers.end(), [cpu](const auto& worker) {
           return worker->cpu.load(std::memory_order_relaxed) == cpu;
         });
}

// After a fork, the parent's threads are left alone: they do not exist here and
// cannot be joined, and their memory stays as it was.
ThreadPool::~ThreadPool() {
  if (threads_ != nullptr && threads_->AreHere()) delete threads_;
}

void ThreadPool::ParallelFor(int threads, int count, int wake,
                             void (*task)(void* argument, int index),
                             void* argument) noexcept {
  int helpers = std::min({threads - 1, count - 1, kMaxHelpers});
  if (helpers > 0 && !busy_.exchange(true, std::memory_order_acquire)) {
    if (threads_ == nullptr || !threads_->AreHere()) {
      threads_ = new (std::nothrow) Threads(&distance_);
    }
    helpers = threads_ == nullptr ? 0 : threads_->Ensure(helpers);
    const Job job = {task, argument, static_cast<std::uint32_t>(count), 0};
    if (helpers > 0) threads_->Run(helpers, wake, job);
    busy_.store(false, std::memory_order_release);
    if (helpers > 0) return;
  }
  for (int i = 0; i < count; ++i) task(argument, i);
}

Executor ThreadPool::executor(int threads) noexcept {
  executor_threads_.store(threads, std::memory_order_relaxed);
  Executor executor;
  executor.state = this;
  executor.parallel_for = &RunExecutor;
  executor.concurrency = std::max(threads, 1);
  executor.parallel_for_waking = &RunExecutorWaking;
  return executor;
}

bool ThreadPool::SharesSmallJob(const Executor& executor) noexcept {
  return executor.parallel_for == &RunExecutor &&
         static_cast<ThreadPool*>(executor.state)->distance_.SharesSmallJob();
}

void ThreadPool::RunExecutor(void* state, int count,
                             void (*task)(void* argument, int index),
                             void* argument) {
  RunExecutorWaking(state, count, count, task, argument);
}

void ThreadPool::RunExecutorWaking(void* state, int count, int wake,
                                   void (*task)(void* argument, int index),
                                   void* argument) {
  ThreadPool* const pool = static_cast<ThreadPool*>(state);
  pool->ParallelFor(pool->executor_threads_.load(std::memory_order_relaxed),
                    count, wake, task, argument);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
