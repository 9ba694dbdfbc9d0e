// Parses the demo's command line.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "options.h"

#include <cstdlib>
#include <vector>

namespace lowp_demo {

const char kUsage[] =
    R"(usage: lowp_demo [option...] [a.npy b.npy]

Quantizes two float matrices to 8 bits, multiplies them on every backend that
this machine runs, with bias, fixed-point requantization and clamp, and checks
each result: against the other backends (same bytes), against the exact integer
arithmetic, and against the float product (within what quantization explains).

  a.npy, b.npy   float32 matrices, rows x depth and depth x cols, C order;
                 generated when none are given
  --shape RxKxC  rows, depth and columns of the generated matrices (512x512x512)
  --seed N       of the generated matrices (1)
  --bias FILE    float32 vector with an entry for each column; default: generated
  --weights T    how b is quantized: s8 (symmetric, the default) or u8
                 (asymmetric); a and the result are u8, asymmetric
  --clamp LO:HI  clamps the result to these real numbers; either may be empty
  --threads N    threads of each product (1); 0: the CPUs this process may use
  -o FILE        writes the dequantized result as float32 .npy
  --output-quantized FILE
                 writes the result's bytes as uint8 .npy
  --verbose      prints each backend's plan in full
  --help         prints this

Exit status: 0 all checks hold, 1 a check failed, 2 bad arguments or files.
)";

namespace {

bool ParseNumber(const std::string& text, double* value) {
  char* end = nullptr;
  *value = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && *value == *value;
}

// A whole number from `low` to `high`, in decimal digits only.
bool ParseInteger(const std::string& text, double low, double high,
                  double* value) {
  return text.find_first_not_of("0123456789") == std::string::npos &&
         ParseNumber(text, value) && *value >= low && *value <= high;
}

bool ParseShape(const std::string& text, Options* options) {
  const std::size_t first = text.find('x');
  if (first == std::string::npos) return false;
  const std::size_t second = text.find('x', first + 1);
  if (second == std::string::npos) return false;
  const std::string parts[] = {text.substr(0, first),
                               text.substr(first + 1, second - first - 1),
                               text.substr(second + 1)};
  int* const targets[] = {&options->rows, &options->depth, &options->cols};
  for (int i = 0; i < 3; ++i) {
    double value = 0;
    if (!ParseInteger(parts[i], 1, 1 << 24, &value)) return false;
    *targets[i] = static_cast<int>(value);
  }
  return true;
}

bool ParseClamp(const std::string& text, Options* options) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return false;
  const std::string low = text.substr(0, colon);
  const std::string high = text.substr(colon + 1);
  if (!low.empty() && !ParseNumber(low, &options->clamp_low)) return false;
  if (!high.empty() && !ParseNumber(high, &options->clamp_high)) return false;
  return options->clamp_low <= options->clamp_high;
}

// Handles an option that takes a value; false if the value is invalid.
bool ParseValue(const std::string& name, const std::string& value,
                Options* options) {
  double number = 0;
  if (name == "--shape") return ParseShape(value, options);
  if (name == "--clamp") return ParseClamp(value, options);
  if (name == "--seed") {
    if (!ParseInteger(value, 0, 4294967295.0, &number)) return false;
    options->seed = static_cast<std::uint32_t>(number);
    return true;
  }
  if (name == "--threads") {
    if (!ParseInteger(value, 0, 1024, &number)) return false;
    options->threads = static_cast<int>(number);
    return true;
  }
  if (name == "--weights") {
    options->symmetric_weights = value == "s8";
    return value == "s8" || value == "u8";
  }
  if (name == "--bias") options->bias_path = value;
  if (name == "-o") options->output_path = value;
  if (name == "--output-quantized") options->quantized_path = value;
  return !value.empty();
}

bool TakesValue(const std::string& name) {
  for (const char* known :
       {"--shape", "--seed", "--bias", "--weights", "--clamp", "--threads",
        "-o", "--output-quantized"}) {
    if (name == known) return true;
  }
  return false;
}

bool Fail(const std::string& problem, std::string* error) {
  *error = problem;
  return false;
}

}  // namespace

bool ParseOptions(int argc, const char* const* argv, Options* options,
                  std::string* error) {
  std::vector<std::string> paths;
  bool shape_given = false;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--help" || name == "-h") {
      options->help = true;
    } else if (name == "--verbose") {
      options->verbose = true;
    } else if (TakesValue(name)) {
      if (i + 1 >= argc) return Fail(name + " needs a value", error);
      const std::string value = argv[++i];
      if (!ParseValue(name, value, options)) {
        return Fail("'" + value + "' is no value for " + name, error);
      }
      shape_given = shape_given || name == "--shape";
    } else if (name.size() > 1 && name[0] == '-') {
      return Fail("unknown option " + name, error);
    } else {
      paths.push_back(name);
    }
  }
  if (options->help || paths.empty()) return true;
  if (paths.size() != 2) {
    return Fail("two matrices are needed, or none; " +
                    std::to_string(paths.size()) + " given",
                error);
  }
  if (shape_given) {
    return Fail("--shape is for generated matrices; these come from files",
                error);
  }
  options->lhs_path = paths[0];
  options->rhs_path = paths[1];
  return true;
}

}  // namespace lowp_demo
