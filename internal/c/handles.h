// What the opaque types of the C API are.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_HANDLES_H_
#define LOWP_INTERNAL_C_HANDLES_H_

#include <memory>

#include "../../public/c/lowp.h"
#include "../../public/convolution/packed_filter.h"
#include "../../public/gemm_context.h"
#include "../../public/int4/packed_int4.h"
#include "../../public/operators/elementwise.h"
#include "../../public/packed_matrix.h"
#include "../../public/quantization/quantization_params.h"
#include "../../public/stages/residual_addition.h"
#include "../contract/binary_in_floats.h"
#include "../contract/convolution.h"
#include "../contract/dynamic_linear.h"
#include "../contract/int4_product.h"
#include "../contract/linear_addition.h"
#include "../contract/matrix_ref.h"
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

struct lowp_filter {
  gemmlowp::PackedFilter filter;
};

struct lowp_prepared_conv {
  std::shared_ptr<const gemmlowp::internal::ConvState> state;
};

struct lowp_dynamic {
  std::shared_ptr<const gemmlowp::internal::DynamicLinearState> state;
};

struct lowp_int4 {
  gemmlowp::PackedInt4 weights;
};

struct lowp_prepared_int4 {
  gemmlowp::PackedInt4 weights;
  gemmlowp::internal::Int4Preparation preparation;
  bool fused = false;
  const float* bias = nullptr;
};

struct lowp_prepared_addition {
  gemmlowp::ResidualAdditionNumbers numbers;
  gemmlowp::QuantizedRange range;
  gemmlowp::internal::Scalar scalar;
  gemmlowp::internal::LinearAddition form = {};
  bool has_form = false;
};

struct lowp_prepared_multiplication {
  gemmlowp::Multiplication numbers;
  gemmlowp::QuantizedRange range;
  gemmlowp::internal::Scalar scalar;
  gemmlowp::internal::MultiplicationInFloats form = {};
  bool has_form = false;
};

#endif  // LOWP_INTERNAL_C_HANDLES_H_
