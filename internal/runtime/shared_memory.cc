// Memory with several users.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "shared_memory.h"

#include <cstdint>
#include <new>

#include "os.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

std::shared_ptr<std::uint8_t> SharedMemory(std::uint64_t bytes) {
  if (bytes > static_cast<std::uint64_t>(PTRDIFF_MAX)) return nullptr;
  const std::size_t size = static_cast<std::size_t>(bytes);
  void* const memory = AlignedAllocate(size, kSharedAlignment);
  if (memory == nullptr) return nullptr;
  try {
    return std::shared_ptr<std::uint8_t>(
        static_cast<std::uint8_t*>(memory),
        [size](std::uint8_t* p) { AlignedFree(p, size, kSharedAlignment); });
  } catch (const std::bad_alloc&) {
    return nullptr;  // the constructor has freed the memory
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
