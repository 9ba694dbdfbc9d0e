// Softmax of rows of two bytes, which many rows look up by their difference:
// all pairs of bytes, on every backend, against single rows on the scalar one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "../../public/tensor/softmax.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::SoftmaxTable;
using gemmlowp::internal::Backend;

template <typename T>
std::vector<T> AllPairs() {
  std::vector<T> pairs;
  for (int x = 0; x < 256; ++x) {
    for (int y = 0; y < 256; ++y) {
      pairs.push_back(static_cast<T>(x));
      pairs.push_back(static_cast<T>(y));
    }
  }
  return pairs;
}

template <typename In, typename Out>
std::vector<Out> EachPairAlone(const std::vector<In>& pairs,
                               const SoftmaxTable& table) {
  GemmContext scalar;
  EXPECT_TRUE(scalar.set_backend("scalar").ok());
  std::vector<Out> results(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    EXPECT_TRUE(
        gemmlowp::TrySoftmax(&scalar, &pairs[i], 1, 2, table, &results[i])
            .ok());
  }
  return results;
}

// Row counts on both sides of where the table begins, from pairs of unlike
// differences on; in place if the types allow it. Nothing behind the last row
// is written.
template <typename In, typename Out>
void ExpectPairs(float scale) {
  SoftmaxTable table;
  ASSERT_TRUE(gemmlowp::BuildSoftmaxTable(scale, 1, &table).ok());
  const std::vector<In> pairs = AllPairs<In>();
  const std::vector<Out> expected = EachPairAlone<In, Out>(pairs, table);
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const int threads : {1, 3}) {
      context.set_max_num_threads(threads);
      for (const std::size_t rows : {319, 320, 321, 1000, 65536}) {
        const std::size_t first = rows == 65536 ? 0 : 2 * 32500;
        std::vector<Out> out(2 * rows + 2, Out{99});
        const In* source = pairs.data() + first;
        if constexpr (std::is_same_v<In, Out>) {
          std::copy_n(source, 2 * rows, out.begin());
          source = out.data();
        }
        std::vector<Out> wanted(2 * rows + 2, Out{99});
        std::copy_n(expected.begin() + static_cast<std::ptrdiff_t>(first),
                    2 * rows, wanted.begin());
        ASSERT_TRUE(
            gemmlowp::TrySoftmax(&context, source, rows, 2, table, out.data())
                .ok());
        ASSERT_EQ(out, wanted) << rows << " rows, scale " << scale;
      }
    }
  });
}

TEST(SoftmaxPairs, OfAllBytes) {
  for (const float scale : {1e-6f, 0.004f, 0.05f, 0.7f, 20.0f}) {
    ExpectPairs<std::int8_t, std::int8_t>(scale);
    ExpectPairs<std::uint8_t, std::uint8_t>(scale);
    ExpectPairs<std::int8_t, std::int16_t>(scale);
    ExpectPairs<std::uint8_t, std::int16_t>(scale);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace lowp_test
