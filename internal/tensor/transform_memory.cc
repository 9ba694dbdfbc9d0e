// Checks where the tensors and parameters of a transform lie.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "transform_memory.h"

#include <algorithm>
#include <cstdint>

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

// Finds the first array read besides the input that shares a byte with the
// output.
class OverlapFinder {
 public:
  OverlapFinder(const void* output, std::size_t bytes)
      : output_(output), bytes_(bytes) {}

  // An array of n elements of `size` bytes.
  void Check(const void* data, std::size_t n, std::size_t size,
             const char* name) {
    if (found_ == nullptr && ShareBytes(output_, bytes_, data, n * size)) {
      found_ = name;
    }
  }
  // Its name; null if there is none.
  const char* found() const { return found_; }

 private:
  const void* const output_;
  const std::size_t bytes_;
  const char* found_ = nullptr;
};

template <typename ZeroPoints>
void CheckZeroPoints(const ZeroPoints& p, std::size_t count,
                     OverlapFinder* finder) {
  constexpr std::size_t kSize = sizeof(std::int32_t);
  finder->Check(p.input_zero_points, p.input_zero_points_vary ? count : 0,
                kSize, "requantization.input_zero_points");
  finder->Check(p.output_zero_points, p.output_zero_points_vary ? count : 0,
                kSize, "requantization.output_zero_points");
}

// Checks the caller's arrays and tables.
void CheckParameters(const TransformProblem& problem, OverlapFinder* finder) {
  constexpr std::size_t kSize = sizeof(std::int32_t);
  const std::size_t count =
      problem.per_channel ? static_cast<std::size_t>(problem.parameter_count)
                          : 0;
  switch (problem.kind) {
    case TransformKind::kQuantize:
    case TransformKind::kDequantize:
      finder->Check(problem.scales, count, sizeof(float),
                    "quantization.scales");
      finder->Check(problem.zero_points, count, kSize,
                    "quantization.zero_points");
      break;
    case TransformKind::kTable:
      finder->Check(problem.table, 256, 1, "table");
      break;
    case TransformKind::kRequantize:
      finder->Check(problem.rescale.rescale.multipliers, count, kSize,
                    "requantization.multipliers");
      finder->Check(problem.rescale.rescale.exponents, count, kSize,
                    "requantization.exponents");
      CheckZeroPoints(problem.rescale, count, finder);
      break;
    case TransformKind::kRequantizeFloat:
      finder->Check(problem.real.scales, count,
                    problem.real.in_double ? sizeof(double) : sizeof(float),
                    "requantization.scales");
      CheckZeroPoints(problem.real, count, finder);
      break;
    case TransformKind::kSoftmax:
      if (problem.softmax.reciprocals == nullptr) {
        finder->Check(problem.softmax.exponentials, 256, kSize, "table");
        break;
      }
      finder->Check(problem.softmax.exponentials, 512, kSize, "tables");
      finder->Check(problem.softmax.reciprocals, 512, kSize, "tables");
      break;
    case TransformKind::kAffine:
      if (problem.affine.bias == nullptr) break;
      finder->Check(
          problem.affine.bias, problem.inner,
          static_cast<std::size_t>(SizeOf(problem.affine.bias_scalar)), "bias");
      break;
    default:
      break;
  }
}

}  // namespace

ElementSizes SizesOf(const TransformProblem& problem) {
  constexpr std::size_t kFloat = sizeof(float), kWord = sizeof(std::int16_t);
  const auto in = static_cast<std::size_t>(SizeOf(problem.input_scalar));
  const auto out = static_cast<std::size_t>(SizeOf(problem.scalar));
  switch (problem.kind) {
    case TransformKind::kQuantize:
    case TransformKind::kQuantizeRow:
      return {kFloat, out};
    case TransformKind::kDequantize:
      return {out, kFloat};
    case TransformKind::kFakeQuant:
    case TransformKind::kReadReals:
      return {kFloat, kFloat};
    case TransformKind::kMinMax:  // to the chunk's minimum and maximum
    case TransformKind::kRange:
      return {kFloat, 0};
    case TransformKind::kRequantize:
    case TransformKind::kLeakyRelu:
    case TransformKind::kRequantizeFloat:
    case TransformKind::kSoftmax:
    case TransformKind::kAffine:
      return {in, out};
    case TransformKind::kLogistic:
    case TransformKind::kTanh:
      return {kWord, kWord};
    case TransformKind::kTable:
    case TransformKind::kFlipSigns:
      break;
  }
  return {1, 1};
}

Status ValidateMemory(const TransformProblem& problem,
                      const ElementSizes& sizes, std::size_t* elements) {
  const Extent all = Extent(problem.outer) * problem.channels * problem.inner;
  if (!(all * std::max(sizes.input, sizes.output)).FitsMemory()) {
    const MemoryNames names = NamesOf(problem);
    return InvalidArgument(names.shape,
                           static_cast<std::int64_t>(problem.*names.size),
                           "makes more bytes than memory has");
  }
  *elements = static_cast<std::size_t>(all.value());
  if (*elements == 0) {
    return problem.kind == TransformKind::kMinMax
               ? InvalidArgument(NamesOf(problem).shape, 0,
                                 "is 0: there is no minimum")
               : Status();
  }
  if (problem.input == nullptr) return NullPointer(NamesOf(problem).input);
  if (problem.output == nullptr) return NullPointer(NamesOf(problem).output);
  return Status();
}

Status ValidateOverlap(const TransformProblem& problem,
                       const ElementSizes& sizes, std::size_t elements) {
  const std::size_t bytes = elements * sizes.output;
  const bool in_place =
      problem.input == problem.output && sizes.input == sizes.output;
  if (!in_place && ShareBytes(problem.output, bytes, problem.input,
                              elements * sizes.input)) {
    return InvalidArgument(NamesOf(problem).output, 0,
                           "overlaps the input in memory and is not the input");
  }
  OverlapFinder finder(problem.output, bytes);
  CheckParameters(problem, &finder);
  return finder.found() == nullptr
             ? Status()
             : InvalidArgument(finder.found(), 0,
                               "overlaps the result in memory");
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
