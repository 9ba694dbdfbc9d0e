// A sampling profiler over the labels of instrumentation.h: once a millisecond
// it looks at every registered thread, and it prints a tree of where it found
// them. Reached as profiling/profiler.h.
//
//   #define GEMMLOWP_PROFILING
//   RegisterCurrentThreadForProfiling();
//   StartProfiling();
//   { ScopedProfilingLabel label("work"); Work(); }
//   FinishProfiling();   // prints the tree on stdout
//
// Every percentage is a fraction of all samples, not of the parent's. A node's
// "other" child holds the samples inside the node but outside its labelled
// children.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_PROFILER_H_
#define LOWP_INTERNAL_COMPAT_PROFILER_H_

#ifndef GEMMLOWP_PROFILING
#error "profiler.h needs GEMMLOWP_PROFILING, defined before any lowp header"
#endif

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "instrumentation.h"

namespace gemmlowp {
inline namespace lowp {
inline namespace profiling {

// Samples, summed by the path of labels that leads to them.
class ProfileTreeView {
 public:
  ProfileTreeView() = default;
  explicit ProfileTreeView(const std::vector<ProfilingStack>& stacks) {
    for (const ProfilingStack& stack : stacks) Add(stack);
  }

  void Add(const ProfilingStack& stack) {
    Node* node = &root_;
    ++node->samples;
    for (std::size_t level = 0; level < stack.size; ++level) {
      node = node->Child(stack.labels[level]);
      ++node->samples;
    }
  }

  // Prints to stdout, the nodes with the most samples first.
  void Print() const {
    std::printf("\ngemmlowp profile (%d threads, %lld samples)\n",
                ThreadCount(), root_.samples);
    PrintChildren(root_, 0, "other (outside of any label)");
    std::printf("\n");
    std::fflush(stdout);
  }

 private:
  struct Node {
    std::string label;
    long long samples = 0;
    std::vector<Node> children;

    Node* Child(const char* name) {
      for (Node& child : children) {
        if (child.label == name) return &child;
      }
      children.emplace_back();
      children.back().label = name;
      return &children.back();
    }
  };

  static int ThreadCount() {
    ScopedLock held(GlobalMutexes::Profiler());
    return static_cast<int>(ThreadsUnderProfiling().size());
  }

  void PrintLine(int level, long long samples, const char* label) const {
    std::printf("%*s%.2f%% %s\n", 4 * level, "",
                root_.samples == 0 ? 0.0
                                   : 100.0 * static_cast<double>(samples) /
                                         static_cast<double>(root_.samples),
                label);
  }

  void PrintChildren(const Node& node, int level, const char* other) const {
    if (node.children.empty()) return;
    std::vector<const Node*> sorted;
    long long rest = node.samples;
    for (const Node& child : node.children) {
      sorted.push_back(&child);
      rest -= child.samples;
    }
    std::sort(sorted.begin(), sorted.end(), [](const Node* a, const Node* b) {
      return a->samples > b->samples;
    });
    for (const Node* child : sorted) {
      PrintLine(level, child->samples, child->label.c_str());
      PrintChildren(*child, level + 1, "other");
    }
    PrintLine(level, rest, other);
  }

  Node root_;
};

// The thread that samples the other threads.
class SamplingThread {
 public:
  void Start() {
    ReleaseBuildAssertion(!thread_.joinable(), "profiling has started already");
    stop_ = false;
    tree_ = ProfileTreeView();
    thread_ = std::thread([this] { Sample(); });
  }

  void Finish() {
    ReleaseBuildAssertion(thread_.joinable(), "profiling has not started");
    stop_ = true;
    thread_.join();
    tree_.Print();
  }

 private:
  void Sample() {
    while (!stop_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ScopedLock threads_held(GlobalMutexes::Profiler());
      for (ThreadInfo* thread : ThreadsUnderProfiling()) {
        ScopedLock stack_held(&thread->lock);
        tree_.Add(thread->stack);
      }
    }
  }

  std::thread thread_;
  std::atomic<bool> stop_{false};
  ProfileTreeView tree_;
};

inline SamplingThread& TheSamplingThread() {
  static SamplingThread thread;
  return thread;
}

// One profile at a time; call both from the same thread.
inline void StartProfiling() { TheSamplingThread().Start(); }
inline void FinishProfiling() { TheSamplingThread().Finish(); }

}  // namespace profiling
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_PROFILER_H_
