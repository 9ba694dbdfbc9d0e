// Memory between pages that fault: a read or write one byte outside it stops
// the program, which then reports what it was doing.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_GUARDED_BUFFER_H_
#define LOWP_TEST_SUPPORT_GUARDED_BUFFER_H_

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace lowp_test {

enum class Placement { kAgainstStart, kAgainstEnd };

// Pages between two guard pages, which must not be touched.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::size_t capacity)
      : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        capacity_((capacity + page_ - 1) / page_ * page_) {
    void* const pages = mmap(nullptr, capacity_ + 2 * page_, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) std::abort();
    begin_ = static_cast<std::uint8_t*>(pages) + page_;
    placed_pages_ = begin_;
    MakeWritable();
  }
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  ~GuardedBuffer() { munmap(begin_ - page_, capacity_ + 2 * page_); }

  // The address at which `bytes` bytes begin after, or end before, a guard
  // page; the latter rounded down to a multiple of `alignment`, a power of two.
  std::uint8_t* Place(std::size_t bytes, Placement placement,
                      std::size_t alignment) {
    if (bytes > capacity_) std::abort();
    std::size_t skip = 0;
    if (placement == Placement::kAgainstEnd) {
      skip = (capacity_ - bytes) & ~(alignment - 1);
    }
    placed_pages_ = begin_ + skip / page_ * page_;
    placed_end_ = skip + bytes;
    return begin_ + skip;
  }

  std::size_t capacity() const { return capacity_; }
  // The pages of what was placed last, or all pages before that. Others stay as
  // they are: to protect them takes longer than most tests' work on them.
  void MakeReadOnly() { Protect(PROT_READ); }
  void MakeWritable() { Protect(PROT_READ | PROT_WRITE); }

 private:
  void Protect(int access) {
    const std::size_t bytes = begin_ + placed_end_ - placed_pages_;
    if (mprotect(placed_pages_, bytes, access) != 0) std::abort();
  }

  std::size_t page_;
  std::size_t capacity_;
  std::uint8_t* begin_;
  std::uint8_t* placed_pages_;          // where these begin
  std::size_t placed_end_ = capacity_;  // behind begin_
};

// While one of these exists, a memory fault prints what `describe` returns, and
// then ends the program as usual.
class FaultReporter {
 public:
  explicit FaultReporter(std::string (*describe)()) {
    describe_ = describe;
    struct sigaction action = {};
    action.sa_handler = &Report;
    sigaction(SIGSEGV, &action, &previous_[0]);
    sigaction(SIGBUS, &action, &previous_[1]);
  }
  FaultReporter(const FaultReporter&) = delete;
  FaultReporter& operator=(const FaultReporter&) = delete;
  ~FaultReporter() { Restore(); }

 private:
  // The faulting instruction then runs again and meets the old handler. Faults
  // come from the engine, never from inside the C library, so printing is safe
  // enough.
  static void Report(int) {
    Restore();
    std::fprintf(stderr, "memory fault in: %s\n", describe_().c_str());
  }
  static void Restore() {
    sigaction(SIGSEGV, &previous_[0], nullptr);
    sigaction(SIGBUS, &previous_[1], nullptr);
  }

  static inline std::string (*describe_)() = nullptr;
  static inline struct sigaction previous_[2] = {};
};

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_GUARDED_BUFFER_H_
