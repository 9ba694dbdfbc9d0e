// 4-bit weights of the C API: packed, saved, loaded.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>

#include "../contract/int4_source.h"
#include "int4_types.h"
#include "read_matrix.h"
#include "sized_struct.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

lowp_status CheckStride(std::int64_t stride, int bytes, const char* name) {
  if (stride % bytes == 0) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT,
              "%s = %lld: is not a multiple of the size of a scale", name,
              static_cast<long long>(stride));
}

lowp_status ReadScales(const lowp_int4_source& from, Int4Source* to) {
  const Int4TypeRow* const type = Int4TypeOf(from.scale_type);
  if (type == nullptr) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "source.scale_type = %d: is not a type of scales",
                from.scale_type);
  }
  if (type->engine == Int4ScaleType::kNone) {
    return from.scales == nullptr
               ? LOWP_OK
               : Fail(LOWP_INVALID_ARGUMENT,
                      "source.scale_type = 0: is not the type of the scales "
                      "that there are");
  }
  if (from.scales == nullptr) return FailForNull("source.scales");
  lowp_status status = CheckStride(from.scale_group_stride, type->bytes,
                                   "source.scale_group_stride");
  if (status != LOWP_OK) return status;
  status = CheckStride(from.scale_column_stride, type->bytes,
                       "source.scale_column_stride");
  to->scale_type = type->engine;
  to->scales = static_cast<const std::uint8_t*>(from.scales);
  to->scale_group_stride = static_cast<std::ptrdiff_t>(from.scale_group_stride);
  to->scale_column_stride =
      static_cast<std::ptrdiff_t>(from.scale_column_stride);
  return status;
}

lowp_status ReadSource(const lowp_int4_source* source, Int4Source* to) {
  lowp_int4_source read;
  lowp_status status = ReadStruct(source, "source", &read);
  if (status != LOWP_OK) return status;
  MatrixRef values;
  status = ReadMatrix(read.values, TypeSet::kOperands, "values", &values);
  if (status != LOWP_OK) return status;
  status = ToC(ValidateInt4Values(values.data, values.rows, values.cols,
                                  values.stride, values.row_major));
  if (status != LOWP_OK) return status;
  to->k = values.rows;
  to->n = values.cols;
  to->group = read.group;
  to->values.data = static_cast<const std::uint8_t*>(values.data);
  to->values.stride = values.stride;
  to->values.across = values.row_major;
  to->bias = values.scalar == Scalar::kInt8 ? 8 : 0;
  to->zero_points.data = static_cast<const std::uint8_t*>(read.zero_points);
  to->zero_points.stride =
      static_cast<std::ptrdiff_t>(read.zero_point_group_stride);
  to->zero_points.step =
      static_cast<std::ptrdiff_t>(read.zero_point_column_stride);
  to->zero_points.across = true;
  return ReadScales(read, to);
}

// Of weights of 8 bits.
lowp_status ReadBytesSource(const lowp_int4_source* source, Int4Source* to) {
  const lowp_status status = ReadSource(source, to);
  if (status != LOWP_OK) return status;
  if (source->values.type != LOWP_INT8) {
    return Fail(LOWP_INVALID_ARGUMENT, "values.type = %d: is not LOWP_INT8",
                source->values.type);
  }
  if (source->zero_points != nullptr) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "source.zero_points = 1: are for weights of 4 bits");
  }
  to->bias = 128;
  to->has_8_bits = true;
  return LOWP_OK;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::PackedInt4;
using gemmlowp::internal::FailForNull;
using gemmlowp::internal::MakeInt4;

lowp_status lowp_int4_pack(const lowp_int4_source* source,
                           lowp_int4** weights) {
  gemmlowp::internal::Int4Source read;
  const lowp_status status = gemmlowp::internal::ReadSource(source, &read);
  if (status != LOWP_OK) return status;
  return MakeInt4(weights, [&](PackedInt4* made) {
    return PackedInt4::PackSource(read, made);
  });
}

lowp_status lowp_int4_pack_int8(const lowp_int4_source* source,
                                lowp_int4** weights) {
  gemmlowp::internal::Int4Source read;
  const lowp_status status = gemmlowp::internal::ReadBytesSource(source, &read);
  if (status != LOWP_OK) return status;
  return MakeInt4(weights, [&](PackedInt4* made) {
    return PackedInt4::PackSource(read, made);
  });
}

lowp_status lowp_int4_load(const void* blob, size_t bytes,
                           lowp_int4** weights) {
  return MakeInt4(weights, [&](PackedInt4* made) {
    return PackedInt4::Load(blob, bytes, made);
  });
}

lowp_status lowp_int4_map(const void* blob, size_t bytes, lowp_int4** weights) {
  return MakeInt4(weights, [&](PackedInt4* made) {
    return PackedInt4::Map(blob, bytes, made);
  });
}

void lowp_int4_destroy(lowp_int4* weights) { delete weights; }

lowp_status lowp_int4_get_info(const lowp_int4* weights, lowp_int4_info* info) {
  if (weights == nullptr) return FailForNull("weights");
  // Without the bits.
  constexpr std::size_t kFirstSize = offsetof(lowp_int4_info, bits);
  lowp_int4_info filled;
  const lowp_status status =
      gemmlowp::internal::ReadStruct<lowp_int4_info, kFirstSize>(info, "info",
                                                                 &filled);
  if (status != LOWP_OK) return status;
  const PackedInt4& packed = weights->weights;
  filled.data = packed.data();
  filled.bytes = packed.size();
  filled.k = packed.k();
  filled.n = packed.n();
  filled.group = packed.group();
  filled.groups = packed.groups();
  for (const auto& row : gemmlowp::internal::kInt4Types) {
    if (row.engine == packed.scale_type()) filled.scale_type = row.c;
  }
  filled.has_zero_points = packed.has_zero_points();
  filled.fits_int32 = packed.fits_int32();
  filled.bits = packed.bits();
  gemmlowp::internal::WriteStruct(filled, info);
  return LOWP_OK;
}
