// Divides a pipeline into stages that take int64 and stages that take int32.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FRONTEND_INT64_STAGES_H_
#define LOWP_INTERNAL_FRONTEND_INT64_STAGES_H_

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "../../public/stages/int64.h"
#include "../contract/int64_stages.h"
#include "erase.h"
#include "pipeline_types.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The place of a stage among those that take int64; 0: it takes int32.
template <typename Stage>
inline constexpr int kInt64Place = 0;
template <>
inline constexpr int kInt64Place<OutputStageBiasAdditionInt64> = 1;
template <>
inline constexpr int kInt64Place<OutputStageScaleInt64ByFixedPoint> = 2;
template <>
inline constexpr int kInt64Place<OutputStageScaleInt64ByFixedPointPC> = 2;
template <>
inline constexpr int kInt64Place<OutputStageStoreInt64> = 3;

template <typename... Stages>
inline constexpr std::size_t kInt64Count =
    (std::size_t{0} + ... + std::size_t{kInt64Place<Stages> != 0});

// Whether they come first, none twice, in order, nothing after a store, and
// no store of scaled values.
template <typename... Stages>
constexpr bool AreInt64StagesInOrder() {
  const int places[] = {kInt64Place<Stages>..., 0};
  int before = 0;
  for (std::size_t i = 0; i < sizeof...(Stages); ++i) {
    if (places[i] == 0) {
      if (before == 3) return false;
      before = 4;
    } else {
      if (places[i] <= before || (places[i] == 3 && before == 2)) return false;
      before = places[i];
    }
  }
  return true;
}

inline void AddInt64Stage(const OutputStageBiasAdditionInt64& stage,
                          Int64Stages* stages) {
  stages->bias = {stage.bias_vector.data(), stage.bias_vector.size(),
                  Along::kCols};
}
inline void AddInt64Stage(const OutputStageScaleInt64ByFixedPoint& stage,
                          Int64Stages* stages) {
  stages->scales = true;
  stages->multiplier = Erase(stage.result_fixedpoint_multiplier);
  stages->exponent = Erase(stage.result_exponent);
  stages->offset = stage.result_offset_after_shift;
}
inline void AddInt64Stage(const OutputStageScaleInt64ByFixedPointPC& stage,
                          Int64Stages* stages) {
  stages->scales = true;
  stages->multiplier = Erase(stage.result_fixedpoint_multiplier);
  stages->exponent = Erase(stage.result_exponent);
  stages->offset = stage.result_offset_after_shift;
}
inline void AddInt64Stage(const OutputStageStoreInt64&, Int64Stages* stages) {
  stages->stores = true;
}
// The others take int32.
template <typename Stage>
std::enable_if_t<kInt64Place<Stage> == 0> AddInt64Stage(const Stage&,
                                                        Int64Stages*) {}

template <typename... Stages>
Int64Stages Int64StagesOf(const std::tuple<Stages...>& pipeline) {
  Int64Stages stages;
  std::apply(
      [&](const auto&... stage) { (AddInt64Stage(stage, &stages), ...); },
      pipeline);
  return stages;
}

// The stages behind them, as a pipeline of int32 values.
template <std::size_t kFirst, typename Pipeline, std::size_t... kIndex>
auto StagesFrom(const Pipeline& pipeline, std::index_sequence<kIndex...>) {
  return std::tuple<std::tuple_element_t<kFirst + kIndex, Pipeline>...>(
      std::get<kFirst + kIndex>(pipeline)...);
}
template <typename... Stages>
auto Int32StagesOf(const std::tuple<Stages...>& pipeline) {
  constexpr std::size_t kFirst = kInt64Count<Stages...>;
  return StagesFrom<kFirst>(
      pipeline, std::make_index_sequence<sizeof...(Stages) - kFirst>());
}

// What the result of a pipeline of int64 sums holds.
template <typename... Stages>
using Int64PipelineResult = std::conditional_t<
    (false || ... || (kInt64Place<Stages> == 3)), std::int64_t,
    typename PipelineResult<decltype(Int32StagesOf(
        std::declval<const std::tuple<Stages...>&>()))>::Type>;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FRONTEND_INT64_STAGES_H_
