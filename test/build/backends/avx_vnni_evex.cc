// The AVX-VNNI backend with the EVEX encoding of its one special instruction,
// for tests on processors that have AVX-512 but not AVX-VNNI. The rest is the
// same code, compiled with the flags of AVX2.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#define LOWP_VPDPBUSD "vpdpbusd"

#include "../../../internal/contract/backend.h"
#include "../../../internal/cpu_feature.h"
#include "../../../meta/kernels/vnni_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

extern const Backend avx_vnni_evex_backend;
constexpr Backend avx_vnni_evex_backend =
    VnniAvx2Backend("avx_vnni_evex", kAvx2 | kAvx512VL | kAvx512Vnni);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
