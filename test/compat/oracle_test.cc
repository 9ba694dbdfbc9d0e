// lowp against the original gemmlowp: one client program, compiled once with
// the headers of Debian's libgemmlowp-dev and once with lowp's, must print the
// same lines, which include a hash of the bytes of each result. oracle.cmake
// builds the clients.
//
// The environment variables LOWP_ORACLE_SEED and LOWP_ORACLE_PROBLEMS replace
// the seed and the number of problems that each client solves.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

// As oracle.cmake splits them: the original compiles the first kSimdParts with
// SIMD too.
constexpr int kParts = LOWP_ORACLE_PARTS;
constexpr int kSimdParts = LOWP_ORACLE_SIMD_PARTS;

std::string FromEnvironment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

std::string ClientPath(const std::string& build, int part) {
  return std::string(LOWP_ORACLE_DIR) + "/oracle_client_" + build + "_" +
         std::to_string(part);
}

std::string EightBitClientPath(const std::string& build) {
  return std::string(LOWP_ORACLE_DIR) + "/oracle_eight_bit_client_" + build;
}

// The original's SIMD builds that run on this processor.
std::vector<std::string> SimdBuilds() {
  std::vector<std::string> builds;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sse4.1")) builds.push_back("original_sse4");
  if (__builtin_cpu_supports("avx2")) builds.push_back("original_avx2");
#elif defined(__aarch64__)
  builds.push_back("original_neon");
#endif
  return builds;
}

bool Exists(const std::string& path) { return access(path.c_str(), X_OK) == 0; }

// What the client prints; fails the test if the client fails.
std::string OutputOf(const std::string& client, int threads,
                     const std::string& backend = "") {
  const std::string command =
      (backend.empty() ? "" : "LOWP_BACKEND=" + backend + " ") +
      LOWP_ORACLE_EMULATOR " " + client + " " +
      FromEnvironment("LOWP_ORACLE_SEED", "20") + " " +
      FromEnvironment("LOWP_ORACLE_PROBLEMS", "1200") + " " +
      std::to_string(threads);
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    ADD_FAILURE() << "cannot run " << command;
    return "";
  }
  std::string output;
  char buffer[4096];
  std::size_t read;
  while ((read = fread(buffer, 1, sizeof(buffer), pipe)) > 0) {
    output.append(buffer, read);
  }
  EXPECT_EQ(pclose(pipe), 0) << command;
  EXPECT_FALSE(output.empty()) << command;
  return output;
}

// Reports the first problems whose lines differ.
void ExpectSameLines(const std::string& expected, const std::string& actual) {
  if (expected == actual) return;
  std::istringstream expected_lines(expected), actual_lines(actual);
  std::string expected_line, actual_line;
  int reported = 0;
  while (reported < 5 && std::getline(expected_lines, expected_line)) {
    std::getline(actual_lines, actual_line);
    if (expected_line == actual_line) continue;
    ADD_FAILURE() << "the original: " << expected_line
                  << "\n        lowp: " << actual_line;
    ++reported;
  }
  EXPECT_GT(reported, 0) << "lowp printed more lines";
}

void ExpectLowpPrints(const std::string& expected, const std::string& client) {
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    for (int threads = 1; threads <= 2; ++threads) {
      SCOPED_TRACE(threads);
      ExpectSameLines(expected, OutputOf(client, threads, backend.name));
    }
  });
}

class OracleTest : public ::testing::TestWithParam<int> {};

TEST_P(OracleTest, EveryStageGivesTheSameBytes) {
  const int part = GetParam();
  const std::string original = ClientPath("original_scalar", part);
  if (!Exists(original)) {
    GTEST_SKIP() << "built without Debian's libgemmlowp-dev";
  }
  const std::string expected = OutputOf(original, 1);
  ExpectLowpPrints(expected, ClientPath("lowp", part));
}

TEST_P(OracleTest, TheOriginalAgreesWithItself) {
  const int part = GetParam();
  if (part >= kSimdParts) {
    GTEST_SKIP() << "stages that the original compiles without SIMD only";
  }
  if (!Exists(ClientPath("original_scalar", part))) {
    GTEST_SKIP() << "built without Debian's libgemmlowp-dev";
  }
  const std::string expected = OutputOf(ClientPath("original_scalar", part), 1);
  for (const std::string& build : SimdBuilds()) {
    SCOPED_TRACE(build);
    ExpectSameLines(expected, OutputOf(ClientPath(build, part), 1));
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, OracleTest, ::testing::Range(0, kParts));

TEST(EightBitIntGemmOracleTest, GivesTheSameBytes) {
  const std::string original = EightBitClientPath("original");
  if (!Exists(original)) {
    GTEST_SKIP() << "built without Debian's libgemmlowp-dev";
  }
  ExpectLowpPrints(OutputOf(original, 1), EightBitClientPath("lowp"));
}

}  // namespace
}  // namespace lowp_test
