// What the opaque types of the C API are.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_HANDLES_H_
#define LOWP_INTERNAL_C_HANDLES_H_

#include <memory>

#include "../../public/c/lowp.h"
#include "../../public/gemm_context.h"
#include "../../public/packed_matrix.h"
#include "../contract/prepared_gemm.h"

struct lowp_context {
  gemmlowp::GemmContext context;
};

struct lowp_packed {
  gemmlowp::PackedMatrix matrix;
};

struct lowp_prepared {
  std::shared_ptr<const gemmlowp::internal::PreparedGemmState> state;
};

#endif  // LOWP_INTERNAL_C_HANDLES_H_
