// Finds the largest or smallest values, or the first of them, for blocks of
// places side by side.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/extremes.h"

#include <algorithm>
#include <cstdint>

#include "../backends/backend_list.h"
#include "../contract/check_tasks.h"
#include "../contract/share_out.h"
#include "../runtime/extent.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

std::uint64_t ResultBytes(const ExtremesProblem& p) {
  switch (p.form) {
    case ExtremeForm::kIndex32:
      return sizeof(std::int32_t);
    case ExtremeForm::kIndex64:
      return sizeof(std::int64_t);
    default:
      return static_cast<std::uint64_t>(SizeOf(p.scalar));
  }
}

Status Validate(const ExtremesProblem& p, const GemmResources& resources) {
  const Status status = ValidateContext(resources);
  if (!status.ok()) return status;
  if (p.channels == 0 || p.channels > INT32_MAX) {
    return InvalidArgument("shape.channels",
                           static_cast<std::int64_t>(p.channels),
                           "is not in 1..2147483647");
  }
  const Extent places = Extent(p.outer) * p.inner;
  const Extent value_bytes =
      places * p.channels * static_cast<std::uint64_t>(SizeOf(p.scalar));
  const Extent result_bytes = places * ResultBytes(p);
  if (!value_bytes.FitsMemory() || !result_bytes.FitsMemory()) {
    return InvalidArgument("shape", static_cast<std::int64_t>(p.outer),
                           "elements exceed the address space");
  }
  if (places.value() == 0) return Status();
  if (p.values == nullptr) {
    return NullPointer("values");
  }
  const char* const result =
      p.form == ExtremeForm::kValue ? "result" : "indices";
  if (p.results == nullptr) {
    return NullPointer(result);
  }
  return ShareBytes(p.values, static_cast<std::size_t>(value_bytes.value()),
                    p.results, static_cast<std::size_t>(result_bytes.value()))
             ? InvalidArgument(result, 0, "overlaps the values in memory")
             : Status();
}

// Of a block of rows, which stays in L1.
constexpr std::size_t kTransposedBytes = std::size_t{1} << 14;

class Extremes {
 public:
  Extremes(const ExtremesProblem& problem, const RegisterFamily& family)
      : p_(problem),
        family_(family),
        size_(static_cast<std::size_t>(SizeOf(problem.scalar))),
        transposes_(problem.inner == 1 && problem.channels > 1 &&
                    problem.channels <= family.costs.transposed_channels) {}

  // Finds the indices or, if there is no room for any, the extremes from place
  // `begin` on, before `end`; returns how many.
  std::size_t Find(std::size_t begin, std::size_t end,
                   std::int32_t* indices) const {
    alignas(64) std::uint8_t transposed[kTransposedBytes];
    ExtremesTask task;
    task.scalar = p_.scalar;
    task.finds_minimum = p_.finds_minimum;
    task.values = p_.channels;
    task.indices = indices;
    task.extremes =
        indices != nullptr
            ? nullptr
            : static_cast<std::uint8_t*>(p_.results) + begin * size_;
    if (p_.inner > 1) {
      Place(begin, end, &task);
    } else if (!transposes_) {
      task.first = At(begin * p_.channels);
      task.stride = 1;
      task.column_stride = p_.channels;
      task.columns = std::min(end - begin, kMaxExtremes);
    } else {
      const std::size_t fit = kTransposedBytes / (p_.channels * size_);
      Transpose(At(begin * p_.channels),
                std::min({end - begin, fit, kMaxExtremes}), transposed, &task);
    }
    Check(task);
    family_.find_extremes(task);
    return task.columns;
  }

 private:
  const std::uint8_t* At(std::size_t element) const {
    return static_cast<const std::uint8_t*>(p_.values) + element * size_;
  }

  // Columns side by side, of one matrix.
  void Place(std::size_t begin, std::size_t end, ExtremesTask* task) const {
    const std::size_t matrix = begin / p_.inner, at = begin % p_.inner;
    task->first = At(matrix * p_.channels * p_.inner + at);
    task->stride = p_.inner;
    task->column_stride = 1;
    task->columns = std::min({end - begin, p_.inner - at, kMaxExtremes});
  }

  void Transpose(const std::uint8_t* from, std::size_t rows, std::uint8_t* to,
                 ExtremesTask* task) const {
    TransposeTask transpose;
    transpose.from = from;
    transpose.from_stride = static_cast<std::ptrdiff_t>(p_.channels * size_);
    transpose.to = to;
    transpose.to_stride = static_cast<std::ptrdiff_t>(rows * size_);
    transpose.rows = static_cast<int>(rows);
    transpose.columns = static_cast<int>(p_.channels);
    transpose.size = static_cast<int>(size_);
    family_.transpose(transpose);
    task->first = to;
    task->stride = task->columns = rows;
    task->column_stride = 1;
  }

  const ExtremesProblem& p_;
  const RegisterFamily& family_;
  const std::size_t size_;
  const bool transposes_;
};

// Calls run(begin, end) for shares of the places.
void ForPlaces(const ExtremesProblem& p, const GemmResources& resources,
               RangeFunction run) {
  const std::size_t places = p.outer * p.inner;
  ShareOut(resources, places, places * p.channels, kReadPerThread, run);
}

template <typename Index>
void FindIndices(const ExtremesProblem& p, const GemmResources& resources,
                 const RegisterFamily& family) {
  const Extremes extremes(p, family);
  Index* const indices = static_cast<Index*>(p.results);
  ForPlaces(p, resources, [&](std::size_t begin, std::size_t end) {
    std::int32_t found[kMaxExtremes];
    while (begin < end) {
      const std::size_t count = extremes.Find(begin, end, found);
      for (std::size_t i = 0; i < count; ++i) {
        indices[begin + i] = Index{found[i]};
      }
      begin += count;
    }
  });
}

void FindValues(const ExtremesProblem& p, const GemmResources& resources,
                const RegisterFamily& family) {
  const Extremes extremes(p, family);
  ForPlaces(p, resources, [&](std::size_t begin, std::size_t end) {
    while (begin < end) begin += extremes.Find(begin, end, nullptr);
  });
}

}  // namespace

Status RunExtremes(const ExtremesProblem& problem,
                   const GemmResources& resources) {
  Status status = Validate(problem, resources);
  if (!status.ok()) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (!status.ok()) return status;
  switch (problem.form) {
    case ExtremeForm::kIndex32:
      FindIndices<std::int32_t>(problem, resources, *backend->family);
      break;
    case ExtremeForm::kIndex64:
      FindIndices<std::int64_t>(problem, resources, *backend->family);
      break;
    case ExtremeForm::kValue:
      FindValues(problem, resources, *backend->family);
      break;
  }
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
