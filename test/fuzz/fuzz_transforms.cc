// A libFuzzer target for transforms of tensors: for any values, shapes and
// parameters, all backends give the same bytes or the same refusal. A call
// writes only its result, and nothing if it is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "../../public/gemm_context.h"
#include "../../public/rowwise/sparse_lengths_sum.h"
#include "../../public/tensor/affine_requantization.h"
#include "../../public/tensor/quantize_rows.h"
#include "../../public/tensor/requantization.h"
#include "../../public/tensor/requantization_float.h"
#include "../../public/tensor/softmax.h"
#include "../../public/tensor/transforms.h"
#include "../support/for_each_backend.h"
#include "fuzz_input.h"
#include "fuzz_values.h"

namespace lowp_test {

void FuzzDynamic(ByteSource* in);  // fuzz_dynamic.cc

namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorShape;

// The memory that one case reads and writes.
class Case {
 public:
  explicit Case(ByteSource* in) : in_(in) {}

  // `count` values with any bits.
  template <typename T>
  T* Values(std::size_t count) {
    T* const values = Place<T>(count);
    std::uint64_t state = static_cast<std::uint64_t>(in_->Byte()) + 1;
    for (std::size_t i = 0; i < count; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const std::uint64_t bits = state >> 24;
      std::memcpy(values + i, &bits, sizeof(T));
      if constexpr (std::is_same_v<T, float>) {
        if (i < 24 || i % 16 == 0) values[i] = AnyFloat(in_);
      }
    }
    return values;
  }
  // Memory for results; sometimes that of the values.
  template <typename T, typename In>
  T* Result(std::size_t count, In* values, std::size_t in_count) {
    if (in_->OneIn(4) && in_count * sizeof(In) >= count * sizeof(T)) {
      return reinterpret_cast<T*>(values);
    }
    return Place<T>(count);
  }
  template <typename T>
  T* Place(std::size_t count) {
    return reinterpret_cast<T*>(memory_.Get(count * sizeof(T), alignof(T)));
  }

  // Makes the call on each backend. It may change only [first, first + bytes).
  template <typename Call>
  void Expect(const void* first, std::size_t bytes, bool has_floats,
              const Call& call) {
    const std::vector<std::uint8_t> before = memory_.Image();
    const std::size_t begin = bytes == 0 ? 0 : memory_.Position(first);
    std::vector<std::uint8_t> expected;
    Status expected_status;
    bool is_first = true;
    for (const gemmlowp::internal::Backend* backend : SupportedBackends()) {
      GemmContext context;
      if (!context.set_backend(backend->name).ok()) {
        Fail("a supported backend is refused");
      }
      const Status status = call(&context);
      const std::vector<std::uint8_t> after = memory_.Image();
      memory_.Restore(before);
      CheckWritten(before, after, begin, status.ok() ? bytes : 0);
      if (!status.ok() &&
          (*status.argument() == '\0' || *status.problem() == '\0')) {
        Fail("a status names no argument, or no problem");
      }
      if (is_first) {
        expected = after;
        expected_status = status;
        is_first = false;
      } else if (!Same(status, expected_status)) {
        Fail("backends say " + status.message() + " and " +
             expected_status.message());
      } else if (!SameBytes(after, expected, begin, bytes, has_floats)) {
        Fail(std::string("another result of ") + backend->name);
      }
    }
  }

 private:
  static void CheckWritten(const std::vector<std::uint8_t>& before,
                           const std::vector<std::uint8_t>& after,
                           std::size_t begin, std::size_t bytes) {
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i] != after[i] && (i < begin || i >= begin + bytes)) {
        Fail("byte " + std::to_string(i) + " was written to");
      }
    }
  }
  // All NaNs count as equal.
  static bool SameBytes(const std::vector<std::uint8_t>& a,
                        const std::vector<std::uint8_t>& b, std::size_t begin,
                        std::size_t bytes, bool has_floats) {
    if (a == b) return true;
    if (!has_floats) return false;
    for (std::size_t i = begin; i + 4 <= begin + bytes; i += 4) {
      float x, y;
      std::memcpy(&x, a.data() + i, sizeof(x));
      std::memcpy(&y, b.data() + i, sizeof(y));
      if (std::memcmp(&x, &y, sizeof(x)) != 0 &&
          !(std::isnan(x) && std::isnan(y))) {
        return false;
      }
    }
    return true;
  }

  ByteSource* in_;
  ExactMemory memory_;
};

TensorShape AnyShape(ByteSource* in) {
  const auto extent = [in](int most) {
    return static_cast<std::size_t>(in->Below(most));
  };
  return {extent(5), extent(20), in->Flag() ? 1 : extent(40)};
}
std::size_t CountOf(const TensorShape& shape) {
  return shape.outer * shape.channels * shape.inner;
}

// Usually one parameter per channel.
int ParameterCount(ByteSource* in, const TensorShape& shape) {
  return in->OneIn(16) ? in->Below(8) - 3 : static_cast<int>(shape.channels);
}
std::size_t Room(int count) {
  return static_cast<std::size_t>(count > 0 ? count : 0);
}

float AnyScale(ByteSource* in) {
  return in->OneIn(4) ? AnyFloat(in)
                      : static_cast<float>(1 + in->Below(255)) * 0.0137f;
}
std::int32_t AnyZeroPoint(ByteSource* in) {
  return in->OneIn(8) ? in->Wild() : in->Below(128);
}
float* Scales(Case* c, ByteSource* in, int count) {
  float* const scales = c->Place<float>(Room(count));
  for (int i = 0; i < count; ++i) scales[i] = AnyScale(in);
  return scales;
}
std::int32_t* Integers(Case* c, int count, ByteSource* in,
                       std::int32_t (*any)(ByteSource*)) {
  std::int32_t* const values = c->Place<std::int32_t>(Room(count));
  for (int i = 0; i < count; ++i) values[i] = any(in);
  return values;
}
std::int32_t AnyInteger(ByteSource* in) { return in->Wild(); }
std::int32_t AnyExponent(ByteSource* in) {
  return in->OneIn(32) ? in->Wild() : in->Below(64) - 32;
}

template <typename T>
gemmlowp::QuantizedRange RangeFor(ByteSource* in) {
  return in->OneIn(4) ? AnyRange(in) : gemmlowp::QuantizedRangeOf<T>();
}

template <typename T>
void FuzzQuantize(ByteSource* in) {
  Case c(in);
  const TensorShape shape = AnyShape(in);
  const std::size_t n = CountOf(shape);
  float* const values = c.Values<float>(n);
  const int count = ParameterCount(in, shape);
  const gemmlowp::TensorQuantization by =
      in->Flag() ? gemmlowp::TensorQuantization(AnyScale(in), AnyZeroPoint(in))
                 : gemmlowp::TensorQuantization(
                       Scales(&c, in, count),
                       Integers(&c, count, in, AnyZeroPoint), count);
  const auto rounding = static_cast<gemmlowp::ValueRounding>(in->Below(8));
  const gemmlowp::QuantizedRange range = RangeFor<T>(in);
  T* const out = c.Result<T>(n, values, n);
  c.Expect(out, n * sizeof(T), false, [&](GemmContext* context) {
    return gemmlowp::TryQuantize(context, values, shape, by, rounding, out,
                                 range);
  });
}

template <typename T>
void FuzzDequantize(ByteSource* in) {
  Case c(in);
  const TensorShape shape = AnyShape(in);
  const std::size_t n = CountOf(shape);
  T* const values = c.Values<T>(n);
  const int count = ParameterCount(in, shape);
  const gemmlowp::TensorQuantization by =
      in->Flag() ? gemmlowp::TensorQuantization(AnyScale(in), in->Wild())
                 : gemmlowp::TensorQuantization(
                       Scales(&c, in, count),
                       Integers(&c, count, in, AnyInteger), count);
  const auto precision = static_cast<gemmlowp::RealPrecision>(in->Below(3));
  float* const out = c.Result<float>(n, values, n);
  c.Expect(out, n * sizeof(float), true, [&](GemmContext* context) {
    return gemmlowp::TryDequantize(context, values, shape, by, out, precision);
  });
}

void FuzzFakeQuantize(ByteSource* in) {
  Case c(in);
  const std::size_t n = static_cast<std::size_t>(in->Below(80));
  float* const values = c.Values<float>(n);
  gemmlowp::NudgedRange range;
  if (in->OneIn(4) || !gemmlowp::NudgeQuantizationRange(
                           AnyFloat(in), AnyFloat(in), AnyRange(in), &range)
                           .ok()) {
    range = {AnyFloat(in), AnyFloat(in), AnyFloat(in), 0, AnyFloat(in)};
  }
  const auto form = static_cast<gemmlowp::FakeQuantForm>(in->Below(6));
  float* const out = c.Result<float>(n, values, n);
  c.Expect(out, n * sizeof(float), true, [&](GemmContext* context) {
    return gemmlowp::TryFakeQuantize(context, values, n, range, out, form);
  });
}

void FuzzBytes(ByteSource* in) {
  Case c(in);
  const std::size_t n = static_cast<std::size_t>(in->Below(200));
  std::uint8_t* const values = c.Values<std::uint8_t>(n);
  auto* const table =
      reinterpret_cast<gemmlowp::ActivationTable<std::uint8_t>*>(
          c.Values<std::uint8_t>(256));
  std::uint8_t* const out = c.Result<std::uint8_t>(n, values, n);
  const bool flips = in->Flag();
  c.Expect(out, n, false, [&](GemmContext* context) {
    return flips ? gemmlowp::TryFlipSigns(context, values, n,
                                          reinterpret_cast<std::int8_t*>(out))
                 : gemmlowp::TryApplyTable(context, values, n, *table, out);
  });
}

void FuzzRange(ByteSource* in) {
  Case c(in);
  const std::size_t n = static_cast<std::size_t>(in->Below(80));
  float* const values = c.Values<float>(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (std::isnan(values[i])) values[i] = 0;
  }
  auto* const range = c.Place<gemmlowp::ObservedRange>(1);
  // The sign of a zero is not specified.
  c.Expect(range, sizeof(*range), true, [&](GemmContext* context) {
    const Status status = gemmlowp::TryFindRange(context, values, n, range);
    if (status.ok()) *range = {range->min + 0.0f, range->max + 0.0f};
    return status;
  });
}

template <typename In, typename Out>
void FuzzRequantize(ByteSource* in) {
  Case c(in);
  const TensorShape shape = AnyShape(in);
  const std::size_t n = CountOf(shape);
  In* const values = c.Values<In>(n);
  const int count = ParameterCount(in, shape);
  const auto rounding = static_cast<gemmlowp::FixedPointRounding>(in->Below(6));
  gemmlowp::Requantization by({in->Wild(), AnyExponent(in)}, rounding);
  if (in->Flag()) {
    by = gemmlowp::Requantization(Integers(&c, count, in, AnyInteger),
                                  Integers(&c, count, in, AnyExponent), count,
                                  rounding);
    if (in->Flag()) {
      by.input_zero_points = Integers(&c, count, in, AnyZeroPoint);
    }
    if (in->Flag()) {
      by.output_zero_points = Integers(&c, count, in, AnyZeroPoint);
    }
  }
  by.input_zero_point = AnyZeroPoint(in);
  by.output_zero_point = AnyZeroPoint(in);
  const gemmlowp::QuantizedRange range = RangeFor<Out>(in);
  Out* const out = c.Result<Out>(n, values, n);
  c.Expect(out, n * sizeof(Out), false, [&](GemmContext* context) {
    return gemmlowp::TryRequantize(context, values, shape, by, out, range);
  });
}

template <typename In, typename Out, typename Real>
void FuzzRequantizeReal(ByteSource* in) {
  Case c(in);
  const TensorShape shape = AnyShape(in);
  const std::size_t n = CountOf(shape);
  In* const values = c.Values<In>(n);
  const int count = ParameterCount(in, shape);
  const auto rounding = static_cast<gemmlowp::FloatRounding>(in->Below(6));
  const auto order = static_cast<gemmlowp::ZeroPointOrder>(in->Below(3));
  gemmlowp::RealRequantization<Real> by(AnyScale(in), rounding, order);
  if (in->Flag()) {
    Real* const scales = c.Place<Real>(Room(count));
    for (int i = 0; i < count; ++i) scales[i] = AnyScale(in);
    by = gemmlowp::RealRequantization<Real>(scales, count, rounding, order);
    if (in->Flag()) {
      by.input_zero_points = Integers(&c, count, in, AnyZeroPoint);
    }
    if (in->Flag()) {
      by.output_zero_points = Integers(&c, count, in, AnyZeroPoint);
    }
  }
  by.input_zero_point = AnyZeroPoint(in);
  by.output_zero_point = AnyZeroPoint(in);
  const gemmlowp::QuantizedRange range = RangeFor<Out>(in);
  Out* const out = c.Result<Out>(n, values, n);
  c.Expect(out, n * sizeof(Out), false, [&](GemmContext* context) {
    return gemmlowp::TryRequantize(context, values, shape, by, out, range);
  });
}

template <typename T>
void FuzzLeakyRelu(ByteSource* in) {
  Case c(in);
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
  Case c(in);
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
  Case c(in);
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
  Case c(in);
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

gemmlowp::AffineRange AnyAffine(ByteSource* in) {
  return {AnyFloat(in), AnyScale(in), AnyFloat(in)};
}

template <typename In, typename Bias, typename Out>
void FuzzAffine(ByteSource* in) {
  Case c(in);
  const std::size_t rows = static_cast<std::size_t>(in->Below(5));
  const std::size_t columns = static_cast<std::size_t>(in->Below(90));
  const std::size_t n = rows * columns;
  In* const values = c.Values<In>(n);
  Bias* const bias = c.Values<Bias>(columns);
  const gemmlowp::AffineRange input = AnyAffine(in), range = AnyAffine(in),
                              bias_range = AnyAffine(in);
  Out* const out = c.Result<Out>(n, values, n);
  const bool adds = in->Flag();
  c.Expect(out, n * sizeof(Out), false, [&](GemmContext* context) {
    return adds ? gemmlowp::TryAddBias(context, values, rows, columns, input,
                                       bias, bias_range, range, out)
                : gemmlowp::TryRequantizeAffine(context, values, n, input,
                                                range, out);
  });
}

void FuzzSparseSum(ByteSource* in) {
  Case c(in);
  const int rows = in->Below(6), columns = in->Below(70);
  const auto format = static_cast<gemmlowp::FusedRowFormat>(in->Below(5));
  const std::size_t row_bytes = gemmlowp::FusedRowBytes(format, columns);
  const std::uint8_t* const bytes =
      c.Values<std::uint8_t>(static_cast<std::size_t>(rows) * row_bytes);
  const auto table = gemmlowp::QuantizedTable::Fused(
      bytes, static_cast<std::ptrdiff_t>(row_bytes), format, rows, columns);
  const int segments = in->Below(5);
  std::int32_t* const lengths = c.Place<std::int32_t>(Room(segments));
  std::size_t count = 0;
  for (int s = 0; s < segments; ++s) {
    lengths[s] = in->Below(7);
    count += static_cast<std::size_t>(lengths[s]);
    if (in->OneIn(64)) lengths[s] = in->Wild();
  }
  std::int32_t* const indices = c.Place<std::int32_t>(count);
  float* const weights = c.Place<float>(count);
  for (std::size_t i = 0; i < count; ++i) {
    indices[i] = in->OneIn(64) ? in->Wild() : rows > 0 ? in->Below(rows) : 0;
    weights[i] = AnyFloat(in);
  }
  const auto weighting = static_cast<gemmlowp::SparseWeighting>(in->Below(3));
  const std::size_t n = Room(segments) * Room(columns);
  float* const out = c.Place<float>(n);
  const bool weighted = in->Flag();
  c.Expect(out, n * sizeof(float), true, [&](GemmContext* context) {
    return weighted
               ? gemmlowp::TrySparseLengthsWeightedSum(
                     context, table, indices, count, weights, weighting,
                     lengths, segments, out, columns)
               : gemmlowp::TrySparseLengthsSum(context, table, indices, count,
                                               lengths, segments, out, columns);
  });
}

template <typename T>
void FuzzQuantizeRows(ByteSource* in) {
  Case c(in);
  const int rows = in->Below(5), columns = in->Below(60);
  const std::size_t n = Room(rows) * Room(columns);
  float* const values = c.Values<float>(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(values[i]) && !in->OneIn(32)) values[i] = 1;
  }
  // One block of memory for everything that is written.
  const std::size_t numbers = Room(rows) * 3 * sizeof(float);
  std::uint8_t* const written = c.Place<std::uint8_t>(numbers + n);
  float* const scales = reinterpret_cast<float*>(written);
  std::int32_t* const zero_points =
      reinterpret_cast<std::int32_t*>(scales + rows);
  float* const offsets = scales + rows;
  std::int32_t* const sums = zero_points + rows;
  T* const codes = reinterpret_cast<T*>(written + numbers);
  const gemmlowp::FloatRows matrix = {values, rows, columns, columns};
  const gemmlowp::QuantizationRule rule = AnyRule(in);
  const auto coding = static_cast<gemmlowp::RowCoding>(in->Below(3));
  const bool by_rule = in->Flag();
  c.Expect(written, numbers + n, false, [&](GemmContext* context) {
    return by_rule
               ? gemmlowp::TryQuantizeRows(context, matrix, rule, codes,
                                           columns, scales, zero_points, sums)
               : gemmlowp::TryQuantizeRows(context, matrix, coding, codes,
                                           columns, scales, offsets, sums);
  });
}

using std::int16_t;
using std::int32_t;
using std::int8_t;
using std::uint8_t;

constexpr void (*kTargets[])(ByteSource*) = {
    &FuzzQuantize<uint8_t>,
    &FuzzQuantize<int8_t>,
    &FuzzQuantize<int16_t>,
    &FuzzDequantize<uint8_t>,
    &FuzzDequantize<int16_t>,
    &FuzzDequantize<int32_t>,
    &FuzzFakeQuantize,
    &FuzzBytes,
    &FuzzRange,
    &FuzzRequantize<uint8_t, int8_t>,
    &FuzzRequantize<int16_t, int8_t>,
    &FuzzRequantize<int32_t, int16_t>,
    &FuzzRequantize<int32_t, int32_t>,
    &FuzzRequantize<int8_t, int32_t>,
    &FuzzRequantizeReal<int32_t, int8_t, float>,
    &FuzzRequantizeReal<uint8_t, uint8_t, float>,
    &FuzzRequantizeReal<int16_t, int16_t, double>,
    &FuzzRequantizeReal<int32_t, int16_t, double>,
    &FuzzLeakyRelu<int8_t>,
    &FuzzLeakyRelu<int16_t>,
    &FuzzSigmoids,
    &FuzzSoftmax<int8_t, int8_t>,
    &FuzzSoftmax<uint8_t, int16_t>,
    &FuzzWideSoftmax,
    &FuzzAffine<uint8_t, int32_t, uint8_t>,
    &FuzzAffine<int32_t, int8_t, int32_t>,
    &FuzzSparseSum,
    &FuzzQuantizeRows<uint8_t>,
    &FuzzQuantizeRows<int8_t>,
    &FuzzDynamic};

}  // namespace
}  // namespace lowp_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  lowp_test::ByteSource in(data, size);
  constexpr int kCount =
      sizeof(lowp_test::kTargets) / sizeof(lowp_test::kTargets[0]);
  lowp_test::kTargets[in.Below(kCount)](&in);
  return 0;
}
