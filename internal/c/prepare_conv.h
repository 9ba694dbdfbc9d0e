// Prepares what is a convolution to the engine: a convolution of the C API, or
// its product of int16 rows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_PREPARE_CONV_H_
#define LOWP_INTERNAL_C_PREPARE_CONV_H_

#include <cstdint>
#include <memory>

#include "../../public/c/lowp.h"
#include "../../public/convolution/conv_geometry.h"
#include "../contract/convolution.h"
#include "error.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Zero points, and what messages call the filter's: the struct's field for a
// single one, and the field for one of each channel.
struct ConvZeroPointsInC {
  std::int32_t input;
  std::int32_t filter;
  const std::int32_t* filter_of_channel;  // not null: in place of `filter`
  const char* filter_name;
  const char* filter_of_channel_name;
};

struct ConvInC {
  const ConvGeometry* geometry;
  const lowp_filter* filter;
  Scalar input;
  bool stores_int64;  // the output holds the sums of an int16 input
  const char* result_type_name;
  ConvZeroPointsInC zero_points;
  const lowp_stage* stages;
  std::int32_t stage_count;
};

// Sets all but the scalar of the output as a matrix to the stages.
lowp_status ReadOutput(const ConvGeometry& geometry, MatrixRef* output);

// The engine's names of zero points, and those of the struct.
using ConvNames = Name[3];

lowp_status PrepareConvInC(const ConvInC& call, const MatrixRef& output,
                           lowp_context* context, const ConvNames& names,
                           std::shared_ptr<const ConvState>* state);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_PREPARE_CONV_H_
