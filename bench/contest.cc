// Sets up a contest and runs it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "contest.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "peak.h"

namespace lowp_bench {
namespace {

// Threads that keep spinning for a while after a call must not do so in the
// next contestant's turn.
constexpr std::chrono::milliseconds kPause(3);
constexpr double kPeakSeconds = 2e-4;  // per call of the peak's loop

volatile std::int32_t sink;

void Compute(const Library& library, const Work& work, const Request& request,
             void* output) {
  void* const instance = library.create(library.name, work, request);
  if (instance == nullptr) return;
  library.run(instance, output);
  library.destroy(instance);
}

// Whether each output is the expected one, or `min` if that is larger.
template <typename T>
bool Agree(const T* outputs, const T* expected, std::size_t count,
           int tolerance, double min) {
  return std::equal(
      outputs, outputs + count, expected, [tolerance, min](T x, T y) {
        return std::abs(x - std::max(static_cast<double>(y), min)) <= tolerance;
      });
}

std::size_t Entries(const Shape& shape) {
  return static_cast<std::size_t>(shape.rows) * shape.cols;
}

}  // namespace

std::string PeakName(const std::string& backend) { return backend + "/peak"; }
std::string SumName(const std::string& backend) { return backend + "/sum"; }

Contest::Contest(const Shape& shape, Mode mode, const Options& options)
    : timer_(options.cold),
      pauses_(IsThreads(mode)),
      problem_(shape, options.reduced_range),
      output_(Entries(shape)),
      expected_bytes_(Entries(shape)),
      expected_sums_(Entries(shape)) {
  Request request;
  Compute(Backends()[0], problem_.work(), request, expected_bytes_.data());
  request.output = Output::kInt32;
  Compute(Backends()[0], problem_.work(), request, expected_sums_.data());
  const void* const memory = MemoryToSum(shape, mode);
  for (const Library& backend : Backends()) {
    if (!options.against.empty()) break;
    AddLimits(shape, backend.name, memory);
  }
  for (const Contestant& contestant : Lineup(shape, mode, options)) {
    Add(contestant);
  }
}

Contest::~Contest() = default;

const void* Contest::MemoryToSum(const Shape& shape, Mode mode) {
  const std::size_t bytes = static_cast<std::size_t>(CompulsoryBytes(shape));
  if ((mode == Mode::kPacked || mode == Mode::kThreadsPacked) &&
      packed_memory_.Reserve(bytes)) {
    return std::memset(packed_memory_.data(), 0, bytes);
  }
  callers_memory_ = Buffer<unsigned char>(bytes);
  return callers_memory_.data();
}

void Contest::Add(const std::string& name, double calls_per_product,
                  const std::function<void()>& call) {
  // A limit's turn is at least as long as the product would take at the limit,
  // because a longer turn meets more of the machine's other work.
  entrants_.push_back({name, call, calls_per_product,
                       timer_.CallsPerTurn(call, calls_per_product)});
}

void Contest::AddLimits(const Shape& shape, const std::string& backend,
                        const void* memory) {
  const PeakLoop* const loop = PeakLoopOf(backend.c_str());
  if (loop == nullptr) return;
  // As many turns as a fast current machine makes in kPeakSeconds.
  const std::int64_t turns =
      static_cast<std::int64_t>(kPeakSeconds * 2e11 / loop->multiply_adds);
  Add(PeakName(backend),
      MultiplyAdds(shape) / (static_cast<double>(turns) * loop->multiply_adds),
      [loop, turns] { sink = loop->run(turns); });
  const std::int64_t bytes = CompulsoryBytes(shape);
  Add(SumName(backend), 1,
      [loop, memory, bytes] { sink = loop->sum(memory, bytes); });
}

void Contest::Add(const Contestant& contestant) {
  const Library& library = contestant.library;
  void* const instance =
      library.create(library.name, problem_.work(), contestant.request);
  if (instance == nullptr) return;
  instances_.emplace_back(instance, library.destroy);
  std::fill(output_.begin(), output_.end(), 0);
  const auto run = library.run;
  void* const output = output_.data();
  Add(contestant.name, 1, [run, instance, output] { run(instance, output); });
  if (IsRight(contestant)) return;
  if (library.saturates) {
    wrong_peers_.insert(contestant.name);
  } else if (wrong_.empty()) {
    wrong_ = contestant.name;
  }
}

bool Contest::IsRight(const Contestant& contestant) const {
  const std::size_t count = output_.size();
  const Output output = contestant.request.output;
  if (output == Output::kInt32) {
    return Agree(output_.data(), expected_sums_.data(), count, 0, INT32_MIN);
  }
  const auto* const bytes =
      reinterpret_cast<const unsigned char*>(output_.data());
  std::vector<unsigned char> outputs(bytes, bytes + count);
  if (contestant.library.signed_output) {
    for (unsigned char& x : outputs) x ^= 0x80;
  }
  return Agree(outputs.data(),
               reinterpret_cast<const unsigned char*>(expected_bytes_.data()),
               count,
               output == Output::kFloat ? 1 : contestant.library.tolerance,
               output == Output::kRelu ? kOutputZeroPoint : 0);
}

RoundSeconds Contest::Round() {
  RoundSeconds seconds;
  std::shuffle(entrants_.begin(), entrants_.end(), order_);
  for (const Entrant& entrant : entrants_) {
    if (pauses_) std::this_thread::sleep_for(kPause);
    seconds[entrant.name] =
        entrant.calls_per_product *
        timer_.SecondsPerCall(entrant.call, entrant.calls_per_turn);
  }
  return seconds;
}

}  // namespace lowp_bench
