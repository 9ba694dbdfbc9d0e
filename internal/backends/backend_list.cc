// The table of backends, expanded from the build's, and the choice among them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "backend_list.h"

#include <cassert>
#include <cstring>
#include <iterator>

#include "../../public/backends.h"
#include "../../public/gemm_context.h"
#include "../contract/core_costs.h"
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

const Backend* const built[] = {
#define LOWP_BACKEND(name) &name##_backend,
#include "backends.inc"
#undef LOWP_BACKEND
};
constexpr int kCount = static_cast<int>(std::size(built));

// A backend that extends another, with all of its members.
struct WholeBackend {
  static constexpr int kMaxKernels = 24;
  Backend backend;
  GemmKernel kernels[kMaxKernels];
  CoreCosts costs;
  KernelCost costs_here[kMaxKernels];
  Int4Kernel int4;
};

// Gives the backend other code for 4-bit weights that are unpacked.
void TakeUnpacking(const Int4Kernel& own, WholeBackend* whole) {
  whole->int4 = *whole->backend.int4;
  whole->int4.costs = own.costs;
  whole->int4.unpacking = own.unpacking;
  whole->backend.int4 = &whole->int4;
  whole->costs.int4 = nullptr;
}

// The costs of the kernels of the backend that `own` extends are those of this
// processor, if it has others.
void Complete(const Backend& own, WholeBackend* whole) {
  const Backend& base = *own.extends;
  const CoreCosts* const here = OtherCostsHere(base);
  Backend& backend = whole->backend;
  backend = base;
  backend.name = own.name;
  backend.required_features = own.required_features | base.required_features;
  backend.kernels = whole->kernels;
  backend.kernel_count = own.kernel_count + base.kernel_count;
  assert(backend.kernel_count <= WholeBackend::kMaxKernels);
  backend.other_costs = {};
  backend.windows = own.windows;
  for (int i = 0; i < backend.kernel_count; ++i) {
    const int of_base = i - own.kernel_count;
    whole->kernels[i] = of_base < 0 ? own.kernels[i] : base.kernels[of_base];
    whole->costs_here[i] = of_base < 0       ? own.kernels[i].cost
                           : here != nullptr ? here->kernels[of_base]
                                             : base.kernels[of_base].cost;
  }
  if (here != nullptr) {
    whole->costs = *here;
    whole->costs.kernels = whole->costs_here;
    backend.other_costs = {&whole->costs, 1};
  }
  if (own.int4 != nullptr) TakeUnpacking(*own.int4, whole);
}

struct BackendTable {
  const Backend* backends[kCount];
};

BackendTable MakeTable() {
  constexpr int kMaxExtensions = 2;
  static WholeBackend whole[kMaxExtensions];
  BackendTable table;
  int used = 0;
  for (int i = 0; i < kCount; ++i) {
    table.backends[i] = built[i];
    if (built[i]->extends == nullptr) continue;
    assert(used < kMaxExtensions);
    Complete(*built[i], &whole[used]);
    table.backends[i] = &whole[used++].backend;
  }
  return table;
}

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
  static FoundOnce<BackendTable> table;
  return {table.Get(&MakeTable).backends, kCount};
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

const char* BackendName(int index) {
  const internal::BackendList list = internal::AllBackends();
  return index >= 0 && index < list.count ? list.first[index]->name : nullptr;
}

bool BackendIsSupported(const char* name) {
  const internal::Backend* const backend =
      name == nullptr ? nullptr : internal::BackendNamed(name);
  return backend != nullptr && internal::IsSupported(*backend);
}

}  // namespace lowp
}  // namespace gemmlowp
