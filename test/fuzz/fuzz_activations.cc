// Fuzzes leaky ReLU, logistic, tanh and softmax of tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>

#include "../../public/tensor/requantization.h"
#include "../../public/tensor/softmax.h"
#include "fuzz_transform.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using std::int16_t;
using std::int8_t;
using std::uint8_t;

template <typename T>
void FuzzLeakyRelu(ByteSource* in) {
  TransformCase c(in);
  const std::size_t n = static_cast<std::size_t>(in->Below(100));
  T* const values = c.Values<T>(n);
  const gemmlowp::OutputStageLeakyRelu stage = {
      AnyZeroPoint(in),
      in->Wild(),
      AnyExponent(in),
      in->Wild(),
      AnyExponent(in),
      AnyZeroPoint(in),
      static_cast<gemmlowp::FixedPointRounding>(in->Below(6))};
  T* const out = c.Result<T>(n, values, n);
  c.Expect(out, n * sizeof(T), false, [&](GemmContext* context) {
    return gemmlowp::TryLeakyRelu(context, values, n, stage, out);
  });
}

void FuzzSigmoids(ByteSource* in) {
  TransformCase c(in);
  const std::size_t n = static_cast<std::size_t>(in->Below(100));
  std::int16_t* const values = c.Values<std::int16_t>(n);
  const float scale = AnyScale(in) * (in->Flag() ? 0x1p-12f : 1);
  std::int16_t* const out = c.Result<std::int16_t>(n, values, n);
  const bool is_tanh = in->Flag();
  c.Expect(out, 2 * n, false, [&](GemmContext* context) {
    return is_tanh ? gemmlowp::TryTanh(context, values, n, scale, out)
                   : gemmlowp::TryLogistic(context, values, n, scale, out);
  });
}

template <typename In, typename Out>
void FuzzSoftmax(ByteSource* in) {
  TransformCase c(in);
  const std::size_t rows = static_cast<std::size_t>(in->Below(5));
  const std::size_t columns = static_cast<std::size_t>(in->Below(90));
  const std::size_t n = rows * columns;
  In* const values = c.Values<In>(n);
  gemmlowp::SoftmaxTable table = {};
  const bool built =
      gemmlowp::BuildSoftmaxTable(AnyScale(in), AnyScale(in), &table).ok();
  if (!built && !in->OneIn(8)) return;
  Out* const out = c.Result<Out>(n, values, n);
  c.Expect(out, n * sizeof(Out), false, [&](GemmContext* context) {
    return gemmlowp::TrySoftmax(context, values, rows, columns, table, out);
  });
}

void FuzzWideSoftmax(ByteSource* in) {
  TransformCase c(in);
  const std::size_t rows = static_cast<std::size_t>(in->Below(5));
  const std::size_t columns = static_cast<std::size_t>(in->Below(90));
  const std::size_t n = rows * columns;
  std::int16_t* const values = c.Values<std::int16_t>(n);
  static auto* const tables = [] {
    auto* made = new gemmlowp::WideSoftmaxTables;
    if (!gemmlowp::BuildWideSoftmaxTables(
             0x1p-10f, 1, gemmlowp::FixedPointRounding::kDouble, made)
             .ok()) {
      Fail("no tables of softmax");
    }
    return made;
  }();
  tables->multiplier = in->Wild();
  tables->exponent = AnyExponent(in);
  tables->rounding = static_cast<gemmlowp::FixedPointRounding>(in->Below(5));
  std::int16_t* const out = c.Result<std::int16_t>(n, values, n);
  c.Expect(out, 2 * n, false, [&](GemmContext* context) {
    return gemmlowp::TrySoftmax(context, values, rows, columns, *tables, out);
  });
}

constexpr void (*kTargets[])(ByteSource*) = {&FuzzLeakyRelu<int8_t>,
                                             &FuzzLeakyRelu<int16_t>,
                                             &FuzzSigmoids,
                                             &FuzzSoftmax<int8_t, int8_t>,
                                             &FuzzSoftmax<uint8_t, int16_t>,
                                             &FuzzWideSoftmax};

}  // namespace

void FuzzActivations(ByteSource* in) { FuzzOneOf(kTargets, in); }

}  // namespace lowp_test
