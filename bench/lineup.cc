// The contestants of each mode.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "lineup.h"

#include <regex>

#include "../public/backends.h"
#include "lowp_library.h"
#include "other_version.h"

namespace lowp_bench {

#define LOWP_PEER(name) extern const Library name##_library;
#include "peers.inc"
#undef LOWP_PEER

namespace {

// The scalar backend would take seconds for larger products.
constexpr double kLargestScalarWork = 1 << 22;  // multiply-adds

Request Types(bool signed_input, bool signed_weights,
              Output output = Output::kFixedPoint) {
  Request request;
  request.signed_input = signed_input;
  request.signed_weights = signed_weights;
  request.output = output;
  return request;
}

// The variant that is TryGemm's product by PreparedGemm.
constexpr char kPrepared[] = "prepared";

Request Prepared() {
  Request request = Types(false, true);
  request.prepared = true;
  return request;
}

void AddBackend(const Library& backend, Mode mode, const Options& options,
                std::vector<Contestant>* all) {
  if (IsThreads(mode)) {
    for (const int threads : {1, options.threads}) {
      Request request = Variants()[0].request;
      request.threads = threads;
      all->push_back({ThreadsName(backend.name, threads), backend, request});
    }
    return;
  }
  for (const Variant& variant : Variants()) {
    all->push_back(
        {VariantName(backend.name, variant), backend, variant.request});
  }
}

std::vector<Library> SupportedBackends() {
  std::vector<Library> libraries;
  for (int i = 0; gemmlowp::BackendName(i) != nullptr; ++i) {
    const char* const name = gemmlowp::BackendName(i);
    if (gemmlowp::BackendIsSupported(name)) {
      libraries.push_back(LowpLibrary(name));
    }
  }
  return libraries;
}

// Adds the other version's counterpart of each contestant.
void AddOtherVersion(const std::string& file, std::vector<Contestant>* all) {
  for (std::size_t i = 0, count = all->size(); i < count; ++i) {
    const Contestant& own = (*all)[i];
    all->push_back({OtherVersionsName(own.name),
                    OtherVersion(file, own.library.name), own.request});
  }
}

// A peer multiplies the types that it takes.
void AddPeer(const Library& peer, Mode mode, const Options& options,
             std::vector<Contestant>* all) {
  Contestant contestant = {peer.name, peer,
                           Types(peer.signed_input, peer.signed_weights)};
  if (IsThreads(mode)) contestant.request.threads = options.threads;
  all->push_back(contestant);
}

}  // namespace

const std::vector<Variant>& Variants() {
  static const std::vector<Variant> variants = {
      {"u8*s8", Types(false, true)},
      {"s8*s8", Types(true, true)},
      {"u8*u8", Types(false, false)},
      {"s8*u8", Types(true, false)},
      {"relu", Types(false, true, Output::kRelu)},
      {"channels", Types(false, true, Output::kChannels)},
      {"float", Types(false, true, Output::kFloat)},
      {"int32", Types(false, true, Output::kInt32)},
      {kPrepared, Prepared()},
  };
  return variants;
}

bool IsThreads(Mode mode) {
  return mode == Mode::kThreadsPacked || mode == Mode::kThreadsOneShot;
}

std::string ModeName(Mode mode) {
  switch (mode) {
    case Mode::kPacked:
      return "packed";
    case Mode::kOneShot:
      return "one-shot";
    case Mode::kThreadsPacked:
      return "threads-packed";
    case Mode::kThreadsOneShot:
      return "threads-one-shot";
    case Mode::kLoaded:
      break;
  }
  return "loaded";
}

const std::vector<Library>& Backends() {
  static const std::vector<Library> backends = SupportedBackends();
  return backends;
}

const std::vector<Library>& Peers() {
  static const std::vector<Library> peers = {
#define LOWP_PEER(name) name##_library,
#include "peers.inc"
#undef LOWP_PEER
  };
  return peers;
}

std::string VariantName(const std::string& backend, const Variant& variant) {
  return backend + "/" + variant.name;
}

std::string PreparedName(const std::string& backend) {
  return backend + "/" + kPrepared;
}

std::string ThreadsName(const std::string& backend, int threads) {
  return backend + "/threads:" + std::to_string(threads);
}

std::vector<Contestant> Lineup(const Shape& shape, Mode mode,
                               const Options& options) {
  std::vector<Contestant> all;
  for (const Library& backend : Backends()) {
    if (backend.name == std::string("scalar") &&
        MultiplyAdds(shape) > kLargestScalarWork) {
      continue;
    }
    AddBackend(backend, mode, options, &all);
  }
  if (options.against.empty()) {
    for (const Library& peer : Peers()) AddPeer(peer, mode, options, &all);
  } else {
    AddOtherVersion(options.against, &all);
  }

  const std::regex wanted(options.contestants);
  std::vector<Contestant> chosen;
  for (Contestant& contestant : all) {
    if (!std::regex_search(contestant.name, wanted)) continue;
    contestant.request.packed =
        (mode == Mode::kPacked || mode == Mode::kThreadsPacked) &&
        contestant.library.packs_ahead;
    chosen.push_back(contestant);
  }
  return chosen;
}

}  // namespace lowp_bench
