// Loads and multiplications of 64-bit Arm that stay in the order in which they
// are written. The largest tiles need nearly all registers: given intrinsics,
// compilers move the loads up until they run out, and spill.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_MULTIPLY_ADD_NEON_INL_H_
#define LOWP_META_KERNELS_MULTIPLY_ADD_NEON_INL_H_

#include <arm_neon.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

LOWP_INLINE int8x16_t LoadInOrder(const std::uint8_t* p) {
  using Bytes __attribute__((may_alias)) = int8x16_t;
  int8x16_t x;
  __asm__ volatile("ldr %q[x], %[p]"
                   : [x] "=w"(x)
                   : [p] "m"(*reinterpret_cast<const Bytes*>(p)));
  return x;
}

// Loads over *x, in its register: given another, compilers would copy in a loop
// that loads for its next turn.
LOWP_INLINE void LoadOver(int8x16_t* x, const std::uint8_t* p) {
  using Bytes __attribute__((may_alias)) = int8x16_t;
  __asm__ volatile("ldr %q[x], %[p]"
                   : [x] "+w"(*x)
                   : [p] "m"(*reinterpret_cast<const Bytes*>(p)));
}

// Hides where *x, an address or an offset, comes from. Loads from one address
// with a register's offset take no other instruction; compilers would rather
// work out an address, or a sum, for each of them.
template <typename T>
LOWP_INLINE void KeepInRegister(T* x) {
  __asm__("" : "+r"(*x));
}

// *x ^= *y. That *y may change, which it does not, keeps a compiler from
// copying what it thinks of as a constant to another register in every turn of
// a loop.
LOWP_INLINE void XorInOrder(int8x16_t* x, int8x16_t* y) {
  __asm__ volatile("eor %[x].16b, %[x].16b, %[y].16b"
                   : [x] "+w"(*x), [y] "+w"(*y));
}

// sums[i] += products of bytes 4i .. 4i + 3 of a and b. Needs dotprod.
LOWP_INLINE void MultiplyAddFours(int32x4_t* sums, int8x16_t a, int8x16_t b) {
  __asm__ volatile("sdot %[sums].4s, %[a].16b, %[b].16b"
                   : [sums] "+w"(*sums)
                   : [a] "w"(a), [b] "w"(b));
}

// The same of unsigned bytes. Needs dotprod.
LOWP_INLINE void MultiplyAddUnsignedFours(int32x4_t* sums, int8x16_t a,
                                          int8x16_t b) {
  __asm__ volatile("udot %[sums].4s, %[a].16b, %[b].16b"
                   : [sums] "+w"(*sums)
                   : [a] "w"(a), [b] "w"(b));
}

// MultiplyAddFours with four bytes of b, from 4 * kLane on, for all of a's.
template <int kLane>
LOWP_INLINE void MultiplyAddFoursByLane(int32x4_t* sums, int8x16_t a,
                                        int8x16_t b) {
  __asm__ volatile("sdot %[sums].4s, %[a].16b, %[b].4b[%[lane]]"
                   : [sums] "+w"(*sums)
                   : [a] "w"(a), [b] "w"(b), [lane] "i"(kLane));
}

// sums += two rows of eight bytes times two columns of eight, as
// [row 0 column 0, row 0 column 1, row 1 column 0, row 1 column 1]. Needs i8mm.
LOWP_INLINE void MultiplyAddBlock(int32x4_t* sums, int8x16_t rows,
                                  int8x16_t columns) {
  __asm__ volatile("smmla %[sums].4s, %[rows].16b, %[columns].16b"
                   : [sums] "+w"(*sums)
                   : [rows] "w"(rows), [columns] "w"(columns));
}

// The first eight bytes of a times those of b, and the other eight.
LOWP_INLINE int16x8_t MultiplyFirst(int8x16_t a, int8x16_t b) {
  int16x8_t products;
  __asm__ volatile("smull %[products].8h, %[a].8b, %[b].8b"
                   : [products] "=w"(products)
                   : [a] "w"(a), [b] "w"(b));
  return products;
}
LOWP_INLINE int16x8_t MultiplySecond(int8x16_t a, int8x16_t b) {
  int16x8_t products;
  __asm__ volatile("smull2 %[products].8h, %[a].16b, %[b].16b"
                   : [products] "=w"(products)
                   : [a] "w"(a), [b] "w"(b));
  return products;
}

// sums[i] += products 2i and 2i + 1.
LOWP_INLINE void AddPairs(int32x4_t* sums, int16x8_t products) {
  __asm__ volatile("sadalp %[sums].4s, %[products].8h"
                   : [sums] "+w"(*sums)
                   : [products] "w"(products));
}

// sums[i] += products 2i and 2i + 1 of the first eight bytes, minus those of
// the other eight. No difference of two products may overflow.
LOWP_INLINE void MultiplyAddHalves(int32x4_t* sums, int8x16_t a, int8x16_t b) {
  int16x8_t products;
  __asm__ volatile(
      "smull %[products].8h, %[a].8b, %[b].8b\n\t"
      "smlsl2 %[products].8h, %[a].16b, %[b].16b\n\t"
      "sadalp %[sums].4s, %[products].8h"
      : [products] "=&w"(products), [sums] "+w"(*sums)
      : [a] "w"(a), [b] "w"(b));
}

// The same of two, three and four a, each in one piece, which leaves the
// compiler nothing to copy from register to register.
LOWP_INLINE void MultiplyAddHalvesOfTwo(int32x4_t* sums0, int32x4_t* sums1,
                                        const int8x16_t (&a)[2], int8x16_t b) {
  int16x8_t products[2];
  __asm__ volatile(
      "smull %[p0].8h, %[a0].8b, %[b].8b\n\t"
      "smull %[p1].8h, %[a1].8b, %[b].8b\n\t"
      "smlsl2 %[p0].8h, %[a0].16b, %[b].16b\n\t"
      "smlsl2 %[p1].8h, %[a1].16b, %[b].16b\n\t"
      "sadalp %[sums0].4s, %[p0].8h\n\t"
      "sadalp %[sums1].4s, %[p1].8h"
      : [p0] "=&w"(products[0]), [p1] "=&w"(products[1]), [sums0] "+w"(*sums0),
        [sums1] "+w"(*sums1)
      : [a0] "w"(a[0]), [a1] "w"(a[1]), [b] "w"(b));
}
LOWP_INLINE void MultiplyAddHalvesOfThree(int32x4_t* sums0, int32x4_t* sums1,
                                          int32x4_t* sums2,
                                          const int8x16_t (&a)[3],
                                          int8x16_t b) {
  int16x8_t products[3];
  __asm__ volatile(
      "smull %[p0].8h, %[a0].8b, %[b].8b\n\t"
      "smull %[p1].8h, %[a1].8b, %[b].8b\n\t"
      "smull %[p2].8h, %[a2].8b, %[b].8b\n\t"
      "smlsl2 %[p0].8h, %[a0].16b, %[b].16b\n\t"
      "smlsl2 %[p1].8h, %[a1].16b, %[b].16b\n\t"
      "smlsl2 %[p2].8h, %[a2].16b, %[b].16b\n\t"
      "sadalp %[sums0].4s, %[p0].8h\n\t"
      "sadalp %[sums1].4s, %[p1].8h\n\t"
      "sadalp %[sums2].4s, %[p2].8h"
      : [p0] "=&w"(products[0]), [p1] "=&w"(products[1]),
        [p2] "=&w"(products[2]), [sums0] "+w"(*sums0), [sums1] "+w"(*sums1),
        [sums2] "+w"(*sums2)
      : [a0] "w"(a[0]), [a1] "w"(a[1]), [a2] "w"(a[2]), [b] "w"(b));
}
LOWP_INLINE void MultiplyAddHalvesOfFour(int32x4_t* sums0, int32x4_t* sums1,
                                         int32x4_t* sums2, int32x4_t* sums3,
                                         const int8x16_t (&a)[4], int8x16_t b) {
  int16x8_t products[4];
  __asm__ volatile(
      "smull %[p0].8h, %[a0].8b, %[b].8b\n\t"
      "smull %[p1].8h, %[a1].8b, %[b].8b\n\t"
      "smull %[p2].8h, %[a2].8b, %[b].8b\n\t"
      "smull %[p3].8h, %[a3].8b, %[b].8b\n\t"
      "smlsl2 %[p0].8h, %[a0].16b, %[b].16b\n\t"
      "smlsl2 %[p1].8h, %[a1].16b, %[b].16b\n\t"
      "smlsl2 %[p2].8h, %[a2].16b, %[b].16b\n\t"
      "smlsl2 %[p3].8h, %[a3].16b, %[b].16b\n\t"
      "sadalp %[sums0].4s, %[p0].8h\n\t"
      "sadalp %[sums1].4s, %[p1].8h\n\t"
      "sadalp %[sums2].4s, %[p2].8h\n\t"
      "sadalp %[sums3].4s, %[p3].8h"
      : [p0] "=&w"(products[0]), [p1] "=&w"(products[1]),
        [p2] "=&w"(products[2]), [p3] "=&w"(products[3]), [sums0] "+w"(*sums0),
        [sums1] "+w"(*sums1), [sums2] "+w"(*sums2), [sums3] "+w"(*sums3)
      : [a0] "w"(a[0]), [a1] "w"(a[1]), [a2] "w"(a[2]), [a3] "w"(a[3]),
        [b] "w"(b));
}

// MultiplyAddHalvesOfFour, after which a[r] is what lies at next[r]: each is
// loaded once the one before it has been used for the last time.
LOWP_INLINE void MultiplyAddHalvesOfFourAndLoad(
    int32x4_t* sums0, int32x4_t* sums1, int32x4_t* sums2, int32x4_t* sums3,
    int8x16_t (&a)[4], int8x16_t b, const std::uint8_t* const (&next)[4]) {
  using Bytes __attribute__((may_alias)) = int8x16_t;
  int16x8_t products[4];
  __asm__ volatile(
      "smull %[p0].8h, %[a0].8b, %[b].8b\n\t"
      "smull %[p1].8h, %[a1].8b, %[b].8b\n\t"
      "smull %[p2].8h, %[a2].8b, %[b].8b\n\t"
      "smull %[p3].8h, %[a3].8b, %[b].8b\n\t"
      "smlsl2 %[p0].8h, %[a0].16b, %[b].16b\n\t"
      "ldr %q[a0], %[next0]\n\t"
      "smlsl2 %[p1].8h, %[a1].16b, %[b].16b\n\t"
      "ldr %q[a1], %[next1]\n\t"
      "smlsl2 %[p2].8h, %[a2].16b, %[b].16b\n\t"
      "ldr %q[a2], %[next2]\n\t"
      "smlsl2 %[p3].8h, %[a3].16b, %[b].16b\n\t"
      "ldr %q[a3], %[next3]\n\t"
      "sadalp %[sums0].4s, %[p0].8h\n\t"
      "sadalp %[sums1].4s, %[p1].8h\n\t"
      "sadalp %[sums2].4s, %[p2].8h\n\t"
      "sadalp %[sums3].4s, %[p3].8h"
      : [p0] "=&w"(products[0]), [p1] "=&w"(products[1]),
        [p2] "=&w"(products[2]), [p3] "=&w"(products[3]), [sums0] "+w"(*sums0),
        [sums1] "+w"(*sums1), [sums2] "+w"(*sums2), [sums3] "+w"(*sums3),
        [a0] "+&w"(a[0]), [a1] "+&w"(a[1]), [a2] "+&w"(a[2]), [a3] "+&w"(a[3])
      : [b] "w"(b), [next0] "m"(*reinterpret_cast<const Bytes*>(next[0])),
        [next1] "m"(*reinterpret_cast<const Bytes*>(next[1])),
        [next2] "m"(*reinterpret_cast<const Bytes*>(next[2])),
        [next3] "m"(*reinterpret_cast<const Bytes*>(next[3])));
}

// MultiplyFirst, MultiplySecond and AddPairs for unsigned bytes, whose products
// are below 2^16.
LOWP_INLINE uint16x8_t MultiplyFirstUnsigned(int8x16_t a, int8x16_t b) {
  uint16x8_t products;
  __asm__ volatile("umull %[products].8h, %[a].8b, %[b].8b"
                   : [products] "=w"(products)
                   : [a] "w"(a), [b] "w"(b));
  return products;
}
LOWP_INLINE uint16x8_t MultiplySecondUnsigned(int8x16_t a, int8x16_t b) {
  uint16x8_t products;
  __asm__ volatile("umull2 %[products].8h, %[a].16b, %[b].16b"
                   : [products] "=w"(products)
                   : [a] "w"(a), [b] "w"(b));
  return products;
}
LOWP_INLINE void AddUnsignedPairs(int32x4_t* sums, uint16x8_t products) {
  __asm__ volatile("uadalp %[sums].4s, %[products].8h"
                   : [sums] "+w"(*sums)
                   : [products] "w"(products));
}

// Multiplies sixteen bytes by sixteen for NeonGemv (gemv_neon-inl.h).
template <bool kSigned>
struct MultiplyByDotprod {
  static LOWP_INLINE void Add(int32x4_t* sums, int8x16_t a, int8x16_t b) {
    if constexpr (kSigned) {
      MultiplyAddFours(sums, a, b);
    } else {
      MultiplyAddUnsignedFours(sums, a, b);
    }
  }
  static LOWP_INLINE void AddUp(int32x4_t* sums, int8x16_t a) {
    Add(sums, a, vdupq_n_s8(1));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_MULTIPLY_ADD_NEON_INL_H_
