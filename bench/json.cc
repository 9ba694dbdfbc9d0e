// Writes JSON: strings here are plain names, so nothing needs escaping.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "json.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "contest.h"
#include "published_peers.h"

namespace lowp_bench {
namespace {

void PutSpread(std::FILE* file, const char* name, const Spread& spread) {
  if (!spread.measured()) return;
  std::fprintf(file,
               ", \"%s\": {\"median\": %.6g, \"low\": %.6g, \"high\": %.6g}",
               name, spread.median, spread.low, spread.high);
}

// The backend of "avx2/u8*s8"; empty for a peer.
std::string BackendOf(const std::string& contestant) {
  const std::size_t slash = contestant.find('/');
  return slash == std::string::npos ? "" : contestant.substr(0, slash);
}

void PutContestant(std::FILE* file, const Series& series,
                   const std::string& name) {
  std::fprintf(file,
               "        {\"name\": \"%s\", \"seconds\": %.6g, \"gops\": %.6g",
               name.c_str(), series.Seconds(name), series.Gops(name));
  const std::string backend = BackendOf(name);
  const bool is_limit = name == PeakName(backend) || name == SumName(backend);
  if (!backend.empty() && !is_limit) {
    const double share = series.ShareOfLimit(name, backend);
    if (share > 0) std::fprintf(file, ", \"share_of_limit\": %.4f", share);
    for (const Library& peer : Peers()) {
      PutSpread(file, (std::string("ratio_to_") + peer.name).c_str(),
                series.Ratio(name, peer.name));
    }
  }
  if (series.wrong_peers.count(name) > 0) {
    std::fprintf(file, ", \"wrong\": true");
  }
  std::fprintf(file, ", \"rounds\": [");
  const char* separator = "";
  for (const double seconds : series.seconds.at(name)) {
    std::fprintf(file, "%s%.6g", separator, seconds);
    separator = ", ";
  }
  std::fprintf(file, "]}");
}

void PutPublished(std::FILE* file, const Series& series) {
  if (series.mode != Mode::kPacked && series.mode != Mode::kOneShot) return;
  const double* const gops =
      PublishedGops(series.shape, series.mode == Mode::kPacked);
  if (gops == nullptr) return;
  std::fprintf(file, "      \"published_gops\": {");
  for (int i = 0; i < kPublishedPeers; ++i) {
    std::fprintf(file, "%s\"%s\": %g", i == 0 ? "" : ", ", kPublishedNames[i],
                 gops[i]);
  }
  std::fprintf(file, "},\n");
}

void PutSeries(std::FILE* file, const Series& series) {
  const Shape& shape = series.shape;
  std::fprintf(file,
               "    {\"group\": \"%s\", \"rows\": %d, \"cols\": %d, \"depth\": "
               "%d, \"mode\": \"%s\",\n",
               shape.group.c_str(), shape.rows, shape.cols, shape.depth,
               ModeName(series.mode).c_str());
  PutPublished(file, series);
  std::fprintf(file, "      \"contestants\": [\n");
  const char* separator = "";
  for (const auto& [name, seconds] : series.seconds) {
    std::fprintf(file, "%s", separator);
    PutContestant(file, series, name);
    separator = ",\n";
  }
  std::fprintf(file, "\n      ]}");
}

void PutResults(std::FILE* file, const std::vector<Series>& results,
                const Options& options) {
  std::fprintf(
      file,
      "{\n  \"threads\": %d,\n  \"cold\": %s,\n  \"reduced_range\": %s,\n"
      "  \"peak_gops\": {",
      options.threads, options.cold ? "true" : "false",
      options.reduced_range ? "true" : "false");
  const char* separator = "";
  for (const Library& backend : Backends()) {
    const double peak = PeakGops(results, backend.name);
    if (peak == 0) continue;
    std::fprintf(file, "%s\"%s\": %.6g", separator, backend.name, peak);
    separator = ", ";
  }
  std::fprintf(file, "},\n  \"published_peak_gops\": %g,\n  \"results\": [",
               kPublishedPeakGops);
  separator = "\n";
  for (const Series& series : results) {
    if (series.seconds.empty()) continue;
    std::fprintf(file, "%s", separator);
    PutSeries(file, series);
    separator = ",\n";
  }
  std::fprintf(file, "\n  ]\n}\n");
}

}  // namespace

bool WriteJson(const std::vector<Series>& results, const Options& options) {
  if (options.json.empty()) return true;
  std::FILE* const file = std::fopen(options.json.c_str(), "w");
  if (file != nullptr) PutResults(file, results, options);
  if (file == nullptr || std::fclose(file) != 0) {
    std::fprintf(stderr, "gemm_bench: %s: %s\n", options.json.c_str(),
                 std::strerror(errno));
    return false;
  }
  return true;
}

}  // namespace lowp_bench
