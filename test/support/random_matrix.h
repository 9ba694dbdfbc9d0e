// Matrices for tests: reproducible random and adversarial values, in storage
// whose other bytes are poisoned, and the memory that they live in.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_RANDOM_MATRIX_H_
#define LOWP_TEST_SUPPORT_RANDOM_MATRIX_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "../../internal/contract/matrix_ref.h"
#include "guarded_buffer.h"

namespace lowp_test {

using gemmlowp::internal::MatrixRef;
using gemmlowp::internal::Scalar;
using gemmlowp::internal::SizeOf;

// SplitMix64: the same sequence with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t Bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // From low to high, inclusive.
  int Between(int low, int high) {
    const std::uint64_t count =
        static_cast<std::int64_t>(high) - static_cast<std::int64_t>(low) + 1;
    return static_cast<int>(low + static_cast<std::int64_t>(Bits() % count));
  }
  bool OneIn(int n) { return Between(1, n) == 1; }
  template <typename T, std::size_t n>
  T Pick(const T (&choices)[n]) {
    return choices[Bits() % n];
  }
  std::int32_t Int32() { return static_cast<std::int32_t>(Bits() >> 32); }
  // An int32 of any magnitude, often an extreme one.
  std::int32_t WildInt32() {
    constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
    constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
    constexpr std::int32_t kExtremes[] = {kMin, kMin + 1, -(1 << 30), -1,  0,
                                          1,    1 << 30,  kMax - 1,   kMax};
    return OneIn(4) ? Pick(kExtremes) : Int32() >> Between(0, 31);
  }
  void Shuffle(std::vector<int>* values) {
    for (int i = static_cast<int>(values->size()) - 1; i > 0; --i) {
      std::swap((*values)[i], (*values)[Between(0, i)]);
    }
  }

 private:
  std::uint64_t state_;
};

// Eight bytes from each 64 bits.
void FillBytes(Random* random, void* to, std::size_t bytes);

// Where the buffers of a test live.
class Memory {
 public:
  virtual ~Memory() = default;
  // `bytes` poisoned bytes, preceded and followed by slop() more of them.
  virtual std::uint8_t* Get(std::size_t bytes, std::size_t alignment) = 0;
  virtual std::size_t slop() const = 0;
  // Frees everything.
  virtual void Reset() = 0;
  // Makes writing to `data` a fault from now on, if the memory can do that.
  virtual void MakeReadOnly(const void* /*data*/) {}

  static constexpr std::uint8_t kPoison = 0xa5;
};

// Heap memory, aligned to nothing more than an element.
class HeapMemory : public Memory {
 public:
  std::uint8_t* Get(std::size_t bytes, std::size_t alignment) override {
    const std::size_t skip = random_.Between(0, 63) * alignment;
    const std::size_t total = bytes + 2 * kSlop + skip + 64;
    blocks_.emplace_back(new std::uint8_t[total]);
    std::uint8_t* const block = blocks_.back().get();
    std::memset(block, kPoison, total);
    const std::size_t to_aligned =
        (alignment - reinterpret_cast<std::uintptr_t>(block) % alignment) %
        alignment;
    return block + to_aligned + kSlop + skip;
  }
  std::size_t slop() const override { return kSlop; }
  void Reset() override { blocks_.clear(); }

 private:
  static constexpr std::size_t kSlop = 64;
  Random random_{1};
  std::vector<std::unique_ptr<std::uint8_t[]>> blocks_;
};

// Puts every buffer between its own guard pages.
class GuardedMemory : public Memory {
 public:
  explicit GuardedMemory(Placement placement) : placement_(placement) {}
  std::uint8_t* Get(std::size_t bytes, std::size_t alignment) override {
    if (used_ == buffers_.size()) buffers_.emplace_back();
    Slot& slot = buffers_[used_++];
    if (slot.buffer == nullptr || slot.buffer->capacity() < bytes) {
      slot.buffer =
          std::make_unique<GuardedBuffer>(std::max(bytes, kSmallestCapacity));
    }
    slot.data = slot.buffer->Place(bytes, placement_, alignment);
    std::memset(slot.data, kPoison, bytes);
    return slot.data;
  }
  std::size_t slop() const override { return 0; }
  void Reset() override {
    for (std::size_t i = 0; i < used_; ++i) {
      if (buffers_[i].read_only) buffers_[i].buffer->MakeWritable();
      buffers_[i].read_only = false;
    }
    used_ = 0;
  }
  void MakeReadOnly(const void* data) override {
    for (std::size_t i = 0; i < used_; ++i) {
      if (buffers_[i].data != data) continue;
      buffers_[i].buffer->MakeReadOnly();
      buffers_[i].read_only = true;
    }
  }

 private:
  static constexpr std::size_t kSmallestCapacity = 1 << 16;
  struct Slot {
    std::unique_ptr<GuardedBuffer> buffer;
    std::uint8_t* data = nullptr;
    bool read_only = false;
  };
  Placement placement_;
  std::vector<Slot> buffers_;
  std::size_t used_ = 0;
};

enum class Stride {
  kTight,
  kPadded,
  kPowerOfTwo,
  kLargePowerOfTwo,
  kZeroIfOneLine,  // else without gaps
};

// The stride of `lines` lines of `width` elements.
inline int StrideFor(Stride kind, int lines, int width) {
  if (kind == Stride::kZeroIfOneLine && lines == 1) return 0;
  if (kind == Stride::kTight || kind == Stride::kZeroIfOneLine) return width;
  if (kind == Stride::kPadded) return width + 1 + width % 7;
  int stride = kind == Stride::kPowerOfTwo ? 256 : 4096;
  while (stride < width) stride *= 2;
  return stride;
}

// The number of elements from the first to the last of a matrix.
inline std::size_t Extent(const MatrixRef& matrix) {
  const int lines = matrix.row_major ? matrix.rows : matrix.cols;
  const int width = matrix.row_major ? matrix.cols : matrix.rows;
  if (lines == 0 || width == 0) return 0;
  return static_cast<std::size_t>(lines - 1) * matrix.stride + width;
}

inline MatrixRef MakeMatrix(Scalar scalar, int rows, int cols, bool row_major,
                            Stride stride, Memory* memory) {
  MatrixRef matrix;
  matrix.rows = rows;
  matrix.cols = cols;
  matrix.row_major = row_major;
  matrix.stride =
      row_major ? StrideFor(stride, rows, cols) : StrideFor(stride, cols, rows);
  matrix.scalar = scalar;
  matrix.data = memory->Get(Extent(matrix) * SizeOf(scalar), SizeOf(scalar));
  return matrix;
}

enum class Fill {
  kRandom,
  kExtremes,   // 0, 1, 127, 128, 255 as bytes, chosen independently
  kRuns,       // the same bytes in runs along k
  kPairs,      // two bytes, alternating in pairs and quads
  kHighest,    // 255 or 127 everywhere
  kLowest,     // 0 or -128 everywhere
  kMagnitude,  // 255 or -128 everywhere: the largest products
  // Within BRange::kReduced or kSymmetric of signed bytes, often at one of its
  // ends, where the first value always is.
  kReduced,    // -64..64 or 64..192
  kSymmetric,  // -127..127 or 1..255
  kZero,
};
constexpr Fill kEveryFill[] = {
    Fill::kRandom,    Fill::kExtremes, Fill::kRuns,
    Fill::kPairs,     Fill::kHighest,  Fill::kLowest,
    Fill::kMagnitude, Fill::kReduced,  Fill::kSymmetric};

// Fills the elements, and leaves the gaps between them poisoned.
// `depth_along_cols` gives the direction of k, for runs and pairs.
void FillMatrix(const MatrixRef& matrix, Fill fill, bool depth_along_cols,
                Random* random);

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_RANDOM_MATRIX_H_
