// Packed filters of the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <memory>

#include "error.h"
#include "handles.h"
#include "read_geometry.h"
#include "read_matrix.h"
#include "sized_struct.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Makes a handle of a filter, which `fill` fills.
template <typename Fill>
lowp_status MakeFilter(lowp_filter** filter, Fill fill) {
  if (filter == nullptr) return FailForNull("filter");
  return Guarded([&]() -> lowp_status {
    auto made = std::make_unique<lowp_filter>();
    const lowp_status status = ToC(fill(&made->filter));
    if (status == LOWP_OK) *filter = made.release();
    return status;
  });
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::PackedFilter;
using gemmlowp::internal::FailForNull;
using gemmlowp::internal::MakeFilter;
using gemmlowp::internal::Scalar;

lowp_status lowp_filter_pack(const lowp_conv_geometry* geometry,
                             const void* weights, lowp_type type,
                             lowp_filter_layout layout, const char* backend,
                             lowp_filter** filter) {
  gemmlowp::ConvGeometry read;
  lowp_status status = gemmlowp::internal::ReadGeometry(geometry, &read);
  if (status != LOWP_OK) return status;
  Scalar scalar;
  status = gemmlowp::internal::ReadType(
      type, gemmlowp::internal::TypeSet::kOperands, "type", &scalar);
  if (status != LOWP_OK) return status;
  gemmlowp::FilterLayout order = gemmlowp::FilterLayout::kODHWI;
  status = gemmlowp::internal::ReadEnum(layout, gemmlowp::FilterLayout::kIODHW,
                                        "layout", "lowp_filter_layout", &order);
  if (status != LOWP_OK) return status;
  return MakeFilter(filter, [&](PackedFilter* made) {
    return scalar == Scalar::kUint8
               ? PackedFilter::Pack(read,
                                    static_cast<const std::uint8_t*>(weights),
                                    order, made, backend)
               : PackedFilter::Pack(read,
                                    static_cast<const std::int8_t*>(weights),
                                    order, made, backend);
  });
}

lowp_status lowp_filter_load(const void* blob, size_t bytes,
                             lowp_filter** filter) {
  return MakeFilter(filter, [&](PackedFilter* made) {
    return PackedFilter::Load(blob, bytes, made);
  });
}

lowp_status lowp_filter_map(const void* blob, size_t bytes,
                            lowp_filter** filter) {
  return MakeFilter(filter, [&](PackedFilter* made) {
    return PackedFilter::Map(blob, bytes, made);
  });
}

void lowp_filter_destroy(lowp_filter* filter) { delete filter; }

lowp_status lowp_filter_get_info(const lowp_filter* filter,
                                 lowp_filter_info* info) {
  if (filter == nullptr) return FailForNull("filter");
  lowp_filter_info filled;
  const lowp_status status =
      gemmlowp::internal::ReadStruct(info, "info", &filled);
  if (status != LOWP_OK) return status;
  filled.data = filter->filter.data();
  filled.bytes = filter->filter.size();
  filled.backend = filter->filter.backend();
  gemmlowp::internal::WriteStruct(filled, info);
  return LOWP_OK;
}
