// The C API's extremes and choices have the bytes of the C++ API's: random
// tensors, on every backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "../../public/operators/arg_max.h"
#include "../../public/operators/elementwise.h"
#include "../../public/operators/reduce_max.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"
#include "../support/random_matrix.h"
#include "owned_in_c.h"
#include "tensors_in_c.h"

namespace lowp_test {
namespace {

// One turn: what both APIs make of the same arguments.
template <typename T>
class ExtremesInC {
 public:
  ExtremesInC(const Backend& backend, std::uint64_t seed)
      : random_(seed),
        cpp_(ContextFor(backend)),
        c_(ContextInC(backend, static_cast<int>(seed % 3) + 1)),
        finds_minimum_(random_.OneIn(2)) {}

  template <typename Index>
  void Indices() {
    MakeValues();
    std::vector<Index> wanted(places()), got = wanted;
    lowp_arg_extreme extreme = {};
    extreme.size = sizeof(extreme);
    extreme.type = kTypeOf<T>;
    extreme.index_type = sizeof(Index) == 8 ? LOWP_INT64 : LOWP_INT32;
    extreme.finds_minimum = finds_minimum_;
    extreme.shape = {shape_.outer, shape_.channels, shape_.inner};
    extreme.values = values_.data();
    extreme.indices = got.data();
    ASSERT_TRUE(
        (finds_minimum_
             ? gemmlowp::TryArgMin(cpp_, values_.data(), shape_, wanted.data())
             : gemmlowp::TryArgMax(cpp_, values_.data(), shape_, wanted.data()))
            .ok());
    ASSERT_LOWP_OK(lowp_find_extreme(c_.get(), &extreme));
    ASSERT_EQ(got, wanted);
  }

  void Reduce() {
    MakeValues();
    std::vector<T> wanted(places()), got = wanted;
    const lowp_extreme extreme = {
        sizeof(extreme), kTypeOf<T>,
        finds_minimum_,  {shape_.outer, shape_.channels, shape_.inner},
        values_.data(),  got.data()};
    ASSERT_TRUE((finds_minimum_ ? gemmlowp::TryReduceMin(cpp_, values_.data(),
                                                         shape_, wanted.data())
                                : gemmlowp::TryReduceMax(cpp_, values_.data(),
                                                         shape_, wanted.data()))
                    .ok());
    ASSERT_LOWP_OK(lowp_reduce_extreme(c_.get(), &extreme));
    ASSERT_EQ(got, wanted);
  }

  void Choose() {
    const int y_count = random_.Between(1, 33);
    const auto x = RandomTensor<T>(y_count * random_.Between(1, 20), &random_);
    const auto y = RandomTensor<T>(y_count, &random_);
    std::vector<T> wanted(x.size()), got = wanted;
    const lowp_choice choice = {
        sizeof(choice),
        {kTypeOf<T>, x.data(), x.size(), y.data(), y.size(), got.data(), {}},
        finds_minimum_};
    ASSERT_TRUE((finds_minimum_
                     ? gemmlowp::TryMinimum(cpp_, x.data(), x.size(), y.data(),
                                            y.size(), wanted.data())
                     : gemmlowp::TryMaximum(cpp_, x.data(), x.size(), y.data(),
                                            y.size(), wanted.data()))
                    .ok());
    ASSERT_LOWP_OK(lowp_choose(c_.get(), &choice));
    ASSERT_EQ(got, wanted);
  }

 private:
  std::size_t places() const { return shape_.outer * shape_.inner; }

  void MakeValues() {
    shape_ = {static_cast<std::size_t>(random_.Between(1, 5)),
              static_cast<std::size_t>(random_.Between(1, 300)),
              static_cast<std::size_t>(random_.Between(1, 5))};
    values_ =
        RandomTensor<T>(static_cast<int>(places() * shape_.channels), &random_);
  }

  Random random_;
  gemmlowp::GemmContext* cpp_;
  OwnedInC<lowp_context> c_;
  const bool finds_minimum_;
  gemmlowp::TensorShape shape_;
  std::vector<T> values_;
};

template <typename T>
class CExtremesTest : public ::testing::Test {};
using Types = ::testing::Types<std::uint8_t, std::int8_t, std::int16_t>;
TYPED_TEST_SUITE(CExtremesTest, Types);

TYPED_TEST(CExtremesTest, BytesOfTheCppApi) {
  for (const Backend* backend : SupportedBackends()) {
    SCOPED_TRACE(backend->name);
    for (std::uint64_t seed = 1; seed < 60; ++seed) {
      ExtremesInC<TypeParam> turn(*backend, seed);
      ASSERT_NO_FATAL_FAILURE(turn.template Indices<std::int32_t>());
      ASSERT_NO_FATAL_FAILURE(turn.template Indices<std::int64_t>());
      ASSERT_NO_FATAL_FAILURE(turn.Reduce());
      ASSERT_NO_FATAL_FAILURE(turn.Choose());
    }
  }
}

}  // namespace
}  // namespace lowp_test
