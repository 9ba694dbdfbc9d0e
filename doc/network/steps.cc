// The table of operators.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "steps.h"

namespace lowp_network {
namespace {

struct Row {
  OperatorCode code;
  PrepareStep prepare;
};

constexpr Row kRows[] = {
    {kAdd, PrepareAdd},
    {kAveragePool2d, PrepareAveragePool2d},
    {kMean, PrepareMean},
    {kPad, PreparePad},
    {kConv2d, PrepareConv2d},
    {kDepthwiseConv2d, PrepareDepthwiseConv2d},
    {kTransposeConv, PrepareTransposeConv},
    {kFullyConnected, PrepareFullyConnected},
    {kSoftmax, PrepareSoftmax},
    {kQuantize, PrepareQuantize},
    {kDequantize, PrepareDequantize},
    {kReshape, PrepareCopy},
    {kSqueeze, PrepareCopy},
    {kExpandDims, PrepareCopy},
};

}  // namespace

PrepareStep StepOf(int code) {
  for (const Row& row : kRows) {
    if (row.code == code) return row.prepare;
  }
  return nullptr;
}

}  // namespace lowp_network
