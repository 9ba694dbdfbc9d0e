// How packing is done, and who is told how far it is.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PACK_PROGRESS_H_
#define LOWP_PUBLIC_PACK_PROGRESS_H_

#include <cstddef>

namespace gemmlowp {
inline namespace lowp {

// A function that is told how far packing is, about a hundred times for a large
// matrix: `done` of `total` bytes have been packed. `done` never decreases, and
// is `total` in the last call. If it returns false, packing stops. It must not
// throw. A plain value; the caller owns what `state` points to.
struct PackProgress {
  void* state = nullptr;
  bool (*report)(void* state, std::size_t done, std::size_t total) = nullptr;
};

// Makes one from any object that can be called as
//   bool (*report)(std::size_t done, std::size_t total)
// for instance a lambda. It keeps the pointer; if that is null, it is empty.
template <typename Report>
PackProgress MakePackProgress(Report* report) {
  PackProgress progress;
  if (report == nullptr) return progress;
  progress.state = const_cast<void*>(static_cast<const void*>(report));
  progress.report = [](void* state, std::size_t done, std::size_t total) {
    return static_cast<bool>((*static_cast<Report*>(state))(done, total));
  };
  return progress;
}

struct PackOptions {
  // The kernels to pack for; null: those that products use by default.
  const char* backend = nullptr;
  // None by default. The packed bytes do not depend on it.
  PackProgress progress;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PACK_PROGRESS_H_
