// A context for each backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_CONTEXT_FOR_H_
#define LOWP_TEST_SUPPORT_CONTEXT_FOR_H_

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "../../internal/contract/backend.h"
#include "../../public/gemm_context.h"
#include "../../public/status.h"

namespace lowp_test {

using gemmlowp::Status;
using gemmlowp::internal::Backend;

// The contexts of a test program, one per backend, so that workspaces are
// reused from case to case as in real programs.
inline gemmlowp::GemmContext* ContextFor(const Backend& backend) {
  static auto* const contexts =
      new std::map<std::string, std::unique_ptr<gemmlowp::GemmContext>>;
  std::unique_ptr<gemmlowp::GemmContext>& context = (*contexts)[backend.name];
  if (context == nullptr) {
    context = std::make_unique<gemmlowp::GemmContext>();
    const Status status = context->set_backend(backend.name);
    EXPECT_TRUE(status.ok()) << status.message();
  }
  return context.get();
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_CONTEXT_FOR_H_
