// The bytes of a packed matrix: how they are checked.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PACKED_BLOB_H_
#define LOWP_INTERNAL_GEMM_PACKED_BLOB_H_

#include <cstddef>
#include <cstdint>

#include "../../public/gemm_plan.h"
#include "../../public/status.h"
#include "../contract/packed_header.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

constexpr char kPackedMagic[8] = {'l', 'o', 'w', 'p', 'P', 'A', 'C', 'K'};
constexpr std::uint32_t kPackedVersion = 1;

// A side's extent along which it is cut into panels, and its depth.
inline int NExtent(int rows, int cols, Side side) {
  return side == Side::kLhs ? rows : cols;
}
inline int KExtent(int rows, int cols, Side side) {
  return side == Side::kLhs ? cols : rows;
}

inline std::uint8_t* PanelsBehind(void* header) {
  return static_cast<std::uint8_t*>(header) + sizeof(PackedHeader);
}
inline const std::uint8_t* PanelsBehind(const void* header) {
  return static_cast<const std::uint8_t*>(header) + sizeof(PackedHeader);
}

// Of the panels, and of the header with a checksum of 0.
std::uint64_t BlobChecksum(const PackedHeader& header,
                           const std::uint8_t* panels);

// Copies a blob's header. From then on only the copy is looked at: nobody who
// can write to the blob can change it later. Refuses a blob that does not begin
// like one of this version, or has another size.
Status ReadHeader(const void* blob, std::size_t size, PackedHeader* header);

// Checks the rest of a blob, whose panels may lie at any address.
Status ValidateBlob(const PackedHeader& header, const std::uint8_t* panels);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PACKED_BLOB_H_
