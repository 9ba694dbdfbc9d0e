// Networks for a program in another language: the functions that compare.py
// calls.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/backends.h>

#include <cstdio>
#include <memory>
#include <string>

#include "network.h"
#include "read_tflite.h"

namespace lowp_network {
namespace {

// A graph and the network that refers to it.
struct Opened {
  Graph graph;
  std::string backend;
  std::unique_ptr<Network> network;
};

gemmlowp::Status Open(const char* path, int threads, bool keeps_tensors,
                      Opened* opened) {
  std::vector<std::uint8_t> bytes;
  if (!ReadFile(path, &bytes)) {
    return gemmlowp::Status(gemmlowp::StatusCode::kInvalidArgument, "path", 0,
                            "cannot be read");
  }
  const gemmlowp::Status status = ReadTflite(std::move(bytes), &opened->graph);
  if (!status.ok()) return status;
  NetworkOptions options;
  options.backend = opened->backend.empty() ? nullptr : opened->backend.c_str();
  options.threads = threads;
  options.keeps_tensors = keeps_tensors;
  int index = -1;
  return Network::Prepare(opened->graph, options, &opened->network, &index);
}

const Step* StepAt(const void* opened, int index) {
  return &static_cast<const Opened*>(opened)->network->step(index);
}

}  // namespace
}  // namespace lowp_network

using lowp_network::Opened;

#define LOWP_NETWORK_EXPORT extern "C" __attribute__((visibility("default")))

// The library's table: the name of a backend, the best one first, null past the
// last; and 1 if this machine runs the backend of that name, otherwise 0.
LOWP_NETWORK_EXPORT const char* lowp_network_backend(int index) {
  return gemmlowp::BackendName(index);
}
LOWP_NETWORK_EXPORT int lowp_network_has_backend(const char* name) {
  return gemmlowp::BackendIsSupported(name) ? 1 : 0;
}

// Null if the network is refused; then `error` says why. backend "": the best
// one.
LOWP_NETWORK_EXPORT void* lowp_network_open(const char* path,
                                            const char* backend, int threads,
                                            int keeps_tensors, char* error,
                                            int error_bytes) {
  auto opened = std::make_unique<Opened>();
  opened->backend = backend;
  const gemmlowp::Status status =
      lowp_network::Open(path, threads, keeps_tensors != 0, opened.get());
  if (status.ok()) return opened.release();
  std::snprintf(error, static_cast<std::size_t>(error_bytes), "%s",
                status.message().c_str());
  return nullptr;
}

LOWP_NETWORK_EXPORT void lowp_network_close(void* opened) {
  delete static_cast<Opened*>(opened);
}

LOWP_NETWORK_EXPORT void* lowp_network_tensor(void* opened, int index) {
  return static_cast<Opened*>(opened)->network->tensor(index);
}

// 0 if all went well.
LOWP_NETWORK_EXPORT int lowp_network_run(void* opened) {
  return static_cast<Opened*>(opened)->network->Run().ok() ? 0 : 1;
}

LOWP_NETWORK_EXPORT int lowp_network_steps(void* opened) {
  return static_cast<Opened*>(opened)->network->step_count();
}

LOWP_NETWORK_EXPORT int lowp_network_run_step(void* opened, int index) {
  return static_cast<Opened*>(opened)->network->RunStep(index).ok() ? 0 : 1;
}

LOWP_NETWORK_EXPORT double lowp_network_multiply_adds(void* opened, int index) {
  return static_cast<double>(
      lowp_network::StepAt(opened, index)->multiply_adds());
}

// TensorFlow Lite's number of the type that a tensor has here: of uint8 in the
// file, it may be int8, with bytes and zero points that are 128 less.
LOWP_NETWORK_EXPORT int lowp_network_type(void* opened, int index) {
  const Opened& from = *static_cast<Opened*>(opened);
  return static_cast<int>(
      from.graph.tensors[static_cast<std::size_t>(index)].type);
}
