// Bad packed operands: what is wrong, in which argument, with which value, and
// nothing is written.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/owned_matrix.h"
#include "../support/validate_fixture.h"

namespace lowp_test {
namespace {

using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::internal::Backend;

TEST_F(ValidateTest, PackedMatrices) {
  PackedMatrix packed_lhs, packed_rhs;
  ASSERT_TRUE(PackedMatrix::Pack(lhs(), Side::kLhs, &packed_lhs).ok());
  ASSERT_TRUE(PackedMatrix::Pack(rhs(), Side::kRhs, &packed_rhs).ok());
  ExpectInvalidMatrices(packed_rhs, rhs(), result(), "lhs.side", 1);
  ExpectInvalidMatrices(lhs(), packed_lhs, result(), "rhs.side", 0);
  ExpectInvalidMatrices(PackedMatrix(), rhs(), result(), "lhs", 0);
  ExpectInvalidMatrices(lhs(), PackedMatrix(), result(), "rhs", 0);
  OwnedMatrix<std::uint8_t, kRow> wider(6, 5);
  ExpectInvalidMatrices(lhs(), packed_rhs, wider.map(), "result.cols", 5);
  OwnedMatrix<std::uint8_t, kCol> deeper(6, 4);
  ExpectInvalidMatrices(packed_lhs, deeper.const_map(), result(), "rhs.rows",
                        6);
}

TEST_F(ValidateTest, PackedForAnotherBackend) {
  std::vector<const Backend*> backends = SupportedBackends();
  // One of another format than the first.
  const auto same = [&](const Backend* backend) {
    return backend->panel == SupportedBackends()[0]->panel;
  };
  backends.erase(std::remove_if(backends.begin() + 1, backends.end(), same),
                 backends.end());
  if (backends.size() < 2) GTEST_SKIP() << "this machine runs one format";
  PackedMatrix packed;
  ASSERT_TRUE(
      PackedMatrix::Pack(rhs(), Side::kRhs, &packed, backends[0]->name).ok());
  ASSERT_TRUE(context_.set_backend(backends[1]->name).ok());
  auto map = result();
  const std::vector<std::uint8_t> bytes = result_.entries();
  const Status status = gemmlowp::TryGemm(&context_, lhs(), packed, &map, 0, 0,
                                          std::make_tuple(cast_));
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << status.message();
  EXPECT_STREQ(status.argument(), "rhs.backend");
  // The message names the backend that the matrix was packed for.
  EXPECT_NE(status.message().find(backends[0]->name), std::string::npos)
      << status.message();
  EXPECT_EQ(result_.entries(), bytes);
  // With the choice left to the library, the packed matrix decides.
  ASSERT_TRUE(context_.set_backend(nullptr).ok());
  EXPECT_TRUE(gemmlowp::TryGemm(&context_, lhs(), packed, &map, 0, 0,
                                std::make_tuple(cast_))
                  .ok());
}

TEST_F(ValidateTest, BothSidesPacked) {
  PackedMatrix packed_lhs, packed_rhs;
  ASSERT_TRUE(PackedMatrix::Pack(lhs(), Side::kLhs, &packed_lhs).ok());
  ASSERT_TRUE(PackedMatrix::Pack(rhs(), Side::kRhs, &packed_rhs).ok());
  auto map = result();
  const std::vector<std::uint8_t> bytes = result_.entries();
  const Status status = gemmlowp::TryGemm(&context_, packed_lhs, packed_rhs,
                                          &map, 0, 0, std::make_tuple(cast_));
  // Served or refused, but never half done.
  if (!status.ok()) {
    EXPECT_STRNE(status.argument(), "");
    EXPECT_EQ(result_.entries(), bytes);
    return;
  }
  const std::vector<std::int32_t> sums = ReferenceSums(lhs(), rhs(), 0, 0);
  for (int i = 0; i < 24; ++i) {
    EXPECT_EQ(result_(i / 4, i % 4), std::min(sums[i], 255)) << i;
  }
}

TEST_F(ValidateTest, PackingBadMatrices) {
  PackedMatrix packed;
  const auto* a = lhs().data();
  using Source = MatrixMap<const std::uint8_t, kRow>;
  ExpectStatus(PackedMatrix::Pack(Source(a, -1, 5, 5), Side::kLhs, &packed),
               StatusCode::kInvalidArgument, "source.rows", -1);
  ExpectStatus(PackedMatrix::Pack(Source(a, 6, 5, 4), Side::kLhs, &packed),
               StatusCode::kInvalidArgument, "source.stride", 4);
  ExpectStatus(
      PackedMatrix::Pack(Source(nullptr, 6, 5, 5), Side::kRhs, &packed),
      StatusCode::kInvalidArgument, "source.data", 0);
  EXPECT_TRUE(packed.empty());
  EXPECT_EQ(PackedMatrix::BytesNeeded(Source(a, -1, 5, 5), Side::kLhs), 0u);
  const Status status =
      PackedMatrix::Pack(lhs(), Side::kLhs, &packed, "abacus");
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  ASSERT_NE(status.text(), nullptr);
  EXPECT_STREQ(status.text(), "abacus");
}

}  // namespace
}  // namespace lowp_test
