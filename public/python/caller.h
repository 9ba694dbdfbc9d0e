// The context of the calling thread, with the settings of the process.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_CALLER_H_
#define LOWP_PUBLIC_PYTHON_CALLER_H_

#include "../gemm_context.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

// Each Python thread has a context of its own, so that threads multiply side by
// side once they have released the GIL.
GemmContext* ContextOfThisThread();

// For all threads, from their next call on. Null: the automatic choice.
Status SetBackend(const char* name);
// Null: the automatic choice.
const char* BackendSetting();
void SetThreads(int count);
int ThreadsSetting();

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_CALLER_H_
