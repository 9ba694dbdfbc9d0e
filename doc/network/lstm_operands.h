// The operands of UNIDIRECTIONAL_SEQUENCE_LSTM, checked.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_LSTM_OPERANDS_H_
#define LOWP_DOC_NETWORK_LSTM_OPERANDS_H_

#include <gemmlowp/public/status.h>

#include "graph.h"

namespace lowp_network {

// Operands in the order of the file.
constexpr int kInputWeights = 1, kRecurrentWeights = 5, kBiases = 12;
constexpr int kOutputState = 18, kCellState = 19;
constexpr int kGates = 4;   // of the input, forgetting, the cell, the output
constexpr int kHidden = 4;  // among intermediates: the scale of o tanh(c)

struct LstmSizes {
  int batch, times, depth, cells;
  bool time_major;
  // The row of inputs, and of outputs, of a time.
  int RowOf(int time, int b) const {
    return time_major ? time * batch + b : b * times + time;
  }
};

// All but the biases.
gemmlowp::Status CheckLstm(const Graph& graph, const Operator& op,
                           LstmSizes* sizes);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_LSTM_OPERANDS_H_
