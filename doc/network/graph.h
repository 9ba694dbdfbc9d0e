// A network as plain data: what a file says, checked, and nothing else.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_GRAPH_H_
#define LOWP_DOC_NETWORK_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lowp_network {

// The types that tensors may have here, by TensorFlow Lite's numbers.
enum class ElementType : std::int8_t {
  kFloat32 = 0,
  kInt32 = 2,
  kUInt8 = 3,
  kInt64 = 4,
  kBool = 6,
  kInt16 = 7,
  kInt8 = 9,
};

// The operators that run, by TensorFlow Lite's numbers; custom ones, which have
// names instead, by numbers below 0.
enum OperatorCode : int {
  kDetectionPostProcess = -1,  // "TFLite_Detection_PostProcess"
  kAdd = 0,
  kAveragePool2d = 1,
  kConcatenation = 2,
  kConv2d = 3,
  kDepthwiseConv2d = 4,
  kDepthToSpace = 5,
  kDequantize = 6,
  kEmbeddingLookup = 7,
  kFloor = 8,
  kFullyConnected = 9,
  kL2Normalization = 11,
  kLocalResponseNormalization = 13,
  kLogistic = 14,
  kMaxPool2d = 17,
  kMul = 18,
  kRelu = 19,
  kReluN1To1 = 20,
  kRelu6 = 21,
  kReshape = 22,
  kResizeBilinear = 23,
  kSoftmax = 25,
  kSpaceToDepth = 26,
  kSvdf = 27,
  kTanh = 28,
  kPad = 34,
  kGather = 36,
  kBatchToSpaceNd = 37,
  kSpaceToBatchNd = 38,
  kTranspose = 39,
  kMean = 40,
  kSub = 41,
  kDiv = 42,
  kSqueeze = 43,
  kUnidirectionalSequenceLstm = 44,
  kStridedSlice = 45,
  kExp = 47,
  kTopKV2 = 48,
  kSplit = 49,
  kLogSoftmax = 50,
  kCast = 53,
  kPrelu = 54,
  kMaximum = 55,
  kArgMax = 56,
  kMinimum = 57,
  kLess = 58,
  kNeg = 59,
  kPadV2 = 60,
  kGreater = 61,
  kGreaterEqual = 62,
  kLessEqual = 63,
  kSelect = 64,
  kSlice = 65,
  kSin = 66,
  kTransposeConv = 67,
  kTile = 69,
  kExpandDims = 70,
  kEqual = 71,
  kNotEqual = 72,
  kLog = 73,
  kSum = 74,
  kSqrt = 75,
  kRsqrt = 76,
  kShape = 77,
  kPow = 78,
  kArgMin = 79,
  kReduceProd = 81,
  kReduceMax = 82,
  kPack = 83,
  kLogicalOr = 84,
  kOneHot = 85,
  kLogicalAnd = 86,
  kLogicalNot = 87,
  kUnpack = 88,
  kReduceMin = 89,
  kFloorDiv = 90,
  kReduceAny = 91,
  kSquare = 92,
  kZerosLike = 93,
  kFill = 94,
  kFloorMod = 95,
  kResizeNearestNeighbor = 97,
  kLeakyRelu = 98,
  kSquaredDifference = 99,
  kMirrorPad = 100,
  kAbs = 101,
  kSplitV = 102,
  kCeil = 104,
  kReverseV2 = 105,
  kAddN = 106,
  kGatherNd = 107,
  kCos = 108,
  kElu = 111,
  kMatrixDiag = 113,
  kQuantize = 114,
  kRound = 116,
  kHardSwish = 117,
  kScatterNd = 122,
  kSelectV2 = 123,
  kBatchMatMul = 126,
  kCumsum = 128,
  kBroadcastTo = 130,
  kReduceAll = 140,
  kGelu = 150,
  kDynamicUpdateSlice = 151,
  kSign = 158,
};

enum class Padding : int { kSame = 0, kValid = 1 };

// A function that an operator ends in.
enum class Activation : int {
  kNone = 0,
  kRelu = 1,
  kReluN1To1 = 2,
  kRelu6 = 3,
  kTanh = 4,
};

// real value = scale * (integer - zero_point); both for the whole tensor, or
// for each index along an axis.
struct Quantization {
  std::vector<float> scales;  // positive and finite; empty: not quantized
  std::vector<std::int32_t> zero_points;  // as many
  int axis = 0;                           // that of several scales
};

struct Tensor {
  std::string name;
  ElementType type = ElementType::kInt8;
  std::vector<int> shape;  // positive; their product is below 2^31
  // Of an output of an operator: axes whose size the file does not know, for
  // which `shape` has 1 until it is resolved. Empty: none.
  std::vector<bool> is_open;
  Quantization quantization;
  // Of uint8 in the file: bytes and zero points are 128 less (signed_form.h).
  bool is_shifted = false;
  // What an operator keeps from one run to the next. At first, it is 0: bytes
  // are the zero point.
  bool is_variable = false;
  // The contents of a constant: size_in_bytes() bytes within the file or
  // Graph::folded, aligned to an element; else null.
  const std::uint8_t* data = nullptr;

  std::size_t elements() const {
    std::size_t product = 1;
    for (int size : shape) product *= static_cast<std::size_t>(size);
    return product;
  }
  std::size_t element_bytes() const {
    switch (type) {
      case ElementType::kFloat32:
      case ElementType::kInt32:
        return 4;
      case ElementType::kInt64:
        return 8;
      case ElementType::kInt16:
        return 2;
      default:
        return 1;
    }
  }
  std::size_t size_in_bytes() const { return elements() * element_bytes(); }
};

// Of TFLite_Detection_PostProcess.
struct DetectionOptions {
  int max_detections = 0, max_classes_per_detection = 0;
  int detections_per_class = 100;
  int num_classes = 0;  // without the background
  bool use_regular_nms = false;
  float score_threshold = 0, iou_threshold = 0;
  float y_scale = 0, x_scale = 0, h_scale = 0, w_scale = 0;
};

// The options of all operators together; an operator uses its own.
struct Options {
  int padding = 0;  // Padding
  int stride_width = 0, stride_height = 0;
  int dilation_width = 1, dilation_height = 1;
  int depth_multiplier = 0;
  int filter_width = 0, filter_height = 0;
  int activation = 0;  // Activation
  int weights_format = 0;
  // Of layers whose input is int16: ElementType::kInt32, or another one, which
  // means int64.
  int quantized_bias_type = 0;
  // Of sums of int16: powers of two as scales mean an arithmetic of their own.
  int pot_scale_int16 = 1;
  int axis = 0;
  int batch_dims = 0;
  int block_size = 0;
  int exclusive = 0, reverse = 0;  // of CUMSUM
  int mode = 0;                    // of MIRROR_PAD: 0 REFLECT, 1 SYMMETRIC
  int align_corners = 0, half_pixel_centers = 0;
  // Of STRIDED_SLICE: a bit for each axis.
  int begin_mask = 0, end_mask = 0, ellipsis_mask = 0;
  int new_axis_mask = 0, shrink_axis_mask = 0;
  int ends_are_sizes = 0;
  int adjoint_x = 0, adjoint_y = 0;          // of BATCH_MATMUL: transposed
  int approximate = 0;                       // of GELU: by tanh
  int rank = 0;                              // of SVDF
  int time_major = 0;                        // of UNIDIRECTIONAL_SEQUENCE_LSTM
  float cell_clip = 0, projection_clip = 0;  // the same; 0: none
  float beta = 0;
  float alpha = 0;
  // Of LOCAL_RESPONSE_NORMALIZATION, besides alpha and beta.
  int radius = 0;
  float bias = 0;
  DetectionOptions detection;
};

struct Operator {
  int code = 0;  // OperatorCode, or another one that does not run
  // Indices of tensors. An input may be -1: it is left out.
  std::vector<int> inputs, outputs;
  // Tensors without contents, whose scales an operator uses.
  std::vector<int> intermediates;
  Options options;
};

struct Graph {
  std::vector<Tensor> tensors;
  // In an order in which they can run: an operator's inputs are constants,
  // variables, inputs of the graph, or outputs of operators before it.
  std::vector<Operator> operators;
  std::vector<int> inputs, outputs;
  std::vector<std::uint8_t> file;
  std::vector<std::vector<std::uint8_t>>
      folded;  // constants that were computed
};

// "CONV_2D", as TensorFlow Lite spells it.
const char* OperatorName(int code);
// The code of a custom operator with this name; CUSTOM's if it does not run.
int CodeOfCustom(const char* name);
constexpr int kCustom = 32;

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_GRAPH_H_
