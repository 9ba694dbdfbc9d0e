// What the entry points for 4-bit weights share: types of scales, and making a
// handle.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_INT4_TYPES_H_
#define LOWP_INTERNAL_C_INT4_TYPES_H_

#include <memory>

#include "../contract/int4_format.h"
#include "error.h"
#include "handles.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct Int4TypeRow {
  lowp_type c;
  Int4ScaleType engine;
  int bytes;
};
constexpr Int4TypeRow kInt4Types[] = {
    {0, Int4ScaleType::kNone, 1},
    {LOWP_FLOAT32, Int4ScaleType::kFloat32, 4},
    {LOWP_FLOAT16, Int4ScaleType::kFloat16, 2},
    {LOWP_BFLOAT16, Int4ScaleType::kBfloat16, 2},
    {LOWP_INT32, Int4ScaleType::kInt32, 4}};

// Null for a type that scales do not have.
inline const Int4TypeRow* Int4TypeOf(lowp_type type) {
  for (const Int4TypeRow& row : kInt4Types) {
    if (row.c == type) return &row;
  }
  return nullptr;
}

inline bool IsFloat(Int4ScaleType type) {
  return type != Int4ScaleType::kNone && type != Int4ScaleType::kInt32;
}

// Makes a handle of weights, which `fill` fills.
template <typename Fill>
lowp_status MakeInt4(lowp_int4** weights, Fill fill) {
  if (weights == nullptr) return FailForNull("weights");
  return Guarded([&]() -> lowp_status {
    auto made = std::make_unique<lowp_int4>();
    const lowp_status status = ToC(fill(&made->weights));
    if (status == LOWP_OK) *weights = made.release();
    return status;
  });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_INT4_TYPES_H_
