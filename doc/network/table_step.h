// A step that looks each byte up in a table.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_TABLE_STEP_H_
#define LOWP_DOC_NETWORK_TABLE_STEP_H_

#include <gemmlowp/public/quantization/activation_tables.h>
#include <gemmlowp/public/tensor/transforms.h>

#include <cstddef>
#include <memory>

#include "unary_step.h"

namespace lowp_network {

// From the operator's first input to its output, of `count` elements.
template <typename T>
void MakeTableStep(const Operator& op, const char* words,
                   const gemmlowp::ActivationTable<T>& table, std::size_t count,
                   std::unique_ptr<Step>* step) {
  MakeUnaryStep<T, T>(
      op, words,
      [table, count](gemmlowp::GemmContext* context, const T* from, T* to) {
        return gemmlowp::TryApplyTable(context, from, count, table, to);
      },
      step);
}

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_TABLE_STEP_H_
