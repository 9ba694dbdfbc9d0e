// Fuzzes dynamic linear layers: any arithmetic, any values. What is accepted is
// computed, and a row by itself has the bytes that it has among others.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "../../public/dynamic/dynamic_linear.h"
#include "../../public/gemmlowp.h"
#include "fuzz_input.h"
#include "fuzz_values.h"

namespace lowp_test {
namespace {

using gemmlowp::DynamicLinear;
using gemmlowp::DynamicLinearParameters;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::Status;

template <typename T>
using Rows = MatrixMap<T, MapOrder::RowMajor>;

gemmlowp::DynamicArithmetic AnyArithmetic(ByteSource* in) {
  gemmlowp::DynamicArithmetic a;
  const auto any = [&](int count) { return in->Below(count + in->OneIn(64)); };
  a.scope = static_cast<gemmlowp::DynamicScope>(any(2));
  a.scale = static_cast<gemmlowp::DynamicScale>(any(4));
  a.code = static_cast<gemmlowp::DynamicCode>(any(4));
  a.order = static_cast<gemmlowp::DynamicOrder>(any(3));
  a.fuses_bias = in->Flag();
  a.rule = AnyRule(in);
  a.codes = AnyRange(in);
  a.range = in->Flag() ? a.codes : AnyRange(in);
  return a;
}

std::vector<float> AnyFloats(int count, bool wild, ByteSource* in) {
  std::vector<float> values;
  for (int i = 0; i < count; ++i) {
    values.push_back(wild ? AnyFloat(in)
                          : static_cast<float>(in->Below(256) - 128) / 32);
  }
  return values;
}

template <typename Out>
void RunLayer(const DynamicLinear& layer, bool by_row,
              const std::vector<float>& x, int rows, GemmContext* context) {
  const int k = layer.inputs(), n = layer.outputs();
  const auto run = [&](int first, int count) {
    std::vector<Out> y(static_cast<std::size_t>(count * n));
    const Status status =
        layer.Run(context, Rows<const float>(x.data() + first * k, count, k),
                  Rows<Out>(y.data(), count, n));
    if (!status.ok()) Fail("a layer does not run: " + status.message());
    return y;
  };
  const std::vector<Out> all = run(0, rows);
  for (int row = 0; row < rows && by_row; ++row) {
    const std::vector<Out> one = run(row, 1);
    if (std::memcmp(one.data(), all.data() + row * n,
                    one.size() * sizeof(Out)) != 0) {
      Fail("a row depends on the batch");
    }
  }
}

}  // namespace

void FuzzDynamic(ByteSource* in) {
  const int k = in->Below(20), n = in->Below(20), rows = in->Below(6);
  std::vector<std::int8_t> weights;
  for (int i = 0; i < k * n; ++i) {
    weights.push_back(static_cast<std::int8_t>(37 * i + in->Byte()));
  }
  DynamicLinearParameters parameters;
  const auto floats = [&](int size) {
    return AnyFloats(in->OneIn(32) ? 1 : size, in->OneIn(8), in);
  };
  const std::vector<float> scales = floats(in->Flag() ? 1 : n);
  const std::vector<float> bias = floats(in->Flag() ? 0 : n);
  const std::vector<float> factors = floats(in->Flag() ? 0 : k);
  const std::int32_t zero_point = in->Wild();
  parameters.scales = {scales.data(), static_cast<int>(scales.size())};
  parameters.bias = {bias.data(), static_cast<int>(bias.size())};
  parameters.factors = {factors.data(), static_cast<int>(factors.size())};
  parameters.zero_points = {&zero_point, in->Below(2)};
  if (in->Flag()) parameters.low = AnyFloat(in);
  if (in->Flag()) parameters.high = AnyFloat(in);
  parameters.arithmetic = AnyArithmetic(in);
  GemmContext context;
  DynamicLinear layer;
  if (!DynamicLinear::Prepare(&context,
                              Rows<const std::int8_t>(weights.data(), k, n),
                              parameters, &layer)
           .ok()) {
    if (!layer.empty()) Fail("a refused layer is not empty");
    return;
  }
  const std::vector<float> x = AnyFloats(rows * k, in->Flag(), in);
  const bool by_row =
      parameters.arithmetic.scope == gemmlowp::DynamicScope::kRow;
  switch (in->Below(3)) {
    case 0:
      return RunLayer<float>(layer, by_row, x, rows, &context);
    case 1:
      return RunLayer<gemmlowp::Bfloat16>(layer, by_row, x, rows, &context);
    default:
      return RunLayer<gemmlowp::Float16>(layer, by_row, x, rows, &context);
  }
}

}  // namespace lowp_test
