// Products with 4-bit weights in portable C++: a strip of columns is a
// register, made of loops.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_INT4_SCALAR_INL_H_
#define LOWP_META_KERNELS_INT4_SCALAR_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../gemm/int4_rows-inl.h"
#include "../gemm/int4_tiles-inl.h"
#include "../simd/float_scalar.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct Int4LanesScalar {
  static constexpr int kLanes = kInt4Strip;
  struct I32 {
    std::int32_t of[kLanes];
  };
  struct F32 {
    float of[kLanes];
  };

  // function(lane) of each.
  template <class Register, class Function>
  static LOWP_INLINE Register Make(const Function& function) {
    Register made;
    for (int i = 0; i < kLanes; ++i) made.of[i] = function(i);
    return made;
  }

  static LOWP_INLINE I32 Load(const std::int32_t* p) {
    return Make<I32>([&](int i) { return p[i]; });
  }
  static LOWP_INLINE F32 Load(const float* p) {
    return Make<F32>([&](int i) { return p[i]; });
  }
  static LOWP_INLINE void Store(std::int32_t* p, const I32& x) {
    std::memcpy(p, x.of, sizeof(x.of));
  }
  static LOWP_INLINE void Store(float* p, const F32& x) {
    std::memcpy(p, x.of, sizeof(x.of));
  }
  static LOWP_INLINE I32 Set1(std::int32_t x) {
    return Make<I32>([&](int) { return x; });
  }
  static LOWP_INLINE I32 Add(const I32& x, const I32& y) {
    return Make<I32>([&](int i) { return lowp::Add(x.of[i], y.of[i]); });
  }
  static LOWP_INLINE F32 Add(const F32& x, const F32& y) {
    return Make<F32>([&](int i) { return x.of[i] + y.of[i]; });
  }
  static LOWP_INLINE F32 Mul(const F32& x, const F32& y) {
    return Make<F32>([&](int i) { return x.of[i] * y.of[i]; });
  }
  static LOWP_INLINE I32 Multiply(const I32& x, const I32& y) {
    return Make<I32>([&](int i) {
      return static_cast<std::int32_t>(static_cast<std::uint32_t>(x.of[i]) *
                                       static_cast<std::uint32_t>(y.of[i]));
    });
  }
  static LOWP_INLINE I32 SetShort(std::int32_t x) { return Set1(x); }
  static LOWP_INLINE I32 AddShortProduct(const I32& sum, const I32& x,
                                         const I32& y) {
    return Add(sum, Multiply(x, y));
  }
  static LOWP_INLINE F32 MulAdd(const F32& x, const F32& y, const F32& z) {
    return Make<F32>(
        [&](int i) { return __builtin_fmaf(x.of[i], y.of[i], z.of[i]); });
  }
  static LOWP_INLINE F32 ToF32(const I32& x) {
    return Make<F32>([&](int i) { return static_cast<float>(x.of[i]); });
  }
  static LOWP_INLINE I32 Bits(const F32& x) {
    return Make<I32>([&](int i) { return FloatScalar::Bits(x.of[i]); });
  }
  static LOWP_INLINE F32 FromBits(const I32& x) {
    return Make<F32>([&](int i) { return FloatScalar::FromBits(x.of[i]); });
  }
  static LOWP_INLINE I32 LoadIntegers(Scalar scalar, const void* p) {
    const std::uint8_t* const bytes = static_cast<const std::uint8_t*>(p);
    return Make<I32>([&](int i) {
      return FloatScalar::LoadIntegers(scalar, bytes + i * SizeOf(scalar));
    });
  }
  // Finite. See int4_lanes_avx2-inl.h.
  static LOWP_INLINE F32 LoadFloat16(const void* p) {
    const I32 bits = LoadIntegers(Scalar::kInt16, p);
    return Make<F32>([&](int i) {
      const float magnitude =
          FloatScalar::FromBits((bits.of[i] & 0x7FFF) << 13) * 0x1p112f;
      return bits.of[i] < 0 ? -magnitude : magnitude;
    });
  }
  static LOWP_INLINE F32 LoadBfloat16(const void* p) {
    const I32 bits = LoadIntegers(Scalar::kInt16, p);
    return Make<F32>([&](int i) {
      return FloatScalar::FromBits(static_cast<std::int32_t>(
          static_cast<std::uint32_t>(bits.of[i]) << 16));
    });
  }
};

struct Int4Scalar : Int4InOrder {
  using Lanes = Int4LanesScalar;
  using OneRow = Int4Scalar;
  using TwoRows = Int4Scalar;
  using Sums = Lanes::I32;
  static constexpr int kTileRows = 2;
  static constexpr int kTileStrips = 1;
  static constexpr bool kEndsInRegisters = false;
  // Compilers make vector code of it; the first two are estimated.
  static constexpr Int4Costs kCosts = {2, 2, 2, 0, 512, 0};

  static LOWP_INLINE void Clear(Sums* sums) { *sums = Lanes::Set1(0); }
  static LOWP_INLINE void Shift(Sums* sums) {
    for (std::int32_t& sum : sums->of) sum *= 16;
  }
  static LOWP_INLINE void Settle(Sums*) {}
  static LOWP_INLINE const Sums& SumsOf(const Sums& sums) { return sums; }

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    constexpr int kLine = kUnpacked ? 128 : 64;
    // Unrolled up to the loop over columns, of which compilers make vectors.
    for (int line = 0; line < kInt4Step / kInt4LineK; ++line) {
      const std::uint8_t* const values = b + line * kLine;
      for (int c = 0; c < kInt4Strip; ++c) {
        LOWP_UNROLL
        for (int i = 0; i < 4; ++i) {
          const std::uint8_t both = values[4 * c + i];
          const int low = kUnpacked ? both : both & 0xF;
          const int high = kUnpacked ? values[64 + 4 * c + i] : both >> 4;
          LOWP_UNROLL
          for (int r = 0; r < kRows; ++r) {
            const std::int8_t* const a = rows[r] + at + line * kInt4LineK + i;
            sums[r][0].of[c] += low * a[0] + high * a[4];
          }
        }
      }
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_INT4_SCALAR_INL_H_
