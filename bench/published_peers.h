// Figures of peers that were measured elsewhere: libraries that have to be
// built from source, on one core of an AMD EPYC (Zen 4, 3.67 GHz), GCC 12.2
// -O3, the work of work.h. Each is the lower quartile of the time over
// interleaved repetitions, in 10^9 operations a second. To stand beside a run
// on this machine they are multiplied by the ratio of both runs' measured peak
// of vpdpbusd on 512-bit registers; a machine without it has nothing to set
// them beside.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_PUBLISHED_PEERS_H_
#define LOWP_BENCH_PUBLISHED_PEERS_H_

#include "shapes.h"

namespace lowp_bench {

constexpr int kPublishedPeers = 6;

// Names and versions, in the order of the figures. ruy multiplies s8 by s8,
// gemmlowp u8 by u8, the others u8 by s8; those two scale with a fixed-point
// multiplier, the others in float.
extern const char* const kPublishedNames[kPublishedPeers];
extern const char* const kPublishedVersions[kPublishedPeers];

// Where AOCL's LPGEMM stands among them.
constexpr int kPublishedAocl = 4;

// The peak that was measured beside the figures, and whose instruction it is.
constexpr double kPublishedPeakGops = 469;
constexpr const char* kPublishedBackend = "avx512_vnni";

// The figures of a shape, or null if it was not measured.
const double* PublishedGops(const Shape& shape, bool packed);

// Of a shape's figures the best, rescaled to a machine of this peak; `peer` is
// its index. 0 if there is none.
double BestPublishedGops(const Shape& shape, bool packed, double peak_gops,
                         int* peer);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_PUBLISHED_PEERS_H_
