// From the caller's tuple of output stages to the engine's list of operations:
// one Lower overload for each stage.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_LOWER_OUTPUT_STAGES_H_
#define LOWP_INTERNAL_LOWER_OUTPUT_STAGES_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include "../public/output_stages.h"
#include "epilogue.h"
#include "erase.h"
#include "lower_activation_stages.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline EpilogueOp MakeFixedPointOp(const Int32Parameter& multiplier,
                                   const Int32Parameter& exponent,
                                   std::int32_t offset,
                                   FixedPointRounding rounding) {
  EpilogueOp op;
  op.kind = EpilogueKind::kFixedPoint;
  op.first = multiplier;
  op.second = exponent;
  op.rounding = rounding;
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
                          s.result_rounding);
}

template <VectorShape Shape>
EpilogueOp Lower(const OutputStageScaleInt32ByFixedPointPC<Shape>& s) {
  return MakeFixedPointOp(Erase(s.result_fixedpoint_multiplier),
                          Erase(s.result_exponent), s.result_offset_after_shift,
                          s.result_rounding);
}

// From the stage or its form for each row or column.
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
  EpilogueOp op;
  op.kind = EpilogueKind::kBias;
  op.first = Erase(s.bias_vector);
  return op;
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

template <typename Stage>
void CallStage(const void* stage, std::int32_t* values, int count, int row,
               int column, bool down) {
  const Stage& call = *static_cast<const Stage*>(stage);
  for (int i = 0; i < count; ++i) {
    values[i] =
        static_cast<std::int32_t>(down ? call(values[i], row + i, column)
                                       : call(values[i], row, column + i));
  }
}

template <typename Stage>
constexpr bool kIsCallable =
    std::is_invocable_v<const Stage&, std::int32_t, int, int>;

// A stage of the caller's: anything callable as
//   T operator()(std::int32_t value, int row, int column) const.
template <typename Stage>
EpilogueOp Lower(const Stage& stage) {
  static_assert(kIsCallable<Stage>,
                "lowp: a stage of an output pipeline is one of "
                "output_stages.h, or callable as T(int32_t value, int row, int "
                "column) const");
  EpilogueOp op;
  op.kind = EpilogueKind::kCall;
  if constexpr (kIsCallable<Stage>) op.call = &CallStage<Stage>;
  op.stage = &stage;
  return op;
}

// What a stage produces. The casts name their type; a caller's stage may
// return any result type, and everything else is an int32 transformation.
template <typename Stage, typename = void>
struct StageResult {
  using Type = std::int32_t;
};
template <>
struct StageResult<OutputStageSaturatingCastToUint8> {
  using Type = std::uint8_t;
};
template <>
struct StageResult<OutputStageTruncatingCastToUint8> {
  using Type = std::uint8_t;
};
template <>
struct StageResult<OutputStageSaturatingCastToInt8> {
  using Type = std::int8_t;
};
template <>
struct StageResult<OutputStageSaturatingCastToInt16> {
  using Type = std::int16_t;
};
template <typename Stage>
struct StageResult<Stage, std::enable_if_t<kIsCallable<Stage>>> {
  using Type =
      std::decay_t<std::invoke_result_t<const Stage&, std::int32_t, int, int>>;
};

template <typename Pipeline>
struct PipelineResult;
template <>
struct PipelineResult<std::tuple<>> {
  using Type = std::int32_t;
};
template <typename... Stages>
struct PipelineResult<std::tuple<Stages...>> {
  using Last =
      std::tuple_element_t<sizeof...(Stages) - 1, std::tuple<Stages...>>;
  using Type = typename StageResult<Last>::Type;
};

template <typename Pipeline, std::size_t... Index>
constexpr bool StagesYieldInt32(std::index_sequence<Index...>) {
  return (std::is_same_v<
              typename StageResult<std::tuple_element_t<Index, Pipeline>>::Type,
              std::int32_t> &&
          ...);
}

// Whether every stage but the last hands on an int32.
template <typename Pipeline>
constexpr bool InnerStagesYieldInt32() {
  constexpr std::size_t kCount = std::tuple_size_v<Pipeline>;
  constexpr std::size_t kInner = kCount == 0 ? 0 : kCount - 1;
  return StagesYieldInt32<Pipeline>(std::make_index_sequence<kInner>());
}

// The operations of a pipeline, in the caller's order, on the caller's stack.
// Borrows the pipeline.
template <typename... Stages>
class LoweredPipeline {
 public:
  explicit LoweredPipeline(const std::tuple<Stages...>& pipeline)
      : LoweredPipeline(pipeline, std::index_sequence_for<Stages...>()) {}

  EpilogueOp* ops() { return ops_; }
  int count() const { return static_cast<int>(sizeof...(Stages)); }

 private:
  template <std::size_t... Index>
  LoweredPipeline(const std::tuple<Stages...>& pipeline,
                  std::index_sequence<Index...>)
      : ops_{Lower(std::get<Index>(pipeline))...} {
    static_cast<void>(pipeline);  // an empty one is not looked at
    static_assert(InnerStagesYieldInt32<std::tuple<Stages...>>(),
                  "lowp: in an output pipeline only the last stage may produce "
                  "something else than int32_t");
  }

  EpilogueOp ops_[sizeof...(Stages) == 0 ? 1 : sizeof...(Stages)];
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_LOWER_OUTPUT_STAGES_H_
