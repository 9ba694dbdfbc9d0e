// The stages that calculate in floating point.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "run.h"

namespace lowp_conform {
namespace {

const char* const kRoundings[] = {"even", "away", "upward", "truncate",
                                  "away_by_sum"};
const char* const kOrders[] = {"after", "before"};

// A grid of a stage with one field of floats, which is at the same place in all
// of them.
void AddFloatGrids(Run* run, lowp_stage_kind kind, bool takes_floats,
                   lowp_type result,
                   const std::function<void(Generator*, lowp_stage*)>& fixed) {
  for (int group = 0; group < kGroups; ++group) {
    Generator* const g = &run->generator();
    Grid grid;
    grid.result = result;
    grid.fields = {offsetof(lowp_stage, as)};
    if (takes_floats) {
      grid.before = {MakeStage(LOWP_STAGE_DEQUANTIZE)};
      grid.before[0].as.dequantize.result_scale.value = g->Real();
    }
    lowp_stage stage = MakeStage(kind);
    fixed(g, &stage);
    for (int row = 0; row < kRows; ++row) {
      stage.as.dequantize.result_scale.value = g->Real();
      grid.rows.push_back(stage);
    }
    AddGrid(grid, run);
  }
}

void AppendFactors(std::vector<Section>* sections) {
  struct Row {
    const char* name;
    lowp_stage_kind kind;
    bool takes_floats;
  };
  constexpr Row kRowsOfTable[] = {
      {"dequantize", LOWP_STAGE_DEQUANTIZE, false},
      {"float/bias", LOWP_STAGE_BIAS_FLOAT, true},
      {"float/multiply", LOWP_STAGE_MULTIPLY_FLOAT, true},
      {"float/divide", LOWP_STAGE_DIVIDE_FLOAT, true},
      {"float/leaky_relu", LOWP_STAGE_LEAKY_RELU_FLOAT, true}};
  for (const Row& row : kRowsOfTable) {
    sections->push_back({row.name, [row](Run* run) {
                           AddFloatGrids(run, row.kind, row.takes_floats,
                                         LOWP_FLOAT32,
                                         [](Generator*, lowp_stage*) {});
                         }});
  }
  sections->push_back({"float/clamp", [](Run* run) {
                         for (int group = 0; group < kGroups; ++group) {
                           Generator* const g = &run->generator();
                           Grid grid;
                           grid.before = {MakeStage(LOWP_STAGE_DEQUANTIZE)};
                           grid.before[0].as.dequantize.result_scale.value =
                               g->Real();
                           grid.rows = {MakeStage(LOWP_STAGE_CLAMP_FLOAT)};
                           grid.rows[0].as.clamp_float.min = g->Real() * 1024;
                           grid.rows[0].as.clamp_float.max = g->Real() * 1024;
                           grid.result = LOWP_FLOAT32;
                           AddGrid(grid, run);
                         }
                       }});
}

void AppendQuantize(int rounding, int order, std::vector<Section>* sections) {
  const std::string end =
      std::string("/") + kRoundings[rounding] + "/" + kOrders[order];
  sections->push_back(
      {"float/quantize" + end, [=](Run* run) {
         for (int group = 0; group < kGroups; ++group) {
           Generator* const g = &run->generator();
           Grid grid;
           grid.before = {MakeStage(LOWP_STAGE_DEQUANTIZE)};
           grid.before[0].as.dequantize.result_scale.value = g->Real();
           grid.rows = {MakeStage(LOWP_STAGE_QUANTIZE_FLOAT)};
           grid.rows[0].as.quantize_float = {g->Wild(), rounding, order};
           AddGrid(grid, run);
         }
       }});
  sections->push_back({"scale_by_float" + end, [=](Run* run) {
                         AddFloatGrids(
                             run, LOWP_STAGE_SCALE_BY_FLOAT, false, LOWP_INT32,
                             [=](Generator* g, lowp_stage* s) {
                               s->as.scale_by_float.result_offset = g->Wild();
                               s->as.scale_by_float.result_rounding = rounding;
                               s->as.scale_by_float.result_order = order;
                             });
                       }});
  sections->push_back(
      {"scale_by_double" + end, [=](Run* run) {
         for (int group = 0; group < kGroups; ++group) {
           Generator* const g = &run->generator();
           Grid grid;
           grid.fields = {
               offsetof(lowp_stage, as.scale_by_double.result_scale)};
           grid.field_bytes = sizeof(double);
           lowp_stage stage = MakeStage(LOWP_STAGE_SCALE_BY_DOUBLE);
           stage.as.scale_by_double.result_offset = g->Wild();
           stage.as.scale_by_double.result_rounding = rounding;
           stage.as.scale_by_double.result_order = order;
           for (int row = 0; row < kRows; ++row) {
             const double real = g->Real();
             stage.as.scale_by_double.result_scale.value = real / 3;
             grid.rows.push_back(stage);
           }
           AddGrid(grid, run);
         }
       }});
}

}  // namespace

void AppendFloatStages(std::vector<Section>* sections) {
  static_assert(offsetof(lowp_stage, as.bias_float.bias_vector) ==
                        offsetof(lowp_stage, as) &&
                    offsetof(lowp_stage, as.scale_by_float.result_scale) ==
                        offsetof(lowp_stage, as),
                "the field of floats comes first");
  AppendFactors(sections);
  for (int rounding = 0; rounding < 5; ++rounding) {
    for (int order = 0; order < 2; ++order) {
      AppendQuantize(rounding, order, sections);
    }
  }
}

}  // namespace lowp_conform
