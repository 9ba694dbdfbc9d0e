// The public entry points with every combination of their template arguments,
// and gemmlowp's spellings of a call.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <type_traits>

#include "../../public/gemmlowp.h"
#include "../support/check_case.h"
#include "../support/live_case.h"

namespace lowp_test {
namespace {

template <typename T, MapOrder Order>
MatrixMap<T, Order> MapOf(const MatrixRef& matrix) {
  return MatrixMap<T, Order>(static_cast<T*>(const_cast<void*>(matrix.data)),
                             matrix.rows, matrix.cols, matrix.stride);
}

template <typename T>
auto PipelineTo() {
  if constexpr (std::is_same_v<T, std::int32_t>) {
    return std::tuple<>();
  } else if constexpr (std::is_same_v<T, std::int16_t>) {
    return std::make_tuple(gemmlowp::OutputStageSaturatingCastToInt16());
  } else if constexpr (std::is_same_v<T, std::int8_t>) {
    return std::make_tuple(gemmlowp::OutputStageSaturatingCastToInt8());
  } else {
    return std::make_tuple(gemmlowp::OutputStageSaturatingCastToUint8());
  }
}

// The two calls to check. Everything else about a check is the same for all
// types and is not templated, so that this file compiles quickly.
using CallPublicApi = Status (*)(gemmlowp::GemmContext* context,
                                 const LiveCase& live);

template <typename Lhs, typename Rhs, typename Result, MapOrder LhsOrder,
          MapOrder RhsOrder, MapOrder ResultOrder>
Status CallTryGemm(gemmlowp::GemmContext* context, const LiveCase& live) {
  auto result = MapOf<Result, ResultOrder>(live.result());
  return gemmlowp::TryGemm(context, MapOf<const Lhs, LhsOrder>(live.lhs()),
                           MapOf<const Rhs, RhsOrder>(live.rhs()), &result,
                           VectorMap<const std::int32_t, VectorShape::Col>(
                               live.lhs_offset().data, live.lhs_offset().size),
                           VectorMap<const std::int32_t, VectorShape::Row>(
                               live.rhs_offset().data, live.rhs_offset().size),
                           PipelineTo<Result>());
}

template <typename Operand, typename Result, MapOrder LhsOrder,
          MapOrder RhsOrder, MapOrder ResultOrder>
Status CallGemmlowp(gemmlowp::GemmContext* context, const LiveCase& live) {
  auto result = MapOf<Result, ResultOrder>(live.result());
  gemmlowp::GemmWithOutputPipelinePC<Operand, Result,
                                     gemmlowp::DefaultL8R8BitDepthParams>(
      context, MapOf<const Operand, LhsOrder>(live.lhs()),
      MapOf<const Operand, RhsOrder>(live.rhs()), &result,
      VectorMap<const std::int32_t, VectorShape::Col>(live.lhs_offset().data,
                                                      live.lhs_offset().size),
      VectorMap<const std::int32_t, VectorShape::Row>(live.rhs_offset().data,
                                                      live.rhs_offset().size),
      PipelineTo<Result>());
  return Status();
}

void CheckPublicApi(GemmCase c, CallPublicApi call) {
  c.rows = 7;
  c.depth = 11;
  c.cols = 19;
  c.lhs_stride = c.rhs_stride = c.result_stride = Stride::kPadded;
  c.lhs_offset = c.rhs_offset = Offset::kVectorExtreme;
  LiveCase live(c, DefaultMemory());
  Pipeline pipeline;
  if (c.result != Scalar::kInt32) {
    pipeline.stages = {live.maker().SaturatingCast(c.result)};
  }
  live.SetPipeline(pipeline);
  ForEachBackend([&](const Backend& backend) {
    SCOPED_TRACE(Describe(c));
    live.PoisonResult();
    const Status status = call(ContextFor(backend), live);
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ("", live.Mismatch());
  });
}

template <typename Lhs, typename Rhs, typename Result, MapOrder LhsOrder,
          MapOrder RhsOrder, MapOrder ResultOrder>
void CheckPublicApi() {
  GemmCase c;
  c.lhs = gemmlowp::internal::ScalarOf<Lhs>();
  c.rhs = gemmlowp::internal::ScalarOf<Rhs>();
  c.result = gemmlowp::internal::ScalarOf<Result>();
  c.lhs_row_major = LhsOrder == MapOrder::RowMajor;
  c.rhs_row_major = RhsOrder == MapOrder::RowMajor;
  c.result_row_major = ResultOrder == MapOrder::RowMajor;
  CheckPublicApi(
      c, &CallTryGemm<Lhs, Rhs, Result, LhsOrder, RhsOrder, ResultOrder>);
  if constexpr (std::is_same_v<Lhs, Rhs>) {
    CheckPublicApi(c,
                   &CallGemmlowp<Lhs, Result, LhsOrder, RhsOrder, ResultOrder>);
  }
}

template <typename Lhs, typename Rhs, typename Result>
void CheckPublicApiOrders() {
  constexpr MapOrder kRow = MapOrder::RowMajor, kCol = MapOrder::ColMajor;
  CheckPublicApi<Lhs, Rhs, Result, kRow, kRow, kRow>();
  CheckPublicApi<Lhs, Rhs, Result, kRow, kRow, kCol>();
  CheckPublicApi<Lhs, Rhs, Result, kRow, kCol, kRow>();
  CheckPublicApi<Lhs, Rhs, Result, kRow, kCol, kCol>();
  CheckPublicApi<Lhs, Rhs, Result, kCol, kRow, kRow>();
  CheckPublicApi<Lhs, Rhs, Result, kCol, kRow, kCol>();
  CheckPublicApi<Lhs, Rhs, Result, kCol, kCol, kRow>();
  CheckPublicApi<Lhs, Rhs, Result, kCol, kCol, kCol>();
}

template <typename Lhs, typename Rhs>
void CheckPublicApiResults() {
  CheckPublicApiOrders<Lhs, Rhs, std::uint8_t>();
  CheckPublicApiOrders<Lhs, Rhs, std::int8_t>();
  CheckPublicApiOrders<Lhs, Rhs, std::int16_t>();
  CheckPublicApiOrders<Lhs, Rhs, std::int32_t>();
}

TEST(PublicApiTest, Uint8TimesUint8) {
  CheckPublicApiResults<std::uint8_t, std::uint8_t>();
}
TEST(PublicApiTest, Uint8TimesInt8) {
  CheckPublicApiResults<std::uint8_t, std::int8_t>();
}
TEST(PublicApiTest, Int8TimesUint8) {
  CheckPublicApiResults<std::int8_t, std::uint8_t>();
}
TEST(PublicApiTest, Int8TimesInt8) {
  CheckPublicApiResults<std::int8_t, std::int8_t>();
}

// gemmlowp's own entry points, with all forms of offsets.
TEST(PublicApiTest, GemmlowpSpellings) {
  using Params = gemmlowp::DefaultL8R8BitDepthParams;
  GemmCase c;
  c.rows = 13;
  c.depth = 21;
  c.cols = 34;
  c.rhs_row_major = c.result_row_major = false;
  c.result = Scalar::kUint8;
  c.lhs_offset = c.rhs_offset = Offset::kExtreme;
  LiveCase live(c, DefaultMemory());
  const std::int32_t lhs_offset = live.lhs_offset().data[0];
  const std::int32_t rhs_offset = live.rhs_offset().data[0];
  const auto constant = [&](std::int32_t value) {
    return live.maker().MakeParameter(Along::kAll, [=] { return value; });
  };
  Pipeline pipeline;
  pipeline.result = Scalar::kUint8;
  pipeline.stages = {live.maker().QuantizeDown(constant(1000), constant(3), 12),
                     live.maker().SaturatingCast(Scalar::kUint8)};
  live.SetPipeline(pipeline);
  const auto lhs = MapOf<const std::uint8_t, MapOrder::RowMajor>(live.lhs());
  const auto rhs = MapOf<const std::uint8_t, MapOrder::ColMajor>(live.rhs());
  auto result = MapOf<std::uint8_t, MapOrder::ColMajor>(live.result());
  const auto standard = gemmlowp::MakeStandardOutputPipeline(1000, 3, 12);
  const VectorDup<const std::int32_t, VectorShape::Col> lhs_dup(lhs_offset,
                                                                c.rows);
  const VectorDup<const std::int32_t, VectorShape::Row> rhs_dup(rhs_offset,
                                                                c.cols);
  ForEachBackend([&](const Backend& backend) {
    gemmlowp::GemmContext* const context = ContextFor(backend);
    const auto expect_right = [&](const char* spelling) {
      EXPECT_EQ("", live.Mismatch()) << spelling;
      live.PoisonResult();
    };
    live.PoisonResult();
    gemmlowp::Gemm<std::uint8_t, Params>(context, lhs, rhs, &result, lhs_offset,
                                         rhs_offset, 1000, 3, 12);
    expect_right("Gemm");
    gemmlowp::GemmWithOutputPipeline<std::uint8_t, std::uint8_t, Params>(
        context, lhs, rhs, &result, lhs_offset, rhs_offset, standard);
    expect_right("GemmWithOutputPipeline");
    gemmlowp::GemmWithOutputPipelinePC<std::uint8_t, std::uint8_t, Params>(
        context, lhs, rhs, &result, lhs_dup, rhs_dup, standard);
    expect_right("GemmWithOutputPipelinePC");
    gemmlowp::GemmWithOutputPipeline(context, lhs, rhs, &result, lhs_offset,
                                     rhs_dup, standard);
    expect_right("GemmWithOutputPipeline, deduced");
    const Status status = gemmlowp::TryGemm(context, lhs, rhs, &result, lhs_dup,
                                            rhs_offset, standard);
    EXPECT_TRUE(status.ok()) << status.message();
    expect_right("TryGemm");
  });
}

}  // namespace
}  // namespace lowp_test
