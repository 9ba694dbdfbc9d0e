// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "operands.h"

#include <cmath>
#include <cstddef>

namespace lowp_network {

using gemmlowp::Status;

namespace {

const char* NameOf(ElementType type) {
  switch (type) {
    case ElementType::kFloat32:
      return "float32";
    case ElementType::kInt32:
      return "int32";
    case ElementType::kUInt8:
      return "uint8";
    case ElementType::kInt64:
      return "int64";
    case ElementType::kBool:
      return "bool";
    case ElementType::kInt16:
      return "int16";
    case ElementType::kInt8:
      break;
  }
  return "int8";
}

}  // namespace

Status RefuseType(const char* operand, const Tensor& tensor,
                  const char* problem) {
  return Status::OfWord(gemmlowp::StatusCode::kInvalidArgument, operand,
                        tensor.is_shifted ? "uint8" : NameOf(tensor.type),
                        problem);
}

Status CheckInputs(const Operator& op, int count, int optional) {
  const int inputs = static_cast<int>(op.inputs.size());
  if (inputs < count || inputs > count + optional) {
    return Refuse("inputs", inputs, "is another number than the operator has");
  }
  for (int i = 0; i < count; ++i) {
    if (op.inputs[static_cast<std::size_t>(i)] < 0) {
      return Refuse("inputs", i, "is left out");
    }
  }
  return Status();
}

Status CheckOperands(const Operator& op, int count, int optional) {
  if (op.outputs.size() != 1) {
    return Refuse("outputs", static_cast<std::int64_t>(op.outputs.size()),
                  "are not one");
  }
  return CheckInputs(op, count, optional);
}

const Tensor* InputOf(const Graph& graph, const Operator& op, int input) {
  const auto at = static_cast<std::size_t>(input);
  if (at >= op.inputs.size() || op.inputs[at] < 0) return nullptr;
  return &graph.tensors[static_cast<std::size_t>(op.inputs[at])];
}

const Tensor& OutputOf(const Graph& graph, const Operator& op) {
  return graph.tensors[static_cast<std::size_t>(op.outputs[0])];
}

Status CheckQuantized(const Tensor& tensor, const char* operand) {
  std::int32_t low = 0, high = 0;
  switch (tensor.type) {
    case ElementType::kUInt8:
      high = 255;
      break;
    case ElementType::kInt8:
      low = -128;
      high = 127;
      break;
    case ElementType::kInt16:
      low = -32768;
      high = 32767;
      break;
    default:
      return RefuseType(operand, tensor, "is not of uint8, int8 or int16");
  }
  if (tensor.quantization.scales.size() != 1) {
    return Refuse(operand,
                  static_cast<std::int64_t>(tensor.quantization.scales.size()),
                  "scales: one is needed");
  }
  const std::int32_t zero_point = tensor.quantization.zero_points[0];
  if (zero_point < low || zero_point > high) {
    return Refuse(operand, zero_point,
                  "is a zero point that the type does not have");
  }
  return Status();
}

Status CheckInt8(const Tensor& tensor, const char* operand) {
  if (tensor.type == ElementType::kInt8) return CheckQuantized(tensor, operand);
  return RefuseType(operand, tensor, "is not of int8");
}

Status CheckFloat32(const Tensor& tensor, const char* operand) {
  if (tensor.type == ElementType::kFloat32) return Status();
  return RefuseType(operand, tensor, "is not of float32");
}

Status CheckBool(const Tensor& tensor, const char* operand) {
  if (tensor.type == ElementType::kBool) return Status();
  return RefuseType(operand, tensor, "is not of bool");
}

Status CheckIntegers(const Tensor& tensor, const char* operand) {
  if (tensor.type == ElementType::kInt32 ||
      tensor.type == ElementType::kInt64) {
    return Status();
  }
  return RefuseType(operand, tensor, "is not of int32 or int64");
}

Status CheckSameType(const Tensor& other, const Tensor& tensor,
                     const char* operand) {
  if (tensor.type == other.type) return Status();
  return RefuseType(operand, tensor, "is of another type than the input");
}

Status CheckInt8OrInt16(const Tensor& tensor, const char* operand) {
  if (tensor.type != ElementType::kInt8 && tensor.type != ElementType::kInt16) {
    return RefuseType(operand, tensor, "is not of int8 or int16");
  }
  return CheckActivations(tensor, operand);
}

Status CheckActivations(const Tensor& tensor, const char* operand) {
  const Status status = CheckQuantized(tensor, operand);
  if (!status.ok() || tensor.type != ElementType::kInt16) return status;
  const std::int32_t zero_point = tensor.quantization.zero_points[0];
  if (zero_point == 0) return status;
  return Refuse(operand, zero_point, "is a zero point of int16 other than 0");
}

Status CheckLike(const Tensor& other, const Tensor& tensor,
                 const char* operand) {
  const Status status = CheckSameType(other, tensor, operand);
  return status.ok() ? CheckInt8OrInt16(tensor, operand) : status;
}

Status CheckAxes(const Tensor& tensor, const char* operand, int axes) {
  const int has = static_cast<int>(tensor.shape.size());
  if (has == axes) return Status();
  return Refuse(operand, has, "axes are not what the operator takes");
}

Status CheckFilter(const Tensor& tensor, int axis_of_channels,
                   bool may_be_shifted) {
  if (tensor.type != ElementType::kInt8) {
    return RefuseType("filter", tensor, "is not of int8");
  }
  if (tensor.data == nullptr) return Refuse("filter", 0, "is no constant");
  const int channels = tensor.shape[static_cast<std::size_t>(axis_of_channels)];
  const int scales = static_cast<int>(tensor.quantization.scales.size());
  if (scales != 1 && scales != channels) {
    return Refuse("filter", scales, "scales: one, or one a channel is needed");
  }
  if (scales != 1 && tensor.quantization.axis != axis_of_channels) {
    return Refuse("filter", tensor.quantization.axis,
                  "is the axis of its scales, and not that of its channels");
  }
  if (may_be_shifted && tensor.is_shifted && scales == 1) return Status();
  for (std::int32_t zero : tensor.quantization.zero_points) {
    if (zero != 0) {
      return Refuse("filter", zero, "is a zero point other than 0");
    }
  }
  return Status();
}

bool IsPowerOfTwo(float scale, int* exponent) {
  const float logarithm = std::log(scale) * (1.0f / std::log(2.0f));
  const float rounded = std::round(logarithm);
  *exponent = static_cast<int>(rounded);
  return std::abs(logarithm - rounded) < 1e-3f;
}

Status CheckSameQuantization(const Tensor& input, const Tensor& output) {
  if (input.type != output.type) {
    return RefuseType("output", output, "is of another type than the input");
  }
  if (input.quantization.scales != output.quantization.scales ||
      input.quantization.zero_points != output.quantization.zero_points) {
    return Refuse("output", 0, "is quantized differently from the input");
  }
  return Status();
}

Status CheckVariable(const Tensor* tensor, const char* operand,
                     ElementType type, std::size_t values) {
  if (tensor == nullptr) return Refuse(operand, 0, "is left out");
  if (!tensor->is_variable) return Refuse(operand, 0, "is no variable");
  if (tensor->type != type) {
    return RefuseType(operand, *tensor,
                      "is of another type than the operator keeps");
  }
  if (tensor->elements() != values) {
    return Refuse(operand, static_cast<std::int64_t>(tensor->elements()),
                  "values are another number than the operator keeps");
  }
  return CheckInt8OrInt16(*tensor, operand);
}

Status CheckSameSize(const Tensor& input, const Tensor& output) {
  if (input.elements() == output.elements()) return Status();
  return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                "values are not as many as the input has");
}

Status CheckAxis(std::int64_t axis, std::size_t axes, std::size_t* checked) {
  const auto count = static_cast<std::int64_t>(axes);
  if (axis < -count || axis >= count) {
    return Refuse("axis", axis, "is not among the tensor's");
  }
  *checked = static_cast<std::size_t>(axis < 0 ? axis + count : axis);
  return Status();
}

gemmlowp::TensorShape ShapeAround(const Tensor& tensor, std::size_t axis) {
  gemmlowp::TensorShape shape;
  for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
    std::size_t* const extent = i < axis    ? &shape.outer
                                : i == axis ? &shape.channels
                                            : &shape.inner;
    *extent *= static_cast<std::size_t>(tensor.shape[i]);
  }
  return shape;
}

Status ReadInts(const Tensor& tensor, const char* operand,
                std::vector<std::int32_t>* values) {
  if (tensor.type != ElementType::kInt32) {
    return RefuseType(operand, tensor, "is not of int32");
  }
  if (tensor.data == nullptr) return Refuse(operand, 0, "is no constant");
  values->resize(tensor.elements());
  std::memcpy(values->data(), tensor.data, tensor.size_in_bytes());
  return Status();
}

Status ReadIndices(const Tensor& tensor, const char* operand,
                   std::vector<std::int64_t>* values) {
  if (tensor.type == ElementType::kInt64) {
    if (tensor.data == nullptr) return Refuse(operand, 0, "is no constant");
    values->resize(tensor.elements());
    std::memcpy(values->data(), tensor.data, tensor.size_in_bytes());
    return Status();
  }
  std::vector<std::int32_t> narrow;
  const Status status = ReadInts(tensor, operand, &narrow);
  if (status.ok()) values->assign(narrow.begin(), narrow.end());
  return status;
}

Status ReadIndex(const Tensor& tensor, const char* operand,
                 std::int64_t* value) {
  std::vector<std::int64_t> values;
  const Status status = ReadIndices(tensor, operand, &values);
  if (!status.ok()) return status;
  if (values.size() != 1) {
    return Refuse(operand, static_cast<std::int64_t>(values.size()),
                  "values are not one");
  }
  *value = values[0];
  return status;
}

Status ReadAxis(const Tensor& tensor, std::size_t axes, std::size_t* axis) {
  std::int64_t value = 0;
  const Status status = ReadIndex(tensor, "axis", &value);
  return status.ok() ? CheckAxis(value, axes, axis) : status;
}

}  // namespace lowp_network
