// The checksum of packed blobs.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_CHECKSUM_H_
#define LOWP_INTERNAL_RUNTIME_CHECKSUM_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// FNV-1a over 64-bit words, in four lanes so that it runs at memory speed; the
// size is a multiple of 32.
inline std::uint64_t Checksum(const void* memory, std::size_t size) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t lanes[4] = {0xcbf29ce484222325, 0x84222325cbf29ce4,
                            0x9ce484222325cbf2, 0x2325cbf29ce48422};
  const std::uint8_t* bytes = static_cast<const std::uint8_t*>(memory);
  for (std::size_t i = 0; i < size; i += sizeof(lanes)) {
    std::uint64_t words[4];
    std::memcpy(words, bytes + i, sizeof(words));
    for (int j = 0; j < 4; ++j) {
      lanes[j] = (lanes[j] ^ words[j]) * kPrime;
      lanes[j] ^= lanes[j] >> 32;
    }
  }
  std::uint64_t sum = 0;
  for (std::uint64_t lane : lanes) sum = (sum ^ lane) * kPrime;
  return sum;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_CHECKSUM_H_
