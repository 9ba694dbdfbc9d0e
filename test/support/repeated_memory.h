// More memory than the machine may have, for tests near the largest int.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_REPEATED_MEMORY_H_
#define LOWP_TEST_SUPPORT_REPEATED_MEMORY_H_

#ifdef __unix__

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace lowp_test {

// Addresses of `bytes` bytes, which are the same few megabytes again and again;
// only the last ones are others.
class RepeatedMemory {
 public:
  explicit RepeatedMemory(std::size_t bytes)
      : bytes_((bytes + kPiece - 1) / kPiece * kPiece), file_(std::tmpfile()) {
    if (file_ == nullptr || ftruncate(fileno(file_), kPiece) != 0) std::abort();
    memory_ = static_cast<std::uint8_t*>(
        mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (memory_ == MAP_FAILED) std::abort();
    const std::size_t last = bytes_ - kPiece;
    for (std::size_t at = 0; at < last; at += kPiece) {
      if (mmap(memory_ + at, kPiece, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_FIXED, fileno(file_), 0) == MAP_FAILED) {
        std::abort();
      }
    }
    if (mprotect(memory_ + last, kPiece, PROT_READ | PROT_WRITE) != 0) {
      std::abort();
    }
  }
  RepeatedMemory(const RepeatedMemory&) = delete;
  RepeatedMemory& operator=(const RepeatedMemory&) = delete;
  ~RepeatedMemory() {
    munmap(memory_, bytes_);
    std::fclose(file_);
  }

  std::uint8_t* data() const { return memory_; }

 private:
  static constexpr std::size_t kPiece = std::size_t{4} << 20;

  const std::size_t bytes_;
  std::FILE* const file_;
  std::uint8_t* memory_;
};

}  // namespace lowp_test

#endif  // __unix__

#endif  // LOWP_TEST_SUPPORT_REPEATED_MEMORY_H_
