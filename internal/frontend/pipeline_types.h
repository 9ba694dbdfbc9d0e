// The types of the values in a pipeline of output stages: int32 at first, float
// from a stage that yields floats to one that takes them and yields int32.
// Stages that do not fit together are compile errors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FRONTEND_PIPELINE_TYPES_H_
#define LOWP_INTERNAL_FRONTEND_PIPELINE_TYPES_H_

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "../../public/output_stages.h"
#include "../../public/stages/matrices.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The StageArgument of a stage that takes values of either type.
struct AnyValue {};

template <typename Stage, typename Value>
inline constexpr bool kIsCallable =
    std::is_invocable_v<const Stage&, Value, int, int>;

// The type of the first parameter of a function or a call operator. The
// operator must be the only one of its class, and no template.
template <typename Function>
struct FirstParameter;
template <typename R, typename T, typename... Rest>
struct FirstParameter<R (*)(T, Rest...)> {
  using Type = std::decay_t<T>;
};
template <typename R, typename T, typename... Rest>
struct FirstParameter<R (*)(T, Rest...) noexcept> {
  using Type = std::decay_t<T>;
};
template <typename R, typename C, typename T, typename... Rest>
struct FirstParameter<R (C::*)(T, Rest...) const> {
  using Type = std::decay_t<T>;
};
template <typename R, typename C, typename T, typename... Rest>
struct FirstParameter<R (C::*)(T, Rest...) const noexcept> {
  using Type = std::decay_t<T>;
};

// What a caller's stage takes: float or int32 if its parameter is a float or an
// integer; otherwise any value.
template <typename Parameter>
using ArgumentOf = std::conditional_t<
    std::is_same_v<Parameter, float>, float,
    std::conditional_t<std::is_integral_v<Parameter>, std::int32_t, AnyValue>>;

// std::void_t as a class: Clang considers two specializations equal that differ
// only in what the alias ignores.
template <typename T>
struct VoidIfType {
  using Type = void;
};

template <typename Stage, typename = void>
struct CallArgument {
  using Type = AnyValue;
};
template <typename Stage>
struct CallArgument<Stage, typename VoidIfType<typename FirstParameter<
                               decltype(&Stage::operator())>::Type>::Type> {
  using Type =
      ArgumentOf<typename FirstParameter<decltype(&Stage::operator())>::Type>;
};
template <typename Stage>
struct CallArgument<
    Stage, typename VoidIfType<typename FirstParameter<Stage>::Type>::Type> {
  using Type = ArgumentOf<typename FirstParameter<Stage>::Type>;
};

// The library's own stages that map floats to floats, that take floats, and
// that yield floats, except the bias.
template <typename Stage>
inline constexpr bool kMapsFloats = false;
template <>
inline constexpr bool kMapsFloats<OutputStageMultiplyFloat> = true;
template <VectorShape Shape>
inline constexpr bool kMapsFloats<OutputStageMultiplyFloatPC<Shape>> = true;
template <>
inline constexpr bool kMapsFloats<OutputStageDivideFloat> = true;
template <VectorShape Shape>
inline constexpr bool kMapsFloats<OutputStageDivideFloatPC<Shape>> = true;
template <>
inline constexpr bool kMapsFloats<OutputStageClampFloat> = true;
template <>
inline constexpr bool kMapsFloats<OutputStageLeakyReluFloat> = true;
template <VectorShape Shape>
inline constexpr bool kMapsFloats<OutputStageLeakyReluFloatPC<Shape>> = true;

template <typename Stage>
inline constexpr bool kTakesFloat = kMapsFloats<Stage>;
template <>
inline constexpr bool kTakesFloat<OutputStageQuantizeFloat> = true;

template <typename Stage>
inline constexpr bool kYieldsFloat = kMapsFloats<Stage>;
template <>
inline constexpr bool kYieldsFloat<OutputStageDequantize> = true;
template <VectorShape Shape>
inline constexpr bool kYieldsFloat<OutputStageDequantizePC<Shape>> = true;

// A bias or a matrix has the type of the values that it is added to.
template <typename Vector>
using BiasValue = std::conditional_t<
    std::is_same_v<std::remove_const_t<typename Vector::Scalar>, float>, float,
    std::int32_t>;

// What a stage takes. The library's own stages take int32 unless a
// specialization says float.
template <typename Stage, typename = void>
struct StageArgument {
  using Type = std::int32_t;
};
template <typename Stage>
struct StageArgument<Stage, std::enable_if_t<kIsCallable<Stage, std::int32_t> ||
                                             kIsCallable<Stage, float>>> {
  using Type = typename CallArgument<Stage>::Type;
};
template <typename Vector>
struct StageArgument<OutputStageBiasAddition<Vector>> {
  using Type = BiasValue<Vector>;
};
template <typename Matrix>
struct StageArgument<OutputStageMatrixAddition<Matrix>> {
  using Type = BiasValue<Matrix>;
};
template <typename Matrix>
struct StageArgument<OutputStageDequantizedAddition<Matrix>> {
  using Type = float;
};
template <typename Stage>
struct StageArgument<Stage, std::enable_if_t<kTakesFloat<Stage>>> {
  using Type = float;
};

// What a stage turns a Value into. The casts name their type; a caller's stage
// may return any result type.
template <typename Stage, typename Value, typename = void>
struct StageResult {
  using Type = std::int32_t;
};
template <typename Value>
struct StageResult<OutputStageSaturatingCastToUint8, Value> {
  using Type = std::uint8_t;
};
template <typename Value>
struct StageResult<OutputStageTruncatingCastToUint8, Value> {
  using Type = std::uint8_t;
};
template <typename Value>
struct StageResult<OutputStageSaturatingCastToInt8, Value> {
  using Type = std::int8_t;
};
template <typename Value>
struct StageResult<OutputStageSaturatingCastToInt16, Value> {
  using Type = std::int16_t;
};
template <typename Stage, typename Value>
struct StageResult<Stage, Value, std::enable_if_t<kYieldsFloat<Stage>>> {
  using Type = float;
};
template <typename Vector, typename Value>
struct StageResult<OutputStageBiasAddition<Vector>, Value> {
  using Type = BiasValue<Vector>;
};
template <typename Matrix, typename Value>
struct StageResult<OutputStageMatrixAddition<Matrix>, Value> {
  using Type = BiasValue<Matrix>;
};
template <typename Matrix, typename Value>
struct StageResult<OutputStageDequantizedAddition<Matrix>, Value> {
  using Type = float;
};
template <typename Stage, typename Value>
struct StageResult<Stage, Value, std::enable_if_t<kIsCallable<Stage, Value>>> {
  using Type =
      std::decay_t<std::invoke_result_t<const Stage&, Value, int, int>>;
};

template <typename Stage, typename Value>
inline constexpr bool kTakes =
    std::is_same_v<typename StageArgument<Stage>::Type, Value> ||
    std::is_same_v<typename StageArgument<Stage>::Type, AnyValue>;

// Named in the compiler's message, together with the stage and its argument
// type.
template <typename Stage, typename Value>
struct StageTakes {
  static_assert(
      kTakes<Stage, Value>,
      "lowp: this stage of the output pipeline takes another type of values "
      "than it is given: OutputStageDequantize turns int32_t into float, "
      "OutputStageQuantizeFloat turns float into int32_t");
  static constexpr bool kOk = true;
};

// What the stages turn a Value into, one after another.
template <typename Value, typename... Stages>
struct ValueAfter {
  using Type = Value;
};
template <typename Value, typename First, typename... Rest>
struct ValueAfter<Value, First, Rest...>
    : ValueAfter<typename StageResult<First, Value>::Type, Rest...> {};

// The type that the stage at an index receives.
template <std::size_t kIndex, typename Value, typename First, typename... Rest>
struct ValueBefore
    : ValueBefore<kIndex - 1, typename StageResult<First, Value>::Type,
                  Rest...> {};
template <typename Value, typename First, typename... Rest>
struct ValueBefore<0, Value, First, Rest...> {
  using Type = Value;
};

template <typename Pipeline>
struct PipelineResult;
template <typename... Stages>
struct PipelineResult<std::tuple<Stages...>> {
  using Type = typename ValueAfter<std::int32_t, Stages...>::Type;
};

// Whether every stage but the last yields an int32 or a float.
template <typename Value, typename... Stages>
inline constexpr bool kInnerStagesYieldValues = true;
template <typename Value, typename First, typename Second, typename... Rest>
inline constexpr bool kInnerStagesYieldValues<Value, First, Second, Rest...> =
    (std::is_same_v<typename StageResult<First, Value>::Type, std::int32_t> ||
     std::is_same_v<
         typename StageResult<First, Value>::Type,
         float>)&&kInnerStagesYieldValues<typename StageResult<First,
                                                               Value>::Type,
                                          Second, Rest...>;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FRONTEND_PIPELINE_TYPES_H_
