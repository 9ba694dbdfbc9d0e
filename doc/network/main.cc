// Runs a .tflite file on every backend: reads it into a graph, prepares each
// operator, runs, times, compares.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/backends.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "../../bench/clock_rate.h"
#include "chart.h"
#include "measure.h"
#include "network.h"
#include "options.h"
#include "read_tflite.h"
#include "recorded.h"
#include "report.h"

namespace lowp_network {
namespace {

constexpr int kDifferent = 1;
constexpr int kBadInput = 2;

int Fail(const std::string& problem) {
  std::fprintf(stderr, "lowp_network: %s\n", problem.c_str());
  return kBadInput;
}

std::vector<std::string> SupportedBackends() {
  std::vector<std::string> names;
  for (int i = 0; gemmlowp::BackendName(i) != nullptr; ++i) {
    const char* const name = gemmlowp::BackendName(i);
    if (gemmlowp::BackendIsSupported(name)) names.emplace_back(name);
  }
  return names;
}

// One backend and number of threads.
class Runner {
 public:
  Runner(const CommandLine& line, const Graph& graph,
         const Recording& recording)
      : line_(line), graph_(graph), recording_(recording) {}

  // False if it cannot run; *error then says why.
  bool Run(const std::string& backend, int threads, std::string* error) {
    NetworkOptions options;
    options.backend = backend.c_str();
    options.threads = threads;
    std::unique_ptr<Network> network;
    int at = -1;
    gemmlowp::Status status = Network::Prepare(graph_, options, &network, &at);
    Measured measured;
    if (status.ok()) {
      status =
          Measure(recording_.inputs, line_.rounds, network.get(), &measured);
    }
    if (!status.ok()) {
      *error =
          (at < 0
               ? ""
               : "operator " + std::to_string(at) + ", " +
                     OperatorName(
                         graph_.operators[static_cast<std::size_t>(at)].code) +
                     ": ") +
          status.message();
      return false;
    }
    Print(backend, threads, *network, measured);
    return DrawFirst(backend, threads, *network, measured, error);
  }

  bool all_same() const { return all_same_; }

 private:
  void Print(const std::string& backend, int threads, const Network& network,
             const Measured& measured) {
    const std::vector<std::vector<std::uint8_t>>& expected =
        recording_.has_outputs() ? recording_.outputs : first_outputs_;
    const bool is_same = expected.empty() || expected == measured.outputs;
    all_same_ = all_same_ && is_same;
    std::printf("%s, %d thread%s: %.3f ms, %.1f multiply-adds a cycle; %s\n",
                backend.c_str(), threads, threads == 1 ? "" : "s",
                1e3 * measured.seconds,
                static_cast<double>(MultiplyAdds(network)) /
                    (measured.seconds * clock_rate_),
                !is_same                   ? "OUTPUTS DIFFER"
                : recording_.has_outputs() ? "the recorded bytes"
                : expected.empty()         ? "nothing to compare with"
                                           : "the same bytes");
    PrintLayers(network, measured, clock_rate_);
    if (line_.verbose) PrintDescriptions(network);
    std::printf("\n");
    if (first_outputs_.empty()) first_outputs_ = measured.outputs;
  }

  void PrintDescriptions(const Network& network) const {
    for (int i = 0; i < network.step_count(); ++i) {
      std::printf("\n%d\n%s\n", i, network.step(i).Describe().c_str());
    }
  }

  bool DrawFirst(const std::string& backend, int threads,
                 const Network& network, const Measured& measured,
                 std::string* error) {
    if (line_.chart.empty() || has_drawn_) return true;
    has_drawn_ = true;
    const std::string name =
        line_.model.substr(line_.model.find_last_of('/') + 1);
    *error = line_.chart + " cannot be written";
    return WriteChart(line_.chart,
                      name + ", " + backend + ", " + std::to_string(threads) +
                          (threads == 1 ? " thread" : " threads"),
                      network, measured, clock_rate_);
  }

  const CommandLine& line_;
  const Graph& graph_;
  const Recording& recording_;
  const double clock_rate_ = lowp_bench::ClockRate();
  std::vector<std::vector<std::uint8_t>> first_outputs_;
  bool all_same_ = true;
  bool has_drawn_ = false;
};

int Main(int argc, char** argv) {
  CommandLine line;
  std::string error;
  if (!ParseCommandLine(argc, argv, &line, &error)) {
    return Fail(error + "\ntry lowp_network --help");
  }
  if (line.help) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  std::vector<std::uint8_t> bytes;
  if (!ReadFile(line.model, &bytes))
    return Fail(line.model + ": cannot be read");
  Graph graph;
  const gemmlowp::Status status = ReadTflite(std::move(bytes), &graph);
  if (!status.ok()) return Fail(line.model + ": " + status.message());
  Recording recording;
  if (!ReadRecording(line.model, graph, &recording, &error)) return Fail(error);
  if (line.backends.empty()) line.backends = SupportedBackends();
  Runner runner(line, graph, recording);
  for (const std::string& backend : line.backends) {
    for (int threads = 1; threads <= line.threads; ++threads) {
      if (!runner.Run(backend, threads, &error)) return Fail(error);
    }
  }
  return runner.all_same() ? 0 : kDifferent;
}

}  // namespace
}  // namespace lowp_network

int main(int argc, char** argv) { return lowp_network::Main(argc, argv); }
