// What the process finds out once: about the processor, or its environment.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_FOUND_ONCE_H_
#define LOWP_INTERNAL_RUNTIME_FOUND_ONCE_H_

#include <atomic>
#include <mutex>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Used in place of a function's static variable because of fork(): if another
// thread of the parent was finding the value out, the child would wait for that
// thread forever. std::call_once over glibc's pthread_once begins anew in the
// child. T has a constexpr constructor: otherwise a static FoundOnce would
// itself need the lock of a static variable.
template <typename T>
class FoundOnce {
 public:
  constexpr FoundOnce() = default;

  // The result of find(), which one thread calls, once.
  template <typename Find>
  const T& Get(const Find& find) noexcept {
    if (!is_found_.load(std::memory_order_acquire)) {
      std::call_once(once_, [&] {
        value_ = find();
        is_found_.store(true, std::memory_order_release);
      });
    }
    return value_;
  }

 private:
  std::atomic<bool> is_found_{false};
  std::once_flag once_;
  T value_{};
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_FOUND_ONCE_H_
