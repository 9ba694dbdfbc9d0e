// Bytes at a multiple of PackedMatrix::kAlignment.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_ALIGNED_BYTES_H_
#define LOWP_TEST_SUPPORT_ALIGNED_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../../public/packed_matrix.h"

namespace lowp_test {

class AlignedBytes {
 public:
  explicit AlignedBytes(std::size_t size)
      : size_(size), storage_(size + gemmlowp::PackedMatrix::kAlignment) {
    const auto begin = reinterpret_cast<std::uintptr_t>(storage_.data());
    skip_ = (gemmlowp::PackedMatrix::kAlignment -
             begin % gemmlowp::PackedMatrix::kAlignment) %
            gemmlowp::PackedMatrix::kAlignment;
  }
  explicit AlignedBytes(const gemmlowp::PackedMatrix& packed)
      : AlignedBytes(packed.size()) {
    std::memcpy(data(), packed.data(), packed.size());
  }
  AlignedBytes(const AlignedBytes&) = delete;
  AlignedBytes& operator=(const AlignedBytes&) = delete;
  std::uint8_t* data() { return storage_.data() + skip_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::size_t skip_ = 0;
  std::vector<std::uint8_t> storage_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_ALIGNED_BYTES_H_
