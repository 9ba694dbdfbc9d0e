// Packed matrices of the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "error.h"
#include "handles.h"
#include "read_matrix.h"
#include "sized_struct.h"
#include "with_map.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

lowp_status ReadSource(const lowp_matrix* source, lowp_side side,
                       MatrixRef* matrix) {
  if (source == nullptr) return FailForNull("source");
  if (side != LOWP_LHS && side != LOWP_RHS) {
    return Fail(LOWP_INVALID_ARGUMENT, "side = %d: is not LOWP_LHS or LOWP_RHS",
                side);
  }
  return ReadMatrix(*source, TypeSet::kOperands, "source", matrix);
}

Side SideOf(lowp_side side) {
  return side == LOWP_LHS ? Side::kLhs : Side::kRhs;
}

// Makes a handle of a packed matrix, which `fill` fills.
template <typename Fill>
lowp_status MakePacked(lowp_packed** packed, Fill fill) {
  return Guarded([&]() -> lowp_status {
    auto made = std::make_unique<lowp_packed>();
    const lowp_status status = ToC(fill(&made->matrix));
    if (status == LOWP_OK) *packed = made.release();
    return status;
  });
}

lowp_type TypeOf(Scalar scalar) {
  return scalar == Scalar::kUint8 ? LOWP_UINT8 : LOWP_INT8;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::PackedMatrix;
using gemmlowp::internal::FailForNull;
using gemmlowp::internal::MakePacked;
using gemmlowp::internal::MatrixRef;
using gemmlowp::internal::ReadSource;
using gemmlowp::internal::SideOf;
using gemmlowp::internal::WithMap;

lowp_status lowp_pack(const lowp_matrix* source, lowp_side side,
                      const char* backend, lowp_packed** packed) {
  if (packed == nullptr) return FailForNull("packed");
  MatrixRef matrix;
  const lowp_status status = ReadSource(source, side, &matrix);
  if (status != LOWP_OK) return status;
  return MakePacked(packed, [&](PackedMatrix* made) {
    return WithMap(matrix, [&](const auto& map) {
      return PackedMatrix::Pack(map, SideOf(side), made, backend);
    });
  });
}

lowp_status lowp_pack_bytes(const lowp_matrix* source, lowp_side side,
                            const char* backend, size_t* bytes) {
  if (bytes == nullptr) return FailForNull("bytes");
  MatrixRef matrix;
  const lowp_status status = ReadSource(source, side, &matrix);
  if (status != LOWP_OK) return status;
  const std::size_t needed = WithMap(matrix, [&](const auto& map) {
    return PackedMatrix::BytesNeeded(map, SideOf(side), backend);
  });
  if (needed != 0) {
    *bytes = needed;
    return LOWP_OK;
  }
  // The reason is the one that packing would give.
  return MakePacked(nullptr, [&](PackedMatrix* made) {
    return WithMap(matrix, [&](const auto& map) {
      return PackedMatrix::Pack(map, SideOf(side), made, backend);
    });
  });
}

lowp_status lowp_pack_into(const lowp_matrix* source, lowp_side side,
                           const char* backend, void* memory, size_t bytes,
                           lowp_packed** packed) {
  if (packed == nullptr) return FailForNull("packed");
  MatrixRef matrix;
  const lowp_status status = ReadSource(source, side, &matrix);
  if (status != LOWP_OK) return status;
  return MakePacked(packed, [&](PackedMatrix* made) {
    return WithMap(matrix, [&](const auto& map) {
      return PackedMatrix::PackInto(map, SideOf(side), memory, bytes, made,
                                    backend);
    });
  });
}

lowp_status lowp_packed_load(const void* blob, size_t bytes,
                             lowp_packed** packed) {
  if (packed == nullptr) return FailForNull("packed");
  return MakePacked(packed, [&](PackedMatrix* made) {
    return PackedMatrix::Load(blob, bytes, made);
  });
}

lowp_status lowp_packed_map(const void* blob, size_t bytes,
                            lowp_packed** packed) {
  if (packed == nullptr) return FailForNull("packed");
  return MakePacked(packed, [&](PackedMatrix* made) {
    return PackedMatrix::Map(blob, bytes, made);
  });
}

void lowp_packed_destroy(lowp_packed* packed) { delete packed; }

lowp_status lowp_packed_get_info(const lowp_packed* packed,
                                 lowp_packed_info* info) {
  if (packed == nullptr) return FailForNull("packed");
  lowp_packed_info filled;
  const lowp_status status =
      gemmlowp::internal::ReadStruct(info, "info", &filled);
  if (status != LOWP_OK) return status;
  const PackedMatrix& matrix = packed->matrix;
  filled.data = matrix.data();
  filled.bytes = matrix.size();
  filled.rows = matrix.rows();
  filled.cols = matrix.cols();
  filled.type = gemmlowp::internal::TypeOf(
      static_cast<gemmlowp::internal::Scalar>(matrix.header()->scalar));
  filled.side = matrix.side() == gemmlowp::Side::kLhs ? LOWP_LHS : LOWP_RHS;
  filled.backend = matrix.backend();
  filled.max_magnitude = matrix.max_magnitude();
  gemmlowp::internal::WriteStruct(filled, info);
  return LOWP_OK;
}
