// Bilinear interpolation. The loops have no intrinsics: every backend's
// compiler makes vector code of them.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_INTERPOLATE_INL_H_
#define LOWP_META_TENSOR_INTERPOLATE_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/operator_tasks.h"
#include "../simd/vectorized_loop.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Two positions on each of two rows.
template <typename T>
struct Corners {
  const T *x00, *x01, *x10, *x11;  // x01 is right of x00, x10 below
  // With its bits flipped an element is a T; T + moved is its value.
  int flip, moved;
};

// Sums of 2^20 values of 16 bits need 64 bits. They are divided by 2^20, with
// ties away from zero.
template <typename T>
LOWP_VECTORIZED void InterpolateIntegers(const Corners<T>& x,
                                         const InterpolateTask& task,
                                         std::int32_t u, T* __restrict result) {
  using Sum = std::conditional_t<(sizeof(T) > 1), std::int64_t, std::int32_t>;
  const T *const x00 = x.x00, *const x01 = x.x01;
  const T *const x10 = x.x10, *const x11 = x.x11;
  const int flip = x.flip;
  const std::int32_t v = task.distance.units;
  const std::int32_t w00 = (1024 - v) * (1024 - u), w01 = (1024 - v) * u;
  const std::int32_t w10 = v * (1024 - u), w11 = v * u;
  const Sum moved = Sum{x.moved} * (1 << 20);  // weights sum to 2^20
  constexpr Sum kHalf = 1 << 19;
  const int channels = task.channels;
  for (int c = 0; c < channels; ++c) {
    const Sum sum = moved + Sum{static_cast<T>(x00[c] ^ flip)} * w00 +
                    Sum{static_cast<T>(x10[c] ^ flip)} * w10 +
                    Sum{static_cast<T>(x01[c] ^ flip)} * w01 +
                    Sum{static_cast<T>(x11[c] ^ flip)} * w11;
    result[c] = static_cast<T>((sum + kHalf - (sum < 0 ? 1 : 0)) >> 20);
  }
}

// Bounds are not constants: compilers would make branches of the clamp.
template <typename T>
LOWP_VECTORIZED void InterpolateReals(const Corners<T>& x,
                                      const InterpolateTask& task, float u,
                                      T* __restrict result) {
  // In images of more positions than a float counts, weights are inexact, and
  // sums may exceed the type.
  const float low = static_cast<float>(task.low);
  const float high = static_cast<float>(task.high);
  const float v = task.distance.real;
  const T *const x00 = x.x00, *const x01 = x.x01;
  const T *const x10 = x.x10, *const x11 = x.x11;
  const int flip = x.flip, moved = x.moved;
  const float v0 = 1 - v, u0 = 1 - u;
  const auto value = [flip, moved](T bits) LOWP_INLINE_LAMBDA {
    return static_cast<float>(static_cast<T>(bits ^ flip) + moved);
  };
  const int channels = task.channels;
  for (int c = 0; c < channels; ++c) {
    const float sum = value(x00[c]) * v0 * u0 + value(x10[c]) * v * u0 +
                      value(x01[c]) * v0 * u + value(x11[c]) * v * u;
    const float above = sum + 0.5f;
    const float raised = above < low ? low : above;
    const float clamped = raised > high ? high : raised;
    // Compilers make no vector code of a floor.
    const std::int32_t whole = static_cast<std::int32_t>(clamped);
    const bool exceeds = static_cast<float>(whole) > clamped;
    result[c] = static_cast<T>(whole - (exceeds ? 1 : 0));
  }
}

// (1024 - v) * upper + v * lower of `count` elements: the columns between which
// places lie. Each serves the places on both sides of it, and few channels make
// as long a loop as many.
template <typename T>
LOWP_VECTORIZED void BlendRows(const Corners<T>& x, std::int32_t v,
                               std::size_t count,
                               std::int32_t* __restrict blended) {
  const T *const upper = x.x00, *const lower = x.x10;
  const int flip = x.flip;
  const std::int32_t above = 1024 - v, moved = x.moved * 1024;
  for (std::size_t i = 0; i < count; ++i) {
    blended[i] = moved + static_cast<T>(upper[i] ^ flip) * above +
                 static_cast<T>(lower[i] ^ flip) * v;
  }
}

// (1024 - u) * left + u * right for each place, of columns from element `begin`
// on. Channels are taken kLanes at a time, so that few ones need no loop: up to
// kLanes - 1 elements behind a place's are read and written, too. A type of the
// compiler holds them, for compilers make scalar code of such short loops.
template <int kLanes>
void BlendColumns(const PlaceBetween* places, int count, std::size_t begin,
                  int channels, const std::int32_t* blended,
                  std::int32_t* sums) {
  using Lanes __attribute__((vector_size(kLanes * 4))) = std::uint32_t;
  for (int i = 0; i < count; ++i, sums += channels) {
    const std::int32_t* const left = blended + (places[i].left - begin);
    const std::int32_t* const right = blended + (places[i].right - begin);
    const std::uint32_t u =
        static_cast<std::uint32_t>(places[i].distance.units);
    for (int c = 0; c < channels; c += kLanes) {
      Lanes x, y;
      std::memcpy(&x, left + c, sizeof(x));
      std::memcpy(&y, right + c, sizeof(y));
      x = x * (1024 - u) + y * u;
      std::memcpy(sums + c, &x, sizeof(x));
    }
  }
}

// Divides by 2^20, with ties away from zero.
template <typename T>
LOWP_VECTORIZED void NarrowSums(const std::int32_t* sums, std::size_t count,
                                T* __restrict result) {
  constexpr std::int32_t kHalf = 1 << 19;
  for (std::size_t i = 0; i < count; ++i) {
    result[i] = static_cast<T>((sums[i] + kHalf - (sums[i] < 0 ? 1 : 0)) >> 20);
  }
}

// Places that are interpolated together, and the columns that they lie between,
// in elements from the first place's left one.
struct PlacePiece {
  int first, count;
  std::size_t columns;
};
constexpr std::size_t kMaxPieceSums = 2048, kMaxPieceColumns = 8192;
// Channels that are blended at a time.
constexpr int kBlendedLanes = 8;

// The places from `first` on that fit; a single one may not.
inline PlacePiece PieceFrom(const InterpolateTask& task, int first) {
  const PlaceBetween* const places = task.places + first;
  const std::size_t channels = static_cast<std::size_t>(task.channels);
  const auto columns_to = [&](int place) LOWP_INLINE_LAMBDA {
    return places[place].right + channels - places[0].left;
  };
  const int left = task.count - first;
  const int room = static_cast<int>(kMaxPieceSums / channels);
  int count = 1;
  while (count < left && count < room && columns_to(count) <= kMaxPieceColumns)
    ++count;
  return {first, count, columns_to(count - 1)};
}

// Whether it pays to blend whole rows before places: not if they lie so far
// apart, where an image shrinks, that most columns are read in vain. Loops over
// few channels take so long that it still does.
inline bool IsWorthBlending(const InterpolateTask& task,
                            const PlacePiece& piece) {
  constexpr std::size_t kFewChannels = 32, kMaxColumnsForEachSum = 4;
  const std::size_t channels = static_cast<std::size_t>(task.channels);
  const std::size_t sums = static_cast<std::size_t>(piece.count) * channels;
  return sums <= kMaxPieceSums && piece.columns <= kMaxPieceColumns &&
         piece.columns <= (channels < kFewChannels
                               ? kMaxColumnsForEachSum * sums
                               : sums + 2 * channels);
}

// Elements of 8 bits between rows that are blended first.
template <typename T>
void InterpolateBlended(const InterpolateTask& task, const PlacePiece& piece,
                        int flip, int moved, T* result) {
  const PlaceBetween* const places = task.places + piece.first;
  const std::size_t channels = static_cast<std::size_t>(task.channels);
  const std::size_t begin = places[0].left;
  const T* const upper = static_cast<const T*>(task.upper) + begin;
  const T* const lower = static_cast<const T*>(task.lower) + begin;
  std::int32_t blended[kMaxPieceColumns + kBlendedLanes];
  std::int32_t sums[kMaxPieceSums + kBlendedLanes];
  BlendRows<T>({upper, upper, lower, lower, flip, moved}, task.distance.units,
               piece.columns, blended);
  for (int i = 0; i < kBlendedLanes; ++i) blended[piece.columns + i] = 0;
  const auto blend =
      task.channels <= 4 ? &BlendColumns<4> : &BlendColumns<kBlendedLanes>;
  blend(places, piece.count, begin, task.channels, blended, sums);
  NarrowSums(sums, static_cast<std::size_t>(piece.count) * channels, result);
}

// Each place from its four corners.
template <typename T>
void InterpolateCorners(const InterpolateTask& task, const PlacePiece& piece,
                        int flip, int moved, T* result) {
  const T* const upper = static_cast<const T*>(task.upper);
  const T* const lower = static_cast<const T*>(task.lower);
  for (int i = 0; i < piece.count; ++i, result += task.channels) {
    const PlaceBetween& place = task.places[piece.first + i];
    const Corners<T> corners = {upper + place.left,
                                upper + place.right,
                                lower + place.left,
                                lower + place.right,
                                flip,
                                moved};
    if (task.is_real) {
      InterpolateReals(corners, task, place.distance.real, result);
    } else {
      InterpolateIntegers(corners, task, place.distance.units, result);
    }
  }
}

template <typename T>
void InterpolateAs(const InterpolateTask& task, int flip, int moved) {
  T* result = static_cast<T*>(task.result);
  if (sizeof(T) > 1 || task.is_real) {
    return InterpolateCorners(task, {0, task.count, 0}, flip, moved, result);
  }
  for (int first = 0; first < task.count;) {
    const PlacePiece piece = PieceFrom(task, first);
    if (IsWorthBlending(task, piece)) {
      InterpolateBlended(task, piece, flip, moved, result);
    } else {
      InterpolateCorners(task, piece, flip, moved, result);
    }
    first += piece.count;
    result += std::ptrdiff_t{piece.count} * task.channels;
  }
}

// RegisterFamily::interpolate.
void Interpolate(const InterpolateTask& task) {
  if (task.scalar == Scalar::kInt16) {
    InterpolateAs<std::int16_t>(task, 0, 0);
  } else if (task.scalar == Scalar::kInt8) {
    InterpolateAs<std::int8_t>(task, 0, 0);
  } else {
    InterpolateAs<std::int8_t>(task, 0x80, 128);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_INTERPOLATE_INL_H_
