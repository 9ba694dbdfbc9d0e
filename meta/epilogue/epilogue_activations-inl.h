// The activation operations of an interpreted epilogue, as functions of one
// register of a tile. Included by register families only, each of which
// compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_ACTIVATIONS_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_ACTIVATIONS_INL_H_

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "activations-inl.h"
#include "epilogue_tile-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Simd>
struct LeakyReluFunction {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    return LeakyRelu<Simd>(
        Sub(x, Simd::Set1(op.low)), LoadParameter<Simd>(op.first, tile, r, c),
        LoadParameter<Simd>(op.second, tile, r, c),
        LoadParameter<Simd>(op.more[0], tile, r, c),
        LoadParameter<Simd>(op.more[1], tile, r, c), op.offset, op.rounding);
  }
};

template <class Simd, bool kTanh>
struct SigmoidQ4Function {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    return SigmoidQ4<Simd, kTanh>(op.sigmoid, x,
                                  LoadParameter<Simd>(op.first, tile, r, c),
                                  LoadParameter<Simd>(op.second, tile, r, c));
  }
};

template <class Simd>
struct HardSwishFunction {
  const EpilogueOp& op;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int,
                                            int) const {
    return HardSwish<Simd>(op.hard_swish, x);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_ACTIVATIONS_INL_H_
