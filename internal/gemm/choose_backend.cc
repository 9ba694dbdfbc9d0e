// Chooses the backend of a product.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "choose_backend.h"

#include "../backends/backend_list.h"
#include "../contract/packed_format.h"

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
                     GemmPlan* plan) {
  bool forced = state.backend != nullptr;
  plan->backend = state.backend;
  plan->backend_reason = "set on the context";
  if (!forced) {
    const BackendChoice& choice = DefaultBackend();
    if (!choice.status.ok()) return choice.status;
    plan->backend = choice.backend;
    plan->backend_reason = choice.reason;
    forced = choice.forced;
  }
  const PackedHeader* packed[] = {problem.lhs.packed, problem.rhs.packed};
  const char* const names[] = {"lhs.backend", "rhs.backend"};
  for (int i = 0; i < 2; ++i) {
    if (packed[i] == nullptr || Reads(*plan->backend, *packed[i])) continue;
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
    plan->backend = backend;
    plan->backend_reason = "it reads what an operand was packed for";
    forced = true;
    i = -1;  // the other operand must fit this backend too
  }
  plan->backend_name = plan->backend->name;
  return Status();
}

void AdaptToPanels(const GemmProblem& problem, GemmPlan* plan) {
  const PackedHeader* const packed =
      (plan->panel_side == Side::kLhs ? problem.lhs : problem.rhs).packed;
  if (packed == nullptr) return;
  const Backend* const adapted = &BackendFor(*plan->backend, *packed);
  plan->reduced_range = adapted != plan->backend;
  plan->backend = adapted;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
