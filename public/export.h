// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

// LOWP_EXPORT marks what a shared liblowp shows to the programs that link it;
// everything else in the library is hidden.
#ifndef LOWP_PUBLIC_EXPORT_H_
#define LOWP_PUBLIC_EXPORT_H_

#if defined(__GNUC__)
#define LOWP_EXPORT __attribute__((visibility("default")))
#else
#define LOWP_EXPORT
#endif

#endif  // LOWP_PUBLIC_EXPORT_H_
