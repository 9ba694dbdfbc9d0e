// A transform of a tensor, for the fuzz targets: for any values, shapes and
// parameters, all backends give the same bytes or the same refusal. A call
// writes only its result, and nothing if it is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_FUZZ_FUZZ_TRANSFORM_H_
#define LOWP_TEST_FUZZ_FUZZ_TRANSFORM_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "../../public/gemm_context.h"
#include "../../public/quantization/quantization_params.h"
#include "../../public/tensor/transforms.h"
#include "../support/for_each_backend.h"
#include "fuzz_input.h"
#include "fuzz_values.h"

namespace lowp_test {

// The memory that one case reads and writes.
class TransformCase {
 public:
  explicit TransformCase(ByteSource* in) : in_(in) {}

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
    gemmlowp::Status expected_status;
    bool is_first = true;
    for (const gemmlowp::internal::Backend* backend : SupportedBackends()) {
      gemmlowp::GemmContext context;
      if (!context.set_backend(backend->name).ok()) {
        Fail("a supported backend is refused");
      }
      const gemmlowp::Status status = call(&context);
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

inline gemmlowp::TensorShape AnyShape(ByteSource* in) {
  const auto extent = [in](int most) {
    return static_cast<std::size_t>(in->Below(most));
  };
  return {extent(5), extent(20), in->Flag() ? 1 : extent(40)};
}
inline std::size_t CountOf(const gemmlowp::TensorShape& shape) {
  return shape.outer * shape.channels * shape.inner;
}

// Usually one parameter per channel.
inline int ParameterCount(ByteSource* in, const gemmlowp::TensorShape& shape) {
  return in->OneIn(16) ? in->Below(8) - 3 : static_cast<int>(shape.channels);
}
inline std::size_t Room(int count) {
  return static_cast<std::size_t>(count > 0 ? count : 0);
}

inline float AnyScale(ByteSource* in) {
  return in->OneIn(4) ? AnyFloat(in)
                      : static_cast<float>(1 + in->Below(255)) * 0.0137f;
}
inline std::int32_t AnyZeroPoint(ByteSource* in) {
  return in->OneIn(8) ? in->Wild() : in->Below(128);
}
inline float* Scales(TransformCase* c, ByteSource* in, int count) {
  float* const scales = c->Place<float>(Room(count));
  for (int i = 0; i < count; ++i) scales[i] = AnyScale(in);
  return scales;
}
inline std::int32_t* Integers(TransformCase* c, int count, ByteSource* in,
                              std::int32_t (*any)(ByteSource*)) {
  std::int32_t* const values = c->Place<std::int32_t>(Room(count));
  for (int i = 0; i < count; ++i) values[i] = any(in);
  return values;
}
inline std::int32_t AnyInteger(ByteSource* in) { return in->Wild(); }
inline std::int32_t AnyExponent(ByteSource* in) {
  return in->OneIn(32) ? in->Wild() : in->Below(64) - 32;
}

template <typename T>
gemmlowp::QuantizedRange RangeFor(ByteSource* in) {
  return in->OneIn(4) ? AnyRange(in) : gemmlowp::QuantizedRangeOf<T>();
}

// One of several targets.
template <int count>
void FuzzOneOf(void (*const (&targets)[count])(ByteSource*), ByteSource* in) {
  targets[in->Below(count)](in);
}

// The targets, one per file.
void FuzzActivations(ByteSource* in);     // fuzz_activations.cc
void FuzzDynamic(ByteSource* in);         // fuzz_dynamic.cc
void FuzzRequantization(ByteSource* in);  // fuzz_requantization.cc
void FuzzRows(ByteSource* in);            // fuzz_rows.cc

}  // namespace lowp_test

#endif  // LOWP_TEST_FUZZ_FUZZ_TRANSFORM_H_
