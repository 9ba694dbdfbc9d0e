// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_EXPECT_REFUSED_H_
#define LOWP_TEST_SUPPORT_EXPECT_REFUSED_H_

#include <gtest/gtest.h>

#include <string>

#include "../../public/status.h"

namespace lowp_test {

inline void ExpectRefused(const gemmlowp::Status& status,
                          const std::string& argument) {
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.argument(), argument);
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_EXPECT_REFUSED_H_
