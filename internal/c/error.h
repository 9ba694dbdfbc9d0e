// The errors of the C API: a status code, and a message that each thread keeps.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_ERROR_H_
#define LOWP_INTERNAL_C_ERROR_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include "../../public/c/lowp.h"
#include "../../public/status.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

#if defined(__GNUC__)
#define LOWP_PRINTF_LIKE __attribute__((format(printf, 2, 3)))
#else
#define LOWP_PRINTF_LIKE
#endif

// Keeps the message for lowp_error_message(), and returns the code.
LOWP_PRINTF_LIKE lowp_status Fail(lowp_status code, const char* format,
                                  ...) noexcept;

inline lowp_status FailForNull(const char* argument) {
  return Fail(LOWP_INVALID_ARGUMENT, "%s = 0: is a null pointer", argument);
}

// The same for a status of the C++ API. `prefix` comes before the name of the
// argument.
lowp_status FailWith(const Status& status, const char* prefix = "") noexcept;

inline lowp_status ToC(const Status& status) noexcept {
  return status.ok() ? LOWP_OK : FailWith(status);
}

// A name of the engine's for an argument, and C's.
struct Name {
  const char* engine;
  const char* c;
};

// A status with another name for its argument. The value stays what it is: an
// integer, a float or a word.
inline Status UnderName(const Status& status, const char* name) noexcept {
  if (status.text() != nullptr) {
    return Status::OfWord(status.code(), name, status.text(), status.problem());
  }
  if (status.is_real()) {
    return Status::OfReal(status.code(), name, status.real(), status.problem());
  }
  return Status(status.code(), name, status.value(), status.problem());
}

// A status with C's name for its argument, where a table has one.
template <std::size_t kCount>
Status Renamed(const Status& status, const Name (&names)[kCount]) noexcept {
  for (const Name& name : names) {
    if (!status.ok() && std::strcmp(status.argument(), name.engine) == 0) {
      return UnderName(status, name.c);
    }
  }
  return status;
}

// An enum of 0 to `max`, as the C++ one.
template <typename Enum>
lowp_status ReadEnum(std::int32_t value, Enum max, const char* name,
                     const char* type, Enum* to) noexcept {
  if (value < 0 || value > static_cast<std::int32_t>(max)) {
    return Fail(LOWP_INVALID_ARGUMENT, "%s = %d: is not a %s", name, value,
                type);
  }
  *to = static_cast<Enum>(value);
  return LOWP_OK;
}

// One of 0 and 1.
inline lowp_status ReadBool(std::int32_t value, const char* name,
                            bool* to) noexcept {
  if (value != 0 && value != 1) {
    return Fail(LOWP_INVALID_ARGUMENT, "%s = %d: is neither 0 nor 1", name,
                value);
  }
  *to = value == 1;
  return LOWP_OK;
}

// Calls f, which returns a lowp_status. No exception leaves the C API.
template <typename F>
lowp_status Guarded(F f) noexcept {
  try {
    return f();
  } catch (const std::bad_alloc&) {
    return Fail(LOWP_RESOURCE_EXHAUSTED,
                "memory = 0: was refused by the system");
  } catch (...) {
    return Fail(LOWP_RESOURCE_EXHAUSTED,
                "threads = 0: were refused by the system");
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_ERROR_H_
