// The program's command line.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_OPTIONS_H_
#define LOWP_DOC_NETWORK_OPTIONS_H_

#include <string>
#include <vector>

namespace lowp_network {

struct CommandLine {
  std::string model;
  std::vector<std::string> backends;  // empty: all that this machine runs
  int threads = 1;                    // and every number below it
  int rounds = 50;                    // runs that are timed
  std::string chart;                  // an SVG file; empty: none
  bool verbose = false;
  bool help = false;
};

extern const char kUsage[];

// False if the command line is invalid; *error then says why.
bool ParseCommandLine(int argc, const char* const* argv, CommandLine* line,
                      std::string* error);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_OPTIONS_H_
