// Allocates packed operands.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "blob_memory.h"

#include <cstdint>
#include <new>

#include "../contract/packed_header.h"
#include "../runtime/os.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

bool IsAligned(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % kPackedAlignment == 0;
}

std::shared_ptr<void> SharedMemory(std::size_t bytes) {
  void* memory = AlignedAllocate(bytes, kPackedAlignment);
  if (memory == nullptr) return nullptr;
  const auto release = [bytes](void* p) {
    AlignedFree(p, bytes, kPackedAlignment);
  };
  try {
    return std::shared_ptr<void>(memory, release);
  } catch (const std::bad_alloc&) {
    return nullptr;  // the constructor has freed the memory
  }
}

Status OutOfMemory(std::size_t bytes) {
  return Status(StatusCode::kResourceExhausted, "packed",
                static_cast<std::int64_t>(bytes),
                "bytes were needed and refused by the system");
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
