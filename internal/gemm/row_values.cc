// What rows need whose offsets or biases vary.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "row_values.h"

#include <algorithm>

#include "../compiler.h"
#include "../contract/wrapped_sum.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

LOWP_NOINLINE void RowValues::SetOffsets(RowValues values, int first,
                                         int count) {
  for (int r = first; r < first + count; ++r) {
    values.Offsets()[r] =
        WrappedSum(values.offsets_of_a_.data[r], values.a_offset_);
  }
}

LOWP_NOINLINE void RowValues::AddBiases(RowValues values, int first,
                                        int count) {
  std::int32_t* const add = values.Add();
  if (values.p_.b.varies || values.b_offset_ == 0) {
    std::fill_n(add + first, count, 0);
  }
  for (int i = 0; i < values.prepared_.bias_count; ++i) {
    const Int32Parameter& bias = values.prepared_.biases[i].first;
    if (bias.along != Along::kRows) continue;
    const std::int32_t* const values_of_rows = bias.data + values.first_row_;
    for (int r = first; r < first + count; ++r) {
      add[r] = WrappedSum(add[r], values_of_rows[r]);
    }
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
