// The demo's command line.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_DEMO_OPTIONS_H_
#define LOWP_DOC_DEMO_OPTIONS_H_

#include <cstdint>
#include <limits>
#include <string>

namespace lowp_demo {

struct Options {
  std::string lhs_path, rhs_path;  // both empty: matrices are generated
  std::string bias_path;           // empty: generated
  std::string output_path;         // empty: not written
  std::string quantized_path;      // empty: not written
  int rows = 512, depth = 512, cols = 512;
  std::uint32_t seed = 1;
  bool symmetric_weights = true;
  double clamp_low = -std::numeric_limits<double>::infinity();
  double clamp_high = std::numeric_limits<double>::infinity();
  int threads = 1;
  bool verbose = false;
  bool help = false;
};

extern const char kUsage[];

// Returns false if the command line is invalid; *error then says why.
bool ParseOptions(int argc, const char* const* argv, Options* options,
                  std::string* error);

}  // namespace lowp_demo

#endif  // LOWP_DOC_DEMO_OPTIONS_H_
