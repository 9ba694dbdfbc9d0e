// Memory with several users, aligned to cache lines.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_SHARED_MEMORY_H_
#define LOWP_INTERNAL_RUNTIME_SHARED_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The same as kPackedAlignment.
constexpr std::size_t kSharedAlignment = 64;

inline bool IsSharedAligned(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % kSharedAlignment == 0;
}

// Memory that its last user frees. Null if the system refuses it, or if `bytes`
// exceed the address space.
std::shared_ptr<std::uint8_t> SharedMemory(std::uint64_t bytes);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_SHARED_MEMORY_H_
