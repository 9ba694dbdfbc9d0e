// lowp as the library of a module.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>

#include "../lowp_library.h"
#include "entry.h"
#include "public/gemmlowp.h"

namespace lowp_bench {

Library EntryLibrary(const char* name) { return LowpLibrary(name); }

}  // namespace lowp_bench

// The backend that lowp takes by itself.
extern "C" __attribute__((visibility("default"))) const char*
LowpWheelsBestBackend() {
  static gemmlowp::PackedMatrix packed;
  const std::int8_t value = 0;
  const gemmlowp::MatrixMap<const std::int8_t, gemmlowp::MapOrder::ColMajor>
      matrix(&value, 1, 1);
  if (!gemmlowp::PackedMatrix::Pack(matrix, gemmlowp::Side::kRhs, &packed)
           .ok()) {
    return "";
  }
  return packed.backend();
}
