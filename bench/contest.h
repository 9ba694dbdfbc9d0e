// A contest: everything that can compute the products of one shape takes turns,
// round after round, beside the limits of the machine.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_CONTEST_H_
#define LOWP_BENCH_CONTEST_H_

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../internal/runtime/workspace.h"
#include "buffer.h"
#include "lineup.h"
#include "problem.h"
#include "timer.h"

namespace lowp_bench {

// Seconds per product, by contestant.
using RoundSeconds = std::map<std::string, double>;

// Names of a backend's limits: the time for the shape's multiply-adds, and the
// time to sum as many bytes as the product must read and write.
std::string PeakName(const std::string& backend);
std::string SumName(const std::string& backend);

class Contest {
 public:
  // Lets every contestant compute the product once, and drops those that refuse
  // it.
  Contest(const Shape& shape, Mode mode, const Options& options);
  ~Contest();
  Contest(const Contest&) = delete;
  Contest& operator=(const Contest&) = delete;

  // The contestants whose one-shot result differs from the best backend's;
  // empty: none. Peers that saturate are not listed.
  const std::string& wrong() const { return wrong_; }
  const std::set<std::string>& wrong_peers() const { return wrong_peers_; }

  // A turn for every contestant, in a new order each time, because the next one
  // finds the shared data in the caches.
  RoundSeconds Round();

 private:
  struct Entrant {
    std::string name;
    std::function<void()> call;
    double calls_per_product;
    int calls_per_turn;
  };

  void Add(const Contestant& contestant);
  const void* MemoryToSum(const Shape& shape, Mode mode);
  void AddLimits(const Shape& shape, const std::string& backend,
                 const void* memory);
  void Add(const std::string& name, double calls_per_product,
           const std::function<void()>& call);
  bool IsRight(const Contestant& contestant) const;

  Timer timer_;
  bool pauses_;
  Problem problem_;
  // Memory to sum: like that which holds the weights once the library has
  // packed them, or like the caller's.
  gemmlowp::internal::AlignedBuffer packed_memory_;
  Buffer<unsigned char> callers_memory_;
  Buffer<std::int32_t> output_, expected_bytes_, expected_sums_;
  std::vector<std::shared_ptr<void>> instances_;
  std::vector<Entrant> entrants_;
  std::mt19937 order_;
  std::string wrong_;
  std::set<std::string> wrong_peers_;
};

}  // namespace lowp_bench

#endif  // LOWP_BENCH_CONTEST_H_
