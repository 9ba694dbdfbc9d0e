// A random product with 4-bit weights, and its results by the definition in
// gemm_int4.h, one scalar at a time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_INT4_CASE_H_
#define LOWP_TEST_SUPPORT_INT4_CASE_H_

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "../../internal/quantization/half.h"
#include "../../public/int4/gemm_int4.h"
#include "random_matrix.h"

namespace lowp_test {

using gemmlowp::Bfloat16;
using gemmlowp::Float16;
using gemmlowp::Int4Options;
using gemmlowp::Int4Result;
using gemmlowp::Int4Rows;
using gemmlowp::Int4Scales;
using gemmlowp::Int4ScaleType;
using gemmlowp::Int4Sum;
using gemmlowp::Int4ZeroPoints;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedInt4;
using gemmlowp::Status;
using gemmlowp::internal::Int4ResultType;

struct Int4Shape {
  int m, n, k, group;  // group 0: one for each column
};

inline float FloatOfBits(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}
inline std::uint32_t BitsOf(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}

struct Int4Case {
  Int4Shape shape = {};
  bool signed_weights = false, signed_rows = true;
  bool has_zero_points = false;
  bool has_8_bits = false;
  bool rows_vary = false;  // zero points of rows, one each
  Int4ScaleType scale_type = Int4ScaleType::kFloat32;
  Int4Options options;
  Int4ResultType result = Int4ResultType::kFloat32;
  // k x n and groups x n, row-major, as the caller has them.
  std::vector<int> weights, zeros;
  std::vector<int> a;  // m x k
  std::vector<std::int32_t> row_zeros;
  std::vector<float> row_scales, bias;
  std::vector<std::uint32_t> scales;  // bits, groups x n

  int group() const { return shape.group == 0 ? shape.k : shape.group; }
  int groups() const { return shape.k == 0 ? 0 : shape.k / group(); }
  int Zero(int g, int c) const {
    return has_zero_points ? zeros[g * shape.n + c] : signed_weights ? 0 : 8;
  }
  int RowZero(int r) const {
    return row_zeros.empty()       ? 0
           : row_zeros.size() == 1 ? row_zeros[0]
                                   : row_zeros[static_cast<std::size_t>(r)];
  }
  float Scale(int g, int c) const {
    const std::uint32_t bits =
        scales[static_cast<std::size_t>(g * shape.n + c)];
    return scale_type == Int4ScaleType::kFloat32 ? FloatOfBits(bits)
           : scale_type == Int4ScaleType::kFloat16
               ? gemmlowp::internal::FloatOfHalf(
                     static_cast<std::uint16_t>(bits))
               : FloatOfBits(bits << 16);
  }
  std::int64_t IntegerScale(int g, int c) const {
    return scale_type == Int4ScaleType::kNone
               ? 1
               : static_cast<std::int32_t>(
                     scales[static_cast<std::size_t>(g * shape.n + c)]);
  }

  std::int32_t GroupSum(int r, int g, int c) const;
  std::int64_t Sum(int r, int c) const {
    std::int64_t sum = 0;
    for (int g = 0; g < groups(); ++g) {
      sum += IntegerScale(g, c) * GroupSum(r, g, c);
    }
    return sum;
  }

  float Float(int r, int c) const {
    float total = 0;
    for (int g = 0; g < groups(); ++g) {
      const float sum = static_cast<float>(GroupSum(r, g, c));
      if (options.sum == Int4Sum::kFused) {
        total = std::fmaf(sum, Scale(g, c), total);
      } else {
        const float term = sum * Scale(g, c);
        total = total + term;
      }
    }
    if (!row_scales.empty()) total = total * row_scales[r];
    if (!bias.empty()) total = total + bias[c];
    return total;
  }

  // The bits of the result.
  std::uint32_t Result(int r, int c) const {
    const float value = Float(r, c);
    switch (result) {
      case Int4ResultType::kFloat32:
        return std::isnan(value) ? 0x7FC00000 : BitsOf(value);
      case Int4ResultType::kFloat16:
        return std::isnan(value)   ? 0x7E00
               : std::isinf(value) ? (value < 0 ? 0xFC00 : 0x7C00)
                                   : gemmlowp::internal::HalfOf(value);
      case Int4ResultType::kBfloat16:
        break;
    }
    if (std::isnan(value)) return 0x7FC0;
    const std::uint32_t down = BitsOf(value) >> 16;
    if (std::isinf(value)) return down;
    // The neighbour away from zero may be infinite: as far as the next power.
    const double x = value;
    const double low = FloatOfBits(down << 16);
    const double high = (down & 0x7FFF) == 0x7F7F
                            ? std::copysign(0x1p128, x)
                            : FloatOfBits((down + 1) << 16);
    const double to_low = std::abs(x - low), to_high = std::abs(high - x);
    return to_low < to_high || (to_low == to_high && down % 2 == 0) ? down
                                                                    : down + 1;
  }
};

// Values of every kind: usual, extreme, mixed.
inline int RandomValue(Random* random, int low, int high, int kind) {
  return kind == 0   ? random->Between(low, high)
         : kind == 1 ? (random->OneIn(2) ? low : high)
         : kind == 2 ? low
                     : high;
}

inline std::uint32_t RandomScale(Random* random, Int4ScaleType type,
                                 bool wild) {
  if (type == Int4ScaleType::kInt32) {
    return static_cast<std::uint32_t>(random->Between(-30, 30));
  }
  for (;;) {
    std::uint32_t bits = static_cast<std::uint32_t>(random->Bits());
    if (!wild) {
      const float usual =
          static_cast<float>(random->Between(-1000, 5000)) / 65536;
      bits = type == Int4ScaleType::kFloat16
                 ? gemmlowp::internal::HalfOf(usual)
                 : BitsOf(usual) >> (type == Int4ScaleType::kBfloat16 ? 16 : 0);
    }
    if (type != Int4ScaleType::kFloat32) bits &= 0xFFFF;
    const std::uint32_t exponent = type == Int4ScaleType::kFloat32 ? 0x7F800000
                                   : type == Int4ScaleType::kFloat16 ? 0x7C00
                                                                     : 0x7F80;
    if ((bits & exponent) != exponent) return bits;
  }
}

inline Int4Case RandomInt4Case(const Int4Shape& shape, Random* random) {
  Int4Case made;
  made.shape = shape;
  made.signed_weights = random->OneIn(2);
  made.signed_rows = !random->OneIn(3);
  made.has_zero_points = random->OneIn(2);
  constexpr Int4ScaleType kTypes[] = {Int4ScaleType::kFloat32,
                                      Int4ScaleType::kFloat16,
                                      Int4ScaleType::kBfloat16};
  constexpr Int4ResultType kResults[] = {Int4ResultType::kFloat32,
                                         Int4ResultType::kFloat16,
                                         Int4ResultType::kBfloat16};
  made.scale_type = random->Pick(kTypes);
  made.result = random->Pick(kResults);
  if (random->OneIn(3)) made.options.sum = Int4Sum::kFused;
  const int low = made.signed_weights ? -8 : 0;
  const int weight_kind = random->OneIn(2) ? 0 : random->Between(1, 3);
  const int row_kind = random->OneIn(2) ? 0 : random->Between(1, 3);
  const bool wild = random->OneIn(4);
  const std::size_t k = static_cast<std::size_t>(shape.k);
  made.weights.resize(k * shape.n);
  for (int& w : made.weights) {
    w = RandomValue(random, low, low + 15, weight_kind);
  }
  made.zeros.resize(static_cast<std::size_t>(made.groups()) * shape.n);
  for (int& z : made.zeros) z = random->Between(low, low + 16);
  made.scales.resize(made.zeros.size());
  for (std::uint32_t& s : made.scales) {
    s = RandomScale(random, made.scale_type, wild);
  }
  const int a_low = made.signed_rows ? -128 : 0;
  made.a.resize(k * shape.m);
  for (int& a : made.a) a = RandomValue(random, a_low, a_low + 255, row_kind);
  const int zero_points = random->Between(0, 2);
  made.row_zeros.resize(
      static_cast<std::size_t>(zero_points == 2 ? shape.m : zero_points));
  for (std::int32_t& z : made.row_zeros)
    z = random->Between(a_low, a_low + 255);
  if (random->OneIn(2)) {
    for (int r = 0; r < shape.m; ++r) {
      made.row_scales.push_back(static_cast<float>(random->Between(-100, 300)) /
                                1024);
    }
  }
  if (random->OneIn(2)) {
    for (int c = 0; c < shape.n; ++c) {
      made.bias.push_back(static_cast<float>(random->Between(-99, 99)) / 7);
    }
  }
  return made;
}

// Gives the case weights of 8 bits.
inline void Widen(Int4Case* test, Random* random) {
  test->has_8_bits = test->signed_weights = true;
  test->has_zero_points = false;
  const int kind = random->OneIn(2) ? 0 : random->Between(1, 3);
  for (int& w : test->weights) w = RandomValue(random, -128, 127, kind);
}

// The arguments of a case in memory of the caller's types.
struct Int4Arguments {
  explicit Int4Arguments(const Int4Case& from) : test(from) {
    for (int a : test.a) rows.push_back(static_cast<std::uint8_t>(a));
    for (int w : test.weights) weights.push_back(static_cast<std::uint8_t>(w));
    for (int z : test.zeros) zeros.push_back(static_cast<std::uint8_t>(z));
    for (std::uint32_t s : test.scales) {
      halves.push_back(static_cast<std::uint16_t>(s));
      integers.push_back(static_cast<std::int32_t>(s));
      floats.push_back(FloatOfBits(s));
    }
    options = test.options;
    options.bias = test.bias.empty() ? nullptr : test.bias.data();
  }

  Int4Scales Scales() const {
    const int n = test.shape.n;
    switch (test.scale_type) {
      case Int4ScaleType::kNone:
        return Int4Scales::None();
      case Int4ScaleType::kFloat32:
        return Int4Scales::Of(floats.data(), n);
      case Int4ScaleType::kFloat16:
        return Int4Scales::Of(reinterpret_cast<const Float16*>(halves.data()),
                              n);
      case Int4ScaleType::kBfloat16:
        return Int4Scales::Of(reinterpret_cast<const Bfloat16*>(halves.data()),
                              n);
      case Int4ScaleType::kInt32:
        break;
    }
    return Int4Scales::Of(integers.data(), n);
  }

  template <typename T>
  Status PackAs(PackedInt4* packed) const {
    Int4ZeroPoints<T> zero_points;
    if (test.has_zero_points) {
      zero_points = {reinterpret_cast<const T*>(zeros.data()), test.shape.n, 1};
    }
    return PackedInt4::Pack(MatrixMap<const T, MapOrder::RowMajor>(
                                reinterpret_cast<const T*>(weights.data()),
                                test.shape.k, test.shape.n),
                            test.shape.group, Scales(), zero_points, packed);
  }
  Status Pack(PackedInt4* packed) const {
    if (test.has_8_bits) {
      return PackedInt4::PackBytes(
          MatrixMap<const std::int8_t, MapOrder::RowMajor>(
              reinterpret_cast<const std::int8_t*>(weights.data()),
              test.shape.k, test.shape.n),
          test.shape.group, Scales(), packed);
    }
    return test.signed_weights ? PackAs<std::int8_t>(packed)
                               : PackAs<std::uint8_t>(packed);
  }

  // `count` rows from `first` on, which lie k + gap values apart in `memory`.
  template <typename T>
  Int4Rows RowsAs(const std::uint8_t* memory, int count, int stride) const {
    return Int4Rows(MatrixMap<const T, MapOrder::RowMajor>(
        reinterpret_cast<const T*>(memory), count, test.shape.k, stride));
  }
  Int4Rows Rows(const std::uint8_t* memory, int first, int count,
                int stride) const {
    const std::uint8_t* const from = memory + std::ptrdiff_t{first} * stride;
    Int4Rows made = test.signed_rows
                        ? RowsAs<std::int8_t>(from, count, stride)
                        : RowsAs<std::uint8_t>(from, count, stride);
    if (!test.row_scales.empty()) made.scales = test.row_scales.data() + first;
    if (test.row_zeros.size() == 1 || !test.row_zeros.empty()) {
      const bool one = test.row_zeros.size() == 1;
      made.zero_points = test.row_zeros.data() + (one ? 0 : first);
      made.zero_point_count = one ? 1 : count;
    }
    return made;
  }
  Int4Rows Rows() const {
    return Rows(rows.data(), 0, test.shape.m, test.shape.k);
  }

  const Int4Case& test;
  std::vector<std::uint8_t> rows, weights, zeros;
  std::vector<std::uint16_t> halves;
  std::vector<std::int32_t> integers;
  std::vector<float> floats;
  Int4Options options;
};

// A float result of either size, with a gap behind each row.
struct Int4Output {
  Int4Output(Int4ResultType type, int rows, int columns, int gap = 3)
      : type(type),
        stride(columns + gap),
        bytes(static_cast<std::size_t>(rows * stride * Size() + 4), 0xA5) {}
  int Size() const { return type == Int4ResultType::kFloat32 ? 4 : 2; }
  Int4Result Get() { return {type, bytes.data(), stride}; }
  std::uint32_t At(int r, int c) const {
    std::uint32_t bits = 0;
    std::memcpy(&bits, bytes.data() + (r * stride + c) * Size(),
                static_cast<std::size_t>(Size()));
    return bits;
  }

  Int4ResultType type;
  int stride;
  std::vector<std::uint8_t> bytes;
};

inline std::string Describe(const Int4Case& test) {
  const Int4Shape& s = test.shape;
  return "m " + std::to_string(s.m) + " n " + std::to_string(s.n) + " k " +
         std::to_string(s.k) + " group " + std::to_string(s.group) +
         " scales " + std::to_string(static_cast<int>(test.scale_type)) +
         (test.has_zero_points ? " zero points" : "") +
         (test.signed_rows ? " s8" : " u8") + " row zeros " +
         std::to_string(test.row_zeros.size()) +
         (test.options.sum == Int4Sum::kFused ? " fused" : "") + " result " +
         std::to_string(static_cast<int>(test.result));
}

inline PackedInt4 Packed(const Int4Arguments& arguments) {
  PackedInt4 packed;
  const Status status = arguments.Pack(&packed);
  EXPECT_TRUE(status.ok()) << status.message();
  return packed;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_INT4_CASE_H_
