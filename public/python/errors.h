// A Status as a Python exception. The exceptions are classes of
// lowp/_errors.py; each carries the status's code, argument, value and problem.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_ERRORS_H_
#define LOWP_PUBLIC_PYTHON_ERRORS_H_

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>  // IWYU pragma: export

#include <cstdint>
#include <string>

#include "../status.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

// What a Python function calls its arguments, for messages.
struct ArgumentNames {
  const char* lhs = "a";
  const char* rhs = "b";
  const char* result = "out";
  const char* lhs_offset = "a_zero_point";
  const char* rhs_offset = "b_zero_point";
  const char* scale = "scale";
  const char* lhs_scale = "lhs_scale";
  const char* rhs_scale = "rhs_scale";
};

// Raise the exception of a status that is not ok; the GIL must be held.
[[noreturn]] void Raise(const Status& status, const ArgumentNames& names = {});
inline void Check(const Status& status, const ArgumentNames& names = {}) {
  if (!status.ok()) Raise(status, names);
}

// Raise lowp.InvalidArgument, for what a binding refuses by itself.
[[noreturn]] void Refuse(const char* argument, std::int64_t value,
                         const std::string& problem);
[[noreturn]] void Refuse(const char* argument, const std::string& value,
                         const std::string& problem);
[[noreturn]] void RefuseReal(const char* argument, double value,
                             const std::string& problem);
// Raises TypeError.
[[noreturn]] void RefuseType(const char* argument, nanobind::handle value,
                             const std::string& problem);

// A str, a bool and a number as C++ has them; other objects are a TypeError.
std::string ReadName(const char* argument, nanobind::handle value);
bool ReadBool(const char* argument, nanobind::handle value);
float ReadFloat(const char* argument, nanobind::handle value);

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_ERRORS_H_
