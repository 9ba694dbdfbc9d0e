// Shared parts of the fuzzers: bytes read as decisions, memory of exactly the
// requested sizes, and the checks of every refusal.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_FUZZ_FUZZ_INPUT_H_
#define LOWP_TEST_FUZZ_FUZZ_INPUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "../../public/status.h"
#include "../support/random_matrix.h"

namespace lowp_test {

// Ends the program so that libFuzzer reports it and keeps the input.
[[noreturn]] inline void Fail(const std::string& what) {
  std::fprintf(stderr, "fuzzing: %s\n", what.c_str());
  std::abort();
}

// The fuzzer's bytes, one decision after another; zeros once they are used up.
class ByteSource {
 public:
  ByteSource(const std::uint8_t* data, std::size_t size)
      : data_(data), left_(size) {}
  int Byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  // From 0 to n - 1; n is at most 256.
  int Below(int n) { return Byte() % n; }
  bool Flag() { return (Byte() & 1) != 0; }
  // False for byte 0, so that short inputs stay simple.
  bool OneIn(int n) { return Below(n) == n - 1; }
  std::int32_t Int32() {
    std::uint32_t bits = 0;
    for (int i = 0; i < 4; ++i) {
      bits = bits << 8 | static_cast<std::uint32_t>(Byte());
    }
    return static_cast<std::int32_t>(bits);
  }
  std::uint64_t Bits() {
    const auto high = static_cast<std::uint32_t>(Int32());
    return std::uint64_t{high} << 32 | static_cast<std::uint32_t>(Int32());
  }
  // An int32 of any magnitude, often an extreme or a small one.
  std::int32_t Wild() {
    constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
    constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
    constexpr std::int32_t kExtremes[] = {
        0, 1, -1, kMax, kMin, -255, kMin + 1, -128, 255, 31, 32, kMax / 2 + 1};
    const int kind = Below(16);
    if (kind < 12) return kExtremes[kind];
    return kind == 12 ? Int32() : Below(256) - 128;
  }
  const std::uint8_t* rest() const { return data_; }
  std::size_t left() const { return left_; }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

// Each buffer ends at the end of its own heap block, so that AddressSanitizer
// sees an access to the first byte after it.
class ExactMemory : public Memory {
 public:
  ~ExactMemory() override { ExactMemory::Reset(); }
  std::uint8_t* Get(std::size_t bytes, std::size_t alignment) override {
    return GetSkewed(bytes, alignment, 0);
  }
  // A buffer that begins `skip` bytes after a multiple of `alignment`.
  std::uint8_t* GetSkewed(std::size_t bytes, std::size_t alignment, int skip) {
    Block block;
    block.alignment = std::align_val_t(std::max<std::size_t>(alignment, 16));
    block.size = bytes + static_cast<std::size_t>(skip);
    block.data =
        static_cast<std::uint8_t*>(::operator new(block.size, block.alignment));
    if (block.size > 0) std::memset(block.data, kPoison, block.size);
    blocks_.push_back(block);
    return block.data + skip;
  }
  std::size_t slop() const override { return 0; }
  void Reset() override {
    for (const Block& block : blocks_) {
      ::operator delete(block.data, block.alignment);
    }
    blocks_.clear();
  }

  // Sets every byte to what it was in an image.
  void Restore(const std::vector<std::uint8_t>& image) {
    const std::uint8_t* from = image.data();
    for (const Block& block : blocks_) {
      if (block.size > 0) std::memcpy(block.data, from, block.size);
      from += block.size;
    }
  }
  // A copy of every byte, and the position in it of a given byte.
  std::vector<std::uint8_t> Image() const {
    std::vector<std::uint8_t> image;
    for (const Block& block : blocks_) {
      image.insert(image.end(), block.data, block.data + block.size);
    }
    return image;
  }
  std::size_t Position(const void* address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    std::size_t position = 0;
    for (const Block& block : blocks_) {
      const auto begin = reinterpret_cast<std::uintptr_t>(block.data);
      if (at >= begin && at < begin + block.size) return position + at - begin;
      position += block.size;
    }
    Fail("an address outside of the case's memory");
  }

 private:
  struct Block {
    std::uint8_t* data;
    std::size_t size;
    std::align_val_t alignment;
  };
  std::vector<Block> blocks_;
};

// A refusal must say what is wrong with which argument.
inline void CheckRefusal(const gemmlowp::Status& status) {
  if (status.ok()) Fail("a status is ok that should not be");
  constexpr const char* kArguments[] = {"lhs",
                                        "rhs",
                                        "result",
                                        "lhs_offset",
                                        "rhs_offset",
                                        "bias_vector",
                                        "workspace",
                                        "context",
                                        "packed",
                                        "blob",
                                        "source",
                                        "memory",
                                        "bytes",
                                        "backend",
                                        "result_shift",
                                        "result_offset",
                                        "result_mult_int",
                                        "result_exponent",
                                        "result_fixedpoint_multiplier",
                                        "result_rounding",
                                        "result_overflow",
                                        "real_amplitude_as_int32",
                                        "result_pre_shift",
                                        "result_multiplier",
                                        "result_post_shift",
                                        "identity_multiplier",
                                        "identity_exponent",
                                        "alpha_multiplier",
                                        "alpha_exponent",
                                        "rounding",
                                        "input_multiplier",
                                        "input_exponent",
                                        "input_radius",
                                        "input_zero_point",
                                        "result_min",
                                        "result_zero_point",
                                        "share_multiplier",
                                        "share_exponent",
                                        "table",
                                        "addend_matrix",
                                        "residual",
                                        "residual_scale",
                                        "residual_exponent",
                                        "left_shift",
                                        "result_scale",
                                        "result_order",
                                        "factor",
                                        "divisor",
                                        "negative_slope",
                                        "min",
                                        "max"};
  const std::string argument = status.argument();
  const std::string root = argument.substr(0, argument.find('.'));
  bool known = false;
  for (const char* name : kArguments) known = known || root == name;
  if (!known) Fail("a status names no argument: " + status.message());
  if (*status.problem() == '\0' ||
      status.message().find(argument) == std::string::npos ||
      status.message().find(status.problem()) == std::string::npos) {
    Fail("a message does not say what is wrong: " + status.message());
  }
}

// Whether two refusals, or two successes, are the same.
inline bool Same(const gemmlowp::Status& a, const gemmlowp::Status& b) {
  return a.code() == b.code() && std::strcmp(a.argument(), b.argument()) == 0 &&
         a.value() == b.value();
}

// Passes bytes to PackedMatrix::Load and Map, and multiplies with what they
// accept. Defined in fuzz_packed_blob.cc.
void FuzzPackedBlob(ByteSource* in);

}  // namespace lowp_test

#endif  // LOWP_TEST_FUZZ_FUZZ_INPUT_H_
