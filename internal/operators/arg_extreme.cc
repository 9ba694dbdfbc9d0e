// Finds the first of the largest or smallest values, for blocks of places side
// by side.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/arg_extreme.h"

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

Status Validate(const ArgExtremeProblem& p, const GemmResources& resources) {
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
  const Extent index_bytes = places * (p.wide ? 8u : 4u);
  if (!value_bytes.FitsMemory() || !index_bytes.FitsMemory()) {
    return InvalidArgument("shape", static_cast<std::int64_t>(p.outer),
                           "elements exceed the address space");
  }
  if (places.value() == 0) return Status();
  if (p.values == nullptr) {
    return NullPointer("values");
  }
  if (p.indices == nullptr) {
    return NullPointer("indices");
  }
  return ShareBytes(p.values, static_cast<std::size_t>(value_bytes.value()),
                    p.indices, static_cast<std::size_t>(index_bytes.value()))
             ? InvalidArgument("indices", 0, "overlaps the values in memory")
             : Status();
}

// Of a block of rows, which stays in L1.
constexpr std::size_t kTransposedBytes = std::size_t{1} << 14;

class ArgExtremes {
 public:
  ArgExtremes(const ArgExtremeProblem& problem, const RegisterFamily& family)
      : p_(problem),
        family_(family),
        size_(static_cast<std::size_t>(SizeOf(problem.scalar))),
        transposes_(problem.inner == 1 &&
                    problem.channels <= family.costs.transposed_channels) {}

  // Finds the indices from place `begin` on, before `end`; returns how many.
  std::size_t Find(std::size_t begin, std::size_t end,
                   std::int32_t* found) const {
    alignas(64) std::uint8_t transposed[kTransposedBytes];
    const std::size_t row = begin / p_.inner, at = begin % p_.inner;
    ExtremesTask task;
    task.scalar = p_.scalar;
    task.finds_minimum = p_.finds_minimum;
    task.first = static_cast<const std::uint8_t*>(p_.values) +
                 (row * p_.channels * p_.inner + at) * size_;
    task.values = p_.channels;
    task.indices = found;
    if (transposes_) {
      const std::size_t fit = kTransposedBytes / (p_.channels * size_);
      Transpose(std::min({end - begin, fit, kMaxExtremes}), transposed, &task);
    } else {
      task.stride = p_.inner;
      task.columns = std::min({end - begin, p_.inner - at, kMaxExtremes});
    }
    Check(task);
    family_.find_extremes(task);
    return task.columns;
  }

 private:
  void Transpose(std::size_t rows, std::uint8_t* to, ExtremesTask* task) const {
    TransposeTask transpose;
    transpose.from = static_cast<const std::uint8_t*>(task->first);
    transpose.from_stride = static_cast<std::ptrdiff_t>(p_.channels * size_);
    transpose.to = to;
    transpose.to_stride = static_cast<std::ptrdiff_t>(rows * size_);
    transpose.rows = static_cast<int>(rows);
    transpose.columns = static_cast<int>(p_.channels);
    transpose.size = static_cast<int>(size_);
    family_.transpose(transpose);
    task->first = to;
    task->stride = task->columns = rows;
  }

  const ArgExtremeProblem& p_;
  const RegisterFamily& family_;
  const std::size_t size_;
  const bool transposes_;
};

template <typename Index>
void RunOfIndex(const ArgExtremeProblem& p, const GemmResources& resources,
                const RegisterFamily& family) {
  const std::size_t places = p.outer * p.inner;
  const ArgExtremes extremes(p, family);
  Index* const indices = static_cast<Index*>(p.indices);
  ShareOut(resources, places, places * p.channels, kReadPerThread,
           [&](std::size_t begin, std::size_t end) {
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

}  // namespace

Status RunArgExtreme(const ArgExtremeProblem& problem,
                     const GemmResources& resources) {
  Status status = Validate(problem, resources);
  if (!status.ok()) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (!status.ok()) return status;
  if (problem.wide) {
    RunOfIndex<std::int64_t>(problem, resources, *backend->family);
  } else {
    RunOfIndex<std::int32_t>(problem, resources, *backend->family);
  }
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
