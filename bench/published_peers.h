// Figures of peers that were measured elsewhere, because they must be built
// from source: on one core of an AMD EPYC (Zen 4, 3.67 GHz), GCC 12.2 -O3, the
// work of work.h. Each is the rate at the lower quartile of the time over
// interleaved repetitions, in 10^9 operations per second. For comparison with a
// run on this machine they are multiplied by the ratio of both machines'
// measured peaks of vpdpbusd on 512-bit registers; a machine without that
// instruction has no comparison.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_PUBLISHED_PEERS_H_
#define LOWP_BENCH_PUBLISHED_PEERS_H_

#include "shapes.h"

namespace lowp_bench {

constexpr int kPublishedPeers = 6;

// Names and versions, in the order of the figures. ruy multiplies s8 by s8,
// gemmlowp u8 by u8, the others u8 by s8; ruy and gemmlowp scale with a
// fixed-point multiplier, the others in float.
extern const char* const kPublishedNames[kPublishedPeers];
extern const char* const kPublishedVersions[kPublishedPeers];

// The index of AOCL's LPGEMM.
constexpr int kPublishedAocl = 4;

// The peak measured together with the figures, and its instruction.
constexpr double kPublishedPeakGops = 469;
constexpr const char* kPublishedBackend = "avx512_vnni";

// The figures of a shape, or null if it was not measured.
const double* PublishedGops(const Shape& shape, bool packed);

// The best of a shape's figures, rescaled to a machine with this peak; `peer`
// receives its index. 0 if there is none.
double BestPublishedGops(const Shape& shape, bool packed, double peak_gops,
                         int* peer);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_PUBLISHED_PEERS_H_
