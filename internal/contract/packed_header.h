// The header of a packed matrix, in memory and in a blob.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_PACKED_HEADER_H_
#define LOWP_INTERNAL_CONTRACT_PACKED_HEADER_H_

#include <cstddef>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

constexpr std::size_t kPackedAlignment = 64;

// The first bytes of a packed matrix: little-endian and without pointers, so
// that the bytes can be stored and mapped.
struct PackedHeader {
  char magic[8];              // "lowpPACK"
  std::uint32_t version;      // of this layout
  std::uint32_t header_size;  // bytes up to the first panel
  char backend[16];           // whose format it is, zero padded
  // PanelFormat
  std::int32_t nr, nr_step, kr, element_size, signedness;
  std::int32_t side;    // 0: lhs, 1: rhs
  std::int32_t scalar;  // internal::Scalar of the source
  std::int32_t rows, cols;
  // The largest magnitude of the values as kernels read them, if those are
  // signed; 0: not known.
  std::int32_t magnitude;
  std::uint64_t payload_bytes;
  std::uint64_t checksum;  // of the payload, and of the header with this zero
  std::uint8_t padding[40];
};
static_assert(sizeof(PackedHeader) == 2 * kPackedAlignment,
              "the panels behind the header must stay aligned");

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_PACKED_HEADER_H_
