// Joins tensors part by part: rows of bytes are copied or looked up.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/concat.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "../backends/backend_list.h"
#include "../contract/quantized_values.h"
#include "../contract/register_family.h"
#include "../contract/share_out.h"
#include "../runtime/cpu_features.h"
#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// x * factor + bias, a part's value in units of the result's scale.
struct Mapping {
  Mapping(const ConcatProblem& p, const ConcatPartRef& part)
      : factor(part.scale * (1.0f / p.scale)),
        bias(static_cast<float>(-part.zero_point) * factor) {}
  float factor;
  float bias;
};

bool IsCopied(const ConcatProblem& p, const ConcatPartRef& part) {
  return part.scale == p.scale && part.zero_point == p.zero_point;
}

Status ValidateQuantization(const ConcatProblem& p, const ConcatPartRef& part,
                            int index) {
  if (!IsScale(part.scale)) {
    return InvalidArgument("parts.quantization.scale", index,
                           "is a part whose scale is not positive and finite");
  }
  const Status status = ValidateZeroPoint(p.scalar, part.zero_point,
                                          "parts.quantization.zero_point");
  if (!status.ok() || IsCopied(p, part)) return status;
  if (SizeOf(p.scalar) > 1) {
    return InvalidArgument(
        "parts.quantization", index,
        "is a part of 16-bit values with another scale or zero point");
  }
  const Mapping mapping(p, part);
  return std::isfinite(mapping.factor) && std::isfinite(mapping.bias)
             ? Status()
             : InvalidArgument("parts.quantization.scale", index,
                               "is a part whose scale is too far from the "
                               "result's");
}

Extent BytesOf(const ConcatProblem& p, Extent size) {
  return Extent(p.outer) * size * p.inner *
         static_cast<std::uint64_t>(SizeOf(p.scalar));
}

// Finds the result's extent along the axis.
Status ValidateParts(const ConcatProblem& p, std::size_t* size) {
  if (p.part_count < 1) {
    return InvalidArgument("part_count", p.part_count, "is not positive");
  }
  if (p.parts == nullptr) {
    return NullPointer("parts");
  }
  Extent all = 0;
  for (int i = 0; i < p.part_count; ++i) {
    const ConcatPartRef part = p.part_at(p.parts, i);
    const Status status = ValidateQuantization(p, part, i);
    if (!status.ok()) return status;
    all = all + part.size;
  }
  if (!all.FitsMemory() || !BytesOf(p, all).FitsMemory()) {
    return InvalidArgument("parts.size", static_cast<std::int64_t>(all.value()),
                           "elements along the axis exceed the address space");
  }
  *size = static_cast<std::size_t>(all.value());
  return Status();
}

Status ValidatePointers(const ConcatProblem& p, std::size_t size) {
  const std::size_t bytes = static_cast<std::size_t>(BytesOf(p, size).value());
  if (bytes == 0) return Status();
  if (p.result == nullptr) {
    return NullPointer("result");
  }
  for (int i = 0; i < p.part_count; ++i) {
    const ConcatPartRef part = p.part_at(p.parts, i);
    if (part.size == 0) continue;
    if (part.data == nullptr) {
      return InvalidArgument("parts.data", i, "is a part without elements");
    }
    if (ShareBytes(part.data,
                   static_cast<std::size_t>(BytesOf(p, part.size).value()),
                   p.result, bytes)) {
      return InvalidArgument("result", 0, "overlaps a part in memory");
    }
  }
  return Status();
}

Status Validate(const ConcatProblem& p, const GemmResources& resources,
                std::size_t* size) {
  Status status = ValidateContext(resources);
  if (!status.ok()) return status;
  if (!IsScale(p.scale)) {
    return InvalidReal("result_quantization.scale", p.scale,
                       "is not positive and finite");
  }
  status = ValidateZeroPoint(p.scalar, p.zero_point,
                             "result_quantization.zero_point");
  if (status.ok()) status = ValidateParts(p, size);
  return status.ok() ? ValidatePointers(p, *size) : status;
}

// What a part's bytes become in the result.
class PartRescaler {
 public:
  PartRescaler(const ConcatProblem& p, const ConcatPartRef& part)
      : mapping_(p, part),
        range_(RangeOf(p.scalar)),
        is_signed_(p.scalar == Scalar::kInt8),
        zero_point_(p.zero_point) {}

  std::uint8_t operator()(std::uint8_t byte) const {
    const int x = is_signed_ ? int{static_cast<std::int8_t>(byte)} : int{byte};
    const float scaled = static_cast<float>(x) * mapping_.factor;
    // Far outside of the type.
    constexpr float kFar = 1024;
    const float rounded =
        std::min(std::max(std::round(scaled + mapping_.bias), -kFar), kFar);
    const std::int32_t value = static_cast<std::int32_t>(rounded) + zero_point_;
    return static_cast<std::uint8_t>(
        std::min(std::max(value, range_.low), range_.high));
  }

 private:
  Mapping mapping_;
  IntegerRange range_;
  bool is_signed_;
  std::int32_t zero_point_;
};

// The results of all bytes. A part of fewer is not worth one.
struct RescaleTable {
  explicit RescaleTable(const PartRescaler& rescale) {
    for (int i = 0; i < 256; ++i) {
      results[i] = rescale(static_cast<std::uint8_t>(i));
    }
  }
  std::uint8_t results[256];
};

void ApplyTable(const RegisterFamily& family, const RescaleTable& table,
                const std::uint8_t* input, std::size_t count,
                std::uint8_t* output) {
  TransformTask task = {};
  task.kind = TransformKind::kTable;
  task.features = DetectedCpuFeatures();
  task.input = input;
  task.output = output;
  task.count = count;
  task.runs = 1;
  task.table = table.results;
  family.transform(task);
}

// Calls write(from, count, to) for what is side by side of a part and in the
// result, whose rows begin `stride` bytes apart.
template <typename Function>
void ForRows(const ConcatProblem& p, const ConcatPartRef& part,
             const GemmResources& resources, std::uint8_t* result,
             std::size_t stride, const Function& write) {
  const std::size_t row =
      part.size * p.inner * static_cast<std::size_t>(SizeOf(p.scalar));
  const std::uint8_t* const data = static_cast<const std::uint8_t*>(part.data);
  const std::size_t bytes = p.outer * row;
  ShareOut(resources, bytes, bytes, kCopiedPerThread,
           [&](std::size_t begin, std::size_t end) {
             std::size_t at = begin % row;
             std::uint8_t* to = result + begin / row * stride + at;
             while (begin < end) {
               const std::size_t count = std::min(end - begin, row - at);
               write(data + begin, count, to);
               begin += count;
               to += stride - at;
               at = 0;
             }
           });
}

// Writes a part's elements.
void RunPart(const ConcatProblem& p, const ConcatPartRef& part,
             const RegisterFamily& family, const GemmResources& resources,
             std::uint8_t* result, std::size_t stride) {
  if (IsCopied(p, part)) {
    return ForRows(p, part, resources, result, stride,
                   [](const std::uint8_t* from, std::size_t count,
                      std::uint8_t* to) { std::memcpy(to, from, count); });
  }
  const PartRescaler rescale(p, part);
  if (p.outer * part.size * p.inner < 256) {
    return ForRows(
        p, part, resources, result, stride,
        [&](const std::uint8_t* from, std::size_t count, std::uint8_t* to) {
          std::transform(from, from + count, to, rescale);
        });
  }
  const RescaleTable table(rescale);
  ForRows(p, part, resources, result, stride,
          [&](const std::uint8_t* from, std::size_t count, std::uint8_t* to) {
            ApplyTable(family, table, from, count, to);
          });
}

}  // namespace

Status RunConcat(const ConcatProblem& problem, const GemmResources& resources) {
  const FloatEnvironment environment;
  std::size_t size = 0;
  Status status = Validate(problem, resources, &size);
  if (!status.ok() || problem.outer == 0 || problem.inner == 0) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (!status.ok()) return status;
  const std::size_t element =
      problem.inner * static_cast<std::size_t>(SizeOf(problem.scalar));
  std::uint8_t* result = static_cast<std::uint8_t*>(problem.result);
  for (int i = 0; i < problem.part_count; ++i) {
    const ConcatPartRef part = problem.part_at(problem.parts, i);
    if (part.size == 0) continue;
    RunPart(problem, part, *backend->family, resources, result, size * element);
    result += part.size * element;
  }
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
