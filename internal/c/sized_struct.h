// Structs that begin with their size, as programs compiled with an older or a
// newer header hand them over.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_SIZED_STRUCT_H_
#define LOWP_INTERNAL_C_SIZED_STRUCT_H_

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "error.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Checks a size: it is not less than that of the struct's first version, and
// where it is larger than this library knows, what the library does not know is
// all zeros. `kFirstSize` never changes, sizeof(Struct) does with each version.
template <typename Struct, std::size_t kFirstSize = sizeof(Struct)>
lowp_status CheckSize(const void* from, std::size_t size, const char* name) {
  static_assert(kFirstSize <= sizeof(Struct), "structs only grow");
  constexpr std::size_t kMaxSize = std::size_t{1} << 16;
  if (size < kFirstSize || size > kMaxSize) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "%s.size = %lld: is not the size of this struct, which has "
                "%lld bytes or more",
                name, static_cast<long long>(size),
                static_cast<long long>(kFirstSize));
  }
  const char* const bytes = static_cast<const char*>(from);
  for (std::size_t i = sizeof(Struct); i < size; ++i) {
    if (bytes[i] != 0) {
      return Fail(LOWP_UNSUPPORTED,
                  "%s.size = %lld: is that of a newer version of the library, "
                  "and a field that this one does not know is set",
                  name, static_cast<long long>(size));
    }
  }
  return LOWP_OK;
}

// Copies a struct whose size is checked; fields that the caller does not know
// are zero.
template <typename Struct>
void CopyStruct(const void* from, std::size_t size, Struct* to) {
  std::memset(static_cast<void*>(to), 0, sizeof(Struct));
  std::memcpy(static_cast<void*>(to), from, std::min(size, sizeof(Struct)));
}

// Does both.
template <typename Struct, std::size_t kFirstSize = sizeof(Struct)>
lowp_status ReadStruct(const Struct* from, const char* name, Struct* to) {
  if (from == nullptr) return FailForNull(name);
  const lowp_status status =
      CheckSize<Struct, kFirstSize>(from, from->size, name);
  if (status == LOWP_OK) CopyStruct(from, from->size, to);
  return status;
}

// Fills a caller's struct that ReadStruct has read: the fields that the caller
// knows.
template <typename Struct>
void WriteStruct(const Struct& from, Struct* to) {
  const std::size_t size = to->size;
  std::memcpy(static_cast<void*>(to), &from, std::min(size, sizeof(Struct)));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_SIZED_STRUCT_H_
