// 4-bit weights, packed once for products with 8-bit activations
// (gemm_int4.h). import_int4.h packs those of other programs' files.
//
// A weight is a value of 4 bits in a group of neighbours along k that share a
// scale and a zero point:
//   real weight(k, n) = scale(g, n) * (value(k, n) - zero_point(g, n)),
//   g = k / group.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_INT4_PACKED_INT4_H_
#define LOWP_PUBLIC_INT4_PACKED_INT4_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "../../internal/contract/int4_format.h"
#include "../../internal/contract/int4_source.h"
#include "../export.h"
#include "../half.h"
#include "../map.h"
#include "../pack_progress.h"
#include "../status.h"

namespace gemmlowp {
inline namespace lowp {

// The scales of a matrix of weights, of one of the types of Int4ScaleType:
//   scale(g, n) = data[g * group_stride + n * column_stride]
// Strides are in scales. Floats must be finite; they may be negative or zero.
struct Int4Scales {
  Int4ScaleType type = Int4ScaleType::kNone;
  const void* data = nullptr;
  std::ptrdiff_t group_stride = 0;
  std::ptrdiff_t column_stride = 1;

  // All are 1: sums are integers.
  static Int4Scales None() { return {}; }
  static Int4Scales Of(const float* data, std::ptrdiff_t group_stride,
                       std::ptrdiff_t column_stride = 1) {
    return {Int4ScaleType::kFloat32, data, group_stride, column_stride};
  }
  static Int4Scales Of(const Float16* data, std::ptrdiff_t group_stride,
                       std::ptrdiff_t column_stride = 1) {
    return {Int4ScaleType::kFloat16, data, group_stride, column_stride};
  }
  static Int4Scales Of(const Bfloat16* data, std::ptrdiff_t group_stride,
                       std::ptrdiff_t column_stride = 1) {
    return {Int4ScaleType::kBfloat16, data, group_stride, column_stride};
  }
  // Sums stay integers: sum over g of scale(g, n) * (sum of the group).
  static Int4Scales Of(const std::int32_t* data, std::ptrdiff_t group_stride,
                       std::ptrdiff_t column_stride = 1) {
    return {Int4ScaleType::kInt32, data, group_stride, column_stride};
  }
};

// Zero points, a byte each, of the type of the values:
//   zero_point(g, n) = data[g * group_stride + n * column_stride]
// Without data, all are 8 for uint8_t values and 0 for int8_t values. A zero
// point may exceed the largest value by one: 16 or 8.
template <typename T>
struct Int4ZeroPoints {
  const T* data = nullptr;
  std::ptrdiff_t group_stride = 0;
  std::ptrdiff_t column_stride = 1;
};

namespace internal {

// What Pack checks before it reads anything.
LOWP_EXPORT Status ValidateInt4Values(const void* data, int rows, int columns,
                                      int stride, bool row_major);

template <typename T, MapOrder Order>
Status DescribeInt4Values(const MatrixMap<T, Order>& values, int group,
                          Int4Source* source) {
  constexpr bool kRowMajor = Order == MapOrder::RowMajor;
  const Status status = ValidateInt4Values(
      values.data(), values.rows(), values.cols(), values.stride(), kRowMajor);
  if (!status.ok()) return status;
  source->k = values.rows();
  source->n = values.cols();
  source->group = group;
  source->values.data = reinterpret_cast<const std::uint8_t*>(values.data());
  source->values.stride = values.stride();
  source->values.across = kRowMajor;
  return Status();
}

inline void DescribeInt4Scales(const Int4Scales& scales, Int4Source* source) {
  const std::ptrdiff_t size = scales.type == Int4ScaleType::kFloat16 ||
                                      scales.type == Int4ScaleType::kBfloat16
                                  ? 2
                                  : 4;
  source->scale_type = scales.type;
  source->scales = static_cast<const std::uint8_t*>(scales.data);
  source->scale_group_stride = scales.group_stride * size;
  source->scale_column_stride = scales.column_stride * size;
}

}  // namespace internal

// Weights as kernels read them: 4 bits each, scales in the type in which they
// were given, zero points in a byte. The format is the same for all backends,
// so bytes that one machine saved serve on all of the same endianness.
// Immutable: any number of threads and contexts may use one at once, and copies
// share the memory.
class PackedInt4 {
 public:
  // Empty; using it in a product is an error.
  PackedInt4() = default;

  // Packs the k x n matrix `values`, a byte each: 0..15 as uint8_t or -8..7 as
  // int8_t. `group` is a multiple of 16 that divides k, or 0: one group for
  // each column, whether 16 divides k or not. A group has at most 2^19 values.
  // Fails, and changes nothing, with kInvalidArgument if a value, a zero point
  // or a scale is invalid, if `progress` stops it, or with integer scales if 64
  // bits might not hold a sum; and with kResourceExhausted if memory runs out.
  template <typename T, MapOrder Order>
  static Status Pack(const MatrixMap<T, Order>& values, int group,
                     const Int4Scales& scales,
                     const Int4ZeroPoints<std::remove_const_t<T>>& zero_points,
                     PackedInt4* packed,
                     const PackProgress& progress = PackProgress());
  // The same without zero points.
  template <typename T, MapOrder Order>
  static Status Pack(const MatrixMap<T, Order>& values, int group,
                     const Int4Scales& scales, PackedInt4* packed,
                     const PackProgress& progress = PackProgress()) {
    return Pack(values, group, scales, Int4ZeroPoints<std::remove_const_t<T>>(),
                packed, progress);
  }

  // Packs weights of 8 bits, -128..127, which share scales in groups as weights
  // of 4 bits do, in twice the memory. There are no zero points; a group has at
  // most 2^15 values. All products take them.
  template <MapOrder Order>
  static Status PackBytes(const MatrixMap<const std::int8_t, Order>& values,
                          int group, const Int4Scales& scales,
                          PackedInt4* packed,
                          const PackProgress& progress = PackProgress()) {
    internal::Int4Source source;
    const Status status = internal::DescribeInt4Values(values, group, &source);
    if (!status.ok()) return status;
    source.bias = 128;
    source.has_8_bits = true;
    source.progress = progress;
    internal::DescribeInt4Scales(scales, &source);
    return PackSource(source, packed);
  }

  static constexpr std::size_t kAlignment = 64;

  // The bytes to save, with a checksum; null and 0 when empty.
  LOWP_EXPORT const void* data() const;
  LOWP_EXPORT std::size_t size() const;

  // Copies saved bytes. Fails with kDataLoss if they are not packed 4-bit
  // weights, are truncated or are damaged, and with kUnsupported if they have
  // another version. Bytes forged with a valid checksum give wrong results, but
  // no product with them reads or writes anything but the blob, the operands
  // and the result.
  LOWP_EXPORT static Status Load(const void* blob, std::size_t size,
                                 PackedInt4* packed);
  // The same without the copy: `blob` must be aligned to kAlignment, as mapped
  // files are, and outlive `packed` and its copies. Its header is read once.
  LOWP_EXPORT static Status Map(const void* blob, std::size_t size,
                                PackedInt4* packed);

  int k() const { return header_.k; }
  int n() const { return header_.n; }
  // Values of k in a group; k() if each column is one.
  int group() const { return header_.group; }
  int groups() const { return internal::FormatOf(header_).groups(); }
  Int4ScaleType scale_type() const {
    return static_cast<Int4ScaleType>(header_.scale_type);
  }
  bool has_zero_points() const { return header_.has_zero_points != 0; }
  // Of a weight: 4, or 8 with PackBytes.
  int bits() const { return header_.has_8_bits != 0 ? 8 : 4; }
  // Whether int32 holds the sums of integer products for all activations and
  // zero points; packing finds it out. Only such weights can feed integer
  // pipelines.
  bool fits_int32() const { return header_.fits_int32 != 0; }
  bool empty() const { return panels_ == nullptr; }

  // Null when empty.
  const internal::Int4Header* header() const {
    return empty() ? nullptr : &header_;
  }
  const std::uint8_t* panels() const { return panels_; }

  // What importers end in.
  LOWP_EXPORT static Status PackSource(const internal::Int4Source& source,
                                       PackedInt4* packed);

 private:
  std::shared_ptr<const void> owner_;  // null if the caller owns the memory
  // The header as validated: later writes to mapped bytes cannot change it.
  internal::Int4Header header_ = {};
  const std::uint8_t* panels_ = nullptr;  // after the header in the blob
};

template <typename T, MapOrder Order>
Status PackedInt4::Pack(
    const MatrixMap<T, Order>& values, int group, const Int4Scales& scales,
    const Int4ZeroPoints<std::remove_const_t<T>>& zero_points,
    PackedInt4* packed, const PackProgress& progress) {
  using Value = std::remove_const_t<T>;
  static_assert(
      std::is_same_v<Value, std::uint8_t> || std::is_same_v<Value, std::int8_t>,
      "lowp: 4-bit weights are uint8_t or int8_t, one value each");
  internal::Int4Source source;
  const Status status = internal::DescribeInt4Values(values, group, &source);
  if (!status.ok()) return status;
  source.bias = std::is_same_v<Value, std::int8_t> ? 8 : 0;
  source.zero_points.data =
      reinterpret_cast<const std::uint8_t*>(zero_points.data);
  source.zero_points.stride = zero_points.group_stride;
  source.zero_points.step = zero_points.column_stride;
  source.zero_points.across = true;
  source.progress = progress;
  internal::DescribeInt4Scales(scales, &source);
  return PackSource(source, packed);
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_INT4_PACKED_INT4_H_
