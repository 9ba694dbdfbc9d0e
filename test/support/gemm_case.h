// One product as a test describes it: shapes, types, orders, strides, offsets
// and values, as plain data. live_case.h runs it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_GEMM_CASE_H_
#define LOWP_TEST_SUPPORT_GEMM_CASE_H_

#include <cstdint>
#include <string>

#include "../../public/map.h"
#include "random_matrix.h"

namespace lowp_test {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;

// The first three are one value for the whole matrix, the others one per row of
// the lhs or column of the rhs.
enum class Offset {
  kZero,
  kExtreme,  // -255, -128, 128, 255, ...
  kWrap,     // any int32
  kVector,
  kVectorExtreme,
  kVectorWrap,
};
constexpr Offset kEveryOffset[] = {Offset::kZero,          Offset::kExtreme,
                                   Offset::kWrap,          Offset::kVector,
                                   Offset::kVectorExtreme, Offset::kVectorWrap};
constexpr Stride kEveryStride[] = {Stride::kTight, Stride::kPadded,
                                   Stride::kPowerOfTwo};
constexpr Scalar kEveryResult[] = {Scalar::kInt32, Scalar::kUint8,
                                   Scalar::kInt8, Scalar::kInt16,
                                   Scalar::kFloat32};

struct GemmCase {
  int rows = 1, depth = 1, cols = 1;
  Scalar lhs = Scalar::kUint8, rhs = Scalar::kUint8, result = Scalar::kInt32;
  bool lhs_row_major = true, rhs_row_major = true, result_row_major = true;
  Stride lhs_stride = Stride::kTight, rhs_stride = Stride::kTight;
  Stride result_stride = Stride::kTight;
  Offset lhs_offset = Offset::kZero, rhs_offset = Offset::kZero;
  Fill lhs_fill = Fill::kRandom, rhs_fill = Fill::kRandom;
  bool pack_lhs = false, pack_rhs = false;
  bool lend_workspace = false;  // exactly as much as the plan asks for
  bool prepare = false;         // as PreparedGemm does, then run
  int threads = 1;
  std::uint64_t seed = 1;
};

// The 32 combinations of operand types and storage orders.
constexpr int kTypesAndOrders = 32;
inline void SetTypesAndOrders(int index, GemmCase* c) {
  c->lhs = index & 1 ? Scalar::kInt8 : Scalar::kUint8;
  c->rhs = index & 2 ? Scalar::kInt8 : Scalar::kUint8;
  c->lhs_row_major = (index & 4) == 0;
  c->rhs_row_major = (index & 8) == 0;
  c->result_row_major = (index & 16) == 0;
}

// A case of combination `index`, modulo their number, with everything but its
// sizes, threads and packing at random.
inline GemmCase RandomCase(int index, Random* random) {
  GemmCase c;
  SetTypesAndOrders(index % kTypesAndOrders, &c);
  c.result = random->Pick(kEveryResult);
  c.lhs_stride = random->Pick(kEveryStride);
  c.rhs_stride = random->Pick(kEveryStride);
  c.result_stride = random->Pick(kEveryStride);
  c.lhs_offset = random->Pick(kEveryOffset);
  c.rhs_offset = random->Pick(kEveryOffset);
  c.lhs_fill = random->OneIn(2) ? Fill::kRandom : random->Pick(kEveryFill);
  c.rhs_fill = random->OneIn(2) ? Fill::kRandom : random->Pick(kEveryFill);
  c.lend_workspace = random->OneIn(3);
  c.prepare = random->OneIn(3);
  c.seed = random->Bits();
  return c;
}

inline std::string Describe(const GemmCase& c) {
  const auto type = [](Scalar scalar) {
    return std::string(scalar == Scalar::kUint8     ? "u8"
                       : scalar == Scalar::kInt8    ? "s8"
                       : scalar == Scalar::kInt16   ? "s16"
                       : scalar == Scalar::kFloat32 ? "f32"
                                                    : "s32");
  };
  const auto matrix = [&](Scalar scalar, bool row_major, Stride stride) {
    constexpr const char* kStrides[] = {"tight", "padded", "2^n", "large 2^n",
                                        "tight or 0"};
    return type(scalar) + (row_major ? " row-major " : " col-major ") +
           kStrides[static_cast<int>(stride)];
  };
  const auto number = [](int value) { return std::to_string(value); };
  return number(c.rows) + "x" + number(c.depth) + "x" + number(c.cols) +
         ": lhs " + matrix(c.lhs, c.lhs_row_major, c.lhs_stride) +
         (c.pack_lhs ? " packed" : "") + ", rhs " +
         matrix(c.rhs, c.rhs_row_major, c.rhs_stride) +
         (c.pack_rhs ? " packed" : "") + ", result " +
         matrix(c.result, c.result_row_major, c.result_stride) +
         (c.lend_workspace ? ", workspace lent" : "") +
         (c.prepare ? ", prepared" : "") + ", offset kinds " +
         number(static_cast<int>(c.lhs_offset)) + " " +
         number(static_cast<int>(c.rhs_offset)) + ", fills " +
         number(static_cast<int>(c.lhs_fill)) + " " +
         number(static_cast<int>(c.rhs_fill)) + ", " + number(c.threads) +
         " threads, seed " + std::to_string(c.seed);
}

// Calls f with a MatrixMap of the operand's type.
template <typename F>
auto WithMap(const MatrixRef& matrix, F f) {
  const auto with_type = [&](auto zero) {
    using T = const decltype(zero);
    T* const data = static_cast<T*>(matrix.data);
    if (matrix.row_major) {
      return f(MatrixMap<T, MapOrder::RowMajor>(data, matrix.rows, matrix.cols,
                                                matrix.stride));
    }
    return f(MatrixMap<T, MapOrder::ColMajor>(data, matrix.rows, matrix.cols,
                                              matrix.stride));
  };
  return matrix.scalar == Scalar::kUint8 ? with_type(std::uint8_t{})
                                         : with_type(std::int8_t{});
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_GEMM_CASE_H_
