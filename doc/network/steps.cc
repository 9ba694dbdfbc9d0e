// The table of operators.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "steps.h"

#include "operands.h"

namespace lowp_network {
namespace {

struct Row {
  OperatorCode code;
  PrepareStep prepare;
  bool is_elementwise = false;
  PrepareStep of_floats = nullptr;    // null: `prepare`
  PrepareStep of_integers = nullptr;  // of int32 or int64; likewise
};

// PrepareRealLayer refuses: layers of floats do not run.
constexpr Row kRows[] = {
    {kConv2d, PrepareConv2d, false, PrepareRealLayer},
    {kDepthwiseConv2d, PrepareDepthwiseConv2d, false, PrepareRealLayer},
    {kTransposeConv, PrepareTransposeConv},
    {kFullyConnected, PrepareFullyConnected, false, PrepareRealLayer},
    {kSvdf, PrepareSvdf, false, PrepareRealLayer},
    {kUnidirectionalSequenceLstm, PrepareSequenceLstm, false, PrepareRealLayer},
    {kBatchMatMul, PrepareBatchMatMul, false, PrepareRealLayer},
    {kDetectionPostProcess, PrepareDetectionPostProcess},
    {kAdd, PrepareAdd, true, PrepareRealBinary, PrepareIntegerBinary},
    {kSub, PrepareSub, true, PrepareRealBinary, PrepareIntegerBinary},
    {kMul, PrepareMul, true, PrepareRealBinary, PrepareIntegerBinary},
    {kSquaredDifference, PrepareSquaredDifference, true, PrepareRealBinary,
     PrepareIntegerBinary},
    {kMaximum, PrepareMaximum, true, PrepareRealBinary, PrepareIntegerBinary},
    {kMinimum, PrepareMinimum, true, PrepareRealBinary, PrepareIntegerBinary},
    {kDiv, PrepareDiv, true, PrepareRealBinary, PrepareIntegerBinary},
    {kFloorDiv, PrepareIntegerBinary, true, PrepareRealBinary},
    {kFloorMod, PrepareIntegerBinary, true, PrepareRealBinary},
    {kAddN, PrepareAddN, true},
    {kPow, PreparePow, true},
    {kLogicalAnd, PrepareLogicalBinary, true},
    {kLogicalOr, PrepareLogicalBinary, true},
    {kLogicalNot, PrepareLogicalNot, true},
    {kArgMax, PrepareArgMax},
    {kArgMin, PrepareArgMin},
    {kAveragePool2d, PrepareAveragePool2d},
    {kMaxPool2d, PrepareMaxPool2d},
    {kMean, PrepareMean},
    {kSum, PrepareReduceSum, false, nullptr, PrepareIntegerReduction},
    {kReduceMax, PrepareReduceMax, false, nullptr, PrepareIntegerReduction},
    {kReduceMin, PrepareReduceMin, false, nullptr, PrepareIntegerReduction},
    {kReduceProd, PrepareReduceProduct, false, nullptr,
     PrepareIntegerReduction},
    {kReduceAll, PrepareLogicalReduction},
    {kReduceAny, PrepareLogicalReduction},
    {kCumsum, PrepareCumsum},
    {kTopKV2, PrepareTopK},
    {kResizeBilinear, PrepareResizeBilinear},
    {kResizeNearestNeighbor, PrepareResizeNearestNeighbor},
    {kRelu, PrepareRelu, true, PrepareRealFunction},
    {kReluN1To1, PrepareRelu, true, PrepareRealFunction},
    {kRelu6, PrepareRelu, true, PrepareRealFunction},
    {kLeakyRelu, PrepareLeakyRelu, true},
    {kPrelu, PreparePrelu, true, PrepareRealPrelu},
    {kLogistic, PrepareLogistic, true, PrepareRealFunction},
    {kTanh, PrepareTanh, true, PrepareRealFunction},
    {kHardSwish, PrepareHardSwish, true, PrepareRealFunction},
    {kGelu, PrepareGelu, true},
    {kElu, PrepareElu, true, PrepareRealFunction},
    {kRsqrt, PrepareRsqrt, true, PrepareRealFunction},
    {kAbs, PrepareAbs, true, PrepareRealFunction, PrepareIntegerFunction},
    {kCeil, PrepareRealFunction, true},
    {kCos, PrepareRealFunction, true},
    {kExp, PrepareExp, true, PrepareRealFunction},
    {kFloor, PrepareRealFunction, true},
    {kLog, PrepareLog, true, PrepareRealFunction},
    {kNeg, PrepareRealFunction, true, nullptr, PrepareIntegerFunction},
    {kRound, PrepareRealFunction, true},
    {kSign, PrepareRealFunction, true, nullptr, PrepareIntegerFunction},
    {kSin, PrepareRealFunction, true},
    {kSqrt, PrepareSqrt, true, PrepareRealFunction},
    {kSquare, PrepareRealFunction, true},
    {kEqual, PrepareComparison, true},
    {kNotEqual, PrepareComparison, true},
    {kGreater, PrepareComparison, true},
    {kGreaterEqual, PrepareComparison, true},
    {kLess, PrepareComparison, true},
    {kLessEqual, PrepareComparison, true},
    {kSelect, PrepareSelect, true},
    {kSelectV2, PrepareSelect, true},
    {kL2Normalization, PrepareL2Normalization, false,
     PrepareRealL2Normalization},
    {kLocalResponseNormalization, PrepareLocalResponseNormalization},
    {kSoftmax, PrepareSoftmax},
    {kLogSoftmax, PrepareLogSoftmax, false, PrepareRealLogSoftmax},
    {kCast, PrepareCast, true},
    {kQuantize, PrepareQuantize, true},
    {kDequantize, PrepareDequantize, true},
    {kReshape, PrepareCopy},
    {kSqueeze, PrepareCopy},
    {kExpandDims, PrepareCopy},
    {kShape, PrepareShape},
    {kFill, PrepareFill},
    {kZerosLike, PrepareZerosLike, true},
    {kOneHot, PrepareOneHot},
    {kPad, PreparePad},
    {kPadV2, PreparePad},
    {kMirrorPad, PrepareMirrorPad},
    {kSlice, PrepareSlice},
    {kStridedSlice, PrepareStridedSlice},
    {kReverseV2, PrepareReverseV2},
    {kGather, PrepareGather},
    {kEmbeddingLookup, PrepareEmbeddingLookup},
    {kGatherNd, PrepareGatherNd},
    {kScatterNd, PrepareScatterNd},
    {kDynamicUpdateSlice, PrepareDynamicUpdateSlice},
    {kMatrixDiag, PrepareMatrixDiag},
    {kTile, PrepareTile},
    {kBroadcastTo, PrepareBroadcastTo},
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

PrepareStep StepOf(const Graph& graph, const Operator& op) {
  const Row* const row = RowOf(op.code);
  if (row == nullptr) return nullptr;
  const Tensor* const input = InputOf(graph, op, 0);
  PrepareStep special = nullptr;
  if (input != nullptr && input->type == ElementType::kFloat32) {
    special = row->of_floats;
  } else if (input != nullptr && CheckIntegers(*input, "").ok()) {
    special = row->of_integers;
  }
  return special != nullptr ? special : row->prepare;
}

bool IsElementwise(int code) {
  const Row* const row = RowOf(code);
  return row != nullptr && row->is_elementwise;
}

}  // namespace lowp_network
