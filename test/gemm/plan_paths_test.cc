// Every way through the engine that a plan can tell, and the short way of small
// products, is taken by some product, on every backend, with right results.
//
// PathOf says what of a plan makes a way of its own, CanBeTaken which
// combinations a backend has. A sweep over shapes, orders, packed operands,
// pipelines and threads must then take exactly those: one that is missing is
// not tested here, one too many is unknown to CanBeTaken. A new enumerator or
// member of GemmPlan that decides what code runs belongs in all three.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../../public/gemm_plan.h"
#include "../support/live_case.h"

namespace lowp_test {
namespace {

using gemmlowp::EpiloguePath;
using gemmlowp::GemmPlan;
using gemmlowp::PanelSource;
using gemmlowp::RowSource;

constexpr RowSource kRowSources[] = {RowSource::kInPlace, RowSource::kCopied,
                                     RowSource::kPrepacked};
constexpr PanelSource kPanelSources[] = {
    PanelSource::kJustInTime, PanelSource::kUpFront, PanelSource::kPrepacked,
    PanelSource::kInPlace};
constexpr EpiloguePath kEpilogues[] = {EpiloguePath::kStored,
                                       EpiloguePath::kInRegisters,
                                       EpiloguePath::kInterpreted};

struct Path {
  RowSource rows;
  PanelSource panels;
  EpiloguePath epilogue;
  bool transposed_store;
  bool threaded;
  bool small;  // RunSmallProduct takes it
  bool narrow;
  bool direct;
  bool widened;

  bool operator<(const Path& other) const {
    return AsTuple() < other.AsTuple();
  }
  std::tuple<RowSource, PanelSource, EpiloguePath, bool, bool, bool, bool, bool,
             bool>
  AsTuple() const {
    return {rows,  panels, epilogue, transposed_store, threaded,
            small, narrow, direct,   widened};
  }
};

Path PathOf(LiveCase* live, const Backend& backend) {
  const GemmPlan plan = live->PlanOn(backend);
  const bool small = live->IsSmallOn(backend);
  return {plan.row_source,       plan.panel_source, plan.epilogue,
          plan.transposed_store, plan.threads > 1,  small,
          plan.narrow,           plan.direct,       plan.widened};
}

std::string Describe(const Path& path) {
  GemmPlan plan;
  plan.backend_name = "any";
  plan.has_work = true;
  plan.row_source = path.rows;
  plan.panel_source = path.panels;
  plan.epilogue = path.epilogue;
  plan.narrow = path.narrow;
  plan.direct = path.direct;
  plan.widened = path.widened;
  return plan.Describe() +
         (path.transposed_store ? "transposed store, " : "straight store, ") +
         (path.threaded ? "several threads" : "one thread") +
         (path.small ? ", the short way" : "");
}

bool CanBeTaken(const Backend& backend, const Path& path) {
  if (backend.pack == nullptr && path.panels != PanelSource::kPrepacked) {
    return false;  // for a reduced range
  }
  if (path.narrow && (backend.multiply_narrow == nullptr ||
                      path.panels == PanelSource::kInPlace)) {
    return false;
  }
  if (path.direct &&
      (backend.multiply_direct == nullptr || path.narrow ||
       (!backend.rows_in_place && path.panels != PanelSource::kInPlace) ||
       path.rows == RowSource::kPrepacked ||
       path.epilogue == EpiloguePath::kInterpreted || path.transposed_store)) {
    return false;
  }
  if (path.widened &&
      (backend.widen == nullptr || path.panels == PanelSource::kInPlace)) {
    return false;
  }
  if (path.transposed_store && (path.panels != PanelSource::kPrepacked ||
                                path.rows == RowSource::kPrepacked)) {
    return false;  // only one packed operand can lie on the wrong side
  }
  if (path.small && (path.rows == RowSource::kPrepacked ||
                     (path.panels != PanelSource::kJustInTime &&
                      path.panels != PanelSource::kPrepacked) ||
                     path.transposed_store || path.threaded)) {
    return false;
  }
  if (path.panels == PanelSource::kInPlace) {
    return path.rows == RowSource::kInPlace && backend.dot != nullptr;
  }
  // One thread does so for rows beyond its cache only: see plan_choices_test.
  if (path.panels == PanelSource::kUpFront && (!path.threaded || path.narrow)) {
    return false;
  }
  switch (path.rows) {
    case RowSource::kInPlace:
      return backend.rows_in_place ||
             (path.narrow && path.widened && !path.small &&
              backend.most_narrow_in_place > 0);
    case RowSource::kCopied:
      return true;
    case RowSource::kPrepacked:  // else it is the panel side
      return path.panels == PanelSource::kPrepacked;
  }
  return false;
}

std::set<Path> PathsOf(const Backend& backend) {
  std::set<Path> paths;
  for (const RowSource rows : kRowSources) {
    for (const PanelSource panels : kPanelSources) {
      for (const EpiloguePath epilogue : kEpilogues) {
        for (const bool transposed_store : {false, true}) {
          for (const bool threaded : {false, true}) {
            for (const bool small : {false, true}) {
              for (const bool narrow : {false, true}) {
                for (const bool direct : {false, true}) {
                  for (const bool widened : {false, true}) {
                    const Path path = {
                        rows,  panels, epilogue, transposed_store, threaded,
                        small, narrow, direct,   widened};
                    if (CanBeTaken(backend, path)) paths.insert(path);
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  return paths;
}

// (rows of the row side, depth, columns of the panel side): small on all
// backends, and on none; worth two threads where panels are many, few, or read
// in place; narrow; direct: small, and worth two threads with many or few
// panels, or one row and columns in place; few rows, and panels of which
// threads cannot have as many each, that are not direct; panels of which two
// threads can, as wide as those of some backend and few enough for its rows to
// be read in place; rows too few for panels to be widened, and panels few or
// narrow; narrow, with rows that avx2 reads in place; small, with panels that
// it widens.
constexpr int kShapes[][3] = {
    {9, 30, 11},     {5, 30, 13},     {3, 200, 70},    {4, 2000, 1010},
    {20, 280, 1500}, {1100, 280, 20}, {300, 60, 8},    {1500, 340, 12},
    {20, 30, 40},    {160, 20, 1500}, {3000, 20, 70},  {1, 1500, 2010},
    {5, 100, 70},    {5, 100, 11},    {300, 280, 70},  {1000, 280, 24},
    {800, 280, 32},  {16, 4000, 100}, {16, 30000, 12}, {12, 30000, 16},
    {1200, 700, 8},  {120, 30, 40}};
constexpr int kMostDirectDepth = 60;  // of these

// Calls f(case) for each shape either way around, order and packing, and where
// something is packed, for numbers of a reduced range too.
template <typename F>
void ForEachCase(int seed, F f) {
  Random random(seed);
  for (const auto& shape : kShapes) {
    for (int types = 0; types < kTypesAndOrders; types += 4) {
      for (int packed = 0; packed < 8; ++packed) {
        if (packed == 4) continue;  // as 0
        const bool reduced = packed > 4;
        for (const Scalar result : {Scalar::kInt32, Scalar::kUint8}) {
          GemmCase c;
          SetTypesAndOrders(types + random.Between(0, 3), &c);
          SetTheRest(&random, &c);
          c.result = result;
          c.pack_lhs = (packed & 1) != 0;
          c.pack_rhs = (packed & 2) != 0;
          c.lhs_fill = c.rhs_fill = reduced ? Fill::kReduced : Fill::kRandom;
          c.rows = shape[0];
          c.depth = shape[1];
          c.cols = shape[2];
          // Offsets that vary are nothing for the short way, nor direct.
          if (c.cols < 16 || c.depth <= kMostDirectDepth || c.rows == 1)
            c.lhs_offset = c.rhs_offset = Offset::kExtreme;
          if (!c.result_row_major) std::swap(c.rows, c.cols);
          ASSERT_NO_FATAL_FAILURE(f(c));
        }
      }
    }
  }
}

// The pipelines that give a result of the case's type: one that leaves the
// registers as it is or fused; and two interpreted ones, of stages that the
// short way takes and of one that it does not.
std::vector<Pipeline> PipelinesFor(const GemmCase& c, LiveCase* live) {
  StageMaker maker = live->maker();
  const Parameter five =
      maker.MakeParameter(gemmlowp::internal::Along::kAll, [] { return 5; });
  Pipeline plain = {{maker.Clamp(-9999, 9999), maker.Bias(five)}, c.result};
  Pipeline user = {{maker.User<MixInPosition>("MixInPosition")}, c.result};
  if (c.result != Scalar::kInt32) {
    plain.stages.push_back(maker.SaturatingCast(c.result));
    user.stages.push_back(maker.SaturatingCast(c.result));
  }
  return {maker.Requantize(c.result, live->LargestSum()), std::move(plain),
          std::move(user)};
}

// Runs the case on each backend where it takes a path that is not in `taken`.
void RunWhereNew(const GemmCase& c,
                 std::map<const Backend*, std::set<Path>>* taken) {
  LiveCase live(c, DefaultMemory());
  for (Pipeline& pipeline : PipelinesFor(c, &live)) {
    live.SetPipeline(std::move(pipeline));
    for (const int threads : {1, 2}) {
      live.set_threads(threads);
      for (const Backend* backend : SupportedBackends()) {
        const Path path = PathOf(&live, *backend);
        const Backend* const adapted = live.PlanOn(*backend).backend;
        if (!(*taken)[adapted].insert(path).second) continue;
        ASSERT_TRUE(Check(&live, *backend));
      }
    }
  }
}

bool AllAreTaken(const std::map<const Backend*, std::set<Path>>& taken) {
  for (const auto& paths : taken) {
    for (const Path& path : PathsOf(*paths.first)) {
      if (paths.second.count(path) == 0) return false;
    }
  }
  return true;
}

TEST(PlanPathsTest, EachIsTakenAndRight) {
  std::map<const Backend*, std::set<Path>> taken;
  // What is left to chance in a case may have to be tried again.
  for (int seed = 54; seed < 58; ++seed) {
    ForEachCase(seed, [&](const GemmCase& c) { RunWhereNew(c, &taken); });
    if (AllAreTaken(taken)) break;
  }
  const auto check = [&](const Backend& backend) {
    const std::set<Path> paths = PathsOf(backend);
    for (const Path& path : paths) {
      EXPECT_EQ(taken[&backend].count(path), 1u) << "not taken:\n"
                                                 << Describe(path);
    }
    for (const Path& path : taken[&backend]) {
      // On one thread the size of the cache decides: see plan_choices_test.
      if (path.panels == PanelSource::kUpFront && !path.threaded) continue;
      EXPECT_EQ(paths.count(path), 1u) << "unknown:\n" << Describe(path);
    }
  };
  ForEachBackend([&](const Backend& backend) {
    check(backend);
    if (backend.for_reduced_range == nullptr) return;
    SCOPED_TRACE("a reduced range");
    check(*backend.for_reduced_range);
  });
}

}  // namespace
}  // namespace lowp_test
