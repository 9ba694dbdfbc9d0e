// Finds the first of the largest or smallest values, for blocks of places side
// by side.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/arg_extreme.h"

#include <algorithm>
#include <cstdint>

#include "../runtime/extent.h"
#include "share_out.h"
#include "validate.h"
#include "with_type.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr std::size_t kBlock = 256;

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
    return InvalidArgument("values", 0, "is a null pointer");
  }
  if (p.indices == nullptr) {
    return InvalidArgument("indices", 0, "is a null pointer");
  }
  return ShareBytes(p.values, static_cast<std::size_t>(value_bytes.value()),
                    p.indices, static_cast<std::size_t>(index_bytes.value()))
             ? InvalidArgument("indices", 0, "overlaps the values in memory")
             : Status();
}

// The first extreme of contiguous values. `flip` turns minima into maxima.
template <typename T>
std::int32_t FindInRow(const T* values, std::size_t count, int flip) {
  std::int32_t best = INT32_MIN;
  for (std::size_t i = 0; i < count; ++i) {
    best = std::max(best, std::int32_t{values[i]} ^ flip);
  }
  return static_cast<std::int32_t>(
      std::find(values, values + count, static_cast<T>(best ^ flip)) - values);
}

// The same for each of up to kBlock columns.
template <typename T>
void FindInColumns(const T* values, std::size_t channels, std::size_t stride,
                   std::size_t count, int flip, std::int32_t* indices) {
  std::int32_t best[kBlock];
  std::fill_n(best, count, INT32_MIN);
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::int32_t value = std::int32_t{values[c * stride + i]} ^ flip;
      const bool better = value > best[i];
      best[i] = better ? value : best[i];
      indices[i] = better ? static_cast<std::int32_t>(c) : indices[i];
    }
  }
}

template <typename T, typename Index>
void RunTyped(const ArgExtremeProblem& p, const GemmResources& resources) {
  // ~x falls where x rises.
  const int flip = p.finds_minimum ? -1 : 0;
  const std::size_t places = p.outer * p.inner;
  const T* const values = static_cast<const T*>(p.values);
  Index* const indices = static_cast<Index*>(p.indices);
  ShareOut(resources, places, places * p.channels, kReadPerThread,
           [&](std::size_t begin, std::size_t end) {
             while (begin < end) {
               const std::size_t row = begin / p.inner, at = begin % p.inner;
               const std::size_t count =
                   std::min({end - begin, p.inner - at, kBlock});
               const T* const from = values + row * p.channels * p.inner + at;
               std::int32_t found[kBlock] = {};
               if (p.inner == 1) {
                 found[0] = FindInRow(from, p.channels, flip);
               } else {
                 FindInColumns(from, p.channels, p.inner, count, flip, found);
               }
               for (std::size_t i = 0; i < count; ++i) {
                 indices[begin + i] = Index{found[i]};
               }
               begin += count;
             }
           });
}

template <typename T>
void RunOfValues(const ArgExtremeProblem& p, const GemmResources& resources) {
  if (p.wide) {
    RunTyped<T, std::int64_t>(p, resources);
  } else {
    RunTyped<T, std::int32_t>(p, resources);
  }
}

}  // namespace

Status RunArgExtreme(const ArgExtremeProblem& problem,
                     const GemmResources& resources) {
  const Status status = Validate(problem, resources);
  if (!status.ok()) return status;
  WithType(problem.scalar,
           [&](auto zero) { RunOfValues<decltype(zero)>(problem, resources); });
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
