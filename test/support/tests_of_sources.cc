// The main function of a folder's program. --sources=<file>,<file>... runs the
// tests of these sources, so that each row of the table of tests is a test of
// its own although the folder is one program. A filter that names tests takes
// precedence; one that only excludes some, such as -Suite.Name, applies to the
// tests of the sources.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>

namespace {

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The full names of the source's tests, each with a colon after it.
std::string TestsOf(const std::string& source) {
  std::string names;
  const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const ::testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const ::testing::TestInfo& test = *suite.GetTestInfo(j);
      if (!EndsWith(test.file(), "/" + source)) continue;
      names += std::string(suite.name()) + "." + test.name() + ":";
    }
  }
  return names;
}

// Selects the tests of the sources. False if none of the sources has a test; a
// single one may have tests for some machines only.
bool SelectSources(const std::string& sources) {
  const std::string filter = GTEST_FLAG_GET(filter);
  if (filter != "*" && filter[0] != '-') return true;
  std::string selected;
  std::istringstream list(sources);
  for (std::string source; std::getline(list, source, ',');) {
    selected += TestsOf(source);
  }
  if (selected.empty()) {
    std::fprintf(stderr, "no test is in %s\n", sources.c_str());
    return false;
  }
  GTEST_FLAG_SET(filter, filter == "*" ? selected : selected + filter);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  constexpr char kOption[] = "--sources=";
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], kOption, sizeof(kOption) - 1) != 0) continue;
    if (!SelectSources(argv[i] + sizeof(kOption) - 1)) return 1;
  }
  return RUN_ALL_TESTS();
}
