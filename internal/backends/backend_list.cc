// The table of backends, expanded from the build's, and the choice among them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "backend_list.h"

#include <cstring>

#include "../../public/gemm_context.h"
#include "../runtime/cpu_features.h"
#include "../runtime/found_once.h"
#include "../runtime/os.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

#define LOWP_BACKEND(name) extern const Backend name##_backend;
#include "backends.inc"
#undef LOWP_BACKEND

namespace {

const Backend* const backends[] = {
#define LOWP_BACKEND(name) &name##_backend,
#include "backends.inc"
#undef LOWP_BACKEND
};

// The message lists the names of this build's backends.
#define LOWP_BACKEND(name) " " #name
constexpr char kUnknownName[] = "names no backend of this build, which has"
#include "backends.inc"
    ;
#undef LOWP_BACKEND
constexpr char kCannotRun[] =
    "is a backend that this machine cannot run: the CPU lacks an instruction "
    "set it needs, or the operating system does not save its registers";

Status FindNamed(const char* argument, const char* name,
                 const Backend** found) {
  const Backend* backend = BackendNamed(name);
  if (backend == nullptr) {
    return Status::OfWord(StatusCode::kInvalidArgument, argument, name,
                          kUnknownName);
  }
  if (!IsSupported(*backend)) {
    return Status::OfWord(StatusCode::kUnsupported, argument, name, kCannotRun);
  }
  *found = backend;
  return Status();
}

BackendChoice ChooseDefault() {
  BackendChoice choice;
  const char* name = GetEnv("LOWP_BACKEND");
  if (name != nullptr && name[0] != '\0') {
    choice.reason = "named by LOWP_BACKEND";
    choice.forced = true;
    choice.status = FindNamed("LOWP_BACKEND", name, &choice.backend);
    return choice;
  }
  for (const Backend* backend : AllBackends()) {
    if (IsSupported(*backend)) {
      choice.backend = backend;
      choice.reason = "the first of the build's table that this machine runs";
      return choice;
    }
  }
  choice.status = Status::OfWord(StatusCode::kUnsupported, "backend", "any",
                                 "none of this build's backends runs here");
  return choice;
}

}  // namespace

BackendList AllBackends() {
  return {backends, static_cast<int>(sizeof(backends) / sizeof(backends[0]))};
}

bool IsSupported(const Backend& backend) {
  return (backend.required_features & ~DetectedCpuFeatures()) == 0;
}

const BackendChoice& DefaultBackend() {
  static FoundOnce<BackendChoice> choice;
  return choice.Get(&ChooseDefault);
}

Status BackendOf(const EngineState& state, const Backend** backend) {
  *backend = state.backend;
  if (*backend != nullptr) return Status();
  const BackendChoice& choice = DefaultBackend();
  *backend = choice.backend;
  return choice.status;
}

const Backend* BackendNamed(const char* name) {
  for (const Backend* backend : AllBackends()) {
    if (std::strcmp(backend->name, name) == 0) return backend;
  }
  return nullptr;
}

const Backend* ReaderOf(const Backend& packed) {
  if (IsSupported(packed)) return &packed;
  for (const Backend* backend : AllBackends()) {
    if (backend->panel == packed.panel && IsSupported(*backend)) return backend;
  }
  return nullptr;
}

Status FindBackend(const char* name, const Backend** backend) {
  if (name == nullptr) {
    *backend = nullptr;
    return Status();
  }
  return FindNamed("backend", name, backend);
}

int UsableCpusForContext() { return UsableCpus(); }

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
