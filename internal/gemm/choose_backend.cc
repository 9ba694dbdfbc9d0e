// Chooses the backend of a product.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/choose_backend.h"

#include "../backends/backend_list.h"
#include "../contract/panel_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Status Refuse(const char* argument, const char* backend, const char* problem) {
  return Status::OfWord(StatusCode::kInvalidArgument, argument, backend,
                        problem);
}

// Whether `backend` can use an operand that was packed for another one.
bool Reads(const Backend& backend, const PackedHeader& packed) {
  return backend.panel == FormatOf(packed);
}

// The name of the backend that an operand was packed for; it outlives the
// operand.
const char* PackedFor(const PackedHeader& packed) {
  const Backend* backend = BackendNamed(packed.backend);
  return backend == nullptr ? "unknown" : backend->name;
}

}  // namespace

Status ChooseBackend(const GemmProblem& problem, const EngineState& state,
                     ChosenBackend* chosen) {
  bool forced = state.backend != nullptr;
  *chosen = {state.backend, "set on the context"};
  if (!forced) {
    const BackendChoice& choice = DefaultBackend();
    if (!choice.status.ok()) return choice.status;
    *chosen = {choice.backend, choice.reason};
    forced = choice.forced;
  }
  const PackedHeader* packed[] = {problem.lhs.packed, problem.rhs.packed};
  const char* const names[] = {"lhs.backend", "rhs.backend"};
  for (int i = 0; i < 2; ++i) {
    if (packed[i] == nullptr || Reads(*chosen->backend, *packed[i])) continue;
    if (forced) {
      return Refuse(names[i], PackedFor(*packed[i]),
                    "is not the backend that was asked for, or that the other "
                    "operand was packed for; pack the matrix for that one");
    }
    const Backend* backend = BackendNamed(packed[i]->backend);
    if (backend != nullptr) backend = ReaderOf(*backend);
    if (backend == nullptr) {
      return Status::OfWord(StatusCode::kUnsupported, names[i],
                            PackedFor(*packed[i]),
                            "is a backend that this machine cannot run, and it "
                            "runs no other that reads the matrix");
    }
    *chosen = {backend, "it reads what an operand was packed for"};
    forced = true;
    i = -1;  // the other operand must fit this backend too
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
