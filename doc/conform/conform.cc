// lowp-conform: prints a digest of what the library computes in each section of
// doc/specification.md. It is the same on every machine, for every backend,
// number of threads, compiler and build. It uses nothing but the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "run.h"

namespace lowp_conform {
namespace {

constexpr char kUsage[] =
    "usage: lowp-conform [--all | --threads=<n> | --weights]\n"
    "\n"
    "Prints a line \"section digest\" for each section of the specification.\n"
    "LOWP_BACKEND in the environment names the backend to use.\n"
    "\n"
    "  --all          computes on every backend that this machine runs, large\n"
    "                 products also with three threads, and fails if digests\n"
    "                 differ\n"
    "  --threads=<n>  the maximum number of threads, 1 by default\n"
    "  --weights      prints what packing proves of two matrices of weights\n";

std::vector<Section> AllSections() {
  std::vector<Section> sections;
  AppendProducts(&sections);
  AppendIntegerStages(&sections);
  AppendFloatStages(&sections);
  AppendLayers(&sections);
  return sections;
}

void Require(lowp_status status) {
  if (status == LOWP_OK) return;
  std::fprintf(stderr, "lowp-conform: %s\n", lowp_error_message());
  std::exit(2);
}

// The digest of each section on a backend; null: the one that the library
// chooses.
std::vector<std::uint64_t> Compute(const std::vector<Section>& sections,
                                   const char* backend, int threads) {
  lowp_context* context = nullptr;
  Require(lowp_context_create(&context));
  Require(lowp_context_set_backend(context, backend));
  Require(lowp_context_set_threads(context, threads));
  std::vector<std::uint64_t> digests;
  for (const Section& section : sections) {
    Run run(section.name, backend, context);
    section.run(&run);
    digests.push_back(run.digest().value());
  }
  lowp_context_destroy(context);
  return digests;
}

void Print(const std::vector<Section>& sections,
           const std::vector<std::uint64_t>& digests) {
  for (std::size_t i = 0; i < sections.size(); ++i) {
    std::printf("%-36s %016" PRIx64 "\n", sections[i].name.c_str(), digests[i]);
  }
}

// Compares the digests of sections with the expected ones; returns how many
// differ.
int Compare(const std::vector<Section>& sections,
            const std::vector<std::uint64_t>& expected, const char* backend,
            int threads) {
  const std::vector<std::uint64_t> digests =
      Compute(sections, backend, threads);
  int failures = 0;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (digests[i] == expected[i]) continue;
    ++failures;
    std::fprintf(stderr, "lowp-conform: %s differs on %s, %d threads\n",
                 sections[i].name.c_str(), backend, threads);
  }
  return failures;
}

int RunAll(const std::vector<Section>& sections) {
  const std::vector<std::uint64_t> expected = Compute(sections, nullptr, 1);
  std::vector<Section> with_threads;
  std::vector<std::uint64_t> of_threads;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (!sections[i].uses_threads) continue;
    with_threads.push_back(sections[i]);
    of_threads.push_back(expected[i]);
  }
  int failures = 0;
  for (int b = 0; lowp_backend_name(b) != nullptr; ++b) {
    const char* const backend = lowp_backend_name(b);
    if (!lowp_backend_is_supported(backend)) continue;
    failures += Compare(sections, expected, backend, 1);
    failures += Compare(with_threads, of_threads, backend, 3);
    std::fprintf(stderr, "lowp-conform: computed on %s\n", backend);
  }
  Print(sections, expected);
  return failures == 0 ? 0 : 1;
}

int Main(int argc, char** argv) {
  const std::vector<Section> sections = AllSections();
  int threads = 1;
  if (argc == 2 && std::strcmp(argv[1], "--all") == 0) return RunAll(sections);
  if (argc == 2 && std::strcmp(argv[1], "--weights") == 0) {
    PrintWeights();
    return 0;
  }
  if (argc == 2 && std::strncmp(argv[1], "--threads=", 10) == 0) {
    threads = std::atoi(argv[1] + 10);
  } else if (argc > 1) {
    const bool help = std::strcmp(argv[1], "--help") == 0;
    std::fputs(kUsage, help ? stdout : stderr);
    return help ? 0 : 2;
  }
  Print(sections, Compute(sections, nullptr, threads));
  return 0;
}

}  // namespace
}  // namespace lowp_conform

int main(int argc, char** argv) { return lowp_conform::Main(argc, argv); }
