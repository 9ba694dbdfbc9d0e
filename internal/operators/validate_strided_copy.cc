// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_strided_copy.h"

#include <cstddef>
#include <cstdint>

#include "../../public/operators/strided_copy.h"
#include "../runtime/extent.h"
#include "insert_in_order.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

std::uint64_t Magnitude(std::ptrdiff_t stride) {
  const auto value = static_cast<std::uint64_t>(std::int64_t{stride});
  return stride < 0 ? ~value + 1 : value;
}

// Bytes that axes reach to both sides of the first element, and that element.
class Reach {
 public:
  explicit Reach(int element_size)
      : before_(0), behind_(static_cast<std::uint64_t>(element_size)) {}

  void Add(int size, std::ptrdiff_t stride, int element_size) {
    Extent* const side = stride < 0 ? &before_ : &behind_;
    *side = *side + Extent(static_cast<std::uint64_t>(size - 1)) *
                        Magnitude(stride) *
                        static_cast<std::uint64_t>(element_size);
  }
  Extent bytes() const { return before_ + behind_; }
  std::uintptr_t FirstByte(const void* element) const {
    return reinterpret_cast<std::uintptr_t>(element) -
           static_cast<std::uintptr_t>(before_.value());
  }

 private:
  Extent before_, behind_;
};

// Refuses strides in the result by which two elements could meet.
Status ValidateResultStrides(const StridedCopyProblem& p) {
  const StridedCopyAxis* sorted[kMaxStridedCopyAxes];
  int count = 0;
  for (int i = 0; i < p.axis_count; ++i) {
    if (p.axes[i].size == 1) continue;
    InsertInOrder(&p.axes[i], sorted, &count,
                  [](const StridedCopyAxis* a, const StridedCopyAxis* b) {
                    return Magnitude(a->result_stride) <
                           Magnitude(b->result_stride);
                  });
  }
  Extent reached = 1;
  for (int i = 0; i < count; ++i) {
    const StridedCopyAxis& axis = *sorted[i];
    const std::uint64_t stride = Magnitude(axis.result_stride);
    if (stride < reached.value()) {
      return InvalidArgument("axes.result_stride", axis.result_stride,
                             "leads to elements of axes with smaller strides");
    }
    reached =
        reached + Extent(static_cast<std::uint64_t>(axis.size - 1)) * stride;
  }
  return Status();
}

// Finds whether there is anything to copy.
Status ValidateSizes(const StridedCopyProblem& p, bool* is_empty) {
  if (p.element_size < 1 ||
      !IsStridedCopySize(static_cast<std::size_t>(p.element_size))) {
    return InvalidArgument("element_size", p.element_size,
                           "is not 1, 2, 4 or 8");
  }
  if (p.axis_count < 0 || p.axis_count > kMaxStridedCopyAxes) {
    return InvalidArgument("axis_count", p.axis_count, "is not in 0..16");
  }
  if (p.axes == nullptr && p.axis_count > 0) return NullPointer("axes");
  *is_empty = false;
  for (int i = 0; i < p.axis_count; ++i) {
    if (p.axes[i].size < 0) {
      return InvalidArgument("axes.size", p.axes[i].size, "is negative");
    }
    *is_empty = *is_empty || p.axes[i].size == 0;
  }
  return Status();
}

Status ValidateTensors(const StridedCopyProblem& p) {
  Status status = ValidateResultStrides(p);
  if (!status.ok()) return status;
  Reach input(p.element_size), result(p.element_size);
  for (int i = 0; i < p.axis_count; ++i) {
    const StridedCopyAxis& axis = p.axes[i];
    input.Add(axis.size, axis.input_stride, p.element_size);
    result.Add(axis.size, axis.result_stride, p.element_size);
  }
  if (!input.bytes().FitsMemory() || !result.bytes().FitsMemory()) {
    return InvalidArgument("axes", p.axis_count,
                           "axes lead beyond the address space");
  }
  if (p.input == nullptr) return NullPointer("input");
  if (p.result == nullptr) return NullPointer("result");
  return ShareBytes(reinterpret_cast<const void*>(input.FirstByte(p.input)),
                    static_cast<std::size_t>(input.bytes().value()),
                    reinterpret_cast<const void*>(result.FirstByte(p.result)),
                    static_cast<std::size_t>(result.bytes().value()))
             ? InvalidArgument("result", 0, "overlaps the input in memory")
             : Status();
}

}  // namespace

Status ValidateStridedCopy(const StridedCopyProblem& problem, bool* is_empty) {
  const Status status = ValidateSizes(problem, is_empty);
  return status.ok() && !*is_empty ? ValidateTensors(problem) : status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
