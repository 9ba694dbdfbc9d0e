// Handles of the C API that a test owns.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_C_OWNED_IN_C_H_
#define LOWP_TEST_C_OWNED_IN_C_H_

#include <gtest/gtest.h>

#include <memory>

#include "../../internal/contract/backend.h"
#include "../../public/c/lowp.h"

namespace lowp_test {

struct DestroyInC {
  void operator()(lowp_context* p) const { lowp_context_destroy(p); }
  void operator()(lowp_packed* p) const { lowp_packed_destroy(p); }
  void operator()(lowp_prepared* p) const { lowp_prepared_destroy(p); }
  void operator()(lowp_filter* p) const { lowp_filter_destroy(p); }
  void operator()(lowp_prepared_conv* p) const {
    lowp_prepared_conv_destroy(p);
  }
  void operator()(lowp_dynamic* p) const { lowp_dynamic_destroy(p); }
  void operator()(lowp_int4* p) const { lowp_int4_destroy(p); }
  void operator()(lowp_prepared_addition* p) const {
    lowp_prepared_addition_destroy(p);
  }
  void operator()(lowp_prepared_multiplication* p) const {
    lowp_prepared_multiplication_destroy(p);
  }
  void operator()(lowp_prepared_int4* p) const {
    lowp_prepared_int4_destroy(p);
  }
};
template <typename T>
using OwnedInC = std::unique_ptr<T, DestroyInC>;

#define ASSERT_LOWP_OK(call) ASSERT_EQ(call, LOWP_OK) << lowp_error_message()

inline OwnedInC<lowp_context> ContextInC(
    const gemmlowp::internal::Backend& backend, int threads) {
  lowp_context* context = nullptr;
  EXPECT_EQ(lowp_context_create(&context), LOWP_OK);
  EXPECT_EQ(lowp_context_set_backend(context, backend.name), LOWP_OK);
  EXPECT_EQ(lowp_context_set_threads(context, threads), LOWP_OK);
  return OwnedInC<lowp_context>(context);
}

}  // namespace lowp_test

#endif  // LOWP_TEST_C_OWNED_IN_C_H_
