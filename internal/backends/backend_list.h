// The backends of this build, best first, and the choice among them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_BACKENDS_BACKEND_LIST_H_
#define LOWP_INTERNAL_BACKENDS_BACKEND_LIST_H_

#include "../../public/status.h"
#include "../contract/backend.h"
#include "../contract/engine_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct BackendList {
  const Backend* const* first;
  int count;
  const Backend* const* begin() const { return first; }
  const Backend* const* end() const { return first + count; }
};

// Every backend that was built, supported here or not, in order of preference.
BackendList AllBackends();

// Whether this CPU and this operating system can run it.
bool IsSupported(const Backend& backend);

// A choice and its reason, or why there is none.
struct BackendChoice {
  const Backend* backend = nullptr;
  const char* reason = "";
  bool forced = false;  // by LOWP_BACKEND
  Status status;
};

// The backend that LOWP_BACKEND names, else the first supported one. Decided
// once for the process: the environment is read at the first call.
const BackendChoice& DefaultBackend();

// The backend of a context: the one set on it, else the default one.
Status BackendOf(const EngineState& state, const Backend** backend);

// The backend of that name, if this machine can run it; null for a null name.
Status FindBackend(const char* name, const Backend** backend);

// The backend of that name, or null.
const Backend* BackendNamed(const char* name);

// The backend for a matrix that was packed for `packed`: that one where the
// machine runs it, else the first of its panel format that does, or null.
const Backend* ReaderOf(const Backend& packed);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_BACKENDS_BACKEND_LIST_H_
