// Runs the demo's problem on one backend, through lowp's public interface.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_DEMO_RUN_H_
#define LOWP_DOC_DEMO_RUN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "../../public/gemm_plan.h"
#include "problem.h"

namespace lowp_demo {

// The backends that this machine can run, best first.
std::vector<std::string> BackendsHere();

struct BackendRun {
  gemmlowp::GemmPlan plan;  // of the one-shot product
  std::vector<std::uint8_t> result;
  // Whether the packed weights gave the same bytes.
  bool packed_agrees = false;
  // Billions of operations per second (a multiply-add is two), the best of
  // several products: with weights packed beforehand, and packing them each
  // time.
  double packed_gops = 0;
  double one_shot_gops = 0;
};

// Multiplies on the named backend. False on an error, which *error describes.
bool RunBackend(const QuantizedProblem& problem, const char* backend,
                int threads, BackendRun* run, std::string* error);

}  // namespace lowp_demo

#endif  // LOWP_DOC_DEMO_RUN_H_
