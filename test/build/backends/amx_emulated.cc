// The AMX backend with an emulated tile unit, for tests on processors that have
// AVX-512 VNNI but not AMX. The rest is the same code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../../internal/contract/backend.h"
#include "../../../meta/kernels/amx_kernels-inl.h"
#include "tile_unit_emulated.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr GemmKernel kKernels[] = {TileUnitKernel<TileUnitEmulated>()};
constexpr Int4Kernel kInt4Kernel = TileUnitInt4Kernel<TileUnitEmulated>();

}  // namespace

extern const Backend avx512_vnni_backend;
extern const Backend amx_emulated_backend;
constexpr Backend amx_emulated_backend =
    AmxBackend("amx_emulated", 0, kKernels, kInt4Kernel, avx512_vnni_backend);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
