// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "run.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lowp_conform {
namespace {

constexpr std::int32_t kEdges[] = {
    INT32_MIN,     INT32_MIN + 1, -(1 << 30),    -1,       0, 1,
    (1 << 30) - 1, 1 << 30,       INT32_MAX - 1, INT32_MAX};

// Entry (i, j) of row-major values of `bytes` bytes.
std::uint32_t BitsAt(const std::vector<std::uint8_t>& values, std::size_t at,
                     int bytes) {
  std::uint32_t bits = 0;
  std::uint16_t half = 0;
  const std::uint8_t* const p = &values[at * static_cast<std::size_t>(bytes)];
  if (bytes == 1) return *p;
  if (bytes == 2) {
    std::memcpy(&half, p, sizeof(half));
    return half;
  }
  std::memcpy(&bits, p, sizeof(bits));
  return bits;
}

// A result of some size whose sums are one bias for each of its rows or
// columns: the operands are zero.
class Biased {
 public:
  Biased(const Grid& grid, const std::vector<std::int32_t>& sums, bool by_rows)
      : grid_(grid), sums_(sums), by_rows_(by_rows) {
    lowp_stage bias = MakeStage(LOWP_STAGE_BIAS);
    bias.per = by_rows ? LOWP_PER_ROW : LOWP_PER_COLUMN;
    bias.as.bias.bias_vector.values = sums.data();
    stages_.push_back(bias);
    stages_.insert(stages_.end(), grid.before.begin(), grid.before.end());
  }

  // The result where `stage` takes `lines` values of each parameter.
  std::vector<std::uint8_t> Compute(const lowp_stage& stage, int lines,
                                    Run* run) {
    std::vector<lowp_stage> stages = stages_;
    stages.push_back(stage);
    stages.insert(stages.end(), grid_.after.begin(), grid_.after.end());
    const int values = static_cast<int>(sums_.size());
    const int rows = by_rows_ ? values : lines;
    const int cols = by_rows_ ? lines : values;
    const std::vector<std::int8_t> zeros(static_cast<std::size_t>(values), 0);
    std::vector<std::uint8_t> result(static_cast<std::size_t>(rows) * cols *
                                     BytesOf(grid_.result));
    lowp_product product = {};
    product.size = sizeof(product);
    product.lhs = lowp_row_major(zeros.data(), LOWP_INT8, rows, 1);
    product.rhs = lowp_row_major(zeros.data(), LOWP_INT8, 1, cols);
    product.result = lowp_row_major(result.data(), grid_.result, rows, cols);
    product.stages = stages.data();
    product.stage_count = static_cast<std::int32_t>(stages.size());
    run->Multiply(product);
    return result;
  }

 private:
  const Grid& grid_;
  const std::vector<std::int32_t>& sums_;
  const bool by_rows_;
  std::vector<lowp_stage> stages_;
};

// The stage of all rows, whose fields point to vectors in `memory`.
lowp_stage Gather(const Grid& grid, lowp_per per,
                  std::vector<std::vector<std::uint8_t>>* memory) {
  lowp_stage stage = grid.rows[0];
  stage.per = per;
  for (std::size_t field : grid.fields) {
    std::vector<std::uint8_t> values;
    for (const lowp_stage& row : grid.rows) {
      const std::uint8_t* const at =
          reinterpret_cast<const std::uint8_t*>(&row) + field;
      values.insert(values.end(), at, at + grid.field_bytes);
    }
    memory->push_back(std::move(values));
    const void* const pointer = memory->back().data();
    std::memcpy(reinterpret_cast<std::uint8_t*>(&stage) + field, &pointer,
                sizeof(pointer));
  }
  return stage;
}

}  // namespace

void Run::Check(lowp_status status) {
  if (status == LOWP_OK) return;
  std::fprintf(stderr, "lowp-conform: %s: %s\n", name_.c_str(),
               lowp_error_message());
  std::exit(2);
}

void Run::CheckSame(bool same) {
  if (same) return;
  std::fprintf(stderr,
               "lowp-conform: %s: two ways to compute the same differ\n",
               name_.c_str());
  std::exit(1);
}

void Run::Multiply(const lowp_product& product) {
  Check(lowp_gemm(context_, &product));
}

lowp_stage MakeStage(lowp_stage_kind kind) {
  lowp_stage stage;
  std::memset(&stage, 0, sizeof(stage));
  stage.size = sizeof(stage);
  stage.kind = kind;
  return stage;
}

int BytesOf(lowp_type type) {
  return static_cast<int>(lowp_row_major(nullptr, type, 1, 1).col_stride);
}

void AddGrid(const Grid& grid, Run* run) {
  std::vector<std::int32_t> sums(kEdges, kEdges + sizeof(kEdges) / 4);
  while (sums.size() < kValues) sums.push_back(run->generator().Wild());
  const int bytes = BytesOf(grid.result);
  Biased biased(grid, sums, false);
  std::vector<std::uint8_t> expected;
  for (const lowp_stage& row : grid.rows) {
    const std::vector<std::uint8_t> line = biased.Compute(row, 1, run);
    expected.insert(expected.end(), line.begin(), line.end());
  }
  const std::size_t count = grid.rows.size() * kValues;
  for (std::size_t i = 0; i < count; ++i) {
    run->digest().Add(BitsAt(expected, i, bytes), bytes);
  }
  if (grid.fields.empty()) return;
  const int lines = static_cast<int>(grid.rows.size());
  std::vector<std::vector<std::uint8_t>> memory;
  run->CheckSame(expected == biased.Compute(Gather(grid, LOWP_PER_ROW, &memory),
                                            lines, run));
  const std::vector<std::uint8_t> transposed =
      Biased(grid, sums, true)
          .Compute(Gather(grid, LOWP_PER_COLUMN, &memory), lines, run);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = i % kValues * grid.rows.size() + i / kValues;
    run->CheckSame(BitsAt(expected, i, bytes) == BitsAt(transposed, at, bytes));
  }
}

}  // namespace lowp_conform
