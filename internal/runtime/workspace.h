// A buffer that only grows: the memory a context keeps between calls.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_WORKSPACE_H_
#define LOWP_INTERNAL_RUNTIME_WORKSPACE_H_

#include <cstddef>
#include <utility>

#include "os.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Memory at a multiple of kAlignment, none at first.
class AlignedBuffer {
 public:
  // A cache line, and the widest vector register.
  static constexpr std::size_t kAlignment = 64;

  AlignedBuffer() = default;
  AlignedBuffer(const AlignedBuffer&) = delete;
  AlignedBuffer& operator=(const AlignedBuffer&) = delete;
  AlignedBuffer(AlignedBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  AlignedBuffer& operator=(AlignedBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~AlignedBuffer() { AlignedFree(data_, size_, kAlignment); }

  // Makes size() at least `bytes`. When that takes new memory, the contents are
  // lost and pointers into the buffer are dead. False when memory is refused:
  // then nothing has changed.
  bool Reserve(std::size_t bytes) noexcept {
    if (bytes <= size_) return true;
    void* const larger = AlignedAllocate(bytes, kAlignment);
    if (larger == nullptr) return false;
    AlignedFree(data_, size_, kAlignment);
    data_ = larger;
    size_ = bytes;
    return true;
  }

  void* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_WORKSPACE_H_
