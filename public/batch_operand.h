// Where the matrices of many products of one shape lie.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_BATCH_OPERAND_H_
#define LOWP_PUBLIC_BATCH_OPERAND_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gemmlowp {
inline namespace lowp {

// The first element of each matrix, given in one of two ways. A plain value.
class BatchOperand {
 public:
  // No matrices: for a packed operand.
  BatchOperand() = default;

  // Matrix i begins `stride` elements after matrix i - 1. With 0, all products
  // have the same matrix.
  template <typename T>
  static BatchOperand Strided(T* first, std::ptrdiff_t stride) {
    BatchOperand operand;
    operand.first_ = first;
    operand.stride_ = stride * static_cast<std::ptrdiff_t>(sizeof(T));
    return operand;
  }

  // Matrix i begins at pointers[i]. The array is read while products run.
  template <typename T>
  static BatchOperand At(T* const* pointers) {
    BatchOperand operand;
    operand.pointers_ = pointers;
    return operand;
  }

  // The place of matrix i.
  const void* operator[](int i) const {
    if (pointers_ != nullptr) {
      const void* place;
      std::memcpy(&place,
                  static_cast<const unsigned char*>(pointers_) +
                      static_cast<std::ptrdiff_t>(i) *
                          static_cast<std::ptrdiff_t>(sizeof(place)),
                  sizeof(place));
      return place;
    }
    if (first_ == nullptr) return nullptr;
    return reinterpret_cast<const void*>(
        reinterpret_cast<std::uintptr_t>(first_) +
        static_cast<std::uintptr_t>(i * stride_));
  }

  bool is_strided() const { return pointers_ == nullptr; }
  std::ptrdiff_t stride_in_bytes() const { return stride_; }

 private:
  const void* pointers_ = nullptr;  // an array of pointers of any type
  const void* first_ = nullptr;
  std::ptrdiff_t stride_ = 0;  // in bytes
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_BATCH_OPERAND_H_
