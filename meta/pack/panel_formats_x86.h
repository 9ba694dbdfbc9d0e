// The panel formats of x86. Several backends share each of them, and read each
// other's panels.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_PANEL_FORMATS_X86_H_
#define LOWP_META_PACK_PANEL_FORMATS_X86_H_

#include "../../internal/contract/panel_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// kr = 4, for 32-bit lanes: eight or sixteen of them in a register.
constexpr PanelFormat kSignedBytesAvx2 = {16, 8, 4, 1, Signedness::kSigned};
constexpr PanelFormat kSignedBytesAvx512 = {64, 16, 4, 1, Signedness::kSigned};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_PANEL_FORMATS_X86_H_
