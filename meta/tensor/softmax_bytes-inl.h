// Softmax of bytes: a table of the exponentials of all 256 distances. Needs a
// policy as in transform-inl.h.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_SOFTMAX_BYTES_INL_H_
#define LOWP_META_TENSOR_SOFTMAX_BYTES_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/cpu_feature.h"
#include "../epilogue/epilogue_fixed_point-inl.h"
#include "../epilogue/table-inl.h"
#include "softmax_strip-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Simd>
class ByteSoftmax {
 public:
  using I32 = typename Simd::I32;
  using Lanes = typename Simd::FixedPointLanes;

  explicit LOWP_INLINE ByteSoftmax(const TransformTask& task)
      : is_signed_(task.input_scalar == Scalar::kInt8),
        exponentials_(task.softmax->exponentials),
        bounds_(task.scalar, task.low, task.high),
        low_(task.low),
        high_(task.high),
        result_bits_(8 * static_cast<int>(SizeOf(task.scalar))) {
    if constexpr (Simd::kPermutesBytes) {
      permutes_ = (task.features & kAvx512Vbmi) != 0 &&
                  task.count >= kPermutedColumns &&
                  task.runs * task.count >= kPermutedValues;
      if (permutes_) entries_.Read(exponentials_);
    }
  }

  LOWP_INLINE std::int32_t LargestOf(const SoftmaxRow& row) const {
    return is_signed_ ? LargestOfRow<Simd, Scalar::kInt8>(row)
                      : LargestOfRow<Simd, Scalar::kUint8>(row);
  }
  // Lanes beyond the row, and bytes that do not occur in it, may exceed its
  // maximum: any distance will do for them. Distances are those of unsigned
  // bytes, modulo 256, too. Where bytes are permuted, these are the
  // exponentials already.
  LOWP_INLINE void Distances(const SoftmaxRow& row, std::int32_t largest,
                             std::int32_t* values) const {
    if constexpr (Simd::kPermutesBytes) {
      if (permutes_) {
        return entries_.LookUpDistances(row.in, row.columns, row.readable,
                                        static_cast<std::uint8_t>(largest),
                                        values);
      }
    }
    const I32 maximum = Simd::Set1(largest);
    ForLanesOfRow<Simd, Scalar::kUint8>(
        row, [&](std::size_t at, I32 x) LOWP_INLINE_LAMBDA {
          Simd::Store(values + at, Distance(maximum, x));
        });
  }
  static LOWP_INLINE I32 Distance(I32 largest, I32 x) {
    return BitAnd(Sub(largest, x), Simd::Set1(255));
  }
  LOWP_INLINE void Exponentials(std::int32_t* values, std::size_t count) const {
    if (permutes_) return;
    LookUpEach(exponentials_, count, values);
  }
  LOWP_INLINE std::uint32_t Sum(const std::int32_t* values,
                                std::size_t count) const {
    return SumOfStrip<Simd>(values, count,
                            [](I32 x) LOWP_INLINE_LAMBDA { return Term(x); });
  }
  // In units of 2^-19: exponentials are not negative, and their ties go up.
  static LOWP_INLINE I32 Term(I32 x) {
    const I32 one = Simd::Set1(1), eleven = Simd::Set1(11);
    return Simd::ShiftRight(Simd::Add(Simd::ShiftRight(x, eleven), one), one);
  }

  // 1 / sum as reciprocal * 2^-31 * 2^-(bits of the sum - 20).
  LOWP_INLINE void MakeScales(const std::uint64_t* sums, std::size_t rows) {
    for (std::size_t r = 0; r < rows; ++r) {
      const int width = BitsOf(sums[r]);
      const std::uint64_t normalized =
          width > 32 ? sums[r] >> (width - 32) : sums[r] << (32 - width);
      reciprocals_[r] = static_cast<std::int32_t>(
          static_cast<std::uint32_t>(normalized) - (std::uint32_t{1} << 31));
      // A shift of 32 or more leaves nothing of a product.
      const int shift = width - 20 + 31 - result_bits_;
      exponents_[r] = shift < 32 ? -shift : -32;
    }
    for (std::size_t r = 0; r < rows; r += Simd::kLanes) {
      Simd::Store(reciprocals_ + r,
                  one_over_one_plus_x_for_x_in_0_1(
                      FixedPoint<I32, 0>::FromRaw(Simd::Load(reciprocals_ + r)))
                      .raw());
    }
  }
  LOWP_INLINE void Store(const std::int32_t* values, std::size_t row,
                         std::size_t columns, std::size_t writable,
                         std::uint8_t* out) const {
    const Lanes lanes = LanesOf(reciprocals_[row], exponents_[row]);
    const I32 low = Simd::Set1(low_);
    StoreStrip<Simd>(
        bounds_, values, columns, writable, out,
        [&](I32 x) LOWP_INLINE_LAMBDA { return Unclamped(x, lanes, low); });
  }
  LOWP_INLINE Lanes ScalesOfRows(std::size_t row) const {
    return LanesOf(Simd::Load(reciprocals_ + row),
                   Simd::Load(exponents_ + row));
  }
  LOWP_INLINE I32 Scaled(I32 x, const Lanes& lanes) const {
    const I32 low = Simd::Set1(low_);
    return Simd::Min(Simd::Max(Unclamped(x, lanes, low), low),
                     Simd::Set1(high_));
  }

 private:
  // Both factors are not negative, so that both roundings have ties upward. One
  // of each, or registers of them.
  template <typename Factor>
  static LOWP_INLINE Lanes LanesOf(Factor reciprocal, Factor exponent) {
    FixedPointEpilogue scale = {};
    scale.rounding = FixedPointRounding::kDoubleUpward;
    scale.path = PathOf(scale.rounding);
    Lanes lanes = Simd::MakeFixedPointLanes(scale, reciprocal, exponent);
    Simd::KeepInRegisters(&lanes);
    return lanes;
  }
  static LOWP_INLINE I32 Unclamped(I32 x, const Lanes& lanes, I32 low) {
    constexpr FixedPointPath kPath = Simd::kRoundsTwice
                                         ? FixedPointPath::kDoubleUpward
                                         : FixedPointPath::kUpward;
    return Simd::Add(Simd::template ScaleByFixedPoint<kPath>(x, lanes), low);
  }

  // From as many values on, reading the entries pays off, and for rows of as
  // many columns; measured on Granite Rapids.
  static constexpr std::size_t kPermutedValues = 256;
  static constexpr std::size_t kPermutedColumns = 48;

  const bool is_signed_;
  const std::int32_t* const exponentials_;
  typename Simd::WideEntries entries_;
  bool permutes_ = false;
  const typename Simd::Bounds bounds_;
  const std::int32_t low_, high_;
  const int result_bits_;
  alignas(64) std::int32_t reciprocals_[kSoftmaxRows] = {};
  alignas(64) std::int32_t exponents_[kSoftmaxRows] = {};
};

// A row of any length. The exponentials are looked up a second time, or, if the
// results are bytes, only for each of the 256 bytes.
template <class Simd>
LOWP_INLINE void LongSoftmaxRow(const TransformTask& task,
                                const std::uint8_t* in, std::uint8_t* out,
                                ByteSoftmax<Simd>* kind) {
  const std::size_t columns = task.count;
  const std::size_t out_size = static_cast<std::size_t>(SizeOf(task.scalar));
  alignas(64) std::int32_t values[kSoftmaxValues];
  const std::int32_t largest = kind->LargestOf({in, columns, columns});
  const auto find = [&](const std::uint8_t* from, std::size_t n)
                        LOWP_INLINE_LAMBDA {
                          kind->Distances({from, n, n}, largest, values);
                          kind->Exponentials(values, n);
                        };
  const auto for_pieces = [&](const auto& function) LOWP_INLINE_LAMBDA {
    for (std::size_t at = 0; at < columns; at += kSoftmaxValues) {
      const std::size_t left = columns - at;
      function(at, left < kSoftmaxValues ? left : kSoftmaxValues);
    }
  };
  std::uint64_t sum = 0;
  for_pieces([&](std::size_t at, std::size_t n) LOWP_INLINE_LAMBDA {
    find(in + at, n);
    sum += kind->Sum(values, n);
  });
  kind->MakeScales(&sum, 1);
  if (out_size != 1) {
    return for_pieces([&](std::size_t at, std::size_t n) LOWP_INLINE_LAMBDA {
      find(in + at, n);
      kind->Store(values, 0, n, n, out + at * out_size);
    });
  }
  std::uint8_t bytes[256], results[256];
  for (int i = 0; i < 256; ++i) bytes[i] = static_cast<std::uint8_t>(i);
  find(bytes, 256);
  kind->Store(values, 0, 256, 256, results);
  ApplyTable<Simd>(results, in, columns, out, task.features);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_SOFTMAX_BYTES_INL_H_
