// The allocator of a program whose allocations are counted.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "count_allocations.h"

#include <cerrno>
#include <cstddef>

#if defined(LOWP_TEST_COUNTS_ALLOCATIONS)
// operator new allocates through these.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  return lowp_test::Count() ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  lowp_test::Count();
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  lowp_test::Count();
  return __libc_realloc(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  lowp_test::Count();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  lowp_test::Count();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  lowp_test::Count();
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
}
#endif
