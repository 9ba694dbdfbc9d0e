// The engine's part of a context.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/context_state.h"

#include <cstring>
#include <new>

#include "../backends/backend_list.h"
#include "../contract/engine_state.h"
#include "product_cache.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The kernel of that name in any backend's table, or null.
const GemmKernel* KernelNamed(const char* name) {
  for (const Backend* backend : AllBackends()) {
    for (int i = 0; i < backend->kernel_count; ++i) {
      if (std::strcmp(backend->kernels[i].name, name) == 0) {
        return &backend->kernels[i];
      }
    }
  }
  return nullptr;
}

// Forgets the products that the context prepared for another backend or kernel.
void ForgetProducts(EngineState* state) {
  if (state->products != nullptr) state->products->Forget();
}

}  // namespace

ContextState::ContextState() noexcept : engine_(new (memory_) EngineState) {
  static_assert(sizeof(EngineState) <= kBytes &&
                    alignof(EngineState) <= alignof(std::max_align_t),
                "a context must have room for the engine's state");
}

ContextState::~ContextState() {
  delete engine_->products;
  engine_->~EngineState();
}

Status ContextState::SetBackend(const char* name) {
  const Backend* const before = engine_->backend;
  const Status status = FindBackend(name, &engine_->backend);
  if (engine_->backend != before) ForgetProducts(engine_);
  return status;
}

Status ContextState::SetKernel(const char* name) {
  const GemmKernel* const kernel =
      name == nullptr ? nullptr : KernelNamed(name);
  if (name != nullptr && kernel == nullptr) {
    return Status::OfWord(StatusCode::kInvalidArgument, "kernel", name,
                          "is no kernel of any backend");
  }
  const char* const before = engine_->kernel;
  engine_->kernel = kernel == nullptr ? nullptr : kernel->name;
  if (engine_->kernel != before) ForgetProducts(engine_);
  return Status();
}

void ContextState::SetWorkspace(void* memory, std::size_t bytes) {
  engine_->lent_workspace = memory;
  engine_->lent_bytes = memory == nullptr ? 0 : bytes;
  if (memory != nullptr) EnsureProductCache(engine_);
}

const char* ContextState::BackendName() const {
  return engine_->backend == nullptr ? nullptr : engine_->backend->name;
}

const char* ContextState::KernelName() const { return engine_->kernel; }

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
