// Products, and whole layers: every type, order and way to run one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdio>
#include <cstring>

#include "run.h"

namespace lowp_conform {
namespace {

struct Shape {
  int m, k, n;
};
constexpr Shape kShapes[] = {{1, 1, 1},    {1, 300, 70}, {3, 7, 5},
                             {90, 9, 1},   {17, 33, 65}, {40, 128, 48},
                             {60, 64, 30}, {35, 517, 67}};
// Of layers, beside the others: large enough for several threads.
constexpr Shape kLargeShape = {120, 400, 150};
// The last two fill operands with their extremes.
enum class Values { kDrawn, kLowest, kHighest };

// A matrix of bytes, in both orders.
struct Operand {
  std::vector<std::uint8_t> rows, columns;
  lowp_matrix by_rows, by_columns;
};

Operand Draw(lowp_type type, int rows, int cols, Values values, Generator* g) {
  const bool is_signed = type == LOWP_INT8;
  Operand operand;
  operand.rows.resize(static_cast<std::size_t>(rows) * cols);
  operand.columns.resize(operand.rows.size());
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      const std::uint8_t value =
          values == Values::kLowest    ? (is_signed ? 0x80 : 0)
          : values == Values::kHighest ? (is_signed ? 0x7f : 0xff)
                                       : static_cast<std::uint8_t>(g->Bits());
      operand.rows[static_cast<std::size_t>(i) * cols + j] = value;
      operand.columns[static_cast<std::size_t>(j) * rows + i] = value;
    }
  }
  operand.by_rows = lowp_row_major(operand.rows.data(), type, rows, cols);
  operand.by_columns = lowp_col_major(operand.columns.data(), type, rows, cols);
  return operand;
}

// A packed matrix that is destroyed.
class Packed {
 public:
  Packed(const lowp_matrix& source, lowp_side side, Run* run) {
    run->Check(lowp_pack(&source, side, run->backend(), &packed_));
  }
  Packed(const Packed&) = delete;
  Packed& operator=(const Packed&) = delete;
  ~Packed() { lowp_packed_destroy(packed_); }
  const lowp_packed* get() const { return packed_; }

 private:
  lowp_packed* packed_ = nullptr;
};

// Computes a product in all orders, and with each operand packed, checks that
// this makes no difference, and adds the result to the digest, row by row.
// `product` lacks its matrices.
void AddProduct(const Shape& shape, const Operand& lhs, const Operand& rhs,
                lowp_type type, lowp_product product, Run* run) {
  const std::size_t count = static_cast<std::size_t>(shape.m) * shape.n;
  const int bytes = BytesOf(type);
  std::vector<std::uint8_t> expected(count * bytes);
  product.lhs = lhs.by_rows;
  product.rhs = rhs.by_rows;
  product.result = lowp_row_major(expected.data(), type, shape.m, shape.n);
  run->Multiply(product);
  const Packed packed_lhs(lhs.by_rows, LOWP_LHS, run);
  const Packed packed_rhs(rhs.by_columns, LOWP_RHS, run);
  std::vector<std::uint8_t> other(expected.size());
  const bool is_large = std::int64_t{1} * shape.m * shape.k * shape.n > 1000000;
  for (int way = 1; way < 32; ++way) {
    if (is_large && way % 9 != 0) continue;  // 9, 18, 27: every bit once
    product.lhs = way & 1 ? lhs.by_columns : lhs.by_rows;
    product.rhs = way & 2 ? rhs.by_columns : rhs.by_rows;
    product.lhs_packed = way & 8 ? packed_lhs.get() : nullptr;
    product.rhs_packed = way & 16 ? packed_rhs.get() : nullptr;
    product.result = way & 4
                         ? lowp_col_major(other.data(), type, shape.m, shape.n)
                         : lowp_row_major(other.data(), type, shape.m, shape.n);
    run->Multiply(product);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = way & 4 ? i % shape.n * shape.m + i / shape.n : i;
      run->CheckSame(
          std::memcmp(&expected[i * bytes], &other[at * bytes], bytes) == 0);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t bits = 0;  // the library is for little-endian machines
    std::memcpy(&bits, &expected[i * bytes], bytes);
    run->digest().Add(bits, bytes);
  }
}

void AddSums(lowp_type lhs_type, lowp_type rhs_type, Run* run) {
  for (const Values values :
       {Values::kDrawn, Values::kLowest, Values::kHighest}) {
    for (const Shape& shape : kShapes) {
      Generator* const g = &run->generator();
      const Operand lhs = Draw(lhs_type, shape.m, shape.k, values, g);
      const Operand rhs = Draw(rhs_type, shape.k, shape.n, values, g);
      std::vector<std::int32_t> row_offsets, column_offsets;
      lowp_product product = {};
      product.size = sizeof(product);
      product.lhs_offset = g->Between(-255, 255);
      product.rhs_offset = g->Wild();
      AddProduct(shape, lhs, rhs, LOWP_INT32, product, run);
      for (int i = 0; i < shape.m; ++i) row_offsets.push_back(g->Wild());
      for (int j = 0; j < shape.n; ++j) {
        column_offsets.push_back(g->Between(-255, 255));
      }
      product.lhs_offset = product.rhs_offset = 0;
      product.lhs_offsets = row_offsets.data();
      product.rhs_offsets = column_offsets.data();
      AddProduct(shape, lhs, rhs, LOWP_INT32, product, run);
    }
  }
}

// u8 activations with a zero point, s8 weights, a bias and a scale for each
// column, a zero point, a clamp and a cast.
struct Layer {
  std::vector<std::int32_t> bias, multiplier, exponent;
  std::vector<float> scale;
  std::vector<lowp_stage> stages;
};

void DrawLayer(const Shape& shape, lowp_type type, Generator* g, Layer* layer) {
  for (int j = 0; j < shape.n; ++j) {
    layer->bias.push_back(g->Between(-20000, 20000));
    layer->multiplier.push_back(g->Between(1 << 30, INT32_MAX));
    layer->exponent.push_back(g->Between(-12, -7));
    layer->scale.push_back(std::ldexp(
        static_cast<float>(g->Between(1 << 23, (1 << 24) - 1)), -36));
  }
  lowp_stage bias = MakeStage(LOWP_STAGE_BIAS);
  bias.per = LOWP_PER_COLUMN;
  bias.as.bias.bias_vector.values = layer->bias.data();
  layer->stages = {bias};
  if (type == LOWP_FLOAT32) {
    lowp_stage scale = MakeStage(LOWP_STAGE_DEQUANTIZE);
    scale.per = LOWP_PER_COLUMN;
    scale.as.dequantize.result_scale.values = layer->scale.data();
    layer->stages.push_back(scale);
    return;
  }
  lowp_stage scale = MakeStage(LOWP_STAGE_SCALE);
  scale.per = LOWP_PER_COLUMN;
  if (type == LOWP_INT8) {
    scale.kind = LOWP_STAGE_SCALE_BY_FLOAT;
    scale.as.scale_by_float.result_scale.values = layer->scale.data();
    scale.as.scale_by_float.result_offset = -3;
  } else {
    scale.as.scale.result_fixedpoint_multiplier.values =
        layer->multiplier.data();
    scale.as.scale.result_exponent.values = layer->exponent.data();
    scale.as.scale.result_offset_after_shift = 121;
  }
  lowp_stage clamp = MakeStage(LOWP_STAGE_CLAMP);
  clamp.as.clamp.min = -100;
  clamp.as.clamp.max = 220;
  lowp_stage cast = MakeStage(LOWP_STAGE_SATURATING_CAST);
  cast.as.saturating_cast.type = type;
  layer->stages.insert(layer->stages.end(), {scale, clamp, cast});
}

void AddLayer(const Shape& shape, lowp_type type, Run* run) {
  Generator* const g = &run->generator();
  const Operand lhs = Draw(LOWP_UINT8, shape.m, shape.k, Values::kDrawn, g);
  const Operand rhs = Draw(LOWP_INT8, shape.k, shape.n, Values::kDrawn, g);
  Layer layer;
  DrawLayer(shape, type, g, &layer);
  lowp_product product = {};
  product.size = sizeof(product);
  product.lhs_offset = -g->Between(0, 255);
  product.stages = layer.stages.data();
  product.stage_count = static_cast<std::int32_t>(layer.stages.size());
  AddProduct(shape, lhs, rhs, type, product, run);
}

void AddLayers(lowp_type type, Run* run) {
  for (const Shape& shape : kShapes) AddLayer(shape, type, run);
  AddLayer(kLargeShape, type, run);
}

// What packing proved of int8 values drawn with magnitudes up to `limit`.
void PrintWeights(const char* backend, int limit, lowp_context* context) {
  constexpr int kDepth = 400, kCols = 150;
  Run run("weights", backend, context);
  Operand weights =
      Draw(LOWP_INT8, kDepth, kCols, Values::kDrawn, &run.generator());
  for (std::uint8_t& value : weights.rows) {
    value = static_cast<std::uint8_t>(static_cast<std::int8_t>(value) % limit);
  }
  const Packed packed(weights.by_rows, LOWP_RHS, &run);
  lowp_packed_info info = {};
  info.size = sizeof(info);
  run.Check(lowp_packed_get_info(packed.get(), &info));
  if (info.max_magnitude == 0) {
    std::printf("%s: nothing\n", backend);
    return;
  }
  const int largest = 255 * kDepth * info.max_magnitude;
  std::printf(
      "%s: values within +-%d, sums of %d products with uint8 within "
      "+-%d\n",
      backend, info.max_magnitude, kDepth, largest);
}

}  // namespace

void PrintWeights() {
  lowp_context* context = nullptr;
  if (lowp_context_create(&context) != LOWP_OK) return;
  for (int b = 0; lowp_backend_name(b) != nullptr; ++b) {
    const char* const backend = lowp_backend_name(b);
    if (!lowp_backend_is_supported(backend)) continue;
    for (const int limit : {65, 128}) PrintWeights(backend, limit, context);
  }
  lowp_context_destroy(context);
}

void AppendProducts(std::vector<Section>* sections) {
  const auto append = [&](const char* name, lowp_type lhs, lowp_type rhs) {
    sections->push_back(
        {name, [=](Run* run) { AddSums(lhs, rhs, run); }, true});
  };
  append("product/u8u8", LOWP_UINT8, LOWP_UINT8);
  append("product/u8s8", LOWP_UINT8, LOWP_INT8);
  append("product/s8u8", LOWP_INT8, LOWP_UINT8);
  append("product/s8s8", LOWP_INT8, LOWP_INT8);
}

void AppendLayers(std::vector<Section>* sections) {
  const auto append = [&](const char* name, lowp_type type) {
    sections->push_back({name, [=](Run* run) { AddLayers(type, run); }, true});
  };
  append("layer/uint8", LOWP_UINT8);
  append("layer/int8", LOWP_INT8);
  append("layer/int16", LOWP_INT16);
  append("layer/float", LOWP_FLOAT32);
}

}  // namespace lowp_conform
