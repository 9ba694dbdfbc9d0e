// The C API's 4-bit weights and products have the bytes of the C++ API's.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <tuple>
#include <vector>

#include "../../public/int4/import_int4.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"
#include "../support/int4_case.h"
#include "owned_in_c.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::internal::Backend;

lowp_type ScaleTypeInC(Int4ScaleType type) {
  const lowp_type types[] = {0, LOWP_FLOAT32, LOWP_FLOAT16, LOWP_BFLOAT16,
                             LOWP_INT32};
  return types[static_cast<int>(type)];
}

OwnedInC<lowp_int4> PackInC(const Int4Case& test, const Int4Arguments& from) {
  const int n = test.shape.n;
  const Int4Scales scales = from.Scales();
  const lowp_type type = ScaleTypeInC(test.scale_type);
  const int bytes = type == LOWP_FLOAT16 || type == LOWP_BFLOAT16 ? 2 : 4;
  lowp_int4_source source = {};
  source.size = sizeof(source);
  source.values = lowp_row_major(from.weights.data(),
                                 test.signed_weights ? LOWP_INT8 : LOWP_UINT8,
                                 test.shape.k, n);
  source.group = test.shape.group;
  source.scale_type = type;
  source.scales = scales.data;
  source.scale_group_stride = scales.group_stride * bytes;
  source.scale_column_stride = bytes;
  if (test.has_zero_points) {
    source.zero_points = from.zeros.data();
    source.zero_point_group_stride = n;
    source.zero_point_column_stride = 1;
  }
  lowp_int4* made = nullptr;
  auto* const pack = test.has_8_bits ? lowp_int4_pack_int8 : lowp_int4_pack;
  EXPECT_EQ(pack(&source, &made), LOWP_OK) << lowp_error_message();
  return OwnedInC<lowp_int4>(made);
}

void ExpectBlob(const PackedInt4& wanted, const lowp_int4* weights) {
  lowp_int4_info info = {};
  info.size = sizeof(info);
  ASSERT_LOWP_OK(lowp_int4_get_info(weights, &info));
  ASSERT_EQ(info.bytes, wanted.size());
  ASSERT_EQ(std::memcmp(info.data, wanted.data(), info.bytes), 0);
  EXPECT_EQ(info.k, wanted.k());
  EXPECT_EQ(info.n, wanted.n());
  EXPECT_EQ(info.group, wanted.group());
  EXPECT_EQ(info.groups, wanted.groups());
  EXPECT_EQ(info.scale_type, ScaleTypeInC(wanted.scale_type()));
  EXPECT_EQ(info.has_zero_points, wanted.has_zero_points());
  EXPECT_EQ(info.fits_int32, wanted.fits_int32());
  EXPECT_EQ(info.bits, wanted.bits());
}

lowp_int4_rows RowsInC(const Int4Case& test, const Int4Arguments& from) {
  lowp_int4_rows rows = {};
  rows.size = sizeof(rows);
  rows.values = lowp_row_major(from.rows.data(),
                               test.signed_rows ? LOWP_INT8 : LOWP_UINT8,
                               test.shape.m, test.shape.k);
  rows.scales = test.row_scales.empty() ? nullptr : test.row_scales.data();
  rows.zero_points = test.row_zeros.data();
  rows.zero_point_count = static_cast<std::int32_t>(test.row_zeros.size());
  return rows;
}

void CheckFloats(const Int4Case& test, const Int4Arguments& from,
                 const PackedInt4& packed, const lowp_int4* weights,
                 const Backend& backend) {
  GemmContext* const cpp = ContextFor(backend);
  Int4Output wanted(test.result, test.shape.m, test.shape.n);
  ASSERT_TRUE(gemmlowp::TryGemmInt4(cpp, from.Rows(), packed, wanted.Get(),
                                    from.options)
                  .ok());
  const OwnedInC<lowp_context> context = ContextInC(backend, 2);
  const lowp_int4_rows rows = RowsInC(test, from);
  lowp_int4_options options = {};
  options.size = sizeof(options);
  options.bias = from.options.bias;
  options.sum = static_cast<lowp_int4_sum>(from.options.sum);
  const auto run = [&](auto call) {
    Int4Output got(test.result, test.shape.m, test.shape.n);
    const lowp_type type =
        test.result == Int4ResultType::kFloat32   ? LOWP_FLOAT32
        : test.result == Int4ResultType::kFloat16 ? LOWP_FLOAT16
                                                  : LOWP_BFLOAT16;
    lowp_matrix result =
        lowp_row_major(got.bytes.data(), type, test.shape.m, test.shape.n);
    result.row_stride = got.stride * got.Size();
    ASSERT_LOWP_OK(call(&result));
    ASSERT_EQ(got.bytes, wanted.bytes);
  };
  ASSERT_NO_FATAL_FAILURE(run([&](const lowp_matrix* result) {
    return lowp_gemm_int4(context.get(), &rows, weights, result, &options);
  }));
  lowp_prepared_int4* made = nullptr;
  ASSERT_LOWP_OK(lowp_prepare_int4(context.get(), weights, test.shape.m + 1,
                                   &options, &made));
  const OwnedInC<lowp_prepared_int4> prepared(made);
  ASSERT_NO_FATAL_FAILURE(run([&](const lowp_matrix* result) {
    return lowp_prepared_int4_run(made, context.get(), &rows, result);
  }));
  std::size_t bytes = 0;
  ASSERT_LOWP_OK(lowp_prepared_int4_workspace_bytes(made, &bytes));
  std::vector<char> workspace(bytes);
  ASSERT_NO_FATAL_FAILURE(run([&](const lowp_matrix* result) {
    return lowp_prepared_int4_run_in(made, &rows, result, workspace.data(),
                                     bytes, nullptr);
  }));
}

void CheckIntegers(const Int4Case& test, const Int4Arguments& from,
                   const PackedInt4& packed, const lowp_int4* weights,
                   const Backend& backend) {
  const int m = test.shape.m, n = test.shape.n;
  const std::size_t size = static_cast<std::size_t>(m * n);
  GemmContext* const cpp = ContextFor(backend);
  const OwnedInC<lowp_context> context = ContextInC(backend, 2);
  const lowp_int4_rows rows = RowsInC(test, from);
  std::vector<std::int64_t> wide(size), wide_in_c(size);
  ASSERT_TRUE(gemmlowp::SumInt4(cpp, from.Rows(), packed, wide.data(), n).ok());
  ASSERT_LOWP_OK(
      lowp_sum_int4(context.get(), &rows, weights, wide_in_c.data(), n * 8));
  ASSERT_EQ(wide_in_c, wide);
  if (!packed.fits_int32()) return;
  std::vector<std::int32_t> sums(size), sums_in_c(size);
  using Result =
      gemmlowp::MatrixMap<std::int32_t, gemmlowp::MapOrder::RowMajor>;
  Result result(sums.data(), m, n);
  ASSERT_TRUE(gemmlowp::TryGemmInt4(
                  cpp, from.Rows(), packed, &result,
                  std::make_tuple(gemmlowp::OutputStageClamp{-999, 999}))
                  .ok());
  lowp_stage stage = {};
  stage.size = sizeof(stage);
  stage.kind = LOWP_STAGE_CLAMP;
  stage.as.clamp = {-999, 999};
  lowp_int4_options options = {};
  options.size = sizeof(options);
  options.stages = &stage;
  options.stage_count = 1;
  const lowp_matrix in_c = lowp_row_major(sums_in_c.data(), LOWP_INT32, m, n);
  ASSERT_LOWP_OK(
      lowp_gemm_int4(context.get(), &rows, weights, &in_c, &options));
  ASSERT_EQ(sums_in_c, sums);
}

void CheckGroupSums(const Int4Case& test, const Int4Arguments& from,
                    const PackedInt4& packed, const lowp_int4* weights,
                    const Backend& backend) {
  const std::size_t size =
      static_cast<std::size_t>(test.shape.m * test.shape.n * packed.groups());
  std::vector<std::int32_t> wanted(size), got(size);
  GemmContext* const cpp = ContextFor(backend);
  ASSERT_TRUE(
      gemmlowp::GroupSumsInt4(cpp, from.Rows(), packed, wanted.data()).ok());
  const OwnedInC<lowp_context> context = ContextInC(backend, 2);
  const lowp_int4_rows rows = RowsInC(test, from);
  ASSERT_LOWP_OK(
      lowp_group_sums_int4(context.get(), &rows, weights, got.data()));
  ASSERT_EQ(got, wanted);
}

TEST(CInt4Test, BytesOfTheCppApi) {
  Random random(96);
  for (int i = 0; i < 120; ++i) {
    const int group = random.OneIn(4) ? 0 : 16 * random.Between(1, 4);
    const int k =
        group == 0 ? random.Between(1, 99) : group * random.Between(1, 4);
    Int4Case test = RandomInt4Case(
        {random.Between(1, 9), random.Between(1, 150), k, group}, &random);
    if (random.OneIn(3)) Widen(&test, &random);
    SCOPED_TRACE(Describe(test));
    const Int4Arguments from(test);
    const PackedInt4 packed = Packed(from);
    const OwnedInC<lowp_int4> weights = PackInC(test, from);
    ASSERT_NO_FATAL_FAILURE(ExpectBlob(packed, weights.get()));
    const bool floats = test.scale_type != Int4ScaleType::kNone &&
                        test.scale_type != Int4ScaleType::kInt32;
    for (const Backend* backend : SupportedBackends()) {
      SCOPED_TRACE(backend->name);
      ASSERT_NO_FATAL_FAILURE((floats ? CheckFloats : CheckIntegers)(
          test, from, packed, weights.get(), *backend));
      ASSERT_NO_FATAL_FAILURE(
          CheckGroupSums(test, from, packed, weights.get(), *backend));
    }
  }
}

// The importers, of random bits.
TEST(CInt4Test, Imports) {
  Random random(97);
  constexpr int kInputs = 64, kOutputs = 24;
  std::vector<std::uint8_t> bits(8192);
  for (std::uint8_t& b : bits) b = static_cast<std::uint8_t>(random.Bits());
  std::vector<std::uint16_t> halves(4096, 0x3555);
  const auto words = [&](int at) {
    return reinterpret_cast<const std::int32_t*>(bits.data()) + at;
  };
  const auto* const scales = reinterpret_cast<const Float16*>(halves.data());
  const auto check = [](const Status& status, const PackedInt4& wanted,
                        lowp_status in_c, lowp_int4* const* got) {
    const OwnedInC<lowp_int4> owned(*got);
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_LOWP_OK(in_c);
    ExpectBlob(wanted, *got);
  };
  PackedInt4 wanted;
  lowp_int4* got = nullptr;
  const gemmlowp::MatMulNBitsWeights nbits = {
      kOutputs, kInputs,           16, bits.data(), Int4ScaleType::kFloat16,
      scales,   bits.data() + 4096};
  const lowp_matmul_nbits nbits_in_c = {sizeof(lowp_matmul_nbits),
                                        kOutputs,
                                        kInputs,
                                        16,
                                        LOWP_FLOAT16,
                                        bits.data(),
                                        scales,
                                        bits.data() + 4096};
  Status status = ImportMatMulNBits(nbits, &wanted);
  check(status, wanted, lowp_int4_import_matmul_nbits(&nbits_in_c, &got), &got);

  std::vector<std::uint8_t> blocks = bits;
  for (std::size_t i = 1; i < blocks.size(); i += 18) blocks[i] = 0x31;
  status = gemmlowp::ImportGgufQ4_0(blocks.data(), kOutputs, kInputs, &wanted);
  check(status, wanted,
        lowp_int4_import_gguf_q4_0(blocks.data(), kOutputs, kInputs, &got),
        &got);
  blocks = bits;
  for (std::size_t i = 1; i < blocks.size(); i += 34) blocks[i] = 0x31;
  status = gemmlowp::ImportGgufQ8_0(blocks.data(), kOutputs, kInputs, &wanted);
  check(status, wanted,
        lowp_int4_import_gguf_q8_0(blocks.data(), kOutputs, kInputs, &got),
        &got);

  for (const std::int32_t version : {1, 2}) {
    const gemmlowp::GptqWeights gptq = {
        kInputs,  kOutputs,
        32,       static_cast<gemmlowp::GptqVersion>(version),
        words(0), words(1024),
        scales,   nullptr};
    const lowp_gptq in_c = {
        sizeof(lowp_gptq), kInputs,     kOutputs, 32,     version,
        words(0),          words(1024), scales,   nullptr};
    status = ImportGptq(gptq, &wanted);
    check(status, wanted, lowp_int4_import_gptq(&in_c, &got), &got);
  }
  const gemmlowp::AwqWeights awq = {kInputs,  kOutputs,    -1,
                                    words(0), words(1024), scales};
  const lowp_awq awq_in_c = {sizeof(lowp_awq), kInputs,     kOutputs, -1,
                             words(0),         words(1024), scales};
  status = ImportAwq(awq, &wanted);
  check(status, wanted, lowp_int4_import_awq(&awq_in_c, &got), &got);
}

}  // namespace
}  // namespace lowp_test
