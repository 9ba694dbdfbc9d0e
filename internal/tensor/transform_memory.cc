// Checks where the tensors and parameters of a transform lie.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "transform_memory.h"

#include <algorithm>
#include <cstdint>

#include "../contract/requantization.h"
#include "../runtime/extent.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The names that the entry points of a kind give their arguments.
struct MemoryNames {
  const char* input;
  const char* output;
  const char* shape;
  std::size_t TransformProblem::*size;  // the size that messages give
};

MemoryNames NamesOf(const TransformProblem& problem) {
  switch (problem.kind) {
    case TransformKind::kQuantize:
      return {"values", "quantized", "shape", &TransformProblem::channels};
    case TransformKind::kDequantize:
      return {"quantized", "values", "shape", &TransformProblem::channels};
    case TransformKind::kRequantize:
    case TransformKind::kRequantizeFloat:
      return {"values", "result", "shape", &TransformProblem::channels};
    case TransformKind::kSoftmax:
      return {"values", "result", "rows", &TransformProblem::outer};
    case TransformKind::kAffine:
      if (problem.affine.bias == nullptr) break;
      return {"values", "result", "rows", &TransformProblem::outer};
    case TransformKind::kMinMax:
      return {"values", "range", "count", &TransformProblem::inner};
    default:
      break;
  }
  return {"values", "result", "count", &TransformProblem::inner};
}

// An array that is read besides the input.
struct Parameter {
  const void* data;
  std::size_t count;
  std::size_t size;  // bytes of each
  const char* name;
};
constexpr int kMaxParameters = 4;
struct Parameters {
  Parameter of[kMaxParameters] = {};
  int count = 0;
  void Add(const void* data, std::size_t n, std::size_t size,
           const char* name) {
    of[count++] = {data, n, size, name};
  }
};

template <typename ZeroPoints>
void AddZeroPoints(const ZeroPoints& p, std::size_t count, Parameters* all) {
  constexpr std::size_t kSize = sizeof(std::int32_t);
  all->Add(p.input_zero_points, p.input_zero_points_vary ? count : 0, kSize,
           "requantization.input_zero_points");
  all->Add(p.output_zero_points, p.output_zero_points_vary ? count : 0, kSize,
           "requantization.output_zero_points");
}

// The caller's arrays and tables.
Parameters ParametersOf(const TransformProblem& problem) {
  constexpr std::size_t kSize = sizeof(std::int32_t);
  const std::size_t count =
      problem.per_channel ? static_cast<std::size_t>(problem.parameter_count)
                          : 0;
  Parameters all;
  switch (problem.kind) {
    case TransformKind::kQuantize:
    case TransformKind::kDequantize:
      all.Add(problem.scales, count, sizeof(float), "quantization.scales");
      all.Add(problem.zero_points, count, kSize, "quantization.zero_points");
      break;
    case TransformKind::kTable:
      all.Add(problem.table, 256, 1, "table");
      break;
    case TransformKind::kRequantize:
      all.Add(problem.rescale.rescale.multipliers, count, kSize,
              "requantization.multipliers");
      all.Add(problem.rescale.rescale.exponents, count, kSize,
              "requantization.exponents");
      AddZeroPoints(problem.rescale, count, &all);
      break;
    case TransformKind::kRequantizeFloat:
      all.Add(problem.real.scales, count,
              problem.real.in_double ? sizeof(double) : sizeof(float),
              "requantization.scales");
      AddZeroPoints(problem.real, count, &all);
      break;
    case TransformKind::kSoftmax:
      if (problem.softmax.reciprocals == nullptr) {
        all.Add(problem.softmax.exponentials, 256, kSize, "table");
        break;
      }
      all.Add(problem.softmax.exponentials, 512, kSize, "tables");
      all.Add(problem.softmax.reciprocals, 512, kSize, "tables");
      break;
    case TransformKind::kAffine:
      if (problem.affine.bias == nullptr) break;
      all.Add(problem.affine.bias, problem.inner,
              static_cast<std::size_t>(SizeOf(problem.affine.bias_scalar)),
              "bias");
      break;
    default:
      break;
  }
  return all;
}

}  // namespace

std::size_t InputSize(const TransformProblem& problem) {
  switch (problem.kind) {
    case TransformKind::kQuantize:
    case TransformKind::kFakeQuant:
    case TransformKind::kMinMax:
      return sizeof(float);
    case TransformKind::kDequantize:
      return static_cast<std::size_t>(SizeOf(problem.scalar));
    case TransformKind::kRequantize:
    case TransformKind::kLeakyRelu:
    case TransformKind::kRequantizeFloat:
    case TransformKind::kSoftmax:
    case TransformKind::kAffine:
      return static_cast<std::size_t>(SizeOf(problem.input_scalar));
    case TransformKind::kQuantizeRow:
    case TransformKind::kRange:
    case TransformKind::kReadReals:
      return sizeof(float);
    case TransformKind::kLogistic:
    case TransformKind::kTanh:
      return sizeof(std::int16_t);
    case TransformKind::kTable:
    case TransformKind::kFlipSigns:
      break;
  }
  return 1;
}

std::size_t OutputSize(const TransformProblem& problem) {
  switch (problem.kind) {
    case TransformKind::kQuantize:
    case TransformKind::kRequantize:
    case TransformKind::kLeakyRelu:
    case TransformKind::kRequantizeFloat:
    case TransformKind::kSoftmax:
    case TransformKind::kAffine:
    case TransformKind::kQuantizeRow:
      return static_cast<std::size_t>(SizeOf(problem.scalar));
    case TransformKind::kDequantize:
    case TransformKind::kFakeQuant:
    case TransformKind::kReadReals:
      return sizeof(float);
    case TransformKind::kLogistic:
    case TransformKind::kTanh:
      return sizeof(std::int16_t);
    case TransformKind::kMinMax:  // the chunk's minimum and maximum
    case TransformKind::kRange:
      return 0;
    case TransformKind::kTable:
    case TransformKind::kFlipSigns:
      break;
  }
  return 1;
}

Status ValidateMemory(const TransformProblem& problem, std::size_t* elements) {
  const MemoryNames names = NamesOf(problem);
  const Extent all = Extent(problem.outer) * problem.channels * problem.inner;
  const Extent bytes = all * std::max(InputSize(problem), OutputSize(problem));
  if (!bytes.FitsMemory()) {
    return InvalidArgument(names.shape,
                           static_cast<std::int64_t>(problem.*names.size),
                           "makes more bytes than memory has");
  }
  *elements = static_cast<std::size_t>(all.value());
  if (*elements == 0) {
    return problem.kind == TransformKind::kMinMax
               ? InvalidArgument(names.shape, 0, "is 0: there is no minimum")
               : Status();
  }
  if (problem.input == nullptr) {
    return NullPointer(names.input);
  }
  if (problem.output == nullptr) {
    return NullPointer(names.output);
  }
  return Status();
}

Status ValidateOverlap(const TransformProblem& problem, std::size_t elements) {
  const MemoryNames names = NamesOf(problem);
  const std::size_t in_size = InputSize(problem);
  const std::size_t out_size = OutputSize(problem);
  const std::size_t bytes = elements * out_size;
  const bool in_place = problem.input == problem.output && in_size == out_size;
  if (!in_place &&
      ShareBytes(problem.output, bytes, problem.input, elements * in_size)) {
    return InvalidArgument(names.output, 0,
                           "overlaps the input in memory and is not the input");
  }
  const Parameters parameters = ParametersOf(problem);
  for (int i = 0; i < parameters.count; ++i) {
    const Parameter& parameter = parameters.of[i];
    if (ShareBytes(problem.output, bytes, parameter.data,
                   parameter.count * parameter.size)) {
      return InvalidArgument(parameter.name, 0,
                             "overlaps the result in memory");
    }
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
