// What products with 4-bit weights need besides the product: rows read, panels
// unpacked, totals finished. Plain loops, which compilers turn into vector code
// of each backend.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_INT4_ROWS_INL_H_
#define LOWP_META_GEMM_INT4_ROWS_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/contract/int4_task.h"
#include "../../internal/detect_platform.h"
#include "int4_tiles-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Int4Kernel::read_row.
void ReadInt4Row(const Int4RowTask& task) {
  int group = 0;
  std::int8_t* copy = task.copy;
  for (int from = 0; from < task.k; from += task.group, ++group) {
    const int count = task.k - from < task.group ? task.k - from : task.group;
    const std::uint8_t* const values = task.row + from;
    std::int32_t sum = 0;
    for (int i = 0; i < count; ++i) {
      sum += static_cast<std::int8_t>(values[i] ^ task.flip);
    }
    task.terms[group] = task.factor * sum;
    if (copy == nullptr) continue;
    for (int i = 0; i < count; ++i) {
      copy[i] = static_cast<std::int8_t>(values[i] ^ task.flip);
    }
    for (int i = count; i < task.padded_group; ++i) copy[i] = 0;
    copy += task.padded_group;
  }
}

// The task with unpacked weights, a line of which becomes two.
LOWP_INLINE void ReadUnpacked(const std::uint8_t* unpacked, Int4Task* task) {
  task->b = unpacked;
  task->half_stride =
      std::ptrdiff_t{task->padded_group} * task->strips * kInt4Strip;
  task->b_stride = task->halves * task->half_stride;
}

LOWP_INLINE int LinesOfBlock(const Int4Task& task) {
  return task.halves * task.strips * task.padded_group / kInt4LineK;
}

// Int4Unpacking::unpack, of most kernels: low halves, then high ones.
void UnpackInt4(std::uint8_t* unpacked, Int4Task* task) {
  std::uint8_t* to = unpacked;
  const std::uint8_t* block = task->b;
  const int lines = LinesOfBlock(*task);
  for (int g = 0; g < task->groups; ++g, block += task->b_stride) {
    const std::uint8_t* from = block;
    for (int i = 0; i < lines; ++i) {
      for (int j = 0; j < kInt4LineBytes; ++j) {
        to[j] = from[j] & 0xF;
        to[kInt4LineBytes + j] = static_cast<std::uint8_t>(from[j] >> 4);
      }
      from += kInt4LineBytes;
      to += 2 * kInt4LineBytes;
    }
  }
  ReadUnpacked(unpacked, task);
}

// What most policies have in common: sums are where they belong from the
// beginning, and halves of lines are unpacked one after the other.
struct Int4InOrder {
  template <class Sums, int kRows, int kVectors>
  static LOWP_INLINE void Arrange(Sums (&)[kRows][kVectors]) {}
  static void Unpack(std::uint8_t* unpacked, Int4Task* task) {
    UnpackInt4(unpacked, task);
  }
};

// Int4Kernel::widen_scales.
template <class Lanes>
void WidenInt4Scales(const Int4ScalesTask& task) {
  for (int g = 0; g < task.groups; ++g) {
    const std::uint8_t* const scales = task.scales + g * task.scales_stride;
    float* const floats = task.floats + g * kInt4Nr;
    for (int c = 0; c < task.columns; c += Lanes::kLanes) {
      Lanes::Store(floats + c, LoadScales<Lanes>(task.type, scales, c));
    }
  }
}

LOWP_INLINE std::uint32_t BitsOfFloat(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}
LOWP_INLINE float FloatOfBits(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}

LOWP_INLINE std::uint32_t WithoutPayload(float x) {
  return x == x ? BitsOfFloat(x) : 0x7FC00000u;
}

// To nearest, ties to even; the upper half of the bits.
LOWP_INLINE std::uint16_t RoundToBfloat16(std::uint32_t bits) {
  const std::uint32_t odd = bits >> 16 & 1;
  const std::uint32_t rounded = bits + 0x7FFF + odd;
  // A NaN has no payload here, so that rounding cannot carry into its sign.
  return static_cast<std::uint16_t>(rounded >> 16);
}

// The same to half precision. Subnormal results are multiples of 2^-24: an
// addition to 0.5 rounds a magnitude to those, in the lowest bits.
LOWP_INLINE std::uint16_t RoundToFloat16(std::uint32_t bits) {
  const std::uint32_t sign = bits >> 16 & 0x8000;
  const std::uint32_t magnitude = bits & 0x7FFFFFFF;
  const std::uint32_t normal =
      (magnitude - (112u << 23) + 0xFFF + (magnitude >> 13 & 1)) >> 13;
  const float half = 0.5f;
  const std::uint32_t subnormal =
      BitsOfFloat(FloatOfBits(magnitude) + half) - BitsOfFloat(half);
  const std::uint32_t special = magnitude > 0x7F800000 ? 0x7E00 : 0x7C00;
  std::uint32_t half_bits = magnitude < 113u << 23 ? subnormal : normal;
  half_bits = magnitude >= 143u << 23 ? special : half_bits;
  return static_cast<std::uint16_t>(sign | half_bits);
}

// Int4Kernel::finish.
void FinishInt4(const Int4FinishTask& task) {
  const float* const bias = task.bias;
  for (int r = 0; r < task.rows; ++r) {
    const std::int32_t* const totals = task.totals + r * kInt4Nr;
    std::uint32_t bits[kInt4Nr];
    const float scale = task.row_scales == nullptr ? 1 : task.row_scales[r];
    if (task.bias == nullptr) {
      for (int c = 0; c < kInt4Nr; ++c) {
        bits[c] = WithoutPayload(
            FloatOfBits(static_cast<std::uint32_t>(totals[c])) * scale);
      }
    } else {
      for (int c = 0; c < task.columns; ++c) {
        bits[c] = WithoutPayload(
            FloatOfBits(static_cast<std::uint32_t>(totals[c])) * scale +
            bias[c]);
      }
    }
    std::uint8_t* const out = task.result + r * task.result_stride;
    std::uint16_t* const halves = reinterpret_cast<std::uint16_t*>(out);
    switch (task.type) {
      case Int4ResultType::kFloat32:
        std::memcpy(out, bits, std::size_t{4} * task.columns);
        break;
      case Int4ResultType::kFloat16:
        for (int c = 0; c < task.columns; ++c) {
          halves[c] = RoundToFloat16(bits[c]);
        }
        break;
      case Int4ResultType::kBfloat16:
        for (int c = 0; c < task.columns; ++c) {
          halves[c] = RoundToBfloat16(bits[c]);
        }
        break;
    }
  }
}

template <class Kernel>
constexpr Int4Kernel MakeInt4Kernel() {
  Int4Kernel kernel = {Kernel::kTileRows,
                       Kernel::kCosts,
                       &ReadInt4Row,
                       &WidenInt4Scales<typename Kernel::Lanes>,
                       &MultiplyInt4<Kernel>,
                       &FinishInt4,
                       {nullptr, nullptr, kInt4Step}};
  if constexpr (kUnpacksInt4<Kernel>) {
    kernel.unpacking.unpack = &Kernel::Unpack;
    kernel.unpacking.multiply = &MultiplyUnpackedInt4<Kernel>;
  }
  return kernel;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_INT4_ROWS_INL_H_
