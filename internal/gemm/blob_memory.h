// The memory of packed operands.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_BLOB_MEMORY_H_
#define LOWP_INTERNAL_GEMM_BLOB_MEMORY_H_

#include <cstddef>
#include <memory>

#include "../../public/status.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether memory is aligned to kPackedAlignment.
bool IsAligned(const void* memory);

// Memory that its last user frees; null when the system refuses.
std::shared_ptr<void> SharedMemory(std::size_t bytes);

Status OutOfMemory(std::size_t bytes);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_BLOB_MEMORY_H_
