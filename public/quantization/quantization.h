// The numbers that a quantized product needs, from those that a model has:
// multipliers from scales, scales and zero points from ranges, ranges from
// values, matrices quantized row by row, and tables of activations.
// doc/quantization.md explains, doc/exactness.md says which function is whose.
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
