// The operators that run, each prepared by a function of its own.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_STEPS_H_
#define LOWP_DOC_NETWORK_STEPS_H_

#include "step.h"

namespace lowp_network {

#define LOWP_NETWORK_STEP(Name)                                          \
  gemmlowp::Status Prepare##Name(const Graph& graph, const Operator& op, \
                                 Engine* engine, std::unique_ptr<Step>* step)

// convolution_step.cc
LOWP_NETWORK_STEP(Conv2d);
LOWP_NETWORK_STEP(DepthwiseConv2d);
LOWP_NETWORK_STEP(TransposeConv);
// fully_connected_step.cc
LOWP_NETWORK_STEP(FullyConnected);
// real_layer_step.cc
LOWP_NETWORK_STEP(RealLayer);
// svdf_step.cc
LOWP_NETWORK_STEP(Svdf);
// sequence_lstm_step.cc
LOWP_NETWORK_STEP(SequenceLstm);
// detection_step.cc
LOWP_NETWORK_STEP(DetectionPostProcess);
// batch_product_step.cc
LOWP_NETWORK_STEP(BatchMatMul);
// sum_steps.cc
LOWP_NETWORK_STEP(Add);
LOWP_NETWORK_STEP(Sub);
// squared_difference_step.cc
LOWP_NETWORK_STEP(SquaredDifference);
// product_step.cc
LOWP_NETWORK_STEP(Mul);
// quotient_step.cc
LOWP_NETWORK_STEP(Div);
// integer_steps.cc
LOWP_NETWORK_STEP(IntegerBinary);
LOWP_NETWORK_STEP(IntegerFunction);
// add_n_step.cc
LOWP_NETWORK_STEP(AddN);
// cumsum_step.cc
LOWP_NETWORK_STEP(Cumsum);
// extreme_steps.cc
LOWP_NETWORK_STEP(Maximum);
LOWP_NETWORK_STEP(Minimum);
LOWP_NETWORK_STEP(ArgMax);
LOWP_NETWORK_STEP(ArgMin);
// pooling_steps.cc
LOWP_NETWORK_STEP(AveragePool2d);
LOWP_NETWORK_STEP(MaxPool2d);
// mean_steps.cc
LOWP_NETWORK_STEP(Mean);
LOWP_NETWORK_STEP(ReduceMax);
// reduce_steps.cc
LOWP_NETWORK_STEP(ReduceSum);
LOWP_NETWORK_STEP(ReduceMin);
LOWP_NETWORK_STEP(IntegerReduction);
LOWP_NETWORK_STEP(LogicalReduction);
// reduce_product_step.cc
LOWP_NETWORK_STEP(ReduceProduct);
// resize_steps.cc
LOWP_NETWORK_STEP(ResizeBilinear);
LOWP_NETWORK_STEP(ResizeNearestNeighbor);
// activation_steps.cc
LOWP_NETWORK_STEP(Relu);
LOWP_NETWORK_STEP(LeakyRelu);
LOWP_NETWORK_STEP(Logistic);
LOWP_NETWORK_STEP(Tanh);
LOWP_NETWORK_STEP(HardSwish);
LOWP_NETWORK_STEP(Gelu);
LOWP_NETWORK_STEP(Elu);
LOWP_NETWORK_STEP(Softmax);
// log_softmax_step.cc
LOWP_NETWORK_STEP(LogSoftmax);
LOWP_NETWORK_STEP(RealLogSoftmax);
// rsqrt_step.cc
LOWP_NETWORK_STEP(Rsqrt);
// sqrt_step.cc
LOWP_NETWORK_STEP(Sqrt);
// quantized_function_steps.cc
LOWP_NETWORK_STEP(Abs);
LOWP_NETWORK_STEP(Exp);
LOWP_NETWORK_STEP(Log);
// real_function_steps.cc
LOWP_NETWORK_STEP(RealFunction);
// real_binary_step.cc
LOWP_NETWORK_STEP(RealBinary);
// pow_step.cc
LOWP_NETWORK_STEP(Pow);
// logical_steps.cc
LOWP_NETWORK_STEP(LogicalBinary);
LOWP_NETWORK_STEP(LogicalNot);
// comparison_steps.cc
LOWP_NETWORK_STEP(Comparison);
// select_step.cc
LOWP_NETWORK_STEP(Select);
// top_k_step.cc
LOWP_NETWORK_STEP(TopK);
// norm_step.cc
LOWP_NETWORK_STEP(L2Normalization);
LOWP_NETWORK_STEP(RealL2Normalization);
LOWP_NETWORK_STEP(LocalResponseNormalization);
// prelu_step.cc
LOWP_NETWORK_STEP(Prelu);
LOWP_NETWORK_STEP(RealPrelu);
// cast_step.cc
LOWP_NETWORK_STEP(Cast);
// quantize_steps.cc
LOWP_NETWORK_STEP(Quantize);
LOWP_NETWORK_STEP(Dequantize);
// shape_steps.cc
LOWP_NETWORK_STEP(Copy);
LOWP_NETWORK_STEP(Shape);
// fill_step.cc
LOWP_NETWORK_STEP(Fill);
LOWP_NETWORK_STEP(ZerosLike);
// one_hot_step.cc
LOWP_NETWORK_STEP(OneHot);
// pad_step.cc
LOWP_NETWORK_STEP(Pad);
// mirror_pad_step.cc
LOWP_NETWORK_STEP(MirrorPad);
// slice_steps.cc
LOWP_NETWORK_STEP(Slice);
LOWP_NETWORK_STEP(StridedSlice);
LOWP_NETWORK_STEP(ReverseV2);
// gather_steps.cc
LOWP_NETWORK_STEP(Gather);
LOWP_NETWORK_STEP(EmbeddingLookup);
LOWP_NETWORK_STEP(GatherNd);
// scatter_step.cc
LOWP_NETWORK_STEP(ScatterNd);
// update_slice_step.cc
LOWP_NETWORK_STEP(DynamicUpdateSlice);
// matrix_diag_step.cc
LOWP_NETWORK_STEP(MatrixDiag);
// repeat_steps.cc
LOWP_NETWORK_STEP(Tile);
LOWP_NETWORK_STEP(BroadcastTo);
// split_steps.cc
LOWP_NETWORK_STEP(Split);
LOWP_NETWORK_STEP(SplitV);
LOWP_NETWORK_STEP(Unpack);
// join_steps.cc
LOWP_NETWORK_STEP(Concatenation);
LOWP_NETWORK_STEP(Pack);
// permutation_steps.cc
LOWP_NETWORK_STEP(Transpose);
LOWP_NETWORK_STEP(DepthToSpace);
LOWP_NETWORK_STEP(SpaceToDepth);
// block_steps.cc
LOWP_NETWORK_STEP(BatchToSpaceNd);
LOWP_NETWORK_STEP(SpaceToBatchNd);

#undef LOWP_NETWORK_STEP

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_STEPS_H_
