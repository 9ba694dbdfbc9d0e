// How the processor rounds floats and treats subnormal values: the caller's
// choice, on which results must not depend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_FLOAT_ENVIRONMENT_H_
#define LOWP_INTERNAL_RUNTIME_FLOAT_ENVIRONMENT_H_

#include <cstdint>

#include "../detect_platform.h"

#if defined(GEMMLOWP_X86_64)
#include <immintrin.h>
#elif !defined(GEMMLOWP_ARM)
#include <cfenv>
#endif

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The float control register of this thread. Its value is kDefault if the bits
// in kMask say: round to nearest, keep subnormals, do not trap.
#if defined(GEMMLOWP_X86_64)
struct FloatControl {
  using Word = std::uint32_t;
  static constexpr Word kMask = 0xffc0, kDefault = 0x1f80;
  static Word Read() { return _mm_getcsr(); }
  static void Write(Word word) { _mm_setcsr(word); }
};
#elif defined(GEMMLOWP_ARM_64)
struct FloatControl {
  using Word = std::uint64_t;
  // The lowest three bits select the alternate handling of subnormals and NaN.
  static constexpr Word kMask = 0x07c89f07, kDefault = 0;
  static Word Read() {
    Word word;
    asm volatile("mrs %0, fpcr" : "=r"(word));
    return word;
  }
  static void Write(Word word) {
    asm volatile("msr fpcr, %0" : : "r"(word) : "memory");
  }
};
#elif defined(GEMMLOWP_ARM_32)
struct FloatControl {
  using Word = std::uint32_t;
  static constexpr Word kMask = 0x07f79f00, kDefault = 0;
  static Word Read() {
    Word word;
    asm volatile("vmrs %0, fpscr" : "=r"(word));
    return word;
  }
  static void Write(Word word) {
    asm volatile("vmsr fpscr, %0" : : "r"(word) : "memory");
  }
};
#else
struct FloatControl {
  using Word = int;
  static constexpr Word kMask = -1, kDefault = FE_TONEAREST;
  static Word Read() { return std::fegetround(); }
  static void Write(Word word) { std::fesetround(word); }
};
#endif

// Sets the default environment on this thread, and restores the caller's on
// destruction. Costs one register read if the default is already set.
class FloatEnvironment {
 public:
  // Does nothing if no floats are computed.
  explicit FloatEnvironment(bool is_needed = true)
      : kept_(is_needed ? FloatControl::Read() : FloatControl::kDefault) {
    if (Differs()) FloatControl::Write(FloatControl::kDefault);
  }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;
  ~FloatEnvironment() {
    if (Differs()) FloatControl::Write(kept_);
  }

 private:
  bool Differs() const {
    return (kept_ & FloatControl::kMask) != FloatControl::kDefault;
  }

  const FloatControl::Word kept_;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_FLOAT_ENVIRONMENT_H_
