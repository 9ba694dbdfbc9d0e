// Softmax on every backend: against the results of TensorFlow Lite's own code,
// and for all shapes and threads against the scalar backend.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/tensor/softmax.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "../golden/requantization_table.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::GemmContext;
using gemmlowp::SoftmaxTable;
using gemmlowp::Status;
using gemmlowp::WideSoftmaxTables;
using gemmlowp::internal::Backend;

template <typename T>
std::vector<T> Numbers(const RequantizationTable& table, std::size_t row,
                       const std::string& column) {
  std::vector<T> numbers;
  for (const std::int64_t x : table.Ints(row, column)) {
    numbers.push_back(static_cast<T>(x));
  }
  return numbers;
}

// The number of rows of a table that differ from compute(input scale, beta,
// values).
template <typename In, typename Out, typename Compute>
int Mismatches(const RequantizationTable& table, const Compute& compute) {
  int mismatches = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::vector<In> values = Numbers<In>(table, row, "x");
    std::vector<Out> out(values.size());
    const Status status = compute(table.Float(row, "in_scale"),
                                  table.Float(row, "beta"), values, &out);
    EXPECT_TRUE(status.ok()) << status.message();
    mismatches += out != Numbers<Out>(table, row, "y");
  }
  return mismatches;
}

class GoldenSoftmax : public GoldenTableTest {};

TEST_F(GoldenSoftmax, BytesAsTensorFlowLite) {
  const RequantizationTable narrow("tflm_softmax_int8"),
      wide("tflm_softmax_int8_int16");
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto with_beta = [&](float factor) {
      return [&context, factor](float scale, float beta, const auto& values,
                                auto* out) {
        SoftmaxTable table;
        const Status status =
            gemmlowp::BuildSoftmaxTable(scale, beta * factor, &table);
        return status.ok()
                   ? gemmlowp::TrySoftmax(&context, values.data(), 1,
                                          values.size(), table, out->data())
                   : status;
      };
    };
    EXPECT_EQ((Mismatches<std::int8_t, std::int8_t>(narrow, with_beta(1))), 0);
    EXPECT_EQ((Mismatches<std::int8_t, std::int16_t>(wide, with_beta(1))), 0);
    // A control: the smallest change of the scale shows.
    EXPECT_GT((Mismatches<std::int8_t, std::int16_t>(wide, with_beta(1.001f))),
              0);
  });
}

TEST_F(GoldenSoftmax, WordsAsTensorFlowLite) {
  const RequantizationTable twice("tflm_softmax_int16"),
      once("tflm_softmax_int16_single_rounding");
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto rounded = [&](FixedPointRounding rounding) {
      return [&context, rounding](float scale, float beta, const auto& values,
                                  auto* out) {
        WideSoftmaxTables tables;
        const Status status =
            gemmlowp::BuildWideSoftmaxTables(scale, beta, rounding, &tables);
        return status.ok()
                   ? gemmlowp::TrySoftmax(&context, values.data(), 1,
                                          values.size(), tables, out->data())
                   : status;
      };
    };
    const auto check = [&](const RequantizationTable& table,
                           FixedPointRounding rounding) {
      return Mismatches<std::int16_t, std::int16_t>(table, rounded(rounding));
    };
    EXPECT_EQ(check(twice, FixedPointRounding::kDouble), 0);
    EXPECT_EQ(check(once, FixedPointRounding::kSingleUpward), 0);
    EXPECT_GT(check(twice, FixedPointRounding::kSingleUpward), 0);
    EXPECT_GT(check(once, FixedPointRounding::kDouble), 0);
  });
}

// The two reciprocals whose bytes depend on the arithmetic of the table: of
// entries 1/(1 + i/512), moved by half of the error at the midpoint.
TEST(Softmax, ReciprocalsInDouble) {
  WideSoftmaxTables in_float, in_double;
  for (WideSoftmaxTables* const tables : {&in_float, &in_double}) {
    ASSERT_TRUE(gemmlowp::BuildWideSoftmaxTables(
                    0.0003f, 1, FixedPointRounding::kDouble, tables,
                    tables == &in_float ? gemmlowp::TableArithmetic::kFloat
                                        : gemmlowp::TableArithmetic::kDouble)
                    .ok());
  }
  const auto entry = [](double i) { return 32768 / (1 + i / 512); };
  int differ = 0;
  for (int i = 0; i < 512; ++i) {
    EXPECT_EQ(in_float.exponentials[i], in_double.exponentials[i]) << i;
    const double value = std::round(entry(i));
    const double line = std::round((entry(i + 1) + value) / 2);
    const double moved =
        value - std::round((line - std::round(entry(i + 0.5))) / 2);
    EXPECT_EQ(in_double.reciprocals[i] & 0xFFFF, std::min(moved, 32767.0)) << i;
    differ += (in_float.reciprocals[i] & 0xFFFF) !=
              (in_double.reciprocals[i] & 0xFFFF);
  }
  EXPECT_EQ(differ, 2);
}

template <typename In, typename Out, typename Tables>
void ExpectAgreement(const Tables& tables) {
  std::mt19937 random(4);
  for (const std::size_t columns :
       {1, 2, 15, 64, 65, 1000, 1024, 5001, 20000}) {
    const std::size_t rows = columns > 4096 ? 3 : 7;
    std::vector<In> values(rows * columns);
    for (In& value : values) value = static_cast<In>(random());
    // A row of equal values, which has the largest sum.
    std::fill_n(values.begin(), columns, In{3});
    std::vector<Out> expected(values.size()), out(values.size());
    GemmContext scalar;
    ASSERT_TRUE(scalar.set_backend("scalar").ok());
    ASSERT_TRUE(gemmlowp::TrySoftmax(&scalar, values.data(), rows, columns,
                                     tables, expected.data())
                    .ok());
    ForEachBackend([&](const Backend& backend) {
      for (const int threads : {1, 3}) {
        GemmContext context;
        UseBackend(backend, &context);
        context.set_max_num_threads(threads);
        ASSERT_TRUE(gemmlowp::TrySoftmax(&context, values.data(), rows, columns,
                                         tables, out.data())
                        .ok());
        ASSERT_EQ(out, expected) << columns;
      }
    });
  }
}

TEST(Softmax, AllBackendsAgree) {
  SoftmaxTable table;
  ASSERT_TRUE(gemmlowp::BuildSoftmaxTable(0.05f, 1, &table).ok());
  ExpectAgreement<std::int8_t, std::int8_t>(table);
  ExpectAgreement<std::uint8_t, std::uint8_t>(table);
  ExpectAgreement<std::int8_t, std::int16_t>(table);
  WideSoftmaxTables tables;
  ASSERT_TRUE(gemmlowp::BuildWideSoftmaxTables(
                  0.0003f, 1, FixedPointRounding::kDouble, &tables)
                  .ok());
  ExpectAgreement<std::int16_t, std::int16_t>(tables);
}

// Lengths around all registers, and some of which fewer than 16 rows fit a
// strip.
std::vector<std::size_t> ShortLengths() {
  std::vector<std::size_t> lengths(200);
  std::iota(lengths.begin(), lengths.end(), std::size_t{1});
  lengths.insert(lengths.end(), {257, 300, 513, 1023});
  return lengths;
}

// Rows with maxima of their own: each has neighbours that exceed it.
template <typename T>
std::vector<T> UnlikeRows(std::size_t rows, std::size_t columns) {
  std::mt19937 random(static_cast<unsigned>(columns));
  std::vector<T> values;
  for (std::size_t row = 0; row < rows; ++row) {
    const unsigned range = (1u << (8 * sizeof(T))) * (row * 7 % 20 + 1) / 20;
    for (std::size_t i = 0; i < columns; ++i) {
      values.push_back(static_cast<T>(std::numeric_limits<T>::min() +
                                      static_cast<int>(random() % range)));
    }
  }
  return values;
}

// Row by row on the scalar backend, where no row has a neighbour.
template <typename Out, typename In, typename Tables>
std::vector<Out> EachRowAlone(const std::vector<In>& values,
                              std::size_t columns, const Tables& tables) {
  GemmContext scalar;
  EXPECT_TRUE(scalar.set_backend("scalar").ok());
  std::vector<Out> results(values.size());
  for (std::size_t at = 0; at < values.size(); at += columns) {
    EXPECT_TRUE(gemmlowp::TrySoftmax(&scalar, &values[at], 1, columns, tables,
                                     &results[at])
                    .ok());
  }
  return results;
}

// Stores may reach beyond a row, into rows that are stored later: all results
// must be right nevertheless, in place if the types allow it, and the bytes
// behind the last row as they were; or the result ends before a guard page.
template <typename In, typename Out, typename Tables>
void ExpectShortRows(const Tables& tables) {
  constexpr std::size_t kMaxRows = 130, kMargin = 256;
  const std::vector<std::uint8_t> margin(kMargin, 0xA5);
  GuardedBuffer buffer{kMaxRows * 1023 * sizeof(Out) + kMargin};
  for (const std::size_t columns : ShortLengths()) {
    const std::vector<In> values = UnlikeRows<In>(kMaxRows, columns);
    const std::vector<Out> expected =
        EachRowAlone<Out>(values, columns, tables);
    ForEachBackend([&](const Backend& backend) {
      GemmContext context;
      UseBackend(backend, &context);
      for (const std::size_t rows : {1, 3, 5, 15, 16, 17, 33, 64, 65, 130}) {
        const std::size_t size = rows * columns * sizeof(Out);
        for (const std::size_t behind : {kMargin, std::size_t{0}}) {
          std::uint8_t* const bytes = buffer.Place(
              size + behind,
              behind == 0 ? Placement::kAgainstEnd : Placement::kAgainstStart,
              sizeof(Out));
          Out* const result = reinterpret_cast<Out*>(bytes);
          const In* source = values.data();
          if constexpr (std::is_same_v<In, Out>) {
            std::memcpy(result, source, size);
            source = result;
          }
          std::memcpy(bytes + size, margin.data(), behind);
          ASSERT_TRUE(gemmlowp::TrySoftmax(&context, source, rows, columns,
                                           tables, result)
                          .ok());
          ASSERT_EQ(std::memcmp(result, expected.data(), size), 0)
              << rows << " x " << columns;
          ASSERT_EQ(std::memcmp(bytes + size, margin.data(), behind), 0)
              << rows << " x " << columns;
        }
      }
    });
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(Softmax, ShortRowsInPlace) {
  SoftmaxTable table;
  ASSERT_TRUE(gemmlowp::BuildSoftmaxTable(0.05f, 1, &table).ok());
  ExpectShortRows<std::int8_t, std::int8_t>(table);
  ExpectShortRows<std::uint8_t, std::uint8_t>(table);
  ExpectShortRows<std::int8_t, std::int16_t>(table);
  WideSoftmaxTables tables;
  ASSERT_TRUE(gemmlowp::BuildWideSoftmaxTables(
                  0.0003f, 1, FixedPointRounding::kDouble, &tables)
                  .ok());
  ExpectShortRows<std::int16_t, std::int16_t>(tables);
}

// The same values as for TensorFlow Lite's int8, plus 128.
TEST(Softmax, UnsignedIsSignedMoved) {
  SoftmaxTable table;
  ASSERT_TRUE(gemmlowp::BuildSoftmaxTable(0.03f, 1, &table).ok());
  std::vector<std::int8_t> values(100), out(100);
  std::vector<std::uint8_t> moved(100), moved_out(100);
  for (int i = 0; i < 100; ++i) {
    values[i] = static_cast<std::int8_t>(i * 2 - 90);
    moved[i] = static_cast<std::uint8_t>(values[i] + 128);
  }
  GemmContext context;
  ASSERT_TRUE(
      gemmlowp::TrySoftmax(&context, values.data(), 10, 10, table, out.data())
          .ok());
  ASSERT_TRUE(gemmlowp::TrySoftmax(&context, moved.data(), 10, 10, table,
                                   moved_out.data())
                  .ok());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(moved_out[i], out[i] + 128);
}

TEST(Softmax, TouchesNothingBeyondTheMatrix) {
  GuardedBuffer input{8192}, output{8192};
  SoftmaxTable table;
  WideSoftmaxTables tables;
  ASSERT_TRUE(gemmlowp::BuildSoftmaxTable(0.05f, 1, &table).ok());
  ASSERT_TRUE(gemmlowp::BuildWideSoftmaxTables(
                  0.0003f, 1, FixedPointRounding::kDouble, &tables)
                  .ok());
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (std::size_t n = 1; n <= 140; ++n) {
      for (const Placement at :
           {Placement::kAgainstStart, Placement::kAgainstEnd}) {
        std::uint8_t* in = input.Place(n, at, 1);
        std::uint8_t* out = output.Place(n, at, 1);
        std::fill(in, in + n, std::uint8_t{200});
        ASSERT_TRUE(gemmlowp::TrySoftmax(&context, in, 1, n, table, out).ok());
        std::int16_t* words =
            reinterpret_cast<std::int16_t*>(input.Place(2 * n, at, 2));
        std::int16_t* results =
            reinterpret_cast<std::int16_t*>(output.Place(2 * n, at, 2));
        std::fill(words, words + n, std::int16_t{-3});
        ASSERT_TRUE(
            gemmlowp::TrySoftmax(&context, words, 1, n, tables, results).ok());
        ASSERT_EQ(results[0], results[n - 1]);
      }
    }
  });
}

TEST(Softmax, Refusals) {
  SoftmaxTable table;
  EXPECT_STREQ(gemmlowp::BuildSoftmaxTable(-1, 1, &table).argument(),
               "input_scale");
  EXPECT_STREQ(gemmlowp::BuildSoftmaxTable(0x1p-30f, 1, &table).argument(),
               "input_scale");
  EXPECT_STREQ(gemmlowp::BuildSoftmaxTable(1, 0, &table).argument(), "beta");
  WideSoftmaxTables tables;
  EXPECT_STREQ(gemmlowp::BuildWideSoftmaxTables(
                   100, 1, FixedPointRounding::kDouble, &tables)
                   .argument(),
               "input_scale");
  const gemmlowp::Status status = gemmlowp::BuildWideSoftmaxTables(
      1, 1, FixedPointRounding::kSingleUpward15Bits, &tables);
  EXPECT_STREQ(status.argument(), "rounding");
  EXPECT_EQ(status.value(),
            static_cast<int>(FixedPointRounding::kSingleUpward15Bits));
  ASSERT_TRUE(gemmlowp::BuildWideSoftmaxTables(
                  0.0003f, 1, FixedPointRounding::kDouble, &tables)
                  .ok());
  std::vector<std::int16_t> values(65536);
  GemmContext context;
  EXPECT_STREQ(gemmlowp::TrySoftmax(&context, values.data(), 1, 65536, tables,
                                    values.data())
                   .argument(),
               "columns");
  // Tables that were not built, or were changed.
  const auto argument = [&] {
    const gemmlowp::Status status = gemmlowp::TrySoftmax(
        &context, values.data(), 1, 9, tables, values.data());
    EXPECT_EQ(status.message().find(": ") == std::string::npos, status.ok());
    return status.argument();
  };
  EXPECT_STREQ(argument(), "");
  for (const int exponent : {-32, -31, 14, 15}) {
    tables.exponent = exponent;
    EXPECT_STREQ(argument(),
                 exponent == -32 || exponent == 15 ? "tables.exponent" : "");
  }
  tables.exponent = 0;
  tables.rounding = FixedPointRounding::kSingleAway;
  EXPECT_STREQ(argument(), "");
  tables.rounding = FixedPointRounding::kSingleUpward15Bits;
  EXPECT_STREQ(argument(), "tables.rounding");
  tables = {};
  EXPECT_STREQ(argument(), "tables");
  table = {};
  const std::uint8_t bytes[9] = {};
  std::uint8_t out[9];
  EXPECT_STREQ(
      gemmlowp::TrySoftmax(&context, bytes, 1, 9, table, out).argument(),
      "table");
  const std::size_t half = std::size_t{1} << (sizeof(std::size_t) * 4);
  EXPECT_STREQ(
      gemmlowp::TrySoftmax(&context, bytes, half, half, table, out).argument(),
      "rows");
}

}  // namespace
}  // namespace lowp_test
