// 4-bit and 8-bit weights of other programs, to the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/int4/import_int4.h"
#include "int4_types.h"
#include "sized_struct.h"

using gemmlowp::Float16;
using gemmlowp::PackedInt4;
using gemmlowp::internal::MakeInt4;
using gemmlowp::internal::ReadStruct;

lowp_status lowp_int4_import_matmul_nbits(const lowp_matmul_nbits* source,
                                          lowp_int4** weights) {
  lowp_matmul_nbits read;
  const lowp_status status = ReadStruct(source, "source", &read);
  if (status != LOWP_OK) return status;
  const auto* const type = gemmlowp::internal::Int4TypeOf(read.scale_type);
  if (type == nullptr || !gemmlowp::internal::IsFloat(type->engine)) {
    return gemmlowp::internal::Fail(
        LOWP_INVALID_ARGUMENT,
        "source.scale_type = %d: is not LOWP_FLOAT32, LOWP_FLOAT16 or "
        "LOWP_BFLOAT16",
        read.scale_type);
  }
  gemmlowp::MatMulNBitsWeights given;
  given.n = read.n;
  given.k = read.k;
  given.block_size = read.block_size;
  given.b = read.b;
  given.scale_type = type->engine;
  given.scales = read.scales;
  given.zero_points = read.zero_points;
  return MakeInt4(weights, [&](PackedInt4* made) {
    return gemmlowp::ImportMatMulNBits(given, made);
  });
}

lowp_status lowp_int4_import_gguf_q4_0(const void* blocks, int32_t n, int32_t k,
                                       lowp_int4** weights) {
  return MakeInt4(weights, [&](PackedInt4* made) {
    return gemmlowp::ImportGgufQ4_0(blocks, n, k, made);
  });
}

lowp_status lowp_int4_import_gguf_q8_0(const void* blocks, int32_t n, int32_t k,
                                       lowp_int4** weights) {
  return MakeInt4(weights, [&](PackedInt4* made) {
    return gemmlowp::ImportGgufQ8_0(blocks, n, k, made);
  });
}

lowp_status lowp_int4_import_gptq(const lowp_gptq* source,
                                  lowp_int4** weights) {
  lowp_gptq read;
  const lowp_status status = ReadStruct(source, "source", &read);
  if (status != LOWP_OK) return status;
  if (read.version != 1 && read.version != 2) {
    return gemmlowp::internal::Fail(LOWP_INVALID_ARGUMENT,
                                    "source.version = %d: is neither 1 nor 2",
                                    read.version);
  }
  gemmlowp::GptqWeights given;
  given.k = read.k;
  given.n = read.n;
  given.group = read.group;
  given.version = static_cast<gemmlowp::GptqVersion>(read.version);
  given.qweight = read.qweight;
  given.qzeros = read.qzeros;
  given.scales = static_cast<const Float16*>(read.scales);
  given.g_idx = read.g_idx;
  return MakeInt4(weights, [&](PackedInt4* made) {
    return gemmlowp::ImportGptq(given, made);
  });
}

lowp_status lowp_int4_import_awq(const lowp_awq* source, lowp_int4** weights) {
  lowp_awq read;
  const lowp_status status = ReadStruct(source, "source", &read);
  if (status != LOWP_OK) return status;
  gemmlowp::AwqWeights given;
  given.k = read.k;
  given.n = read.n;
  given.group = read.group;
  given.qweight = read.qweight;
  given.qzeros = read.qzeros;
  given.scales = static_cast<const Float16*>(read.scales);
  return MakeInt4(weights, [&](PackedInt4* made) {
    return gemmlowp::ImportAwq(given, made);
  });
}
