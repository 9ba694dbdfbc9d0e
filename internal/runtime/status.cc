// The text of a status, and the process-wide handler of errors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/status.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace gemmlowp {
inline namespace lowp {

std::string Status::message() const {
  if (ok()) return "ok";
  std::string text = argument_;
  text += " = ";
  if (text_ != nullptr) {
    text += '"';
    text += text_;
    text += '"';
  } else if (is_real_) {
    char digits[32];  // as many as tell all floats apart
    std::snprintf(digits, sizeof(digits), "%.9g", real_);
    text += digits;
  } else {
    text += std::to_string(value_);
  }
  text += ": ";
  text += problem_;
  return text;
}

namespace {

void PrintAndAbort(const Status& status) {
  std::fprintf(stderr, "lowp: %s\n", status.message().c_str());
  std::abort();
}

std::atomic<ErrorHandler> error_handler{&PrintAndAbort};

}  // namespace

ErrorHandler SetErrorHandler(ErrorHandler handler) {
  return error_handler.exchange(handler == nullptr ? &PrintAndAbort : handler);
}

namespace internal {

void ReportError(const Status& status) { error_handler.load()(status); }

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
