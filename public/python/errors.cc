// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "errors.h"

#include <cstring>

namespace nb = nanobind;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

// The value of an argument: a word, a float or an integer.
nb::object ValueOf(const Status& status) {
  if (status.text() != nullptr) return nb::cast(status.text());
  if (status.is_real()) return nb::cast(status.real());
  return nb::cast(status.value());
}

// The argument under the name that it has in Python: "rhs.stride" is
// "b.stride".
std::string Renamed(const char* argument, const ArgumentNames& names) {
  const struct {
    const char* engine;
    const char* python;
  } renamed[] = {{"lhs_offset", names.lhs_offset},
                 {"rhs_offset", names.rhs_offset},
                 {"lhs", names.lhs},
                 {"rhs", names.rhs},
                 {"lhs_scale", names.lhs_scale},
                 {"rhs_scale", names.rhs_scale},
                 {"result_scale", names.scale},
                 {"result_offset", "zero_point"},
                 {"result_offset_after_shift", "zero_point"},
                 {"result_fixedpoint_multiplier", "scale.multiplier"},
                 {"result_exponent", "scale.exponent"},
                 {"bias_vector", "bias"},
                 {"result", names.result},
                 {"y.data", names.result},
                 {"zero_points.input", "input_zero_point"},
                 {"zero_points.filter_of_channel", "weight_zero_point"},
                 {"zero_points.filter", "weight_zero_point"},
                 {"filter", names.rhs},
                 {"geometry.", ""},
                 {"quantization.scales", "scale"},
                 {"quantization.zero_points", "zero_point"},
                 {"quantization.", ""},
                 {"rows.scales", "x_scale"},
                 {"rows.zero_points", "x_zero_point"},
                 {"rows.values", "x"},
                 {"sums", names.result},
                 {"source", names.lhs},
                 {"blob", "data"}};
  if (std::strcmp(argument, "output") == 0) return names.result;
  for (const auto& name : renamed) {
    const std::size_t length = std::strlen(name.engine);
    if (std::strncmp(argument, name.engine, length) != 0) continue;
    // "result" is not the beginning of "result_exponent".
    const char* const rest = argument + length;
    if (*rest == '\0' || *rest == '.' || rest[-1] == '.') {
      return name.python + std::string(rest);
    }
  }
  return argument;
}

const char* ClassOf(StatusCode code) {
  switch (code) {
    case StatusCode::kUnsupported:
      return "Unsupported";
    case StatusCode::kResourceExhausted:
      return "ResourceExhausted";
    case StatusCode::kDataLoss:
      return "DataLoss";
    case StatusCode::kOk:
    case StatusCode::kInvalidArgument:
      break;
  }
  return "InvalidArgument";
}

[[noreturn]] void RaiseClass(const char* name, const std::string& argument,
                             nb::object value, const std::string& problem) {
  nb::object type = nb::module_::import_("lowp._errors").attr(name);
  nb::object error = type(argument, value, problem);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

}  // namespace

void Raise(const Status& status, const ArgumentNames& names) {
  RaiseClass(ClassOf(status.code()), Renamed(status.argument(), names),
             ValueOf(status), status.problem());
}

void Refuse(const char* argument, std::int64_t value,
            const std::string& problem) {
  RaiseClass("InvalidArgument", argument, nb::cast(value), problem);
}

void Refuse(const char* argument, const std::string& value,
            const std::string& problem) {
  RaiseClass("InvalidArgument", argument, nb::cast(value), problem);
}

void RefuseReal(const char* argument, double value,
                const std::string& problem) {
  RaiseClass("InvalidArgument", argument, nb::cast(value), problem);
}

void RefuseType(const char* argument, nb::handle value,
                const std::string& problem) {
  const nb::str type(value.type().attr("__name__"));
  throw nb::type_error(
      (std::string(argument) + " is a " + type.c_str() + ", " + problem)
          .c_str());
}

std::string ReadName(const char* argument, nb::handle value) {
  std::string name;
  if (!nb::try_cast(value, name)) RefuseType(argument, value, "not a name");
  return name;
}

bool ReadBool(const char* argument, nb::handle value) {
  bool flag = false;
  if (!nb::try_cast(value, flag)) RefuseType(argument, value, "not a bool");
  return flag;
}

float ReadFloat(const char* argument, nb::handle value) {
  float number = 0;
  if (!nb::try_cast(value, number)) RefuseType(argument, value, "not a float");
  return number;
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
