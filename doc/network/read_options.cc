// A row for each field that is read.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "read_options.h"

#include <flatbuffers/flexbuffers.h>

#include <cstdint>
#include <vector>

namespace lowp_network {
namespace {

struct Field {
  int code;    // of the operator
  int number;  // of the field in its table
  int bytes;   // of its value: 1 or 4
  int Options::*to;
};

// A field that is a float.
struct RealField {
  int code, number;
  float Options::*to;
};

constexpr Field kFields[] = {
    {kAdd, 0, 1, &Options::activation},
    {kAdd, 1, 1, &Options::pot_scale_int16},

    {kAveragePool2d, 0, 1, &Options::padding},
    {kAveragePool2d, 1, 4, &Options::stride_width},
    {kAveragePool2d, 2, 4, &Options::stride_height},
    {kAveragePool2d, 3, 4, &Options::filter_width},
    {kAveragePool2d, 4, 4, &Options::filter_height},
    {kAveragePool2d, 5, 1, &Options::activation},

    {kBatchMatMul, 0, 1, &Options::adjoint_x},
    {kBatchMatMul, 1, 1, &Options::adjoint_y},

    {kConcatenation, 0, 4, &Options::axis},
    {kConcatenation, 1, 1, &Options::activation},

    {kConv2d, 0, 1, &Options::padding},
    {kConv2d, 1, 4, &Options::stride_width},
    {kConv2d, 2, 4, &Options::stride_height},
    {kConv2d, 3, 1, &Options::activation},
    {kConv2d, 4, 4, &Options::dilation_width},
    {kConv2d, 5, 4, &Options::dilation_height},
    {kConv2d, 6, 1, &Options::quantized_bias_type},

    {kCumsum, 0, 1, &Options::exclusive},
    {kCumsum, 1, 1, &Options::reverse},

    {kDepthToSpace, 0, 4, &Options::block_size},

    {kDepthwiseConv2d, 0, 1, &Options::padding},
    {kDepthwiseConv2d, 1, 4, &Options::stride_width},
    {kDepthwiseConv2d, 2, 4, &Options::stride_height},
    {kDepthwiseConv2d, 3, 4, &Options::depth_multiplier},
    {kDepthwiseConv2d, 4, 1, &Options::activation},
    {kDepthwiseConv2d, 5, 4, &Options::dilation_width},
    {kDepthwiseConv2d, 6, 4, &Options::dilation_height},

    {kDiv, 0, 1, &Options::activation},

    {kFullyConnected, 0, 1, &Options::activation},
    {kFullyConnected, 1, 1, &Options::weights_format},
    {kFullyConnected, 4, 1, &Options::quantized_bias_type},

    {kGather, 0, 4, &Options::axis},
    {kGather, 1, 4, &Options::batch_dims},

    {kGelu, 0, 1, &Options::approximate},

    {kLocalResponseNormalization, 0, 4, &Options::radius},

    {kMaxPool2d, 0, 1, &Options::padding},
    {kMaxPool2d, 1, 4, &Options::stride_width},
    {kMaxPool2d, 2, 4, &Options::stride_height},
    {kMaxPool2d, 3, 4, &Options::filter_width},
    {kMaxPool2d, 4, 4, &Options::filter_height},
    {kMaxPool2d, 5, 1, &Options::activation},

    {kMirrorPad, 0, 1, &Options::mode},

    {kMul, 0, 1, &Options::activation},

    {kOneHot, 0, 4, &Options::axis},

    {kPack, 1, 4, &Options::axis},

    {kL2Normalization, 0, 1, &Options::activation},

    {kResizeBilinear, 2, 1, &Options::align_corners},
    {kResizeBilinear, 3, 1, &Options::half_pixel_centers},

    {kResizeNearestNeighbor, 0, 1, &Options::align_corners},
    {kResizeNearestNeighbor, 1, 1, &Options::half_pixel_centers},

    {kSpaceToDepth, 0, 4, &Options::block_size},

    {kStridedSlice, 0, 4, &Options::begin_mask},
    {kStridedSlice, 1, 4, &Options::end_mask},
    {kStridedSlice, 2, 4, &Options::ellipsis_mask},
    {kStridedSlice, 3, 4, &Options::new_axis_mask},
    {kStridedSlice, 4, 4, &Options::shrink_axis_mask},
    {kStridedSlice, 5, 1, &Options::ends_are_sizes},

    {kSub, 0, 1, &Options::activation},
    {kSub, 1, 1, &Options::pot_scale_int16},

    {kSvdf, 0, 4, &Options::rank},
    {kSvdf, 1, 1, &Options::activation},

    {kTransposeConv, 0, 1, &Options::padding},
    {kTransposeConv, 1, 4, &Options::stride_width},
    {kTransposeConv, 2, 4, &Options::stride_height},
    {kTransposeConv, 3, 1, &Options::activation},
    {kTransposeConv, 4, 1, &Options::quantized_bias_type},

    {kUnidirectionalSequenceLstm, 0, 1, &Options::activation},
    {kUnidirectionalSequenceLstm, 3, 1, &Options::time_major},

    {kUnpack, 1, 4, &Options::axis},
};

constexpr RealField kRealFields[] = {
    {kLeakyRelu, 0, &Options::alpha},
    {kLocalResponseNormalization, 1, &Options::bias},
    {kLocalResponseNormalization, 2, &Options::alpha},
    {kLocalResponseNormalization, 3, &Options::beta},
    {kSoftmax, 0, &Options::beta},
    {kUnidirectionalSequenceLstm, 1, &Options::cell_clip},
    {kUnidirectionalSequenceLstm, 2, &Options::projection_clip},
};

// 0 if an int does not hold it.
int IntOf(const flexbuffers::Reference& value) {
  constexpr double kLimit = 2147483648.0;
  const double real = value.AsDouble();
  return real >= -kLimit && real < kLimit ? static_cast<int>(real) : 0;
}

}  // namespace

bool ReadOptions(const flat::Verifier& verifier, const flat::Options& from,
                 Operator* op) {
  for (const Field& field : kFields) {
    if (field.code != op->code) continue;
    if (!from.Holds(verifier, field.number, field.bytes)) return false;
    int& to = op->options.*field.to;
    to = field.bytes == 1
             ? from.Byte(field.number, static_cast<std::int8_t>(to))
             : from.Int(field.number, to);
  }
  for (const RealField& field : kRealFields) {
    if (field.code != op->code) continue;
    if (!from.Holds(verifier, field.number, 4)) return false;
    op->options.*field.to = from.Real(field.number);
  }
  return true;
}

bool ReadCustomOptions(const flat::Vector<std::uint8_t>* from, Operator* op) {
  if (op->code != kDetectionPostProcess) return true;
  if (from == nullptr) return false;
  // Aligned, as the file's bytes need not be.
  const std::vector<std::uint8_t> bytes(from->begin(), from->end());
  std::vector<std::uint8_t> seen;
  if (!flexbuffers::VerifyBuffer(bytes.data(), bytes.size(), &seen)) {
    return false;
  }
  const flexbuffers::Map map =
      flexbuffers::GetRoot(bytes.data(), bytes.size()).AsMap();
  DetectionOptions& to = op->options.detection;
  to.max_detections = IntOf(map["max_detections"]);
  to.max_classes_per_detection = IntOf(map["max_classes_per_detection"]);
  const auto per_class = map["detections_per_class"];
  if (!per_class.IsNull()) to.detections_per_class = IntOf(per_class);
  to.use_regular_nms = map["use_regular_nms"].AsDouble() != 0;
  to.num_classes = IntOf(map["num_classes"]);
  to.score_threshold = map["nms_score_threshold"].AsFloat();
  to.iou_threshold = map["nms_iou_threshold"].AsFloat();
  to.y_scale = map["y_scale"].AsFloat();
  to.x_scale = map["x_scale"].AsFloat();
  to.h_scale = map["h_scale"].AsFloat();
  to.w_scale = map["w_scale"].AsFloat();
  return true;
}

}  // namespace lowp_network
