// Groups of rows with prepared products: the bytes of one product for each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/gemm_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/random_matrix.h"
#include "experts.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::PackedMatrix;
using gemmlowp::PreparedGemm;
using gemmlowp::RunGemmGroups;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

std::vector<std::uint8_t> AnyInput(int rows, int k) {
  Random random(static_cast<std::uint64_t>(rows));
  std::vector<std::uint8_t> x(static_cast<std::size_t>(rows * k) + 1);
  for (std::uint8_t& value : x)
    value = static_cast<std::uint8_t>(random.Bits());
  return x;
}

// Rows of x: scattered, evenly spaced, and the same ones again.
int IndexAt(int row, int x_rows) {
  if (row % 64 < 20) return row * 17 % x_rows;
  return row % 64 < 40 ? row * 3 % x_rows : 5;
}

TEST(GemmGroupsTest, EqualsProductsOfEachGroup) {
  const Indices many_offsets[] = {
      {0, 1, 1, 3, 3, 3, 8},              // few rows
      {0, 0, 70, 70, 200, 201, 265},      // more than a piece
      {0, 165, 330, 495, 560, 725, 790},  // enough for all threads at once
      {0, 0, 0, 0, 0, 0, 0},              // none
  };
  ForEachBackend([&](const Backend& backend) {
    GemmContext single;
    UseBackend(backend, &single);
    for (const Indices& offsets : many_offsets) {
      const int rows = offsets.back();
      const Experts experts(6, 96, 130, rows > 0 ? rows : 1, backend.name);
      for (const bool gathers : {false, true}) {
        const int x_rows = gathers ? 50 : rows;
        const std::vector<std::uint8_t> x = AnyInput(x_rows, experts.k);
        Indices index;  // one entry more: its data is never null
        for (int row = 0; gathers && row <= rows; ++row) {
          index.push_back(IndexAt(row, x_rows));
        }
        std::vector<std::int8_t> expected =
            experts.Expected(x, offsets, index, &single);
        for (const int threads : {1, 2, 8}) {
          GemmContext context;
          UseBackend(backend, &context);
          context.set_max_num_threads(threads);
          const std::vector<PreparedGemm> products = experts.Prepare(&context);
          std::vector<std::int8_t> y(expected.size());
          const Status status = RunGemmGroups(
              &context, products.data(), 6, offsets.data(),
              Rows<const std::uint8_t>(x.data(), x_rows, experts.k),
              gathers ? index.data() : nullptr,
              Rows<std::int8_t>(y.data(), rows, experts.n));
          ASSERT_TRUE(status.ok()) << status.message();
          ASSERT_EQ(y, expected) << threads << " threads, " << rows << " rows";
        }
      }
    }
  });
}

// One group of gathered rows by a kernel, which may refuse the product. Nothing
// beyond the last row is read.
void ExpectGathered(const Backend& backend, const char* kernel, int rows, int k,
                    int* runs) {
  constexpr int kN = 53, kTokens = 13;
  const Experts experts(4, k, kN, rows, backend.name);
  GemmContext forced, single;
  UseBackend(backend, &forced);
  UseBackend(backend, &single);
  ASSERT_TRUE(forced.set_kernel(kernel).ok());
  const std::vector<std::uint8_t> input = AnyInput(kTokens, k);
  const std::size_t bytes = static_cast<std::size_t>(kTokens * k);
  GuardedBuffer buffer(bytes);
  std::uint8_t* const x = buffer.Place(bytes, Placement::kAgainstEnd, 1);
  std::copy_n(input.begin(), bytes, x);
  Indices index;
  for (int row = 0; row < rows; ++row) {
    index.push_back((kTokens - 1 + row * 5 + row / 7) % kTokens);
  }
  for (int expert = 0; expert < 4; ++expert) {
    std::vector<PreparedGemm> products(static_cast<std::size_t>(expert) + 1);
    Indices offsets(static_cast<std::size_t>(expert) + 1, 0);
    offsets.push_back(rows);
    const Status prepared =
        experts.With(expert, 0, rows,
                     [&](const auto& lhs_offset, const auto& rhs_offset,
                         const auto& pipeline) {
                       return PreparedGemm::Prepare(
                           &forced, Rows<const std::uint8_t>(nullptr, rows, k),
                           experts.packed[static_cast<std::size_t>(expert)],
                           Rows<std::int8_t>(nullptr, rows, kN), lhs_offset,
                           rhs_offset, pipeline, &products.back());
                     });
    if (!prepared.ok()) continue;
    ++*runs;
    std::vector<std::int8_t> y(static_cast<std::size_t>(rows * kN));
    const Status status =
        RunGemmGroups(&forced, products.data(), expert + 1, offsets.data(),
                      Rows<const std::uint8_t>(x, kTokens, k), index.data(),
                      Rows<std::int8_t>(y.data(), rows, kN));
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(y, experts.Expected(input, offsets, index, &single))
        << kernel << ", " << rows << " rows of " << k << ", expert " << expert;
  }
}

// Kernels that read rows in a form of their own: rows are gathered as that form
// is made, in blocks of as many as the backend interleaves.
TEST(GemmGroupsTest, GathersRowsAsItCopiesThem) {
  using gemmlowp::internal::AForm;
  ForEachBackend([&](const Backend& backend) {
    const int copied = static_cast<int>(AForm::kCopied);
    const int in_place = static_cast<int>(AForm::kInPlace);
    int kernels = 0, runs = 0;
    for (int i = 0; i < backend.kernel_count; ++i) {
      const auto& kernel = backend.kernels[i];
      if ((kernel.a_forms & (copied | in_place)) != copied) continue;
      ++kernels;
      for (const int rows : {2, 3, 5, 8, 11, 33, 70}) {
        for (const int k : {1, 17, 64, 99}) {
          ExpectGathered(backend, kernel.name, rows, k, &runs);
        }
      }
    }
    EXPECT_EQ(kernels > 0, runs > 0);
    RecordProperty(backend.name, runs);
  });
}

// The group begins with rows that lie side by side and need no copy; others
// follow. Lent memory ends where the least that a run takes does.
TEST(GemmGroupsTest, NeedsTheMemoryOfItsLargestPiece) {
  constexpr int kRows = 1024, kK = 128, kN = 40;
  constexpr std::size_t kMaxBytes = 1 << 20, kLine = 64;
  Indices index;
  for (int row = 0; row < kRows; ++row) {
    index.push_back(row < 100 ? row : IndexAt(row, kRows));
  }
  const Indices offsets = {0, kRows};
  const std::vector<std::uint8_t> x = AnyInput(kRows, kK);
  GuardedBuffer buffer(kMaxBytes);
  // The last thread takes all pieces: its memory is behind the others'.
  auto backwards = [](int count, gemmlowp::ExecutorTask task) {
    for (int i = count - 1; i >= 0; --i) task(i);
  };
  ForEachBackend([&](const Backend& backend) {
    const Experts experts(1, kK, kN, kRows, backend.name);
    GemmContext single, context;
    UseBackend(backend, &single);
    UseBackend(backend, &context);
    context.set_executor(gemmlowp::MakeExecutor(&backwards, 2));
    const std::vector<PreparedGemm> products = experts.Prepare(&context);
    std::vector<std::int8_t> y(static_cast<std::size_t>(kRows * kN));
    const auto fits = [&](std::size_t bytes) {
      context.set_workspace(buffer.Place(bytes, Placement::kAgainstEnd, kLine),
                            bytes);
      return RunGemmGroups(&context, products.data(), 1, offsets.data(),
                           Rows<const std::uint8_t>(x.data(), kRows, kK),
                           index.data(), Rows<std::int8_t>(y.data(), kRows, kN))
          .ok();
    };
    std::size_t bytes = 0;
    while (!fits(bytes) && bytes < kMaxBytes) bytes += kLine;
    ASSERT_LT(bytes, kMaxBytes);
    ASSERT_EQ(y, experts.Expected(x, offsets, index, &single));
  });
}

// From the definition: sums of gathered rows, as they are and as floats.
TEST(GemmGroupsTest, EqualsSums) {
  constexpr int kK = 70, kN = 37, kRows = 9, kTokens = 5;
  const Experts experts(2, kK, kN, 1, nullptr);
  const std::vector<std::uint8_t> x = AnyInput(kTokens, kK);
  const Indices offsets = {0, 4, 9}, index = {4, 0, 2, 1, 3, 3, 0, 1, 2};
  std::vector<std::int32_t> sums;
  for (int row = 0; row < kRows; ++row) {
    for (int c = 0; c < kN; ++c) {
      std::int32_t sum = 0;
      for (int i = 0; i < kK; ++i) {
        sum += x[static_cast<std::size_t>(
                   index[static_cast<std::size_t>(row)] * kK + i)] *
               experts.Map(row >= offsets[1])(i, c);
      }
      sums.push_back(sum);
    }
  }
  GemmContext context;
  PreparedGemm products[2], floats[2];
  for (int i = 0; i < 2; ++i) {
    const Rows<const std::uint8_t> lhs(nullptr, 1, kK);
    const PackedMatrix& rhs = experts.packed[static_cast<std::size_t>(i)];
    ASSERT_TRUE(PreparedGemm::Prepare(&context, lhs, rhs,
                                      Rows<std::int32_t>(nullptr, 1, kN), 0, 0,
                                      std::make_tuple(), &products[i])
                    .ok());
    ASSERT_TRUE(PreparedGemm::Prepare(
                    &context, lhs, rhs, Rows<float>(nullptr, 1, kN), 0, 0,
                    std::make_tuple(gemmlowp::OutputStageDequantize{0.25f}),
                    &floats[i])
                    .ok());
  }
  std::vector<std::int32_t> y(sums.size());
  std::vector<float> z(sums.size());
  const Rows<const std::uint8_t> map(x.data(), kTokens, kK);
  ASSERT_TRUE(RunGemmGroups(&context, products, 2, offsets.data(), map,
                            index.data(),
                            Rows<std::int32_t>(y.data(), kRows, kN))
                  .ok());
  EXPECT_EQ(y, sums);
  ASSERT_TRUE(RunGemmGroups(&context, floats, 2, offsets.data(), map,
                            index.data(), Rows<float>(z.data(), kRows, kN))
                  .ok());
  for (std::size_t i = 0; i < z.size(); ++i) {
    ASSERT_EQ(z[i], static_cast<float>(sums[i]) * 0.25f);
  }
}

}  // namespace
}  // namespace lowp_test
