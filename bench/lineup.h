// Who takes part in a contest, under which name, asked for what.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_LINEUP_H_
#define LOWP_BENCH_LINEUP_H_

#include <string>
#include <vector>

#include "options.h"
#include "shapes.h"
#include "work.h"

namespace lowp_bench {

// Ways to ask lowp for the product of a shape: operand types, output.
struct Variant {
  std::string name;
  Request request;
};

// The first one is the one that peers compute too.
const std::vector<Variant>& Variants();

enum class Mode {
  kPacked,         // one thread, weights packed ahead
  kOneShot,        // one thread, everything inside the call
  kThreadsPacked,  // several threads against one
  kThreadsOneShot,
  kLoaded,  // two threads beside foreign work against one alone
};

bool IsThreads(Mode mode);

// "packed", as it stands in the name of a benchmark.
std::string ModeName(Mode mode);

struct Contestant {
  std::string name;
  Library library;
  Request request;
};

// lowp's backends, best first, and the peers that are installed.
const std::vector<Library>& Backends();
const std::vector<Library>& Peers();

// Names of contestants: of a backend's variant, of a backend with that many
// threads. A peer has its own name.
std::string VariantName(const std::string& backend, const Variant& variant);
std::string ThreadsName(const std::string& backend, int threads);

// Those who compute products of this shape in this mode, as the options want.
std::vector<Contestant> Lineup(const Shape& shape, Mode mode,
                               const Options& options);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_LINEUP_H_
