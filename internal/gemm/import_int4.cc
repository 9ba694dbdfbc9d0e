// Describes 4-bit weights of other programs for packing.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/int4/import_int4.h"

#include "../contract/int4_source.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Sizes that must be multiples of something for the format to hold them.
Status ValidateSize(const char* name, int size, int multiple,
                    const char* problem) {
  if (size < 0) return InvalidArgument(name, size, "is negative");
  return size % multiple == 0 ? Status() : InvalidArgument(name, size, problem);
}

Status ValidatePointer(const char* name, const void* data, bool is_needed) {
  return data != nullptr || !is_needed ? Status() : NullPointer(name);
}

const std::uint8_t* Bytes(const void* data) {
  return static_cast<const std::uint8_t*>(data);
}

// What GPTQ and AWQ have in common: zero points and half-precision scales of
// groups, n after n, a word for eight zero points.
template <typename Weights>
Status DescribeWords(const Weights& weights, NibbleOrder zero_point_order,
                     Int4Source* source) {
  Status status = ValidateSize("n", weights.n, 8, "is not a multiple of 8");
  if (status.ok()) status = ValidateSize("k", weights.k, 1, "");
  if (!status.ok()) return status;
  if (weights.group != -1 && weights.group < 1) {
    return InvalidArgument("group", weights.group,
                           "is neither -1 nor positive");
  }
  const bool any = weights.k > 0 && weights.n > 0;
  status = ValidatePointer("qweight", weights.qweight, any);
  if (status.ok()) status = ValidatePointer("qzeros", weights.qzeros, any);
  if (status.ok()) status = ValidatePointer("scales", weights.scales, any);
  if (!status.ok()) return status;
  source->k = weights.k;
  source->n = weights.n;
  source->group = weights.group == -1 ? 0 : weights.group;
  source->values.data = Bytes(weights.qweight);
  source->values.across = true;
  source->zero_points.data = Bytes(weights.qzeros);
  source->zero_points.stride = weights.n / 2;
  source->zero_points.order = zero_point_order;
  source->zero_points.across = true;
  source->scale_type = Int4ScaleType::kFloat16;
  source->scales = Bytes(weights.scales);
  source->scale_group_stride = std::ptrdiff_t{weights.n} * 2;
  source->scale_column_stride = 2;
  return Status();
}

Status ValidateGroupIndices(const GptqWeights& weights) {
  const int group = weights.group == -1 ? weights.k : weights.group;
  for (int k = 0; weights.g_idx != nullptr && k < weights.k; ++k) {
    if (weights.g_idx[k] != k / group) {
      return InvalidArgument("g_idx", k,
                             "is the index of a value that is not k / group: "
                             "groups are scattered over k");
    }
  }
  return Status();
}

}  // namespace
}  // namespace internal

using internal::Int4Source;
using internal::NibbleOrder;

Status ImportMatMulNBits(const MatMulNBitsWeights& weights, PackedInt4* packed,
                         const PackProgress& progress) {
  Status status = internal::ValidateSize("n", weights.n, 1, "");
  if (status.ok()) {
    status = internal::ValidateSize("k", weights.k, 2, "is odd");
  }
  if (!status.ok()) return status;
  if (weights.block_size < 16 || weights.block_size % 16 != 0) {
    return internal::InvalidArgument("block_size", weights.block_size,
                                     "is not a multiple of 16");
  }
  if (weights.k % weights.block_size != 0) {
    return internal::InvalidArgument("block_size", weights.block_size,
                                     "does not divide k");
  }
  const int groups = weights.k / weights.block_size;
  const bool any = groups > 0 && weights.n > 0;
  status = internal::ValidatePointer("b", weights.b, any);
  if (status.ok()) {
    status = internal::ValidatePointer("scales", weights.scales, any);
  }
  if (!status.ok()) return status;
  const bool is_half = weights.scale_type == Int4ScaleType::kFloat16 ||
                       weights.scale_type == Int4ScaleType::kBfloat16;
  if (!is_half && weights.scale_type != Int4ScaleType::kFloat32) {
    return internal::InvalidArgument("scale_type",
                                     static_cast<int>(weights.scale_type),
                                     "is not a type of floats");
  }
  Int4Source source;
  source.k = weights.k;
  source.n = weights.n;
  source.group = weights.block_size;
  source.values.data = weights.b;
  source.values.stride = weights.k / 2;
  source.values.order = NibbleOrder::kLowFirst;
  source.zero_points.data = weights.zero_points;
  source.zero_points.stride = (groups + 1) / 2;
  source.zero_points.order = NibbleOrder::kLowFirst;
  source.scale_type = weights.scale_type;
  source.scales = static_cast<const std::uint8_t*>(weights.scales);
  source.scale_group_stride = is_half ? 2 : 4;
  source.scale_column_stride = source.scale_group_stride * groups;
  source.progress = progress;
  return PackedInt4::PackSource(source, packed);
}

namespace {

// Blocks of 32 values of n tensors, which begin with their scale.
Status ImportGguf(const void* blocks, int n, int k, int block_bytes,
                  Int4Source* source, PackedInt4* packed) {
  Status status = internal::ValidateSize("n", n, 1, "");
  if (status.ok()) {
    status = internal::ValidateSize("k", k, 32, "is not a multiple of 32");
  }
  if (status.ok()) {
    status = internal::ValidatePointer("blocks", blocks, n > 0 && k > 0);
  }
  if (!status.ok()) return status;
  source->k = k;
  source->n = n;
  source->group = 32;
  source->values.data = static_cast<const std::uint8_t*>(blocks);
  source->values.stride = std::ptrdiff_t{k} / 32 * block_bytes;
  source->scale_type = Int4ScaleType::kFloat16;
  source->scales = source->values.data;
  source->scale_group_stride = block_bytes;
  source->scale_column_stride = source->values.stride;
  return PackedInt4::PackSource(*source, packed);
}

}  // namespace

Status ImportGgufQ4_0(const void* blocks, int n, int k, PackedInt4* packed,
                      const PackProgress& progress) {
  Int4Source source;
  source.progress = progress;
  source.values.order = NibbleOrder::kHalves32;
  return ImportGguf(blocks, n, k, 18, &source, packed);
}

Status ImportGgufQ8_0(const void* blocks, int n, int k, PackedInt4* packed,
                      const PackProgress& progress) {
  Int4Source source;
  source.progress = progress;
  source.values.order = NibbleOrder::kBytes32;
  source.bias = 128;
  source.has_8_bits = true;
  return ImportGguf(blocks, n, k, 34, &source, packed);
}

Status ImportGptq(const GptqWeights& weights, PackedInt4* packed,
                  const PackProgress& progress) {
  if (weights.version != GptqVersion::k1 &&
      weights.version != GptqVersion::k2) {
    return internal::InvalidArgument(
        "version", static_cast<int>(weights.version), "is neither 1 nor 2");
  }
  Int4Source source;
  Status status =
      internal::ValidateSize("k", weights.k, 8, "is not a multiple of 8");
  if (status.ok()) {
    status = internal::DescribeWords(weights, NibbleOrder::kLowFirst, &source);
  }
  if (status.ok()) status = internal::ValidateGroupIndices(weights);
  if (!status.ok()) return status;
  source.values.order = NibbleOrder::kWordsAcross;
  source.values.stride = std::ptrdiff_t{weights.n} * 4;
  source.zero_point_bias = weights.version == GptqVersion::k1 ? 1 : 0;
  source.progress = progress;
  return PackedInt4::PackSource(source, packed);
}

Status ImportAwq(const AwqWeights& weights, PackedInt4* packed,
                 const PackProgress& progress) {
  Int4Source source;
  const Status status =
      internal::DescribeWords(weights, NibbleOrder::kAwq, &source);
  if (!status.ok()) return status;
  source.values.order = NibbleOrder::kAwq;
  source.values.stride = weights.n / 2;
  source.progress = progress;
  return PackedInt4::PackSource(source, packed);
}

}  // namespace lowp
}  // namespace gemmlowp
