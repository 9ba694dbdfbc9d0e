// Forged packed matrices: damaged, but with consistent sizes and the right
// checksum.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_SEALED_BLOB_H_
#define LOWP_TEST_SUPPORT_SEALED_BLOB_H_

#include <cstdint>
#include <cstring>

#include "../../internal/contract/packed_header.h"

namespace lowp_test {

// The checksum of part of a blob; it covers whole words only.
inline std::uint64_t SealChecksum(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t lanes[4] = {0xcbf29ce484222325, 0x84222325cbf29ce4,
                            0x9ce484222325cbf2, 0x2325cbf29ce48422};
  for (std::size_t i = 0; i + 8 <= size; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes + i, sizeof(word));
    std::uint64_t& lane = lanes[i / 8 % 4];
    lane = (lane ^ word) * kPrime;
    lane ^= lane >> 32;
  }
  std::uint64_t sum = 0;
  for (std::uint64_t lane : lanes) sum = (sum ^ lane) * kPrime;
  return sum;
}

// Sets the size and checksum of the bytes, so that they look sound. Any size
// works; less than a header stays unchanged.
template <typename Header = gemmlowp::internal::PackedHeader>
void Reseal(std::uint8_t* blob, std::size_t size) {
  Header header;
  if (size < sizeof(header)) return;
  std::memcpy(&header, blob, sizeof(header));
  header.payload_bytes = size - sizeof(header);
  header.checksum = 0;
  std::memcpy(blob, &header, sizeof(header));
  const std::uint64_t sums[8] = {
      SealChecksum(blob, sizeof(header)),
      SealChecksum(blob + sizeof(header), size - sizeof(header))};
  header.checksum =
      SealChecksum(reinterpret_cast<const std::uint8_t*>(sums), sizeof(sums));
  std::memcpy(blob, &header, sizeof(header));
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_SEALED_BLOB_H_
