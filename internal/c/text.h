// Texts that the C API writes to the caller's memory, as snprintf does.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_TEXT_H_
#define LOWP_INTERNAL_C_TEXT_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "error.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline lowp_status CheckText(const char* text, std::size_t capacity) {
  return text == nullptr && capacity != 0 ? FailForNull("text") : LOWP_OK;
}

inline void CopyText(const std::string& from, char* text, std::size_t capacity,
                     std::size_t* length) {
  if (length != nullptr) *length = from.size();
  if (capacity == 0) return;
  const std::size_t copied = std::min(capacity - 1, from.size());
  std::memcpy(text, from.data(), copied);
  text[copied] = '\0';
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_TEXT_H_
