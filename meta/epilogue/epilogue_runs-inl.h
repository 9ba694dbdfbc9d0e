// The simple operations of an interpreted epilogue. A run of them is applied to
// a block of registers, so that each value is loaded and stored only once.
// Included by register families only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_RUNS_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_RUNS_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "epilogue_block-inl.h"
#include "epilogue_fixed_point-inl.h"
#include "epilogue_float-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Simd>
struct BiasFunction {
  using I32 = typename Simd::I32;
  LOWP_INLINE I32 operator()(I32 x, I32 bias) const {
    return Simd::Add(x, bias);
  }
};

template <class Simd>
struct ProductFunction {
  using I32 = typename Simd::I32;
  LOWP_INLINE I32 operator()(I32 x, I32 factor) const { return Mul(x, factor); }
};

template <class Simd>
struct DivideByPOTFunction {
  std::int32_t exponent;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x) const {
    return RoundingDivideByPOT(x, Simd::Set1(exponent));
  }
};

template <class Simd>
struct ClampFunction {
  std::int32_t low, high;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x) const {
    return Simd::Min(Simd::Max(x, Simd::Set1(low)), Simd::Set1(high));
  }
};

template <class Simd>
struct TruncateFunction {
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x) const {
    return BitAnd(x, Simd::Set1(0xFF));
  }
};

// The fused scaling. `lanes` are its constants for the panel, unless they vary
// along rows. What special scalings need besides is asked for each register:
// code of their own would be as much again.
template <class Simd, int kRows, int kVectors>
LOWP_INLINE void ScaleBlock(const FixedPointEpilogue& fused,
                            const typename Simd::FixedPointLanes* lanes,
                            Block<Simd, kRows, kVectors>* block) {
  typename Simd::FixedPointLanes of_rows[kRows];
  const bool by_row = fused.along == Along::kRows;
  if (by_row) {
    for (int r = 0; r < kRows; ++r) {
      of_rows[r] = LanesOfRow(FixedPointInIntegers<Simd>{&fused}, fused,
                              block->ResultRow(r));
    }
    lanes = of_rows;
  }
  const int row_step = by_row ? 1 : 0;
  const int column_step = fused.along == Along::kCols ? 1 : 0;
  OnPath<Simd>(fused.path, [&](auto path) LOWP_INLINE_LAMBDA {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        block->x[r][v] = ScaleLanes<Simd, path>(
            block->x[r][v], lanes[r * row_step + v * column_step],
            fused.special, fused.shifts_left);
      }
    }
  });
}

// Applies operations from `op` on; returns the first that is not simple, or
// `end`.
template <class Simd, class Block>
LOWP_INLINE const EpilogueOp* ApplyRun(
    const Epilogue& epilogue, const EpilogueOp* op, const EpilogueOp* end,
    const typename Simd::FixedPointLanes* lanes, Block* block) {
  for (; op != end; ++op) {
    switch (op->kind) {
      case EpilogueKind::kBias:
        block->Map(op->first, BiasFunction<Simd>());
        break;
      case EpilogueKind::kFixedPoint:
        if (op != epilogue.fused_op) return op;
        ScaleBlock<Simd>(epilogue.fixed_point, lanes, block);
        break;
      case EpilogueKind::kQuantizeDown:
        block->Map(op->first, BiasFunction<Simd>());
        block->Map(op->second, ProductFunction<Simd>());
        block->Map(DivideByPOTFunction<Simd>{op->offset});
        break;
      case EpilogueKind::kClamp:
        block->Map(ClampFunction<Simd>{op->low, op->high});
        break;
      case EpilogueKind::kTruncate:
        block->Map(TruncateFunction<Simd>());
        break;
      case EpilogueKind::kDequantize:
        block->Map(op->factor, DequantizeFunction<Simd>());
        break;
      case EpilogueKind::kAddFloat:
        block->Map(op->factor, FloatFunction<Simd, Plus<Simd>>());
        break;
      case EpilogueKind::kMultiplyFloat:
        block->Map(op->factor, FloatFunction<Simd, Times<Simd>>());
        break;
      case EpilogueKind::kDivideFloat:
        block->Map(op->factor, FloatFunction<Simd, Over<Simd>>());
        break;
      case EpilogueKind::kLeakyFloat:
        block->Map(op->factor, FloatFunction<Simd, Leaky<Simd>>());
        break;
      case EpilogueKind::kClampFloat:
        block->Map(ClampFloatFunction<Simd>{op->float_low, op->float_high});
        break;
      case EpilogueKind::kScaleFloat:
        block->Map(op->factor, DequantizeFunction<Simd>());
        QuantizeBlock<Simd>(*op, block);
        break;
      case EpilogueKind::kQuantize:
        QuantizeBlock<Simd>(*op, block);
        break;
      case EpilogueKind::kPreAndPostShift:
      case EpilogueKind::kTanh:
      case EpilogueKind::kLeakyRelu:
      case EpilogueKind::kLogisticQ4:
      case EpilogueKind::kTanhQ4:
      case EpilogueKind::kHardSwish:
      case EpilogueKind::kTable:
      case EpilogueKind::kAddMatrix:
      case EpilogueKind::kAddDequantized:
      case EpilogueKind::kAddResidual:
      case EpilogueKind::kCall:
      case EpilogueKind::kScaleDouble:
        return op;
    }
  }
  return op;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_RUNS_INL_H_
