// Stages that read another matrix, for tests.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_MATRIX_STAGES_H_
#define LOWP_TEST_SUPPORT_MATRIX_STAGES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "../../public/stages/matrices.h"
#include "gemm_case.h"
#include "random_pipeline.h"

namespace lowp_test {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;

// An element of a matrix of any type: an integer, or the bits of a float.
inline std::int32_t EntryOf(const MatrixRef& matrix, int row, int col) {
  const std::ptrdiff_t stride = matrix.stride;
  const std::ptrdiff_t at =
      matrix.row_major ? row * stride + col : col * stride + row;
  const std::uint8_t* const p = static_cast<const std::uint8_t*>(matrix.data) +
                                at * SizeOf(matrix.scalar);
  std::int16_t word;
  std::int32_t number;
  switch (SizeOf(matrix.scalar)) {
    case 1:
      return matrix.scalar == Scalar::kUint8 ? *p
                                             : static_cast<std::int8_t>(*p);
    case 2:
      std::memcpy(&word, p, sizeof(word));
      return word;
    default:
      std::memcpy(&number, p, sizeof(number));
      return number;
  }
}

// Calls f with the matrix as a MatrixMap of its type and order.
template <MapOrder kOrder, typename F>
EpilogueOp WithTypedMapOf(const MatrixRef& m, F f) {
  const auto map = [&](auto scalar) {
    using T = decltype(scalar);
    return f(MatrixMap<const T, kOrder>(static_cast<const T*>(m.data), m.rows,
                                        m.cols, m.stride));
  };
  switch (m.scalar) {
    case Scalar::kUint8:
      return map(std::uint8_t{});
    case Scalar::kInt8:
      return map(std::int8_t{});
    case Scalar::kInt16:
      return map(std::int16_t{});
    default:
      return map(std::int32_t{});
  }
}
template <typename F>
EpilogueOp WithTypedMap(const MatrixRef& m, F f) {
  return m.row_major ? WithTypedMapOf<MapOrder::RowMajor>(m, f)
                     : WithTypedMapOf<MapOrder::ColMajor>(m, f);
}

inline Stage MakeMatrixAddition(const MatrixRef& matrix) {
  const EpilogueOp op = WithTypedMap(matrix, [](const auto& map) {
    return gemmlowp::internal::Lower(
        gemmlowp::OutputStageMatrixAddition<std::decay_t<decltype(map)>>{map});
  });
  return {"MatrixAddition", op, [matrix](std::int32_t x, int row, int col) {
            return Wrap(std::int64_t{x} + EntryOf(matrix, row, col));
          }};
}

inline std::int32_t ReferenceResidualAddition(
    std::int32_t x, std::int32_t residual,
    const gemmlowp::ResidualAdditionNumbers& n) {
  const auto finely = [&](std::int32_t value, std::int32_t zero_point) {
    return Wrap(Wrap(std::int64_t{value} - zero_point) *
                (std::int64_t{1} << n.left_shift));
  };
  const std::int64_t sum =
      std::int64_t{ReferenceScale(finely(x, n.input_zero_point),
                                  n.input_multiplier, n.input_exponent, 0,
                                  n.rounding)} +
      ReferenceScale(finely(residual, n.residual_zero_point),
                     n.residual_multiplier, n.residual_exponent, 0, n.rounding);
  return ReferenceScale(Wrap(sum), n.result_multiplier, n.result_exponent,
                        n.result_zero_point, n.rounding);
}

// `numbers` must outlive the stage.
inline Stage MakeResidualStage(
    const MatrixRef& matrix, const gemmlowp::ResidualAdditionNumbers* numbers) {
  EpilogueOp op = WithTypedMap(matrix, [](const auto& map) {
    return gemmlowp::internal::Lower(
        gemmlowp::OutputStageResidualAddition<std::decay_t<decltype(map)>>{map,
                                                                           {}});
  });
  op.residual = numbers;
  return {"ResidualAddition", op,
          [matrix, numbers](std::int32_t x, int row, int col) {
            return ReferenceResidualAddition(x, EntryOf(matrix, row, col),
                                             *numbers);
          }};
}

// For the bits of floats.
inline Stage MakeDequantizedAddition(const MatrixRef& matrix,
                                     std::int32_t zero_point, float scale) {
  const EpilogueOp op = WithTypedMap(matrix, [=](const auto& map) {
    return gemmlowp::internal::Lower(
        gemmlowp::OutputStageDequantizedAddition<std::decay_t<decltype(map)>>{
            map, zero_point, scale});
  });
  return {"DequantizedAddition", op, [=](std::int32_t x, int row, int col) {
            const std::int32_t number =
                Wrap(std::int64_t{EntryOf(matrix, row, col)} - zero_point);
            const float value = static_cast<float>(number) * scale;
            return BitsOf(FloatOf(x) + value);
          }};
}

// A matrix of the size of the maker's result, with any type, order, stride and
// values.
inline MatrixRef AnyMatrix(StageMaker* maker) {
  Random* const random = maker->random();
  const MatrixRef matrix =
      MakeMatrix(random->Pick({Scalar::kUint8, Scalar::kInt8, Scalar::kInt16,
                               Scalar::kInt32}),
                 maker->rows(), maker->cols(), random->OneIn(2),
                 random->Pick(kEveryStride), maker->memory());
  auto* const bytes =
      static_cast<std::uint8_t*>(const_cast<void*>(matrix.data));
  const std::size_t count = Extent(matrix) * SizeOf(matrix.scalar);
  for (std::size_t i = 0; i < count; ++i) {
    bytes[i] = static_cast<std::uint8_t>(random->Bits());
  }
  maker->memory()->MakeReadOnly(bytes);
  return matrix;
}

inline Stage AnyMatrixAddition(StageMaker* maker) {
  return MakeMatrixAddition(AnyMatrix(maker));
}

inline Stage AnyResidualAddition(StageMaker* maker) {
  Random* const random = maker->random();
  const auto exponent = [&] {
    return random->OneIn(2) ? random->Between(-31, 31) : random->Between(-9, 0);
  };
  auto* const numbers = reinterpret_cast<gemmlowp::ResidualAdditionNumbers*>(
      maker->memory()->Get(sizeof(gemmlowp::ResidualAdditionNumbers),
                           alignof(gemmlowp::ResidualAdditionNumbers)));
  *numbers = {
      random->OneIn(2) ? 20 : random->Between(0, 30),
      random->OneIn(2) ? random->Between(-128, 255) : random->WildInt32(),
      random->WildInt32(),
      exponent(),
      random->WildInt32(),
      random->WildInt32(),
      exponent(),
      random->WildInt32(),
      exponent(),
      random->WildInt32(),
      random->Pick(kEveryRounding)};
  maker->memory()->MakeReadOnly(numbers);
  return MakeResidualStage(AnyMatrix(maker), numbers);
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_MATRIX_STAGES_H_
