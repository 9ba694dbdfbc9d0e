// Lowers the caller's tuple of output stages to the engine's list of
// operations, with one Lower overload per stage.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FRONTEND_LOWER_OUTPUT_STAGES_H_
#define LOWP_INTERNAL_FRONTEND_LOWER_OUTPUT_STAGES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include "../../public/output_stages.h"
#include "../contract/epilogue.h"
#include "erase.h"
#include "lower_activation_stages.h"
#include "lower_float_stages.h"
#include "lower_matrix_stages.h"
#include "pipeline_types.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline EpilogueOp MakeFixedPointOp(
    const Int32Parameter& multiplier, const Int32Parameter& exponent,
    std::int32_t offset, FixedPointRounding rounding,
    FixedPointOverflow overflow = FixedPointOverflow::kWrap) {
  EpilogueOp op;
  op.kind = EpilogueKind::kFixedPoint;
  op.first = multiplier;
  op.second = exponent;
  op.rounding = rounding;
  op.overflow = overflow;
  op.second_is_right_shift = false;
  op.offset = offset;
  return op;
}

inline EpilogueOp MakeQuantizeDownOp(const Int32Parameter& offset,
                                     const Int32Parameter& multiplier,
                                     std::int32_t shift) {
  EpilogueOp op;
  op.kind = EpilogueKind::kQuantizeDown;
  op.first = offset;
  op.second = multiplier;
  op.offset = shift;
  return op;
}

inline EpilogueOp MakeClampOp(std::int32_t low, std::int32_t high) {
  EpilogueOp op;
  op.kind = EpilogueKind::kClamp;
  op.low = low;
  op.high = high;
  return op;
}

template <typename T>
EpilogueOp MakeSaturatingCastOp() {
  return MakeClampOp(std::numeric_limits<T>::min(),
                     std::numeric_limits<T>::max());
}

inline EpilogueOp Lower(const OutputStageQuantizeDownInt32ToUint8Scale& s) {
  return MakeQuantizeDownOp(Erase(s.result_offset), Erase(s.result_mult_int),
                            s.result_shift);
}

template <VectorShape Shape>
EpilogueOp Lower(const OutputStageQuantizeDownInt32ToUint8ScalePC<Shape>& s) {
  return MakeQuantizeDownOp(Erase(s.result_offset), Erase(s.result_mult_int),
                            s.result_shift);
}

inline EpilogueOp Lower(const OutputStageQuantizeDownInt32ByFixedPoint& s) {
  EpilogueOp op = MakeFixedPointOp(
      Erase(s.result_fixedpoint_multiplier), Erase(s.result_shift),
      s.result_offset_after_shift, FixedPointRounding::kDouble);
  op.second_is_right_shift = true;
  return op;
}

inline EpilogueOp Lower(const OutputStageScaleInt32ByFixedPointAndExponent& s) {
  return MakeFixedPointOp(Erase(s.result_fixedpoint_multiplier),
                          Erase(s.result_exponent), s.result_offset_after_shift,
                          FixedPointRounding::kDouble);
}

template <VectorShape Shape>
EpilogueOp Lower(
    const OutputStageScaleInt32ByFixedPointAndExponentPC<Shape>& s) {
  return MakeFixedPointOp(Erase(s.result_fixedpoint_multiplier),
                          Erase(s.result_exponent), s.result_offset_after_shift,
                          FixedPointRounding::kDouble);
}

inline EpilogueOp Lower(const OutputStageScaleInt32ByFixedPoint& s) {
  return MakeFixedPointOp(Erase(s.result_fixedpoint_multiplier),
                          Erase(s.result_exponent), s.result_offset_after_shift,
                          s.result_rounding, s.result_overflow);
}

template <VectorShape Shape>
EpilogueOp Lower(const OutputStageScaleInt32ByFixedPointPC<Shape>& s) {
  return MakeFixedPointOp(Erase(s.result_fixedpoint_multiplier),
                          Erase(s.result_exponent), s.result_offset_after_shift,
                          s.result_rounding, s.result_overflow);
}

// From the stage or its per-row or per-column form.
template <typename Stage>
EpilogueOp MakePreAndPostShiftOp(const Stage& s) {
  EpilogueOp op;
  op.kind = EpilogueKind::kPreAndPostShift;
  op.first = Erase(s.result_pre_shift);
  op.second = Erase(s.result_multiplier);
  op.more[0] = Erase(s.result_post_shift);
  op.offset = s.result_offset_after_shift;
  return op;
}

inline EpilogueOp Lower(const OutputStageScaleInt32ByPreAndPostShift& s) {
  return MakePreAndPostShiftOp(s);
}

template <VectorShape Shape>
EpilogueOp Lower(const OutputStageScaleInt32ByPreAndPostShiftPC<Shape>& s) {
  return MakePreAndPostShiftOp(s);
}

inline EpilogueOp Lower(const OutputStageSaturatingCastToUint8&) {
  return MakeSaturatingCastOp<std::uint8_t>();
}

inline EpilogueOp Lower(const OutputStageSaturatingCastToInt8&) {
  return MakeSaturatingCastOp<std::int8_t>();
}

inline EpilogueOp Lower(const OutputStageSaturatingCastToInt16&) {
  return MakeSaturatingCastOp<std::int16_t>();
}

inline EpilogueOp Lower(const OutputStageTruncatingCastToUint8&) {
  EpilogueOp op;
  op.kind = EpilogueKind::kTruncate;
  return op;
}

template <typename Vector>
EpilogueOp Lower(const OutputStageBiasAddition<Vector>& s) {
  if constexpr (std::is_same_v<BiasValue<Vector>, float>) {
    return MakeFloatOp(EpilogueKind::kAddFloat, EraseFloat(s.bias_vector));
  } else {
    EpilogueOp op;
    op.kind = EpilogueKind::kBias;
    op.first = Erase(s.bias_vector);
    return op;
  }
}

inline EpilogueOp Lower(const OutputStageClamp& s) {
  return MakeClampOp(s.min, s.max);
}

inline EpilogueOp Lower(const OutputStageTanh& s) {
  EpilogueOp op;
  op.kind = EpilogueKind::kTanh;
  op.tanh.zero = s.real_zero_as_int32;
  op.tanh.amplitude = s.real_amplitude_as_int32;
  return op;
}

// Calls a caller's stage on values of type Value, whose bits are in `values`.
template <typename Stage, typename Value>
void CallStage(const void* stage, std::int32_t* values, int count, int row,
               int column, bool down) {
  using Result = std::conditional_t<
      std::is_same_v<typename StageResult<Stage, Value>::Type, float>, float,
      std::int32_t>;
  const Stage& call = *static_cast<const Stage*>(stage);
  for (int i = 0; i < count; ++i) {
    Value value;
    std::memcpy(&value, values + i, sizeof(value));
    const Result result = static_cast<Result>(
        down ? call(value, row + i, column) : call(value, row, column + i));
    std::memcpy(values + i, &result, sizeof(result));
  }
}

template <typename Value, typename Stage>
EpilogueOp LowerCall(const Stage& stage) {
  EpilogueOp op;
  op.kind = EpilogueKind::kCall;
  op.call = &CallStage<Stage, Value>;
  op.stage = &stage;
  return op;
}

// A caller's stage: anything callable as
//   T operator()(std::int32_t value, int row, int column) const
// or with a float value. A stage that takes either is lowered for int32 here.
template <typename Stage>
EpilogueOp Lower(const Stage& stage) {
  constexpr bool kCallable =
      kIsCallable<Stage, std::int32_t> || kIsCallable<Stage, float>;
  static_assert(kCallable,
                "lowp: a stage of an output pipeline is one of "
                "output_stages.h, or callable as T(int32_t value, int row, int "
                "column) const, or with a float value");
  if constexpr (std::is_same_v<typename StageArgument<Stage>::Type, float>) {
    return LowerCall<float>(stage);
  } else if constexpr (kCallable) {
    return LowerCall<std::int32_t>(stage);
  } else {
    return EpilogueOp();
  }
}

// The operation of a stage that receives Values.
template <typename Value, typename Stage>
EpilogueOp LowerFor(const Stage& stage) {
  if constexpr (std::is_same_v<typename StageArgument<Stage>::Type, AnyValue> &&
                (std::is_same_v<Value, std::int32_t> ||
                 std::is_same_v<Value, float>)) {
    return LowerCall<Value>(stage);
  } else {
    static_cast<void>(StageTakes<Stage, Value>::kOk);
    return Lower(stage);
  }
}

// The stages with integer arithmetic only, like gemmlowp's.
template <typename Stage>
inline constexpr bool kIsIntegerStage = false;
template <>
inline constexpr bool
    kIsIntegerStage<OutputStageQuantizeDownInt32ToUint8Scale> = true;
template <VectorShape Shape>
inline constexpr bool
    kIsIntegerStage<OutputStageQuantizeDownInt32ToUint8ScalePC<Shape>> = true;
template <>
inline constexpr bool
    kIsIntegerStage<OutputStageQuantizeDownInt32ByFixedPoint> = true;
template <>
inline constexpr bool
    kIsIntegerStage<OutputStageScaleInt32ByFixedPointAndExponent> = true;
template <VectorShape Shape>
inline constexpr bool
    kIsIntegerStage<OutputStageScaleInt32ByFixedPointAndExponentPC<Shape>> =
        true;
template <>
inline constexpr bool kIsIntegerStage<OutputStageScaleInt32ByFixedPoint> = true;
template <VectorShape Shape>
inline constexpr bool
    kIsIntegerStage<OutputStageScaleInt32ByFixedPointPC<Shape>> = true;
template <>
inline constexpr bool kIsIntegerStage<OutputStageSaturatingCastToUint8> = true;
template <>
inline constexpr bool kIsIntegerStage<OutputStageSaturatingCastToInt8> = true;
template <>
inline constexpr bool kIsIntegerStage<OutputStageSaturatingCastToInt16> = true;
template <>
inline constexpr bool kIsIntegerStage<OutputStageTruncatingCastToUint8> = true;
template <>
inline constexpr bool kIsIntegerStage<OutputStageClamp> = true;
template <typename Vector>
inline constexpr bool kIsIntegerStage<OutputStageBiasAddition<Vector>> =
    std::is_same_v<BiasValue<Vector>, std::int32_t>;

// The operations of a pipeline, in the caller's order, on the caller's stack.
// Keeps a reference to the pipeline.
template <typename... Stages>
class LoweredPipeline {
 public:
  explicit LoweredPipeline(const std::tuple<Stages...>& pipeline)
      : LoweredPipeline(pipeline, std::index_sequence_for<Stages...>()) {}

  static constexpr bool kUsesFloats = !(kIsIntegerStage<Stages> && ...);

  EpilogueOp* ops() { return ops_; }
  int count() const { return static_cast<int>(sizeof...(Stages)); }

 private:
  template <std::size_t... Index>
  LoweredPipeline(const std::tuple<Stages...>& pipeline,
                  std::index_sequence<Index...>)
      : ops_{LowerFor<
            typename ValueBefore<Index, std::int32_t, Stages...>::Type>(
            std::get<Index>(pipeline))...} {
    static_cast<void>(pipeline);  // unused if empty
    static_assert(kInnerStagesYieldValues<std::int32_t, Stages...>,
                  "lowp: in an output pipeline only the last stage may produce "
                  "something else than int32_t or float");
  }

  EpilogueOp ops_[sizeof...(Stages) == 0 ? 1 : sizeof...(Stages)];
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FRONTEND_LOWER_OUTPUT_STAGES_H_
