// A row for each field that is read.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "read_options.h"

#include <cstdint>

namespace lowp_network {
namespace {

struct Field {
  int code;    // of the operator
  int number;  // of the field in its table
  int bytes;   // of its value: 1 or 4
  int Options::*to;
};

constexpr Field kFields[] = {
    {kAdd, 0, 1, &Options::activation},

    {kAveragePool2d, 0, 1, &Options::padding},
    {kAveragePool2d, 1, 4, &Options::stride_width},
    {kAveragePool2d, 2, 4, &Options::stride_height},
    {kAveragePool2d, 3, 4, &Options::filter_width},
    {kAveragePool2d, 4, 4, &Options::filter_height},
    {kAveragePool2d, 5, 1, &Options::activation},

    {kConv2d, 0, 1, &Options::padding},
    {kConv2d, 1, 4, &Options::stride_width},
    {kConv2d, 2, 4, &Options::stride_height},
    {kConv2d, 3, 1, &Options::activation},
    {kConv2d, 4, 4, &Options::dilation_width},
    {kConv2d, 5, 4, &Options::dilation_height},

    {kDepthwiseConv2d, 0, 1, &Options::padding},
    {kDepthwiseConv2d, 1, 4, &Options::stride_width},
    {kDepthwiseConv2d, 2, 4, &Options::stride_height},
    {kDepthwiseConv2d, 3, 4, &Options::depth_multiplier},
    {kDepthwiseConv2d, 4, 1, &Options::activation},
    {kDepthwiseConv2d, 5, 4, &Options::dilation_width},
    {kDepthwiseConv2d, 6, 4, &Options::dilation_height},

    {kFullyConnected, 0, 1, &Options::activation},
    {kFullyConnected, 1, 1, &Options::weights_format},

    {kMean, 0, 1, &Options::keep_dims},

    {kTransposeConv, 0, 1, &Options::padding},
    {kTransposeConv, 1, 4, &Options::stride_width},
    {kTransposeConv, 2, 4, &Options::stride_height},
    {kTransposeConv, 3, 1, &Options::activation},
};

}  // namespace

bool ReadOptions(const flat::Verifier& verifier, const flat::Options& from,
                 Operator* op) {
  for (const Field& field : kFields) {
    if (field.code != op->code) continue;
    if (!from.Holds(verifier, field.number, field.bytes)) return false;
    int& to = op->options.*field.to;
    to =
        field.bytes == 1 ? from.Byte(field.number) : from.Int(field.number, to);
  }
  if (op->code == kSoftmax) {
    if (!from.Holds(verifier, 0, 4)) return false;
    op->options.beta = from.Real(0);
  }
  return true;
}

}  // namespace lowp_network
