// One worker's share of a quantized layer: a program that reads a shard from
// standard input and writes its part of the result to standard output. The same
// source runs on every machine; LOWP_BACKEND picks the instruction set.
//
//   input    int32 m, k, n; lhs zero point; then m x k activations (u8), k x n
//            weights (s8), n biases, n multipliers, n exponents (int32)
//   output   m x n bytes: clamp(round((sum + bias) * scale) + 128)
//
// Numbers are little-endian.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <lowp.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

template <typename T>
bool Read(std::vector<T>* values) {
  return std::fread(values->data(), sizeof(T), values->size(), stdin) ==
         values->size();
}

struct Shard {
  std::int32_t m, k, n, zero_point;
  std::vector<std::uint8_t> lhs;
  std::vector<std::int8_t> weights;
  std::vector<std::int32_t> bias, multiplier, exponent;
};

bool ReadShard(Shard* shard) {
  std::vector<std::int32_t> sizes(4);
  if (!Read(&sizes)) return false;
  shard->m = sizes[0];
  shard->k = sizes[1];
  shard->n = sizes[2];
  shard->zero_point = sizes[3];
  constexpr std::int32_t kMax = 1 << 14;
  for (const std::int32_t size : {shard->m, shard->k, shard->n}) {
    if (size < 1 || size > kMax) return false;
  }
  const auto m = static_cast<std::size_t>(shard->m);
  const auto k = static_cast<std::size_t>(shard->k);
  const auto n = static_cast<std::size_t>(shard->n);
  shard->lhs.resize(m * k);
  shard->weights.resize(k * n);
  shard->bias.resize(n);
  shard->multiplier.resize(n);
  shard->exponent.resize(n);
  return Read(&shard->lhs) && Read(&shard->weights) && Read(&shard->bias) &&
         Read(&shard->multiplier) && Read(&shard->exponent);
}

lowp_status Multiply(const Shard& shard, std::vector<std::uint8_t>* result) {
  lowp_stage stages[3] = {};
  for (lowp_stage& stage : stages) stage.size = sizeof(stage);
  stages[0].kind = LOWP_STAGE_BIAS;
  stages[0].per = LOWP_PER_COLUMN;
  stages[0].as.bias.bias_vector.values = shard.bias.data();
  stages[1].kind = LOWP_STAGE_SCALE;
  stages[1].per = LOWP_PER_COLUMN;
  stages[1].as.scale.result_fixedpoint_multiplier.values =
      shard.multiplier.data();
  stages[1].as.scale.result_exponent.values = shard.exponent.data();
  stages[1].as.scale.result_offset_after_shift = 128;
  stages[2].kind = LOWP_STAGE_SATURATING_CAST;
  stages[2].as.saturating_cast.type = LOWP_UINT8;
  result->resize(static_cast<std::size_t>(shard.m) *
                 static_cast<std::size_t>(shard.n));
  lowp_product product = {};
  product.size = sizeof(product);
  product.lhs = lowp_row_major(shard.lhs.data(), LOWP_UINT8, shard.m, shard.k);
  product.rhs =
      lowp_row_major(shard.weights.data(), LOWP_INT8, shard.k, shard.n);
  product.result = lowp_row_major(result->data(), LOWP_UINT8, shard.m, shard.n);
  product.lhs_offset = -shard.zero_point;
  product.stages = stages;
  product.stage_count = 3;
  lowp_context* context = nullptr;
  lowp_status status = lowp_context_create(&context);
  if (status == LOWP_OK) status = lowp_gemm(context, &product);
  lowp_context_destroy(context);
  return status;
}

}  // namespace

int main() {
  Shard shard;
  if (!ReadShard(&shard)) {
    std::fputs("this is no shard\n", stderr);
    return 1;
  }
  std::vector<std::uint8_t> result;
  if (Multiply(shard, &result) != LOWP_OK) {
    std::fprintf(stderr, "%s\n", lowp_error_message());
    return 1;
  }
  return std::fwrite(result.data(), 1, result.size(), stdout) == result.size()
             ? 0
             : 1;
}
