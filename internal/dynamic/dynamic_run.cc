// Rows are quantized, then multiplied. All rows are quantized first: the
// weights meet all of them anyway, and codes take a quarter of the bytes of
// floats.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "dynamic_run.h"

#include <cstring>
#include <limits>
#include <vector>

#include "../contract/engine_state.h"
#include "../contract/thread_costs.h"
#include "../gemm/prepare.h"
#include "../gemm/product_run.h"
#include "../runtime/extent.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

FloatParameter OneOrEach(const std::vector<float>& values, float none) {
  if (values.size() < 2) {
    return OneForAll<FloatParameter>(values.empty() ? none : values[0]);
  }
  return OneForEach<FloatParameter>(
      values.data(), static_cast<int>(values.size()), Along::kCols);
}

RealOrder OrderOf(DynamicOrder order) {
  switch (order) {
    case DynamicOrder::kRowFirst:
      return RealOrder::kRowFirst;
    case DynamicOrder::kColumnFirst:
      return RealOrder::kColumnFirst;
    case DynamicOrder::kProductFirst:
      break;
  }
  return RealOrder::kProductFirst;
}

RealEpilogue EpilogueOf(const DynamicLinearState& layer, Real type) {
  RealEpilogue real;
  real.row = OneForAll<FloatParameter>(1.0f);
  real.column = OneOrEach(layer.scales, 1);
  real.bias = OneOrEach(layer.bias, -0.0f);
  real.order = OrderOf(layer.arithmetic.order);
  real.fuses_bias = layer.arithmetic.fuses_bias && !layer.bias.empty();
  real.type = type;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  real.clamps = layer.low > -kInfinity || layer.high < kInfinity;
  real.low = layer.low;
  real.high = layer.high;
  return real;
}

// NaN of `count` values becomes quiet, positive NaN without a payload; all of
// them do if `all`.
template <typename Bits>
void SetNaNs(std::uint8_t* first, int count, bool all, Bits infinity,
             Bits nan) {
  constexpr Bits kMagnitude = static_cast<Bits>(~Bits{0}) >> 1;
  for (int i = 0; i < count; ++i) {
    std::uint8_t* const place =
        first + static_cast<std::size_t>(i) * sizeof(Bits);
    Bits bits;
    std::memcpy(&bits, place, sizeof(bits));
    if (all || (bits & kMagnitude) > infinity) {
      std::memcpy(place, &nan, sizeof(nan));
    }
  }
}

}  // namespace

Status DynamicRun::Prepare(const DynamicLinearState& layer, const RealMatrix& x,
                           const std::int32_t* index, const RealMatrix& y,
                           const GemmResources& resources) {
  layer_ = &layer;
  index_ = index;
  x_ = x;
  y_ = y;
  form_ = CodeFormFor(*layer.backend, layer.k, layer.arithmetic);
  SetProblem();
  epilogue_.biases = nullptr;
  epilogue_.bias_count = 0;
  epilogue_.has_row_bias = false;
  epilogue_.epilogue.form = EpilogueForm::kReal;
  epilogue_.epilogue.result = problem_.result.scalar;
  epilogue_.epilogue.transposed = false;
  epilogue_.epilogue.real = EpilogueOf(layer, y.type);
  EngineState state;
  state.kernel = layer.kernel;
  GemmResources own = resources;
  own.state = &state;
  const Status status = internal::Prepare(problem_, ShapeOf(epilogue_.epilogue),
                                          {layer.backend, "the layer's"},
                                          {false, false}, own, &product_);
  if (!status.ok()) return status;
  rows_ = LayOutQuantizedRows(form_, x.rows, layer.k, layer.arithmetic, Reads(),
                              product_.threads);
  if (!Extent(bytes()).FitsMemory()) {
    return Status(StatusCode::kResourceExhausted, "x.rows", x.rows,
                  "need more memory than this machine addresses");
  }
  return Status();
}

std::uint64_t DynamicRun::bytes() const {
  return (Extent(product_.layout.total) + rows_.total).value();
}

void DynamicRun::Run(void* workspace, const Executor& executor,
                     int threads_to_wake) {
  const PreparedProduct& p = product_;
  const QuantizedRows rows(
      *layer_->backend, layer_->arithmetic, form_, x_, index_,
      layer_->factors_or_null(), rows_,
      static_cast<std::uint8_t*>(workspace) + p.layout.total);
  const bool is_small = std::int64_t{x_.rows} * x_.cols < kFewQuantizedValues;
  rows.Quantize({executor, is_small ? 1 : p.threads, threads_to_wake, true});
  problem_.lhs.matrix.data = rows.codes();
  SetScales(rows);
  RunProduct(p, {PlacesOf(problem_, p.swapped), problem_, epilogue_, workspace},
             executor, threads_to_wake);
  SetNaNs(rows);
}

bool DynamicRun::Reads() const {
  return x_.type != Real::kFloat32 || !layer_->factors.empty();
}

// Whether rows have zero points of their own.
bool DynamicRun::OffsetVaries() const {
  return layer_->arithmetic.scope == DynamicScope::kRow &&
         !HasNoZeroPoint(layer_->arithmetic);
}

void DynamicRun::SetProblem() {
  problem_ = {};
  problem_.lhs.matrix = {nullptr,      x_.rows, layer_->k,
                         form_.stride, true,    form_.scalar};
  problem_.lhs.is_packed = false;
  problem_.lhs.packed = nullptr;
  problem_.rhs = layer_->rhs;
  problem_.result = RefOf(y_);
  problem_.lhs_offset.value = 0;
  problem_.lhs_offset.along = OffsetVaries() ? Along::kRows : Along::kAll;
  problem_.rhs_offset.value = layer_->offsets[0];
  problem_.rhs_offset.along = Along::kAll;
  if (layer_->offsets.size() > 1) {
    problem_.rhs_offset.data = layer_->offsets.data();
    problem_.rhs_offset.size = layer_->n;
    problem_.rhs_offset.along = Along::kCols;
  }
  problem_.uses_floats = true;
}

void DynamicRun::SetScales(const QuantizedRows& rows) {
  FloatParameter& scale = epilogue_.epilogue.real.row;
  if (rows.by_row()) {
    scale.data = rows.scales();
    scale.size = x_.rows;
    scale.along = Along::kRows;
  } else {
    scale = OneForAll<FloatParameter>(rows.scales()[0]);
  }
  if (OffsetVaries()) {
    problem_.lhs_offset.data = rows.offsets();
    problem_.lhs_offset.size = x_.rows;
  } else {
    problem_.lhs_offset.value = rows.offsets()[0];
  }
}

// Rows without a scale become NaN, and NaN that follows from an overflow loses
// its sign: processors do not agree on it.
void DynamicRun::SetNaNs(const QuantizedRows& rows) const {
  for (int row = 0; row < y_.rows; ++row) {
    const float scale = rows.scales()[rows.by_row() ? row : 0];
    if (scale < layer_->safe_scale) continue;
    const bool all = scale != scale;
    std::uint8_t* const first =
        static_cast<std::uint8_t*>(const_cast<void*>(y_.data)) +
        std::ptrdiff_t{row} * y_.stride * SizeOf(y_.type);
    switch (y_.type) {
      case Real::kFloat32:
        internal::SetNaNs<std::uint32_t>(first, y_.cols, all, 0x7f800000,
                                         0x7fc00000);
        break;
      case Real::kBfloat16:
        internal::SetNaNs<std::uint16_t>(first, y_.cols, all, 0x7f80, 0x7fc0);
        break;
      case Real::kFloat16:
        internal::SetNaNs<std::uint16_t>(first, y_.cols, all, 0x7c00, 0x7e00);
        break;
    }
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
