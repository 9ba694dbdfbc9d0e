// The message of the last error of each thread.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "error.h"

#include <cstdarg>
#include <cstdio>
#include <string>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kMessageBytes = 512;
thread_local char last_message[kMessageBytes];

lowp_status CodeOf(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return LOWP_OK;
    case StatusCode::kInvalidArgument:
      return LOWP_INVALID_ARGUMENT;
    case StatusCode::kUnsupported:
      return LOWP_UNSUPPORTED;
    case StatusCode::kResourceExhausted:
      return LOWP_RESOURCE_EXHAUSTED;
    case StatusCode::kDataLoss:
      return LOWP_DATA_LOSS;
  }
  return LOWP_INVALID_ARGUMENT;
}

}  // namespace

lowp_status Fail(lowp_status code, const char* format, ...) noexcept {
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(last_message, kMessageBytes, format, arguments);
  va_end(arguments);
  return code;
}

lowp_status FailWith(const Status& status, const char* prefix) noexcept {
  const lowp_status code = CodeOf(status.code());
  if (status.text() != nullptr) {
    return Fail(code, "%s%s = \"%s\": %s", prefix, status.argument(),
                status.text(), status.problem());
  }
  if (status.is_real()) {
    return Fail(code, "%s%s = %.9g: %s", prefix, status.argument(),
                status.real(), status.problem());
  }
  return Fail(code, "%s%s = %lld: %s", prefix, status.argument(),
              static_cast<long long>(status.value()), status.problem());
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

const char* lowp_error_message(void) {
  return gemmlowp::internal::last_message;
}
