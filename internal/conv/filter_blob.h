// The bytes of a packed filter: what makes them whole.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_FILTER_BLOB_H_
#define LOWP_INTERNAL_CONV_FILTER_BLOB_H_

#include <cstddef>
#include <cstdint>

#include "filter_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The bytes of a plain filter, padded to whole cache lines.
std::uint64_t PlainBytes(const ConvGeometry& geometry);

// The checksum of the header, with a checksum of 0, and of plain values.
std::uint64_t FilterChecksum(const FilterHeader& header,
                             const std::uint8_t* payload);

// Copies the header of a blob of `size` bytes. Then, with this header in the
// state, checks the aligned blob and finds its parts. The two refuse a blob
// that is no filter of this version, is damaged, or holds a format that this
// machine cannot run.
Status ReadFilterHeader(const void* blob, std::size_t size,
                        FilterHeader* header);
Status FindParts(const std::uint8_t* blob, FilterState* state);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_FILTER_BLOB_H_
