// The scalar backend: portable C++ for any processor, and the specification of
// what every other backend computes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>

#include "../../meta/gemm/initial_values-inl.h"
#include "../../meta/gemm/panel_loop-inl.h"
#include "../../meta/pack/pack-inl.h"
#include "../../meta/simd/float_scalar.h"
#include "../../meta/simd/simd_scalar.h"
#include "../../meta/tensor/sparse_sum-inl.h"
#include "../../meta/tensor/transform-inl.h"
#include "../contract/backend.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = {4, 1, 1, 2, Domain::kNative};

// One row number times one panel number.
struct ScalarKernel {
  using Simd = FloatScalar;
  using Numbers = std::int32_t;
  static constexpr int kTileRows = 2;
  static constexpr int kMostTileRows = 2;
  static constexpr int kWidth = kFormat.width;
  static constexpr int kMaxVectors = kFormat.width;
  static constexpr int kBytesPerVector = kFormat.element_size;
  static constexpr int kParts = 1;
  static constexpr int kPartBytes = 0;
  static constexpr bool kReadsTails = false;
  static constexpr bool kFinishesLate = false;

  static LOWP_INLINE int Flip(std::uint8_t) { return 0; }
  template <int>
  static LOWP_INLINE Numbers LoadPanel(const std::uint8_t* p) {
    return *reinterpret_cast<const std::int16_t*>(p);
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(std::int32_t (&sums)[kVectors],
                                      const std::uint8_t* row, int,
                                      const Numbers (&numbers)[kVectors]) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums[v] = Add(sums[v], LoadPanel<0>(row) * numbers[v]);
    }
  }
};

}  // namespace

extern const Backend scalar_backend;
const Backend scalar_backend = {
    /*name=*/"scalar",
    /*required_features=*/0,
    /*panel=*/kFormat,
    /*tile_rows=*/ScalarKernel::kTileRows,
    /*rows_in_place=*/false,
    /*most_columns_in_place=*/0,
    /*row_interleave=*/1,
    /*row_element_size=*/2,
    /*row_domain=*/Domain::kNative,
    /*pack=*/&PackPanel<std::int16_t, kFormat.group, kFormat.domain>,
    /*widen=*/nullptr,
    /*rows_to_widen=*/0,
    /*least_term_depth=*/0,
    /*read_rows=*/&ReadRows<std::int16_t, kFormat.group, Domain::kNative>,
    /*copy_panel_rows=*/nullptr,
    /*prepare_columns=*/&PrepareColumns<SimdScalar>,
    /*multiply=*/&MultiplyPanel<ScalarKernel>,
    /*dot=*/nullptr,
    /*dot_rows=*/0,
    /*most_dot_offset=*/0,
    /*dot_keeps_up=*/false,
    /*multiply_narrow=*/nullptr,
    /*most_narrow_in_place=*/0,
    /*least_narrow_depth=*/0,
    /*finish=*/nullptr,
    /*multiply_direct=*/nullptr,
    /*transform=*/&Transform<FloatScalar>,
    /*sparse_sum=*/&SparseSum<FloatScalar>,
    /*for_reduced_range=*/nullptr,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
