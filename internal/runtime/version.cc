// The version, as CMakeLists.txt has it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/version.h"

namespace gemmlowp {
inline namespace lowp {

const char* LibraryVersion() { return LOWP_VERSION; }

}  // namespace lowp
}  // namespace gemmlowp
