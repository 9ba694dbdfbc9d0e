// The contestants of a contest, their names and their requests.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_LINEUP_H_
#define LOWP_BENCH_LINEUP_H_

#include <string>
#include <vector>

#include "options.h"
#include "shapes.h"
#include "work.h"

namespace lowp_bench {

// Forms in which lowp computes the product of a shape: operand types, output.
struct Variant {
  std::string name;
  Request request;
};

// The first one is what peers compute too.
const std::vector<Variant>& Variants();

enum class Mode {
  kPacked,         // one thread, weights packed beforehand
  kOneShot,        // one thread, everything inside the call
  kThreadsPacked,  // several threads against one
  kThreadsOneShot,
  kLoaded,  // two threads beside foreign work against one alone
};

bool IsThreads(Mode mode);

// "packed", as in the name of a benchmark.
std::string ModeName(Mode mode);

struct Contestant {
  std::string name;
  Library library;
  Request request;
};

// lowp's backends, best first, and the peers that are installed.
const std::vector<Library>& Backends();
const std::vector<Library>& Peers();

// Names of contestants: a backend's variant, or a backend with a number of
// threads. Peers keep their own names.
std::string VariantName(const std::string& backend, const Variant& variant);
// Of the variant that runs a PreparedGemm.
std::string PreparedName(const std::string& backend);
std::string ThreadsName(const std::string& backend, int threads);

// The contestants for this shape in this mode, as the options select them.
std::vector<Contestant> Lineup(const Shape& shape, Mode mode,
                               const Options& options);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_LINEUP_H_
