// The epilogues that nearly everyone uses, checked and prepared in one pass of
// a few dozen instructions: a cached product does this every time. Inline,
// because a call takes 3% of a tiny product's time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_USUAL_EPILOGUE_H_
#define LOWP_INTERNAL_EPILOGUE_USUAL_EPILOGUE_H_

#include <cstddef>
#include <cstdint>

#include "../compiler.h"
#include "../contract/kernel.h"
#include "common_bits.h"
#include "fuse_fixed_point.h"
#include "prepare_epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A result and its bytes, from the first to the last one.
struct Destination {
  const MatrixRef& result;
  std::size_t bytes;
};

// Whether a parameter is one value, or has one for each row or column, apart
// from the result.
template <typename Parameter>
LOWP_ALWAYS_INLINE bool IsValid(const Parameter& parameter,
                                const Destination& to) {
  if (parameter.along == Along::kAll) return true;
  if (parameter.size !=
          (parameter.along == Along::kRows ? to.result.rows : to.result.cols) ||
      parameter.data == nullptr) {
    return false;
  }
  // The two share a byte exactly if the distance from the result's first byte
  // to the vector's last one, modulo the address space, is less than the bytes
  // of both minus 1.
  const std::uint64_t to_last =
      static_cast<std::uint64_t>(parameter.size) * sizeof(*parameter.data) - 1;
  const std::uintptr_t last = reinterpret_cast<std::uintptr_t>(parameter.data) +
                              static_cast<std::uintptr_t>(to_last);
  return last - reinterpret_cast<std::uintptr_t>(to.result.data) >=
         to.bytes + to_last;
}

LOWP_ALWAYS_INLINE Along Oriented(Along along, bool transposed) {
  return transposed ? Transposed(along) : along;
}

// Whether exponents are right shifts that leave room for the offset.
LOWP_ALWAYS_INLINE bool AreUsualExponents(const CommonBits& exponents,
                                          std::int32_t offset) {
  return exponents.AreWithin(-31, -1) && LeavesRoom(offset, exponents.all);
}

// ChoosePath in fuse_fixed_point.cc has the general conditions.
LOWP_ALWAYS_INLINE bool FuseUsualFixedPoint(const EpilogueOp& op,
                                            const Destination& to,
                                            bool transposed,
                                            FixedPointEpilogue* fused,
                                            FixedPointBits* bits) {
  const Along along = op.first.along;
  if (op.second.along != along ||
      op.rounding > FixedPointRounding::kSingleUpward ||
      op.overflow != FixedPointOverflow::kWrap) {
    return false;
  }
  if (along == Along::kAll) {
    const std::int32_t multiplier = op.first.value;
    std::int32_t exponent = op.second.value;
    if (op.second_is_right_shift) {
      exponent =
          static_cast<std::int32_t>(0 - static_cast<std::uint32_t>(exponent));
    }
    if (multiplier < 0 || !AreUsualExponents({exponent, exponent}, op.offset)) {
      return false;
    }
    fused->multiplier.value = multiplier;
    fused->exponent.value = exponent;
    *bits = {{multiplier, multiplier}, {exponent, exponent}};
  } else {
    if (!IsValid(op.first, to) || !IsValid(op.second, to)) return false;
    *bits = {BitsOf(op.first.data, op.first.size),
             BitsOf(op.second.data, op.second.size)};
    if (bits->multipliers.any < 0 ||
        !AreUsualExponents(bits->exponents, op.offset)) {
      return false;
    }
    fused->multiplier.data = op.first.data;
    fused->exponent.data = op.second.data;
  }
  fused->along = fused->multiplier.along = fused->exponent.along =
      Oriented(along, transposed);
  fused->offset = op.offset;
  fused->rounding = op.rounding;
  fused->path = PathOf(op.rounding);
  fused->special = fused->shifts_left = false;
  return true;
}

// `to` is a copy, so that the caller's need not be in memory.
bool FuseUsualFloat(const EpilogueOp& op, Destination to,
                    const ClampRange& range, bool transposed,
                    FloatEpilogue* fused);

// Fuses a scaling and what comes after it, if that is clamps.
LOWP_ALWAYS_INLINE bool FuseUsual(const EpilogueOp* op, const EpilogueOp* end,
                                  const Destination& to, bool transposed,
                                  bool asks_floats, Epilogue* epilogue,
                                  EpilogueShape* shape) {
  // Values, which compilers keep in registers: not in a struct, and not by
  // std::min, which takes references.
  std::int32_t low = INT32_MIN, high = INT32_MAX;
  for (const EpilogueOp* clamp = op + 1; clamp != end; ++clamp) {
    if (clamp->kind != EpilogueKind::kClamp) return false;
    const std::int32_t min = clamp->low, max = clamp->high;
    low = low < min ? min : low;
    low = low > max ? max : low;
    high = high < min ? min : high;
    high = high > max ? max : high;
  }
  if (op->kind == EpilogueKind::kScaleFloat) {
    epilogue->form = EpilogueForm::kFloat;
    if (!FuseUsualFloat(*op, to, {low, high}, transposed,
                        &epilogue->floating)) {
      return false;
    }
    *shape = ShapeOf(*epilogue);
    return true;
  }
  FixedPointEpilogue& fused = epilogue->fixed_point;
  FixedPointBits bits;
  if (op->kind != EpilogueKind::kFixedPoint ||
      !FuseUsualFixedPoint(*op, to, transposed, &fused, &bits)) {
    return false;
  }
  epilogue->form = EpilogueForm::kFixedPoint;
  fused.low = low;
  fused.high = high;
  TakeShortestPath(&fused);
  fused.suits_floats = asks_floats && SuitsFloats(fused, bits, *op);
  *shape = ShapeOf(*epilogue);  // here, where most of it is a constant
  return true;
}

// Does what ValidateOps and PrepareEpilogue do for
//   [biases]
//   [biases][scale by fixed point, or by float][clamps and casts]
// with nonnegative fixed-point multipliers and right shifts of at least 1, and
// tells the epilogue's shape. Returns false, and changes no operation, for any
// other list or an invalid one. `asks_floats`: whether it matters if the
// scaling suits floats.
LOWP_ALWAYS_INLINE bool PrepareUsualEpilogue(EpilogueOp* ops, int count,
                                             const Destination& to,
                                             bool transposed, bool asks_floats,
                                             PreparedEpilogue* prepared,
                                             EpilogueShape* shape) {
  const Along rows = Oriented(Along::kRows, transposed);
  EpilogueOp* const end = ops + count;
  EpilogueOp* op = ops;
  int bias_count = 0;
  bool has_row_bias = false;
  for (; op != end && op->kind == EpilogueKind::kBias; ++op, ++bias_count) {
    if (!IsValid(op->first, to)) return false;
    has_row_bias |= op->first.along == rows;
  }
  Epilogue& epilogue = prepared->epilogue;
  if (op != end) {
    if (!FuseUsual(op, end, to, transposed, asks_floats, &epilogue, shape)) {
      return false;
    }
  } else if (to.result.scalar == Scalar::kInt32) {
    epilogue.form = EpilogueForm::kStore;
    *shape = ShapeOf(epilogue);
  } else {
    return false;
  }
  prepared->biases = ops;
  prepared->bias_count = bias_count;
  prepared->has_row_bias = has_row_bias;
  epilogue.transposed = transposed;
  epilogue.result = to.result.scalar;
  if (transposed) {
    for (EpilogueOp* bias = ops; bias != op; ++bias) {
      bias->first.along = Transposed(bias->first.along);
    }
  }
  return true;
}

// Whether all operations are of those kinds, and what they read is apart from
// the result. False says nothing: ValidateOps decides.
bool AreUsualAndApart(const EpilogueOp* ops, int count, const Destination& to);

// Whether operations are of those kinds and valid, and where the first and last
// bytes lie that they read.
struct UsualReads {
  bool are_usual = false;
  std::uintptr_t first = UINTPTR_MAX;
  std::uintptr_t last = 0;  // less than `first`: they read nothing

  // What is read of a parameter as well.
  template <typename Parameter>
  void Add(const Parameter& parameter) {
    if (parameter.along == Along::kAll) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(parameter.data);
    const auto end =
        reinterpret_cast<std::uintptr_t>(parameter.data + parameter.size);
    first = first < begin ? first : begin;
    last = last < end ? end - 1 : last;
  }
};
UsualReads ReadsOf(const EpilogueOp* ops, int count, const MatrixRef& result);

// Whether these bytes and all between them are apart from the result. False
// says nothing: AreUsualAndApart looks closer.
LOWP_ALWAYS_INLINE bool AreApart(const UsualReads& reads, std::uintptr_t result,
                                 std::size_t bytes) {
  // As in IsValid.
  return reads.are_usual &&
         (reads.last < reads.first ||
          reads.last - result >= bytes + (reads.last - reads.first));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_USUAL_EPILOGUE_H_
