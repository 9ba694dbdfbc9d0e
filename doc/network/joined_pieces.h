// Small pieces of a broadcast as larger ones, for which operands that repeat
// are laid out.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_JOINED_PIECES_H_
#define LOWP_DOC_NETWORK_JOINED_PIECES_H_

#include <gemmlowp/public/gemm_context.h>
#include <gemmlowp/public/operators/strided_copy.h>
#include <gemmlowp/public/status.h>

#include <vector>

#include "broadcast.h"

namespace lowp_network {

// How the elements of an operand of a piece lie where they are laid out.
// Without axes they lie so already.
struct OperandLayout {
  std::vector<gemmlowp::StridedCopyAxis> axes;

  // Lays them out in the buffer, and lets *operand point at them.
  template <typename T>
  gemmlowp::Status LayOut(gemmlowp::GemmContext* context,
                          gemmlowp::OperandCount count, std::vector<T>* buffer,
                          const T** operand) const {
    if (axes.empty()) return gemmlowp::Status();
    buffer->resize(count.elements);
    const T* const from = *operand;
    *operand = buffer->data();
    return gemmlowp::TryStridedCopy(context, from, axes.data(),
                                    static_cast<int>(axes.size()),
                                    buffer->data());
  }
};

struct JoinedPieces {
  Broadcast broadcast;
  OperandLayout x, y;
};

// Pieces whose operators take longer to begin than to run are joined; others
// are left.
JoinedPieces JoinPieces(Broadcast broadcast);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_JOINED_PIECES_H_
