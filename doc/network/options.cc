// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "options.h"

#include <cerrno>
#include <cstdlib>

namespace lowp_network {

const char kUsage[] =
    R"(usage: lowp_network MODEL.tflite [option...]

Runs a quantized network on every backend of this machine and prints what each
layer costs. If MODEL.input.npy and MODEL.output0.npy, ... lie beside the model,
it takes the former and compares with the latter; otherwise inputs are random.

  --backend=NAME   only this one; may be repeated
  --threads=N      with 1 to N threads (1)
  --rounds=N       the shortest of N runs counts (50)
  --chart=FILE     draws the layers of the first backend, as SVG
  --verbose        all that the library says about each layer
  --help
)";

namespace {

bool ParseCount(const std::string& text, int* count) {
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || errno != 0) return false;
  if (value < 1 || value > 1000000) return false;
  *count = static_cast<int>(value);
  return true;
}

// One argument; false if it is not known or its value is wrong.
bool ParseArgument(const std::string& argument, CommandLine* line) {
  const std::size_t equals = argument.find('=');
  const std::string name = argument.substr(0, equals);
  const std::string value =
      equals == std::string::npos ? "" : argument.substr(equals + 1);
  if (name == "--backend" && !value.empty()) {
    line->backends.push_back(value);
    return true;
  }
  if (name == "--chart" && !value.empty()) {
    line->chart = value;
    return true;
  }
  if (name == "--threads") return ParseCount(value, &line->threads);
  if (name == "--rounds") return ParseCount(value, &line->rounds);
  if (argument == "--verbose") return line->verbose = true;
  if (argument == "--help") return line->help = true;
  if (name[0] == '-' || !line->model.empty()) return false;
  line->model = argument;
  return true;
}

}  // namespace

bool ParseCommandLine(int argc, const char* const* argv, CommandLine* line,
                      std::string* error) {
  for (int i = 1; i < argc; ++i) {
    if (!ParseArgument(argv[i], line)) {
      *error = std::string(argv[i]) + " is not understood";
      return false;
    }
  }
  if (!line->help && line->model.empty()) {
    *error = "no model is named";
    return false;
  }
  return true;
}

}  // namespace lowp_network
