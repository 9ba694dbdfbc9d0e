// All that a quantized product needs, computed from what a model has:
// multipliers from scales, scales and zero points from ranges, ranges from
// values, matrices quantized row by row, and activation tables.
// doc/quantization.md explains them; doc/exactness.md says which framework each
// function reproduces.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_QUANTIZATION_QUANTIZATION_H_
#define LOWP_PUBLIC_QUANTIZATION_QUANTIZATION_H_

#include "../rowwise/rowwise_quantization.h"
#include "activation_tables.h"
#include "multiplier_builders.h"
#include "observers.h"
#include "quantization_params.h"

#endif  // LOWP_PUBLIC_QUANTIZATION_QUANTIZATION_H_
