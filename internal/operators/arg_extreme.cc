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

template <typename Index>
void RunOfIndex(const ArgExtremeProblem& p, const GemmResources& resources,
                const RegisterFamily& family) {
  const std::size_t places = p.outer * p.inner;
  const std::size_t size = static_cast<std::size_t>(SizeOf(p.scalar));
  Index* const indices = static_cast<Index*>(p.indices);
  ShareOut(
      resources, places, places * p.channels, kReadPerThread,
      [&](std::size_t begin, std::size_t end) {
        while (begin < end) {
          const std::size_t row = begin / p.inner, at = begin % p.inner;
          std::int32_t found[kMaxExtremes];
          ExtremesTask task;
          task.scalar = p.scalar;
          task.finds_minimum = p.finds_minimum;
          task.first = static_cast<const std::uint8_t*>(p.values) +
                       (row * p.channels * p.inner + at) * size;
          task.values = p.channels;
          task.stride = p.inner;
          task.columns = std::min({end - begin, p.inner - at, kMaxExtremes});
          task.indices = found;
          Check(task);
          family.find_extremes(task);
          for (std::size_t i = 0; i < task.columns; ++i) {
            indices[begin + i] = Index{found[i]};
          }
          begin += task.columns;
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
