// Activations of 8-bit values as tables of 256 entries: a table applies any
// function exactly, whatever its arithmetic, in one step per value.
// doc/exactness.md says which framework each table reproduces.
//
// T is std::uint8_t or std::int8_t, for both input and result. The fixed-point
// functions are defined for int8_t; for uint8_t, input and result are shifted
// by 128.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_QUANTIZATION_ACTIVATION_TABLES_H_
#define LOWP_PUBLIC_QUANTIZATION_ACTIVATION_TABLES_H_

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../export.h"
#include "../status.h"

namespace gemmlowp {
inline namespace lowp {

// The result for each 8-bit input.
template <typename T>
struct ActivationTable {
  static_assert(std::is_same_v<T, std::uint8_t> ||
                    std::is_same_v<T, std::int8_t>,
                "lowp: an activation table is of uint8_t or int8_t");
  T results[256];  // for x, at index static_cast<std::uint8_t>(x)

  T operator()(T x) const { return results[static_cast<std::uint8_t>(x)]; }
};

// How a tensor is quantized: real = scale * (quantized - zero_point).
struct TensorScale {
  float scale = 1;
  std::int32_t zero_point = 0;
};

// How the real result y becomes an integer; scale and zero_point are those of
// the result.
enum class TableRounding : std::uint8_t {
  kAwayAfterReciprocal,  // round(y * (1 / scale)) + zero_point, ties away
  kAwayAfterDivision,    // round(y / scale) + zero_point, ties away
  kEvenAfterDivision,    // round(y / scale) + zero_point, ties to even
  kEvenWithZeroPoint,    // round(y / scale + zero_point), ties to even
};

namespace internal {
// scale * (x - zero_point), the argument of the table's function.
LOWP_EXPORT float DequantizeTableIndex(int x, const TensorScale& input);
// One entry of BuildActivationTable, clamped to low..high.
LOWP_EXPORT std::int32_t QuantizeTableEntry(float real,
                                            const TensorScale& result,
                                            TableRounding rounding,
                                            std::int32_t low,
                                            std::int32_t high);
// Whether results can be quantized so: kAwayAfterReciprocal needs a finite
// reciprocal of the scale.
LOWP_EXPORT Status ValidateTableResult(const TensorScale& result,
                                       TableRounding rounding);
LOWP_EXPORT Status ValidateTensorScale(const TensorScale& tensor,
                                       const char* argument);
LOWP_EXPORT Status LogisticEntries(const TensorScale& input,
                                   std::int32_t (*entries)[256]);
LOWP_EXPORT Status TanhEntries(const TensorScale& input,
                               std::int32_t (*entries)[256]);
LOWP_EXPORT Status HardSwishEntries(const TensorScale& input,
                                    const TensorScale& result,
                                    std::int32_t (*entries)[256]);

// How far the values of T lie above those of int8_t: 128 or 0.
template <typename T>
constexpr int kAboveInt8 = std::numeric_limits<T>::min() + 128;

// Stores the entries of an int8 table, for inputs -128..127, as a table of T.
template <typename T>
void StoreEntries(const std::int32_t (&entries)[256],
                  ActivationTable<T>* table) {
  for (int q = -128; q < 128; ++q) {
    const T x = static_cast<T>(q + kAboveInt8<T>);
    table->results[static_cast<std::uint8_t>(x)] =
        static_cast<T>(entries[q + 128] + kAboveInt8<T>);
  }
}

template <typename T>
TensorScale AsInt8(TensorScale tensor) {
  tensor.zero_point -= kAboveInt8<T>;
  return tensor;
}

// Whether there is a table to write to, and the zero point is a value of T.
template <typename T>
Status ValidateTable(std::int32_t zero_point, const char* argument,
                     const ActivationTable<T>* table) {
  if (zero_point < std::numeric_limits<T>::min() ||
      zero_point > std::numeric_limits<T>::max()) {
    return InvalidArgument(argument, zero_point, "is not a value of the type");
  }
  return table != nullptr ? Status() : NullPointer("table");
}
}  // namespace internal

// function(scale * (x - zero_point)), quantized for the result. `function`
// takes a float and returns a finite float. Any zero points are valid here;
// those of the fixed-point tables below must be values of T.
template <typename T, typename Function>
Status BuildActivationTable(const Function& function, const TensorScale& input,
                            const TensorScale& result, TableRounding rounding,
                            ActivationTable<T>* table) {
  Status status = internal::ValidateTensorScale(input, "input.scale");
  if (!status.ok()) return status;
  status = internal::ValidateTableResult(result, rounding);
  if (!status.ok()) return status;
  if (table == nullptr) return internal::NullPointer("table");
  ActivationTable<T> built;
  constexpr int kLow = std::numeric_limits<T>::min();
  constexpr int kHigh = std::numeric_limits<T>::max();
  for (int x = kLow; x <= kHigh; ++x) {
    const float real = function(internal::DequantizeTableIndex(x, input));
    if (!std::isfinite(real)) {
      return internal::InvalidArgument(
          "function", x, "is an input for which it is not finite");
    }
    built.results[static_cast<std::uint8_t>(x)] = static_cast<T>(
        internal::QuantizeTableEntry(real, result, rounding, kLow, kHigh));
  }
  *table = built;
  return Status();
}

// 1 / (1 + exp(-x)) in fixed point: the input is scaled to Q4.27 in two
// roundings (kDouble), and the result is `logistic` of fixedpoint.h, in units
// of 1/256 above the lowest value of T. From |x| = 15 on, or from where the
// scaled input leaves Q4.27 if that is earlier, the result is an end of T's
// range. input.scale lies in [2^-18, 8].
template <typename T>
Status BuildLogisticTable(const TensorScale& input, ActivationTable<T>* table) {
  Status status =
      internal::ValidateTable(input.zero_point, "input.zero_point", table);
  if (!status.ok()) return status;
  std::int32_t entries[256];
  status = internal::LogisticEntries(internal::AsInt8<T>(input), &entries);
  if (status.ok()) internal::StoreEntries(entries, table);
  return status;
}

// The same for tanh, in units of 1/128 around the middle of T's range.
template <typename T>
Status BuildTanhTable(const TensorScale& input, ActivationTable<T>* table) {
  Status status =
      internal::ValidateTable(input.zero_point, "input.zero_point", table);
  if (!status.ok()) return status;
  std::int32_t entries[256];
  status = internal::TanhEntries(internal::AsInt8<T>(input), &entries);
  if (status.ok()) internal::StoreEntries(entries, table);
  return status;
}

// x * min(max(x + 3, 0), 6) / 6 in 16-bit fixed point, as TensorFlow Lite's
// reference kernel computes it. input.scale / result.scale lies in [2^-8, 128).
template <typename T>
Status BuildHardSwishTable(const TensorScale& input, const TensorScale& result,
                           ActivationTable<T>* table) {
  Status status =
      internal::ValidateTable(input.zero_point, "input.zero_point", table);
  if (!status.ok()) return status;
  status =
      internal::ValidateTable(result.zero_point, "result.zero_point", table);
  if (!status.ok()) return status;
  std::int32_t entries[256];
  status = internal::HardSwishEntries(internal::AsInt8<T>(input),
                                      internal::AsInt8<T>(result), &entries);
  if (status.ok()) internal::StoreEntries(entries, table);
  return status;
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_QUANTIZATION_ACTIVATION_TABLES_H_
