// The version of the library.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_VERSION_H_
#define LOWP_PUBLIC_VERSION_H_

#include "export.h"

namespace gemmlowp {
inline namespace lowp {

// "0.1.0", of the library that the program runs with, which may be a later one
// than it was compiled against. lowp follows semantic versioning.
LOWP_EXPORT const char* LibraryVersion();

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_VERSION_H_
