// The table of operators.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "steps.h"

namespace lowp_network {
namespace {

struct Row {
  OperatorCode code;
  PrepareStep prepare;
  bool is_elementwise = false;
};

constexpr Row kRows[] = {
    {kConv2d, PrepareConv2d},
    {kDepthwiseConv2d, PrepareDepthwiseConv2d},
    {kTransposeConv, PrepareTransposeConv},
    {kFullyConnected, PrepareFullyConnected},
    {kSvdf, PrepareSvdf},
    {kUnidirectionalSequenceLstm, PrepareSequenceLstm},
    {kBatchMatMul, PrepareBatchMatMul},
    {kDetectionPostProcess, PrepareDetectionPostProcess},
    {kAdd, PrepareAdd, true},
    {kSub, PrepareSub, true},
    {kMul, PrepareMul, true},
    {kSquaredDifference, PrepareSquaredDifference, true},
    {kMaximum, PrepareMaximum, true},
    {kMinimum, PrepareMinimum, true},
    {kArgMax, PrepareArgMax},
    {kArgMin, PrepareArgMin},
    {kAveragePool2d, PrepareAveragePool2d},
    {kMaxPool2d, PrepareMaxPool2d},
    {kMean, PrepareMean},
    {kReduceMax, PrepareReduceMax},
    {kReduceMin, PrepareReduceMin},
    {kReduceProd, PrepareReduceProd},
    {kResizeBilinear, PrepareResizeBilinear},
    {kResizeNearestNeighbor, PrepareResizeNearestNeighbor},
    {kRelu, PrepareRelu, true},
    {kReluN1To1, PrepareRelu, true},
    {kRelu6, PrepareRelu, true},
    {kLeakyRelu, PrepareLeakyRelu, true},
    {kPrelu, PreparePrelu, true},
    {kLogistic, PrepareLogistic, true},
    {kTanh, PrepareTanh, true},
    {kHardSwish, PrepareHardSwish, true},
    {kGelu, PrepareGelu, true},
    {kRsqrt, PrepareRsqrt, true},
    {kAbs, PrepareRealFunction, true},
    {kCeil, PrepareRealFunction, true},
    {kCos, PrepareRealFunction, true},
    {kExp, PrepareRealFunction, true},
    {kFloor, PrepareRealFunction, true},
    {kLog, PrepareRealFunction, true},
    {kNeg, PrepareRealFunction, true},
    {kRound, PrepareRealFunction, true},
    {kSign, PrepareRealFunction, true},
    {kSin, PrepareRealFunction, true},
    {kSqrt, PrepareRealFunction, true},
    {kSquare, PrepareRealFunction, true},
    {kEqual, PrepareComparison, true},
    {kNotEqual, PrepareComparison, true},
    {kGreater, PrepareComparison, true},
    {kGreaterEqual, PrepareComparison, true},
    {kLess, PrepareComparison, true},
    {kLessEqual, PrepareComparison, true},
    {kSelect, PrepareSelect, true},
    {kSelectV2, PrepareSelect, true},
    {kL2Normalization, PrepareL2Normalization},
    {kSoftmax, PrepareSoftmax},
    {kQuantize, PrepareQuantize, true},
    {kDequantize, PrepareDequantize, true},
    {kReshape, PrepareCopy},
    {kSqueeze, PrepareCopy},
    {kExpandDims, PrepareCopy},
    {kShape, PrepareShape},
    {kFill, PrepareFill},
    {kPad, PreparePad},
    {kPadV2, PreparePad},
    {kMirrorPad, PrepareMirrorPad},
    {kSlice, PrepareSlice},
    {kStridedSlice, PrepareStridedSlice},
    {kReverseV2, PrepareReverseV2},
    {kGather, PrepareGather},
    {kTile, PrepareTile},
    {kSplit, PrepareSplit},
    {kSplitV, PrepareSplitV},
    {kUnpack, PrepareUnpack},
    {kConcatenation, PrepareConcatenation},
    {kPack, PreparePack},
    {kTranspose, PrepareTranspose},
    {kDepthToSpace, PrepareDepthToSpace},
    {kSpaceToDepth, PrepareSpaceToDepth},
    {kBatchToSpaceNd, PrepareBatchToSpaceNd},
    {kSpaceToBatchNd, PrepareSpaceToBatchNd},
};

const Row* RowOf(int code) {
  for (const Row& row : kRows) {
    if (row.code == code) return &row;
  }
  return nullptr;
}

}  // namespace

PrepareStep StepOf(int code) {
  const Row* const row = RowOf(code);
  return row == nullptr ? nullptr : row->prepare;
}

bool IsElementwise(int code) {
  const Row* const row = RowOf(code);
  return row != nullptr && row->is_elementwise;
}

}  // namespace lowp_network
