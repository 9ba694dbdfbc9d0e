// Tells how far packing is, now and then.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PACK_TELLER_H_
#define LOWP_INTERNAL_GEMM_PACK_TELLER_H_

#include <algorithm>
#include <cstddef>

#include "../../public/pack_progress.h"
#include "../../public/status.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// About a hundred times, and for no less than 64 KB at a time.
class PackTeller {
 public:
  PackTeller(const PackProgress& progress, std::size_t total)
      : progress_(progress),
        total_(total),
        step_(std::max(std::size_t{1} << 16, total / 128)) {}

  // `bytes` more have been packed. False to stop. Finish() tells the end.
  bool Packed(std::size_t bytes) {
    done_ += bytes;
    if (done_ == total_ || done_ - told_ < step_) return true;
    told_ = done_;
    return Tell();
  }
  bool Finish() {
    done_ = total_;
    return Tell();
  }

 private:
  bool Tell() const {
    return progress_.report == nullptr ||
           progress_.report(progress_.state, done_, total_);
  }

  const PackProgress progress_;
  const std::size_t total_, step_;
  std::size_t done_ = 0, told_ = 0;
};

inline Status PackingStopped() {
  return InvalidArgument("progress", 0, "stopped the packing");
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PACK_TELLER_H_
