// Random numbers and hashes for the clients of the oracle test. Includes
// nothing of gemmlowp's, so that it works with either library's headers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_COMPAT_ORACLE_RANDOM_H_
#define LOWP_TEST_COMPAT_ORACLE_RANDOM_H_

#include <cstddef>
#include <cstdint>

namespace oracle {

// splitmix64: the same sequence with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t Next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int Between(std::int64_t low, std::int64_t high) {
    const std::uint64_t range = static_cast<std::uint64_t>(high - low) + 1;
    return static_cast<int>(low + static_cast<std::int64_t>(Next() % range));
  }
  bool OneIn(int n) { return Next() % static_cast<std::uint64_t>(n) == 0; }

 private:
  std::uint64_t state_;
};

// FNV-1a.
inline std::uint64_t Hash(const void* bytes, std::size_t size) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const unsigned char* p = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < size; ++i) {
    hash = (hash ^ p[i]) * 0x100000001b3u;
  }
  return hash;
}

}  // namespace oracle

#endif  // LOWP_TEST_COMPAT_ORACLE_RANDOM_H_
