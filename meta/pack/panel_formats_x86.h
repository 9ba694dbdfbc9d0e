// The panel formats of x86, each of which several backends share: one reads
// what was packed for another. Copyright 2026 The lowp Authors.
// SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_PANEL_FORMATS_X86_H_
#define LOWP_META_PACK_PANEL_FORMATS_X86_H_

#include "../../internal/contract/backend.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Four depths of a column side by side, for lanes of 32 bits: eight of them in
// a register, or sixteen.
constexpr PanelFormat kSignedBytesAvx2 = {16, 8, 4, 1, Domain::kSigned};
constexpr PanelFormat kSignedBytesAvx512 = {64, 16, 4, 1, Domain::kSigned};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_PANEL_FORMATS_X86_H_
