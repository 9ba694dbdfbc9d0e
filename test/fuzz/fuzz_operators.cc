// A libFuzzer target for operators on whole tensors: for any sizes, values and
// parameters, all backends give the same bytes or the same refusal. A call
// writes only its result, and nothing if it is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "../../public/gemm_context.h"
#include "../../public/operators/arg_max.h"
#include "../../public/operators/concat.h"
#include "../../public/operators/elementwise.h"
#include "../../public/operators/pad.h"
#include "../../public/operators/real_product.h"
#include "../../public/operators/reduce_max.h"
#include "../../public/operators/resize.h"
#include "../../public/operators/strided_copy.h"
#include "../support/for_each_backend.h"
#include "fuzz_input.h"
#include "fuzz_values.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::QuantizedRange;
using gemmlowp::Status;

// Elements of a tensor. Beyond kMax there is no memory for them: a call with
// such sizes is made only if they must be refused.
class Count {
 public:
  static constexpr long double kMax = 1 << 14;
  Count& operator*=(long double size) {
    elements_ *= size;
    is_positive_ = is_positive_ && size > 0;
    return *this;
  }
  bool IsServed() const { return is_positive_ && elements_ <= kMax; }
  bool IsRefused() const { return !is_positive_ || elements_ >= 0x1p63L; }
  std::size_t size() const {
    return IsServed() ? static_cast<std::size_t>(elements_) : 1;
  }

 private:
  long double elements_ = 1;
  bool is_positive_ = true;
};

// Elements that strides reach to both sides of the first one.
struct Reach {
  long double before = 0, behind = 1;
  void Add(int size, std::ptrdiff_t stride) {
    const long double far = (static_cast<long double>(size) - 1) * stride;
    (far < 0 ? before : behind) += far < 0 ? -far : far;
  }
  long double elements() const { return before + behind; }
  bool IsServed() const { return elements() <= Count::kMax; }
  std::size_t count() const {
    return IsServed() ? static_cast<std::size_t>(elements()) : 1;
  }
  std::size_t first() const {
    return IsServed() ? static_cast<std::size_t>(before) : 0;
  }
};

class Case {
 public:
  explicit Case(ByteSource* in) : in_(*in) {}

  int Size() { return in_.OneIn(40) ? in_.Wild() : 1 + in_.Below(9); }
  int Border() { return in_.OneIn(40) ? in_.Wild() : in_.Below(9); }
  // Mostly a value of an 8-bit type.
  std::int32_t ZeroPoint() {
    return in_.OneIn(40) ? in_.Wild() : in_.Below(128);
  }
  float Scale() {
    return in_.OneIn(20) ? AnyFloat(&in_)
                         : static_cast<float>(1 + in_.Below(255)) * 0.013f;
  }

  template <typename T>
  T* Values(std::size_t count) {
    T* const values =
        reinterpret_cast<T*>(memory_.Get(count * sizeof(T), alignof(T)));
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = static_cast<T>(in_.Byte() * 257 + static_cast<int>(i));
    }
    return values;
  }

  // Makes the call on each backend, with the same outcome.
  template <typename T, typename Call>
  void Expect(const T* result, std::size_t count, bool is_refused,
              const Call& call) {
    const std::vector<std::uint8_t> before = memory_.Image();
    const std::size_t begin = memory_.Position(result);
    std::vector<std::uint8_t> expected;
    Status expected_status;
    for (const gemmlowp::internal::Backend* backend : SupportedBackends()) {
      GemmContext context;
      if (!context.set_backend(backend->name).ok()) Fail("no such backend");
      const Status status = call(&context);
      const std::vector<std::uint8_t> after = memory_.Image();
      memory_.Restore(before);
      if (is_refused && status.ok()) Fail("impossible sizes are accepted");
      if (!status.ok() && *status.argument() == '\0') Fail("no argument");
      const std::size_t end = begin + (status.ok() ? count * sizeof(T) : 0);
      for (std::size_t i = 0; i < after.size(); ++i) {
        if ((i < begin || i >= end) && after[i] != before[i]) {
          Fail("a byte was written that is not of the result");
        }
      }
      if (expected.empty()) {
        expected = after;
        expected_status = status;
      } else if (!Same(status, expected_status) || after != expected) {
        Fail(std::string("another result on ") + backend->name);
      }
    }
  }

  template <typename T>
  void Concat() {
    const std::size_t outer = static_cast<std::size_t>(in_.Below(5));
    const std::size_t inner = static_cast<std::size_t>(in_.Below(90));
    const int count = in_.Below(4);
    std::vector<gemmlowp::ConcatPart<T>> parts(static_cast<std::size_t>(count));
    std::size_t all = 0;
    for (gemmlowp::ConcatPart<T>& part : parts) {
      part.size = static_cast<std::size_t>(in_.Below(6));
      part.quantization = {Scale(), ZeroPoint()};
      part.data = Values<T>(outer * part.size * inner + 1);
      all += part.size;
    }
    gemmlowp::TensorScale scale = {Scale(), ZeroPoint()};
    if (count > 0 && in_.Flag()) scale = parts[0].quantization;
    T* const result = Values<T>(outer * all * inner + 1);
    Expect(result, outer * all * inner, count == 0, [&](GemmContext* context) {
      return gemmlowp::TryConcat(context, parts.data(), count, outer, inner,
                                 scale, result);
    });
  }

  template <typename T>
  void Pad() {
    gemmlowp::PadAxis axes[6];
    const int axis_count = in_.Below(7);
    bool is_refused = axis_count == 0 || axis_count > 5, is_empty = false;
    Count input, output;
    for (int i = 0; i < axis_count; ++i) {
      axes[i] = {in_.OneIn(8) ? 0 : Size(), 0, 0};
      if (in_.Flag()) axes[i].before = Border();
      if (in_.Flag()) axes[i].after = Border();
      const auto [size, before, after] = axes[i];
      const long double extent =
          static_cast<long double>(before) + size + after;
      is_refused = is_refused || size < 0 || before < 0 || after < 0;
      is_empty = is_empty || extent == 0;
      input *= size;
      output *= extent;
    }
    is_refused = is_refused || (!is_empty && output.IsRefused());
    if (!is_refused && !is_empty && !output.IsServed()) return;
    const std::int32_t value = ZeroPoint();
    const T* const values = Values<T>(input.size());
    T* const result = Values<T>(output.size());
    const std::size_t results = is_empty ? 0 : output.size();
    Expect(result, results, is_refused, [&](GemmContext* context) {
      return gemmlowp::TryPad(context, values, axes, axis_count, value, result);
    });
  }

  template <typename T>
  void Resize() {
    const gemmlowp::ResizeGeometry g = {Size(), Size(), Size(),     Size(),
                                        Size(), Size(), in_.Flag(), in_.Flag()};
    // Without images one has to be possible.
    const int images = g.batch == 0 ? 1 : g.batch;
    Count input, output;
    for (const int size : {images, g.channels, g.input_height, g.input_width}) {
      input *= size;
    }
    for (const int size :
         {images, g.channels, g.output_height, g.output_width}) {
      output *= size;
    }
    const bool is_refused = input.IsRefused() || output.IsRefused();
    if (!is_refused && !(input.IsServed() && output.IsServed())) return;
    const T* const values = Values<T>(input.size());
    T* const result = Values<T>(output.size());
    const int form = in_.Below(4);
    const std::size_t results = g.batch == 0 ? 0 : output.size();
    Expect(result, results, is_refused, [&](GemmContext* context) {
      return form == 0
                 ? gemmlowp::TryResizeNearest(context, values, g, result)
                 : gemmlowp::TryResizeBilinear(
                       context, values, g,
                       static_cast<gemmlowp::BilinearForm>(form - 1), result);
    });
  }

  // Indices of extremes, or with T as the result's type their values.
  template <typename T, typename Result>
  void Extreme() {
    gemmlowp::TensorShape shape;
    Count values_count, places;
    for (std::size_t* size : {&shape.outer, &shape.channels, &shape.inner}) {
      *size = in_.OneIn(30) ? static_cast<std::size_t>(in_.Bits())
                            : static_cast<std::size_t>(1 + in_.Below(20));
      values_count *= static_cast<long double>(*size);
      if (size != &shape.channels) places *= static_cast<long double>(*size);
    }
    const bool is_refused = shape.channels == 0 || values_count.IsRefused();
    if (!values_count.IsServed() &&
        (!is_refused || shape.outer == 0 || shape.inner == 0)) {
      return;
    }
    const T* const values = Values<T>(values_count.size());
    Result* const result = Values<Result>(places.size());
    const bool minimum = in_.Flag();
    Expect(result, places.size(), is_refused, [&](GemmContext* context) {
      if constexpr (std::is_same_v<T, Result>) {
        return minimum ? gemmlowp::TryReduceMin(context, values, shape, result)
                       : gemmlowp::TryReduceMax(context, values, shape, result);
      } else {
        return minimum ? gemmlowp::TryArgMin(context, values, shape, result)
                       : gemmlowp::TryArgMax(context, values, shape, result);
      }
    });
  }

  // call(context, x, x_count, y, y_count, result) for tensors that fit or not.
  template <typename T, typename Call>
  void Binary(const Call& call) {
    const std::size_t x_count = static_cast<std::size_t>(in_.Below(100));
    const std::size_t y_count =
        in_.Flag() ? static_cast<std::size_t>(in_.Below(100)) : x_count;
    T* const x = Values<T>(x_count + 1);
    const T* const y = Values<T>(y_count + 1);
    const std::size_t count = x_count > y_count ? x_count : y_count;
    T* const result =
        in_.Flag() && x_count >= y_count ? x : Values<T>(count + 1);
    Expect(result, x_count == 0 || y_count == 0 ? 0 : count, false,
           [&](GemmContext* context) {
             return call(context, x, x_count, y, y_count, result);
           });
  }

  template <typename T>
  void Choose() {
    const bool smaller = in_.Flag();
    Binary<T>([&](GemmContext* context, const T* x, std::size_t x_count,
                  const T* y, std::size_t y_count, T* result) {
      return smaller
                 ? gemmlowp::TryMinimum(context, x, x_count, y, y_count, result)
                 : gemmlowp::TryMaximum(context, x, x_count, y, y_count,
                                        result);
    });
  }

  template <typename T>
  void Multiply() {
    gemmlowp::RealMultiplication m;
    m.x_zero_point = ZeroPoint();
    m.y_zero_point = ZeroPoint();
    m.result_zero_point = ZeroPoint();
    m.multiplier = in_.Flag() ? AnyFloat(&in_) : Scale();
    m.rounding = static_cast<gemmlowp::FloatRounding>(in_.Below(6));
    m.order = static_cast<gemmlowp::ZeroPointOrder>(in_.Below(3));
    const QuantizedRange range = AnyRange(&in_);
    Binary<T>([&](GemmContext* context, const T* x, std::size_t x_count,
                  const T* y, std::size_t y_count, T* result) {
      return gemmlowp::TryMultiply(context, x, x_count, y, y_count, m, result,
                                   range);
    });
  }

  template <typename T>
  void StridedCopy() {
    gemmlowp::StridedCopyAxis axes[5];
    const int axis_count = in_.Below(6);
    Reach from, to;
    bool is_empty = false;
    std::ptrdiff_t dense = 1;
    for (int i = 0; i < axis_count; ++i) {
      const int size = in_.OneIn(20) ? in_.Below(2) - 1 : Size();
      axes[i] = {size, in_.Below(40) - 9, in_.Flag() ? dense : -dense};
      if (in_.OneIn(20)) axes[i].result_stride = in_.Below(9);
      if (in_.OneIn(40)) axes[i].input_stride = in_.Wild();
      if (size > 0 && dense < (1 << 20))
        dense *= std::ptrdiff_t{size} + in_.Below(2);
      is_empty = is_empty || size <= 0;
    }
    for (int i = 0; i < axis_count && !is_empty; ++i) {
      from.Add(axes[i].size, axes[i].input_stride);
      to.Add(axes[i].size, axes[i].result_stride);
    }
    const bool is_refused =
        !is_empty && (from.elements() >= 0x1p63L || to.elements() >= 0x1p63L);
    if (!is_refused && !(from.IsServed() && to.IsServed())) return;
    const T* const values = Values<T>(from.count());
    T* const result = Values<T>(to.count());
    Expect(result, is_empty ? 0 : to.count(), is_refused,
           [&](GemmContext* context) {
             return gemmlowp::TryStridedCopy(context, values + from.first(),
                                             axes, axis_count,
                                             result + to.first());
           });
  }

  template <typename T>
  void OfType() {
    switch (in_.Below(9)) {
      case 0:
        return Concat<T>();
      case 1:
        return Pad<T>();
      case 2:
        return Resize<T>();
      case 3:
        return Extreme<T, std::int32_t>();
      case 4:
        return Extreme<T, std::int64_t>();
      case 5:
        return StridedCopy<T>();
      case 6:
        return Extreme<T, T>();
      case 7:
        return Choose<T>();
      default:
        return Multiply<T>();
    }
  }

 private:
  ByteSource& in_;
  ExactMemory memory_;
};

}  // namespace
}  // namespace lowp_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  lowp_test::ByteSource in(data, size);
  lowp_test::Case fuzzed(&in);
  switch (in.Below(3)) {
    case 0:
      fuzzed.OfType<std::uint8_t>();
      break;
    case 1:
      fuzzed.OfType<std::int8_t>();
      break;
    default:
      fuzzed.OfType<std::int16_t>();
  }
  return 0;
}
