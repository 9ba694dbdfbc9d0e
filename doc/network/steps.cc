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
    {kConv2d, PrepareConv2d},
    {kDepthwiseConv2d, PrepareDepthwiseConv2d},
    {kTransposeConv, PrepareTransposeConv},
    {kFullyConnected, PrepareFullyConnected},
    {kAdd, PrepareAdd},
    {kSub, PrepareSub},
    {kMul, PrepareMul},
    {kMaximum, PrepareMaximum},
    {kMinimum, PrepareMinimum},
    {kArgMax, PrepareArgMax},
    {kArgMin, PrepareArgMin},
    {kAveragePool2d, PrepareAveragePool2d},
    {kMaxPool2d, PrepareMaxPool2d},
    {kMean, PrepareMean},
    {kReduceMax, PrepareReduceMax},
    {kReduceProd, PrepareReduceProd},
    {kResizeBilinear, PrepareResizeBilinear},
    {kResizeNearestNeighbor, PrepareResizeNearestNeighbor},
    {kRelu, PrepareRelu},
    {kReluN1To1, PrepareRelu},
    {kRelu6, PrepareRelu},
    {kLeakyRelu, PrepareLeakyRelu},
    {kPrelu, PreparePrelu},
    {kLogistic, PrepareLogistic},
    {kTanh, PrepareTanh},
    {kHardSwish, PrepareHardSwish},
    {kSoftmax, PrepareSoftmax},
    {kQuantize, PrepareQuantize},
    {kDequantize, PrepareDequantize},
    {kReshape, PrepareCopy},
    {kSqueeze, PrepareCopy},
    {kExpandDims, PrepareCopy},
    {kShape, PrepareShape},
    {kPad, PreparePad},
    {kPadV2, PreparePad},
    {kMirrorPad, PrepareMirrorPad},
    {kSlice, PrepareSlice},
    {kStridedSlice, PrepareStridedSlice},
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

}  // namespace

PrepareStep StepOf(int code) {
  for (const Row& row : kRows) {
    if (row.code == code) return row.prepare;
  }
  return nullptr;
}

}  // namespace lowp_network
