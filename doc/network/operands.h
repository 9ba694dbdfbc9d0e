// What operators ask of their tensors, each as a check that names the operand.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_OPERANDS_H_
#define LOWP_DOC_NETWORK_OPERANDS_H_

#include <gemmlowp/public/quantization/activation_tables.h>
#include <gemmlowp/public/status.h>
#include <gemmlowp/public/tensor/transforms.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph.h"

namespace lowp_network {

inline gemmlowp::Status Refuse(const char* operand, std::int64_t value,
                               const char* problem) {
  return gemmlowp::Status(gemmlowp::StatusCode::kInvalidArgument, operand,
                          value, problem);
}

// The same of a tensor whose type an operator does not take: the name of the
// type, as the file has it.
gemmlowp::Status RefuseType(const char* operand, const Tensor& tensor,
                            const char* problem);

// `count` inputs, and up to `optional` more.
gemmlowp::Status CheckInputs(const Operator& op, int count, int optional = 0);
// The same, and one output.
gemmlowp::Status CheckOperands(const Operator& op, int count, int optional = 0);

// The tensor of an input that CheckInputs has seen; null if it is left out.
const Tensor* InputOf(const Graph& graph, const Operator& op, int input);
const Tensor& OutputOf(const Graph& graph, const Operator& op);

// A tensor of uint8, int8 or int16 with one scale and a zero point of its type.
gemmlowp::Status CheckQuantized(const Tensor& tensor, const char* operand);
// A tensor of int8 with one scale and a zero point from -128 to 127.
gemmlowp::Status CheckInt8(const Tensor& tensor, const char* operand);
// A tensor of float32.
gemmlowp::Status CheckFloat32(const Tensor& tensor, const char* operand);
// A tensor of bool.
gemmlowp::Status CheckBool(const Tensor& tensor, const char* operand);
// A tensor of int32 or int64.
gemmlowp::Status CheckIntegers(const Tensor& tensor, const char* operand);
// A tensor of the type of `other`, which is the operator's input.
gemmlowp::Status CheckSameType(const Tensor& other, const Tensor& tensor,
                               const char* operand);
// A tensor of int8 or int16 with one scale, and a zero point of int8, or 0 of
// int16: TensorFlow Lite's kernels assume it.
gemmlowp::Status CheckInt8OrInt16(const Tensor& tensor, const char* operand);
// A tensor of int8 or int16 as CheckInt8OrInt16 takes it, of the type of
// `other`, which is the operator's input.
gemmlowp::Status CheckLike(const Tensor& other, const Tensor& tensor,
                           const char* operand);
// Calls function(value) with a value of the type, which CheckInt8OrInt16 has
// seen: what an operator does with both types is written once.
template <typename Function>
auto WithInt8OrInt16(ElementType type, const Function& function) {
  return type == ElementType::kInt16 ? function(std::int16_t())
                                     : function(std::int8_t());
}
// Calls function(value) with a value of the type, int32 or int64, which
// CheckIntegers has seen.
template <typename Function>
void WithIntegers(ElementType type, const Function& function) {
  if (type == ElementType::kInt64) {
    function(std::int64_t());
  } else {
    function(std::int32_t());
  }
}
// A tensor of so many axes.
gemmlowp::Status CheckAxes(const Tensor& tensor, const char* operand, int axes);
// A tensor of uint8, int8 or int16 with one scale and a zero point of its type,
// 0 of int16: for operators that keep uint8 (signed_form.h).
gemmlowp::Status CheckActivations(const Tensor& tensor, const char* operand);
// Calls function(value) with a value of the type, which CheckQuantized has
// seen.
template <typename Function>
void WithQuantized(ElementType type, const Function& function) {
  if (type == ElementType::kUInt8) {
    function(std::uint8_t());
  } else {
    WithInt8OrInt16(type, function);
  }
}
// A constant of int8 with zero points of 0, and one scale, or one for each
// position along `axis_of_channels`, which must be among its axes. With
// `may_be_shifted`, one of uint8 in the file may have another zero point for
// all channels.
gemmlowp::Status CheckFilter(const Tensor& tensor, int axis_of_channels,
                             bool may_be_shifted = false);
// The scale and the zero point of a tensor that has one of each.
inline gemmlowp::TensorScale ScaleOf(const Tensor& tensor) {
  return {tensor.quantization.scales[0], tensor.quantization.zero_points[0]};
}
// Whether TensorFlow Lite takes a scale for a power of two, which it need only
// be to 2^0.001.
bool IsPowerOfTwo(float scale, int* exponent);
// The same scale and zero point, for operators that only move values.
gemmlowp::Status CheckSameQuantization(const Tensor& input,
                                       const Tensor& output);

// A variable of that type, int8 or int16, with as many values and one scale.
gemmlowp::Status CheckVariable(const Tensor* tensor, const char* operand,
                               ElementType type, std::size_t values);

// As many values, whatever the shape.
gemmlowp::Status CheckSameSize(const Tensor& input, const Tensor& output);

// An axis of a tensor of `axes` axes, which may be counted from the end.
gemmlowp::Status CheckAxis(std::int64_t axis, std::size_t axes,
                           std::size_t* checked);

// The tensor as `channels` positions along an axis, those of the axes before it
// `outer`, and those behind it `inner`.
gemmlowp::TensorShape ShapeAround(const Tensor& tensor, std::size_t axis);

// Copies a constant of int32 values.
gemmlowp::Status ReadInts(const Tensor& tensor, const char* operand,
                          std::vector<std::int32_t>* values);
// Copies a constant of int32 or int64 values: axes, sizes and positions.
gemmlowp::Status ReadIndices(const Tensor& tensor, const char* operand,
                             std::vector<std::int64_t>* values);
// Copies the single value of a constant of int32 or int64.
gemmlowp::Status ReadIndex(const Tensor& tensor, const char* operand,
                           std::int64_t* value);
// Reads an axis of a tensor of `axes` axes, which may be counted from the end,
// from a constant of int32 or int64.
gemmlowp::Status ReadAxis(const Tensor& tensor, std::size_t axes,
                          std::size_t* axis);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_OPERANDS_H_
