// What an entry point found wrong with its arguments, and where errors go.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_STATUS_H_
#define LOWP_PUBLIC_STATUS_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "export.h"

namespace gemmlowp {
inline namespace lowp {

enum class StatusCode : std::uint8_t {
  kOk = 0,
  // An argument contradicts itself or another one; the call did nothing.
  kInvalidArgument,
  // The request is sound, but this machine or this build cannot serve it.
  kUnsupported,
  // Memory was refused, or the caller's workspace is too small.
  kResourceExhausted,
  // A packed blob is damaged, truncated, or not a packed blob.
  kDataLoss,
};

// The outcome of a call: ok, or the argument that was wrong, its value, and the
// problem. A plain value that owns no memory: argument() and problem() live as
// long as the program, text() may be a string that the caller passed.
class [[nodiscard]] Status {
 public:
  // Not defaulted: then Status() would first clear all 40 bytes, which GCC does
  // with an instruction that takes longer than a short call's checks.
  constexpr Status() {}  // NOLINT(modernize-use-equals-default)
  constexpr Status(StatusCode code, const char* argument, std::int64_t value,
                   const char* problem)
      : code_(code), argument_(argument), problem_(problem), value_(value) {}
  // For an argument whose value is text, such as the name of a backend. `text`
  // must outlive the status.
  static constexpr Status OfWord(StatusCode code, const char* argument,
                                 const char* text, const char* problem) {
    Status status(code, argument, 0, problem);
    status.text_ = text;
    return status;
  }

  // For an argument whose value is a float or a double.
  static constexpr Status OfReal(StatusCode code, const char* argument,
                                 double value, const char* problem) {
    Status status(code, argument, 0, problem);
    status.real_ = value;
    status.is_real_ = true;
    return status;
  }

  constexpr bool ok() const { return code_ == StatusCode::kOk; }
  constexpr StatusCode code() const { return code_; }
  // The offending argument, spelled as in the signature: "lhs.stride".
  constexpr const char* argument() const { return argument_; }
  // 0 if the value is not an integer.
  constexpr std::int64_t value() const { return is_real_ ? 0 : value_; }
  // The value where it is a float or a double, is_real(), and else value().
  constexpr double real() const {
    return is_real_ ? real_ : static_cast<double>(value_);
  }
  constexpr bool is_real() const { return is_real_; }
  // The value as text, or null if the value is a number.
  constexpr const char* text() const { return text_; }
  constexpr const char* problem() const { return problem_; }

  // "lhs.stride = 3: is smaller than the number of columns of a row-major
  // matrix"; "ok" when all is well.
  LOWP_EXPORT std::string message() const;

 private:
  StatusCode code_ = StatusCode::kOk;
  bool is_real_ = false;
  const char* argument_ = "";
  const char* problem_ = "";
  const char* text_ = nullptr;
  union {
    std::int64_t value_ = 0;
    double real_;
  };
};

// Receives the errors of the entry points that return void. The failed call has
// written nothing, and returns to its caller when the handler returns.
using ErrorHandler = void (*)(const Status& status);

// Installs `handler` for the whole process and returns the previous one; null
// restores the default, which prints the message to stderr and aborts. Safe to
// call from any thread.
LOWP_EXPORT ErrorHandler SetErrorHandler(ErrorHandler handler);

namespace internal {
constexpr Status InvalidArgument(const char* argument, std::int64_t value,
                                 const char* problem) {
  return Status(StatusCode::kInvalidArgument, argument, value, problem);
}

constexpr Status InvalidReal(const char* argument, double value,
                             const char* problem) {
  return Status::OfReal(StatusCode::kInvalidArgument, argument, value, problem);
}

constexpr Status NullPointer(const char* argument) {
  return InvalidArgument(argument, 0, "is a null pointer");
}

// `argument` needed this many bytes, and the system refused them.
constexpr Status OutOfMemory(const char* argument, std::uint64_t bytes) {
  return Status(
      StatusCode::kResourceExhausted, argument,
      static_cast<std::int64_t>(bytes < INT64_MAX ? bytes : INT64_MAX),
      "bytes were needed and refused by the system");
}

// Passes a status that is not ok to the installed handler.
LOWP_EXPORT void ReportError(const Status& status);
}  // namespace internal

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_STATUS_H_
