// The foreign work, and the calls that run beside it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "loaded.h"

#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "lineup.h"
#include "problem.h"
#include "timer.h"

namespace lowp_bench {
namespace {

using Clock = std::chrono::steady_clock;

// Long enough to be scheduled like any program, short enough for a run to see
// many of them; of different lengths, so that calls do not fall into step.
constexpr std::chrono::microseconds kBurst(1700), kSleep(1900);
constexpr double kSecondsEach = 0.15;
constexpr int kMinCalls = 5;
constexpr int kPhases = 4;

// A thread on the last of this process's CPUs that uses half of its time.
class ForeignWork {
 public:
  ForeignWork() : thread_([this] { Work(); }) {
    cpu_set_t usable, last;
    CPU_ZERO(&usable);
    CPU_ZERO(&last);
    if (sched_getaffinity(0, sizeof(usable), &usable) != 0) return;
    int cpu = CPU_SETSIZE - 1;
    while (cpu > 0 && !CPU_ISSET(cpu, &usable)) --cpu;
    CPU_SET(cpu, &last);
    pthread_setaffinity_np(thread_.native_handle(), sizeof(last), &last);
  }
  ~ForeignWork() {
    stop_ = true;
    thread_.join();
  }

 private:
  void Work() const {
    while (!stop_) {
      const auto end = Clock::now() + kBurst;
      while (Clock::now() < end) {
      }
      std::this_thread::sleep_for(kSleep);
    }
  }
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

class Product {
 public:
  Product(const Problem& problem, int threads)
      : library_(Backends()[0]), output_(Count(problem)) {
    Request request;
    request.threads = threads;
    instance_ = library_.create(library_.name, problem.work(), request);
  }
  ~Product() { library_.destroy(instance_); }
  Product(const Product&) = delete;
  Product& operator=(const Product&) = delete;

  void Run() { library_.run(instance_, output_.data()); }

  void TimeCalls(std::vector<double>* seconds) {
    const std::size_t begin = seconds->size();
    const auto end =
        Clock::now() + std::chrono::duration<double>(kSecondsEach / kPhases);
    while (Clock::now() < end || seconds->size() < begin + kMinCalls) {
      seconds->push_back(Seconds([this] { Run(); }));
    }
  }

 private:
  static std::size_t Count(const Problem& problem) {
    return static_cast<std::size_t>(problem.work().rows) * problem.work().cols;
  }
  const Library& library_;
  Buffer<std::uint8_t> output_;
  void* instance_;
};

}  // namespace

std::map<std::string, std::vector<double>> MeasureLoaded(const Shape& shape,
                                                         bool reduced_range) {
  const Problem problem(shape, reduced_range);
  Product alone(problem, 1), shared(problem, 2);
  alone.Run();
  shared.Run();
  std::map<std::string, std::vector<double>> seconds;
  for (int phase = 0; phase < kPhases; ++phase) {
    alone.TimeCalls(&seconds[kLoadedAlone]);
    const ForeignWork foreign_work;
    shared.TimeCalls(&seconds[kLoadedShared]);
  }
  return seconds;
}

}  // namespace lowp_bench
