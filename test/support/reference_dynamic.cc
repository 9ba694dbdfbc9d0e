// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "reference_dynamic.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace lowp_test {
namespace {

struct ReferenceCode {
  float scale = 1, inverse = 1;
  int zero_point = 0;
};

// `real` is NaN where the scale or its inverse is infinite: such a row counts
// as zeros.
int ZeroPointOf(float real, float low, float high) {
  return std::isnan(real) ? 0
                          : static_cast<int>(std::nearbyint(
                                std::min(std::max(real, low), high)));
}

ReferenceCode CodeForRange(const gemmlowp::DynamicArithmetic& a, float min,
                           float max) {
  using gemmlowp::DynamicScale;
  const float low = static_cast<float>(a.range.low);
  const float high = static_cast<float>(a.range.high);
  const float zero_min = std::min(min, 0.0f), zero_max = std::max(max, 0.0f);
  ReferenceCode code;
  switch (a.scale) {
    case DynamicScale::kByRule: {
      gemmlowp::QuantizationParams params;
      const bool ok =
          ChooseQuantizationParams(min, max, a.range, a.rule, &params).ok();
      code.scale = ok ? static_cast<float>(params.scale)
                      : std::numeric_limits<float>::infinity();
      code.inverse = 1 / code.scale;
      code.zero_point = params.zero_point;
      break;
    }
    case DynamicScale::kOnnx: {
      const double wide = (static_cast<double>(zero_max) - zero_min) /
                          (static_cast<double>(high) - low);
      const float difference = zero_max - zero_min;
      code.scale = std::isinf(difference) ? static_cast<float>(wide)
                                          : difference / (high - low);
      if (zero_max == zero_min) code.scale = 1;
      code.inverse = 1 / code.scale;
      code.zero_point = ZeroPointOf(low - zero_min / code.scale, low, high);
      break;
    }
    case DynamicScale::kFromInverse: {
      code.inverse = (high - low) / (zero_max - zero_min);
      code.scale = 1 / code.inverse;
      const float from_min = low + zero_min * code.inverse;
      const float from_max = high + zero_max * code.inverse;
      const float real = from_min + from_max > 0
                             ? low - zero_min * code.inverse
                             : high - zero_max * code.inverse;
      code.zero_point = ZeroPointOf(real, low, high);
      break;
    }
    case DynamicScale::kSymmetric: {
      const float m = std::max(std::fabs(min), std::fabs(max));
      code.scale = m / high;
      code.inverse = high / m;
      break;
    }
  }
  return code;
}

}  // namespace

std::vector<float> ReferenceDynamic(const ReferenceLayer& layer,
                                    const std::vector<float>& x, int rows) {
  using gemmlowp::DynamicCode;
  using gemmlowp::DynamicOrder;
  const gemmlowp::DynamicArithmetic& a = layer.arithmetic;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> values(x), y;
  const auto size = static_cast<std::size_t>(layer.k);
  for (std::size_t i = 0; i < values.size() && !layer.factors.empty(); ++i) {
    values[i] *= layer.factors[i % size];
  }
  const bool by_row = a.scope == gemmlowp::DynamicScope::kRow;
  for (int r = 0; r < rows; ++r) {
    const float* const row = values.data() + static_cast<std::size_t>(r) * size;
    const float* const first = by_row ? row : values.data();
    const float* const last = by_row ? row + size : first + values.size();
    const bool finite =
        std::all_of(first, last, [](float v) { return std::isfinite(v); });
    const float min = *std::min_element(first, last);
    const float max = *std::max_element(first, last);
    const ReferenceCode code =
        finite ? CodeForRange(a, min, max) : ReferenceCode();
    const float used =
        a.code == DynamicCode::kMultiply || a.code == DynamicCode::kFused
            ? code.inverse
            : 1;
    const bool is_number = finite && !std::isinf(code.scale);
    const bool has_codes = code.scale > 0 && used > 0 && !std::isinf(used);
    std::vector<std::int64_t> codes(size);
    for (std::size_t i = 0; i < size && is_number && has_codes; ++i) {
      const float zero = static_cast<float>(code.zero_point);
      const float real =
          a.code == DynamicCode::kMultiply
              ? std::nearbyint(row[i] * code.inverse) + zero
          : a.code == DynamicCode::kFused
              ? std::nearbyint(std::fma(row[i], code.inverse, zero))
          : a.code == DynamicCode::kDivide
              ? std::nearbyint(row[i] / code.scale) + zero
              : std::nearbyint(row[i] / code.scale + zero);
      codes[i] = static_cast<int>(
                     std::min(std::max(real, static_cast<float>(a.codes.low)),
                              static_cast<float>(a.codes.high))) -
                 code.zero_point;
    }
    const float scale = has_codes ? code.scale : 1;
    for (int c = 0; c < layer.n; ++c) {
      const auto column = static_cast<std::size_t>(c);
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < size; ++i) {
        sum += codes[i] *
               (layer.weights[i * static_cast<std::size_t>(layer.n) + column] -
                layer.zero_points[column]);
      }
      const float acc = static_cast<float>(static_cast<std::int32_t>(sum));
      const float of_column = layer.scales[column];
      const float left = a.order == DynamicOrder::kRowFirst ? acc * scale
                         : a.order == DynamicOrder::kColumnFirst
                             ? acc * of_column
                             : acc;
      const float right = a.order == DynamicOrder::kRowFirst ? of_column
                          : a.order == DynamicOrder::kColumnFirst
                              ? scale
                              : scale * of_column;
      float result = left * right;
      if (!layer.bias.empty()) {
        const float bias = layer.bias[column];
        result = a.fuses_bias ? std::fma(left, right, bias) : result + bias;
      }
      if (layer.low > -std::numeric_limits<float>::infinity() ||
          layer.high < std::numeric_limits<float>::infinity()) {
        result = result > layer.low ? result : layer.low;
        result = result < layer.high ? result : layer.high;
      }
      y.push_back(is_number ? result : nan);
    }
  }
  return y;
}

}  // namespace lowp_test
