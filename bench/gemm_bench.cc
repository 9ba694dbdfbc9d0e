// Whole products on every backend and in every peer that is installed, in one
// run: activations times weights with bias, requantization and clamp. Results
// are compared with lowp's own before a figure counts.
//
// The repetitions of all benchmarks are shuffled, so that a machine that slows
// down for a while slows everyone down. Google Benchmark's flags work:
// --benchmark_filter=/1024x1024x1024/ measures one shape,
// --benchmark_out=FILE writes every run.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "lowp_library.h"
#include "peak.h"
#include "report.h"
#include "shapes.h"
#include "work.h"

namespace lowp_bench {

#define LOWP_PEER(name) extern const Library name##_library;
#include "peers.inc"
#undef LOWP_PEER

namespace {

// The scalar backend would take seconds for a product.
constexpr double kLargestScalarWork = 1 << 22;  // multiply-adds

double MultiplyAdds(const Shape& shape) {
  return static_cast<double>(shape.rows) * shape.depth * shape.cols;
}

// Operands of a shape, and the bytes that come out.
struct Problem {
  Work work;
  std::vector<std::uint8_t> input, weights_u8, expected;
  std::vector<std::int8_t> weights;
  std::vector<std::int32_t> bias;
};

template <typename T>
std::vector<T> RandomBytes(std::size_t count, std::mt19937* random) {
  std::vector<T> bytes(count);
  for (T& byte : bytes) byte = static_cast<T>((*random)() >> 24);
  return bytes;
}

std::vector<std::uint8_t> Compute(const Library& library, const Work& work) {
  std::vector<std::uint8_t> output(static_cast<std::size_t>(work.rows) *
                                   work.cols);
  void* const instance = library.create(library.name, work, false);
  library.run(instance, output.data());
  library.destroy(instance);
  return output;
}

std::unique_ptr<Problem> MakeProblem(const Shape& shape,
                                     const Library& reference) {
  std::mt19937 random(1);
  auto problem = std::make_unique<Problem>();
  const std::size_t depth = static_cast<std::size_t>(shape.depth);
  problem->input = RandomBytes<std::uint8_t>(depth * shape.rows, &random);
  problem->weights = RandomBytes<std::int8_t>(depth * shape.cols, &random);
  for (const std::int8_t weight : problem->weights) {
    problem->weights_u8.push_back(static_cast<std::uint8_t>(weight + 128));
  }
  for (int col = 0; col < shape.cols; ++col) {
    problem->bias.push_back(static_cast<std::int32_t>(random() % 20001) -
                            10000);
  }
  Work& work = problem->work;
  work.rows = shape.rows;
  work.cols = shape.cols;
  work.depth = shape.depth;
  work.input = problem->input.data();
  work.weights = problem->weights.data();
  work.weights_u8 = problem->weights_u8.data();
  work.bias = problem->bias.data();
  // Sums spread around zero by about 74 * 74 * sqrt(depth); results by 50.
  int exponent = 0;
  const double fraction =
      std::frexp(50 / (74 * 74 * std::sqrt(shape.depth)), &exponent);
  work.multiplier = static_cast<std::int32_t>(std::ldexp(fraction, 31));
  work.shift = -exponent;
  problem->expected = Compute(reference, work);
  return problem;
}

// Made when first asked for, and kept.
const Problem& ProblemOf(const Shape& shape, const Library& reference) {
  static std::map<std::string, std::unique_ptr<Problem>> problems;
  std::unique_ptr<Problem>& problem = problems[ShapeName(shape)];
  if (problem == nullptr) problem = MakeProblem(shape, reference);
  return *problem;
}

bool Agree(const std::vector<std::uint8_t>& a,
           const std::vector<std::uint8_t>& b, int tolerance) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [tolerance](int x, int y) { return std::abs(x - y) <= tolerance; });
}

void MeasureProduct(benchmark::State& state, const Library& library,
                    const Library& reference, const Shape& shape, bool packed) {
  const Problem& problem = ProblemOf(shape, reference);
  void* const instance = library.create(library.name, problem.work, packed);
  if (instance == nullptr) {
    state.SkipWithError("the library refuses this product");
    return;
  }
  std::vector<std::uint8_t> output(problem.expected.size());
  library.run(instance, output.data());
  for (auto _ : state) {
    library.run(instance, output.data());
    benchmark::ClobberMemory();
  }
  library.destroy(instance);
  if (!Agree(output, problem.expected, library.tolerance)) {
    state.SkipWithError("wrong result");
    return;
  }
  state.counters["GOPS"] =
      benchmark::Counter(2e-9 * MultiplyAdds(shape),
                         benchmark::Counter::kIsIterationInvariantRate);
}

void Register(const Library& library, const Library& reference) {
  for (const Shape& shape : kShapes) {
    if (library.name == std::string("scalar") &&
        MultiplyAdds(shape) > kLargestScalarWork) {
      continue;
    }
    for (const bool packed : {true, false}) {
      if (packed && !library.packs_ahead) continue;
      const std::string name = std::string(library.name) + "/" +
                               ShapeName(shape) +
                               (packed ? "/packed" : "/one-shot");
      benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        MeasureProduct(state, library, reference, shape, packed);
      })->UseRealTime();
    }
  }
}

std::vector<Library> Peers() {
  return {
#define LOWP_PEER(name) name##_library,
#include "peers.inc"
#undef LOWP_PEER
  };
}

int Main(int argc, char** argv) {
  // What the command line says comes later and wins.
  std::vector<std::string> defaults = {
      "--benchmark_repetitions=5",
      "--benchmark_enable_random_interleaving=true",
      "--benchmark_min_time=0.02"};
  std::vector<char*> arguments = {argv[0]};
  for (std::string& flag : defaults) arguments.push_back(flag.data());
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  const std::vector<Library> backends = LowpLibraries();
  std::vector<Contestant> contestants;
  for (const Library& backend : backends) {
    const double peak = MeasurePeakGops(backend.name);
    contestants.push_back({backend.name, true, peak});
    benchmark::AddCustomContext(std::string("peak_gops_") + backend.name,
                                std::to_string(peak));
    Register(backend, backends[0]);
  }
  for (const Library& peer : Peers()) {
    contestants.push_back({peer.name, false, 0});
    Register(peer, backends[0]);
  }
  Report report(contestants);
  benchmark::RunSpecifiedBenchmarks(&report);
  return report.failed() ? 1 : 0;
}

}  // namespace
}  // namespace lowp_bench

int main(int argc, char** argv) { return lowp_bench::Main(argc, argv); }
