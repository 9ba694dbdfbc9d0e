// Scratch memory that is reserved in pieces, allocated at once, and kept for
// the next round. Reached as internal/allocator.h; lowp's engine has its own
// workspace.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_ALLOCATOR_H_
#define LOWP_INTERNAL_COMPAT_ALLOCATOR_H_

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../runtime/workspace.h"
#include "common.h"

namespace gemmlowp {
inline namespace lowp {

// One round: Reserve() each piece, Commit(), GetPointer() for each piece,
// Decommit(). The memory grows to the largest round and is freed with the
// object, which must not be destroyed inside a round. For one thread at a time.
class Allocator {
 public:
  // The alignment of every piece.
  static constexpr std::size_t kAlignment = kDefaultCacheLineSize;
  // The maximum number of pieces in one round; one more aborts.
  static constexpr std::size_t kMaxBlocks = 16;

  using generation_t = std::size_t;

  // Identifies a piece until the end of its round.
  class Handle {
   private:
    friend class Allocator;
    std::size_t offset_ = 0;
    generation_t generation_ = 0;
    unsigned type_ = 0;
  };

  Allocator() = default;
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;
  ~Allocator() {
    assert(!committed_ && blocks_ == 0 && "destroyed inside a round");
  }

  // Room for `count` elements of T; `count` may be 0.
  template <typename T>
  Handle Reserve(std::size_t count) {
    static_assert(std::is_trivial<T>::value && alignof(T) <= kAlignment,
                  "the memory is neither constructed nor destroyed");
    assert(!committed_ && "Reserve() after Commit()");
    ReleaseBuildAssertion(blocks_ < kMaxBlocks,
                          "Allocator: too many pieces in one round");
    const std::size_t left = SIZE_MAX - kAlignment - bytes_;
    ReleaseBuildAssertion(count <= left / sizeof(T),
                          "Allocator: the size overflows");
    Handle handle;
    handle.offset_ = bytes_;
    handle.generation_ = generation_;
    handle.type_ = TypeTag<T>();
    bytes_ += RoundUp<kAlignment>(count * sizeof(T));
    ++blocks_;
    return handle;
  }

  // Allocates the memory; aborts if that fails.
  void Commit() {
    assert(!committed_ && "Commit() twice");
    if (bytes_ > storage_.size()) {
      // Rounded up, so that growing rounds do not allocate each time.
      const std::size_t power = RoundUpToPowerOfTwo(bytes_);
      ReleaseBuildAssertion(storage_.Reserve(std::max(power, bytes_)),
                            "Allocator: out of memory");
    }
    committed_ = true;
  }

  template <typename T>
  T* GetPointer(const Handle& handle) const {
    assert(committed_ && "GetPointer() before Commit()");
    assert(handle.generation_ == generation_ && "a handle of another round");
    assert(handle.type_ == TypeTag<T>() && "reserved as another type");
    return reinterpret_cast<T*>(static_cast<char*>(storage_.data()) +
                                handle.offset_);
  }

  // Ends the round: its handles and pointers become invalid, the memory is
  // kept.
  void Decommit() {
    assert(committed_ && "Decommit() before Commit()");
    committed_ = false;
    bytes_ = 0;
    blocks_ = 0;
    ++generation_;
  }

 private:
  template <typename T>
  static constexpr unsigned TypeTag() {
    return static_cast<unsigned>(sizeof(T)) * 4 +
           (std::is_signed<T>::value ? 2 : 0) +
           (std::is_floating_point<T>::value ? 1 : 0);
  }

  static_assert(internal::AlignedBuffer::kAlignment % kAlignment == 0,
                "pieces start at multiples of kAlignment");
  internal::AlignedBuffer storage_;
  // Of the current round.
  std::size_t bytes_ = 0;
  std::size_t blocks_ = 0;
  bool committed_ = false;
  generation_t generation_ = 0;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_ALLOCATOR_H_
