// Products of rows in place and panels of little depth, which some backends
// multiply directly, on every backend against the reference product.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "../../public/gemm_plan.h"
#include "../support/live_case.h"

namespace lowp_test {
namespace {

// Rows in place, and offsets that do not vary, so that all else decides.
GemmCase DirectCase(Random* random, int rows, int depth, int cols) {
  GemmCase c;
  SetTypesAndOrders(random->Between(0, 3), &c);
  SetTheRest(random, &c);
  constexpr Offset kOffsets[] = {Offset::kZero, Offset::kExtreme,
                                 Offset::kWrap};
  c.lhs_offset = random->Pick(kOffsets);
  c.rhs_offset = random->Pick(kOffsets);
  c.rhs_row_major = false;
  c.pack_rhs = true;
  c.rows = rows;
  c.depth = depth;
  c.cols = cols;
  return c;
}

// Packed columns and results of bytes, scaled as nearly everyone does.
GemmCase ByteCase(int rows, int depth, int cols) {
  GemmCase c;
  c.rhs_row_major = false;
  c.pack_rhs = true;
  c.result = Scalar::kUint8;
  c.rows = rows;
  c.depth = depth;
  c.cols = cols;
  return c;
}
void SetUsualPipeline(LiveCase* live) {
  StageMaker maker = live->maker();
  live->SetPipeline({{maker.QuantizeDownByFixedPoint(1 << 30, 10, 0),
                      maker.SaturatingCast(Scalar::kUint8)},
                     Scalar::kUint8});
}

// Every count of rows up to several tiles of each kind, with panels of every
// count of registers, and depths on both sides of those at which tiles are
// finished some other way. A result of bytes half of the time.
TEST(DirectProductsTest, EveryTile) {
  constexpr int kDepths[] = {7,   13,  15,  16,  17,  22,  30,  31,  32,  33,
                             41,  47,  48,  49,  63,  64,  65,  100, 128, 147,
                             200, 301, 446, 447, 448, 449, 511, 900};
  Random random(91);
  std::set<bool> direct;
  for (int rows = 4; rows <= 50; ++rows) {
    for (int depth : kDepths) {
      for (int registers = 1; registers <= 5; ++registers) {
        const int cols = 16 * registers - random.Between(0, 6);
        GemmCase c = DirectCase(&random, rows, depth, cols);
        if (random.OneIn(2)) {
          c.result = random.OneIn(2) ? Scalar::kUint8 : Scalar::kInt8;
        }
        if (!TakesCase()) continue;
        LiveCase live(c, DefaultMemory());
        live.SetRequantizePipeline();
        for (const Backend* backend : SupportedBackends()) {
          ASSERT_TRUE(Check(&live, *backend));
          if (backend->multiply_direct != nullptr && backend->rows_in_place) {
            direct.insert(live.PlanOn(*backend).direct);
          }
        }
      }
    }
  }
  EXPECT_NE(1u, direct.size());  // both, or no backend has it
}

// Results of bytes, at the ends of what is direct.
TEST(DirectProductsTest, ChoosesByRowsAndDepth) {
  const struct {
    int rows, depth;
    bool direct;
  } kChoices[] = {
      {15, 448, true},  {16, 448, true},    // shallow
      {4, 1536, true},  {4, 1537, false},   // few rows, all tiles whole
      {5, 53, true},    {5, 54, false},     // three rows taken again
      {7, 224, true},   {7, 225, false},    // one row
      {3, 127, true},   {3, 128, false},    // one after the other
      {11, 512, false}, {12, 449, true},    // deep
      {13, 449, false}, {64, 512, true},    // two rows taken again
      {64, 513, false},                     // no longer worth that
      {48, 1536, true}, {48, 1537, false},  // deeper
      {1, 1537, true},
  };
  for (const auto& choice : kChoices) {
    const GemmCase c = ByteCase(choice.rows, choice.depth, 128);
    LiveCase live(c, DefaultMemory());
    SetUsualPipeline(&live);
    for (const Backend* backend : SupportedBackends()) {
      EXPECT_EQ(live.PlanOn(*backend).direct,
                choice.direct && backend->multiply_direct != nullptr &&
                    backend->rows_in_place)
          << backend->name << ", " << Describe(c);
      ASSERT_TRUE(Check(&live, *backend));
    }
  }
}

// A single row is direct at any depth.
TEST(DirectProductsTest, OneRow) {
  Random random(93);
  for (int depth = 1; depth <= 600; depth += random.Between(1, 7)) {
    for (int cols : {5, 16, 63, 64, 65, 100, 300}) {
      const GemmCase c = DirectCase(&random, 1, depth, cols);
      if (!TakesCase()) continue;
      LiveCase live(c, DefaultMemory());
      live.SetRequantizePipeline();
      ASSERT_TRUE(CheckOnEveryBackend(&live));
    }
  }
}

// A backend in another's place that counts what it multiplies directly.
class DirectCounter {
 public:
  explicit DirectCounter(const Backend& backend)
      : counting_(backend),
        state_(ContextFor(backend)->engine_state()),
        replaced_(state_->backend) {
    real_ = &backend;
    count_ = 0;
    counting_.multiply_direct = &Count;
    state_->backend = &counting_;
  }
  ~DirectCounter() { state_->backend = replaced_; }
  DirectCounter(const DirectCounter&) = delete;
  DirectCounter& operator=(const DirectCounter&) = delete;

  int count() const { return count_; }

 private:
  static void Count(const gemmlowp::internal::DirectTask& task) {
    ++count_;
    real_->multiply_direct(task);
  }

  static const Backend* real_;
  static int count_;
  Backend counting_;
  gemmlowp::internal::EngineState* state_;
  const Backend* replaced_;
};
const Backend* DirectCounter::real_ = nullptr;
int DirectCounter::count_ = 0;

bool MultipliesSmallProductsInPlace(const Backend& backend) {
  return backend.multiply_direct != nullptr && !backend.rows_in_place;
}

// Backends that copy rows otherwise, at the ends of what they multiply directly
// with rows in place.
TEST(DirectProductsTest, ChoosesRowsInPlace) {
  const struct {
    int rows, depth, cols;
    bool direct;
  } kChoices[] = {
      {1, 256, 16, true}, {1, 257, 16, false},  // one row
      {3, 64, 16, true},  {3, 65, 16, false},   // one after the other
      {4, 512, 16, true}, {4, 513, 16, false},  // one panel
      {5, 128, 16, true}, {5, 129, 16, false},  // and a row by itself
      {9, 512, 16, true}, {8, 65, 17, false},   // several panels
      {8, 64, 128, true}, {8, 64, 129, false},  // too many
      {8, 32, 256, true}, {8, 33, 256, false},
  };
  for (const auto& choice : kChoices) {
    for (const bool contiguous : {true, false}) {
      GemmCase c = ByteCase(choice.rows, choice.depth, choice.cols);
      c.lhs_row_major = contiguous;
      LiveCase live(c, DefaultMemory());
      SetUsualPipeline(&live);
      for (const Backend* backend : SupportedBackends()) {
        if (!MultipliesSmallProductsInPlace(*backend)) continue;
        const DirectCounter counter(*backend);
        EXPECT_EQ("", live.RunOn(*backend));
        EXPECT_EQ(counter.count() > 0, choice.direct && contiguous)
            << backend->name << ", " << Describe(c);
      }
    }
  }
}

// Every count of rows up to several tiles, every tail of a group, every part of
// a panel, of numbers of either sign.
TEST(DirectProductsTest, SmallInPlace) {
  Random random(94);
  for (int rows = 1; rows <= 21; ++rows) {
    for (int depth = 1; depth <= 34; ++depth) {
      for (int i = 0; i < 4; ++i) {
        GemmCase c = DirectCase(&random, rows, depth, random.Between(1, 36));
        c.lhs_row_major = true;
        c.pack_rhs = random.OneIn(2);
        c.threads = 1;
        c.lend_workspace = false;
        c.lhs_fill = random.Pick(kEveryFill);
        c.rhs_fill = random.Pick(kEveryFill);
        if (!TakesCase()) continue;
        LiveCase live(c, DefaultMemory());
        live.SetRequantizePipeline();
        ASSERT_TRUE(CheckOnEveryBackend(&live));
      }
    }
  }
}

// Extreme values, whole and split columns, and several threads.
TEST(DirectProductsTest, EveryFill) {
  Random random(92);
  for (Fill lhs : kEveryFill) {
    for (Fill rhs : kEveryFill) {
      for (int cols : {64, 117}) {
        for (Scalar result : {Scalar::kUint8, Scalar::kInt8}) {
          GemmCase c = DirectCase(&random, random.Between(16, 90),
                                  random.Between(16, 448), cols);
          c.lhs_fill = lhs;
          c.rhs_fill = rhs;
          c.result = result;
          c.threads = random.Between(1, 3);
          ASSERT_TRUE(CheckOnEveryBackend(c));
        }
      }
    }
  }
}

}  // namespace
}  // namespace lowp_test
