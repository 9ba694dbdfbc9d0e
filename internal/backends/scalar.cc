// The scalar backend: portable C++ for any processor, and the specification of
// what every other backend computes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>

#include "../../meta/gemm/sum_tiles-inl.h"
#include "../../meta/gemm/tile-inl.h"
#include "../../meta/kernels/int4_scalar-inl.h"
#include "../../meta/pack/pack-inl.h"
#include "../../meta/simd/float_scalar.h"
#include "../contract/backend.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = {4, 1, 1, 2, Signedness::kAsStored};

// One value of A times one of B.
struct ScalarKernel {
  using Simd = FloatScalar;
  using Values = std::int32_t;
  static constexpr int kTileRows = 2;
  static constexpr int kMaxTileRows = 2;
  static constexpr int kMaxVectors = kFormat.nr;
  static constexpr int kKr = kFormat.kr;
  static constexpr int kBytesPerVector = kFormat.element_size;
  static constexpr int kParts = 1;
  static constexpr int kPartBytes = 0;
  static constexpr bool kReadsTails = false;

  static LOWP_INLINE int Flip(std::uint8_t) { return 0; }
  template <int>
  static LOWP_INLINE Values LoadB(const std::uint8_t* p) {
    return *reinterpret_cast<const std::int16_t*>(p);
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(std::int32_t (&sums)[kVectors],
                                      const std::uint8_t* row, int,
                                      const Values (&values)[kVectors]) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums[v] = Add(sums[v], LoadB<0>(row) * values[v]);
    }
  }
};

constexpr GemmKernel Tiles() {
  GemmKernel kernel = {};
  kernel.name = "2x4";
  kernel.a_forms = static_cast<std::uint8_t>(AForm::kCopied) |
                   static_cast<std::uint8_t>(AForm::kPanel);
  kernel.sums_densely = true;
  kernel.cost = {/*mac=*/1,    /*element=*/0, /*row=*/4,
                 /*panel=*/20, /*call=*/20,
                 /*load=*/0};
  kernel.sum = &SumPanel<ScalarKernel>;
  kernel.prefetches = true;
  kernel.mr = ScalarKernel::kTileRows;
  return kernel;
}
constexpr GemmKernel kKernels[] = {Tiles()};

constexpr Int4Kernel kInt4Kernel = MakeInt4Kernel<Int4Scalar>();

}  // namespace

extern const RegisterFamily family_scalar;
extern const Backend scalar_backend;
const Backend scalar_backend = {
    /*name=*/"scalar",
    /*required_features=*/0,
    /*panel=*/kFormat,
    /*copied_rows=*/
    {kFormat.element_size, /*interleave=*/1, /*extra_bytes=*/0,
     Signedness::kAsStored},
    /*reading=*/{/*copy=*/2, /*pack=*/2},
    /*pack=*/&PackPanel<std::int16_t, kFormat.kr, kFormat.signedness>,
    /*read_rows=*/&ReadRows<std::int16_t, kFormat.kr, Signedness::kAsStored>,
    /*copy_panel_rows=*/nullptr,
    /*kernels=*/kKernels,
    /*kernel_count=*/sizeof(kKernels) / sizeof(kKernels[0]),
    /*memory=*/{},
    /*family=*/&family_scalar,
    /*int4=*/&kInt4Kernel,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
