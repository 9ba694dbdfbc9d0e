// Memory for operands that starts on a cache line, as tensors do.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_BUFFER_H_
#define LOWP_BENCH_BUFFER_H_

#include <cstddef>
#include <vector>

namespace lowp_bench {

// `size` objects of a trivial type, zero at first. Whole cache lines and one
// more, since some libraries read past the end.
template <typename T>
class Buffer {
 public:
  explicit Buffer(std::size_t size = 0)
      : size_(size), lines_((size * sizeof(T) + kLine - 1) / kLine + 1) {}

  std::size_t size() const { return size_; }
  T* data() { return reinterpret_cast<T*>(lines_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(lines_.data()); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  static constexpr std::size_t kLine = 64;
  struct alignas(kLine) Line {
    unsigned char bytes[kLine] = {};
  };
  std::size_t size_;
  std::vector<Line> lines_;
};

}  // namespace lowp_bench

#endif  // LOWP_BENCH_BUFFER_H_
