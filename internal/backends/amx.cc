// The AMX backend: avx512_vnni, and a kernel on the unit that multiplies tiles.
// Of Granite Rapids, where one core multiplies up to 1024 bytes a cycle in it
// and 128 with vpdpbusd.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../meta/kernels/amx_kernels-inl.h"
#include "../../meta/kernels/tile_unit_amx.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr GemmKernel kKernels[] = {TileUnitKernel<TileUnitAmx>()};
constexpr Int4Kernel kInt4Kernel = TileUnitInt4Kernel<TileUnitAmx>();

}  // namespace

extern const Backend avx512_vnni_backend;
extern const Backend amx_backend;
constexpr Backend amx_backend =
    AmxBackend("amx", kAmxInt8, kKernels, kInt4Kernel, avx512_vnni_backend);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
