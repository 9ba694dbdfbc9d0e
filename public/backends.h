// The backends of the library, each the code for one instruction set, and which
// of them this machine runs.
//
//   for (int i = 0; BackendName(i) != nullptr; ++i)
//     if (BackendIsSupported(BackendName(i))) ...
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_BACKENDS_H_
#define LOWP_PUBLIC_BACKENDS_H_

#include "export.h"

namespace gemmlowp {
inline namespace lowp {

// The name of a backend of this build, "avx2" for instance, in the order of
// preference: 0 is the best one. Null for a negative index, and past the last.
// The name lives as long as the library.
LOWP_EXPORT const char* BackendName(int index);

// Whether this machine can run the backend of that name: then set_backend()
// accepts it. False for null, and for a name that no backend of the build has.
LOWP_EXPORT bool BackendIsSupported(const char* name);

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_BACKENDS_H_
