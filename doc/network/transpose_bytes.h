// A matrix of bytes, transposed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_TRANSPOSE_BYTES_H_
#define LOWP_DOC_NETWORK_TRANSPOSE_BYTES_H_

#include <cstddef>
#include <cstdint>

namespace lowp_network {

// to[column * to_stride + row] = from[row * from_stride + column]. The two do
// not overlap.
void TransposeBytes(const std::uint8_t* from, std::ptrdiff_t from_stride,
                    std::size_t rows, std::size_t columns, std::uint8_t* to,
                    std::ptrdiff_t to_stride);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_TRANSPOSE_BYTES_H_
