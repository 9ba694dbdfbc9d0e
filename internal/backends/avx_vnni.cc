// The AVX-VNNI backend: vpdpbusd for processors without AVX-512. Only the VEX
// encoding will do, which assemblers do not choose by themselves.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#define LOWP_VPDPBUSD "%{vex%} vpdpbusd"

#include "../../meta/kernels/vnni_avx2-inl.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

extern const Backend avx_vnni_backend;
constexpr Backend avx_vnni_backend =
    VnniAvx2Backend("avx_vnni", kAvx2 | kAvxVnni);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
