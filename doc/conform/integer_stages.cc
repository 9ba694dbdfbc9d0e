// The stages that calculate in integers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <iterator>

#include "run.h"

namespace lowp_conform {
namespace {

// Grids of kRows rows: `fixed` draws what all rows of a grid share, `varying`
// what they do not.
void AddGrids(Run* run, lowp_stage_kind kind,
              const std::vector<std::size_t>& fields,
              const std::function<void(Generator*, lowp_stage*)>& fixed,
              const std::function<void(Generator*, lowp_stage*)>& varying) {
  for (int group = 0; group < kGroups; ++group) {
    Grid grid;
    grid.fields = fields;
    lowp_stage stage = MakeStage(kind);
    fixed(&run->generator(), &stage);
    for (int row = 0; row < kRows; ++row) {
      varying(&run->generator(), &stage);
      grid.rows.push_back(stage);
    }
    AddGrid(grid, run);
  }
}

std::int32_t Exponent(Generator* g) { return g->Between(-31, 31); }

void AppendScales(std::vector<Section>* sections) {
  const char* const roundings[] = {"double", "double_upward", "single_upward",
                                   "single_away", "single_upward_15_bits"};
  const char* const overflows[] = {"wrap", "saturate"};
  for (int rounding = 0; rounding < 5; ++rounding) {
    for (int overflow = 0; overflow < 2; ++overflow) {
      const std::string name = std::string("scale/") + roundings[rounding] +
                               "/" + overflows[overflow];
      sections->push_back(
          {name, [=](Run* run) {
             AddGrids(
                 run, LOWP_STAGE_SCALE,
                 {offsetof(lowp_stage, as.scale.result_fixedpoint_multiplier),
                  offsetof(lowp_stage, as.scale.result_exponent)},
                 [=](Generator* g, lowp_stage* s) {
                   s->as.scale.result_offset_after_shift = g->Wild();
                   s->as.scale.result_rounding = rounding;
                   s->as.scale.result_overflow = overflow;
                 },
                 [](Generator* g, lowp_stage* s) {
                   s->as.scale.result_fixedpoint_multiplier.value = g->Wild();
                   s->as.scale.result_exponent.value = Exponent(g);
                 });
           }});
    }
  }
}

void AppendOtherScales(std::vector<Section>* sections) {
  sections->push_back(
      {"quantize_down", [](Run* run) {
         AddGrids(
             run, LOWP_STAGE_QUANTIZE_DOWN,
             {offsetof(lowp_stage, as.quantize_down.result_offset),
              offsetof(lowp_stage, as.quantize_down.result_mult_int)},
             [](Generator* g, lowp_stage* s) {
               s->as.quantize_down.result_shift = g->Between(0, 31);
             },
             [](Generator* g, lowp_stage* s) {
               s->as.quantize_down.result_offset.value = g->Wild();
               s->as.quantize_down.result_mult_int.value = g->Wild();
             });
       }});
  sections->push_back(
      {"pre_and_post_shift", [](Run* run) {
         AddGrids(
             run, LOWP_STAGE_PRE_AND_POST_SHIFT,
             {offsetof(lowp_stage, as.pre_and_post_shift.result_pre_shift),
              offsetof(lowp_stage, as.pre_and_post_shift.result_multiplier),
              offsetof(lowp_stage, as.pre_and_post_shift.result_post_shift)},
             [](Generator* g, lowp_stage* s) {
               s->as.pre_and_post_shift.result_offset_after_shift = g->Wild();
             },
             [](Generator* g, lowp_stage* s) {
               s->as.pre_and_post_shift.result_pre_shift.value =
                   g->Between(0, 31);
               s->as.pre_and_post_shift.result_multiplier.value = g->Wild();
               s->as.pre_and_post_shift.result_post_shift.value =
                   g->Between(0, 31);
             });
       }});
  sections->push_back({"bias", [](Run* run) {
                         AddGrids(
                             run, LOWP_STAGE_BIAS,
                             {offsetof(lowp_stage, as.bias.bias_vector)},
                             [](Generator*, lowp_stage*) {},
                             [](Generator* g, lowp_stage* s) {
                               s->as.bias.bias_vector.value = g->Wild();
                             });
                       }});
}

void AppendClamps(std::vector<Section>* sections) {
  sections->push_back({"clamp", [](Run* run) {
                         AddGrids(
                             run, LOWP_STAGE_CLAMP, {},
                             [](Generator*, lowp_stage*) {},
                             [](Generator* g, lowp_stage* s) {
                               s->as.clamp.min = g->Wild();
                               s->as.clamp.max = g->Wild();
                             });
                       }});
  struct Cast {
    const char* name;
    lowp_stage_kind kind;
    lowp_type type;
  };
  constexpr Cast kCasts[] = {
      {"cast/uint8", LOWP_STAGE_SATURATING_CAST, LOWP_UINT8},
      {"cast/int8", LOWP_STAGE_SATURATING_CAST, LOWP_INT8},
      {"cast/int16", LOWP_STAGE_SATURATING_CAST, LOWP_INT16},
      {"cast/truncating", LOWP_STAGE_TRUNCATING_CAST, LOWP_UINT8}};
  for (const Cast& cast : kCasts) {
    sections->push_back({cast.name, [cast](Run* run) {
                           Grid grid;
                           grid.rows = {MakeStage(cast.kind)};
                           if (cast.kind == LOWP_STAGE_SATURATING_CAST) {
                             grid.rows[0].as.saturating_cast.type = cast.type;
                           }
                           grid.result = cast.type;
                           AddGrid(grid, run);
                         }});
  }
}

void AppendSigmoid(const char* name, lowp_stage_kind kind,
                   std::vector<Section>* sections) {
  sections->push_back(
      {name, [kind](Run* run) {
         AddGrids(
             run, kind,
             {offsetof(lowp_stage, as.sigmoid.input_multiplier),
              offsetof(lowp_stage, as.sigmoid.input_exponent)},
             [](Generator* g, lowp_stage* s) {
               s->as.sigmoid.input_zero_point = g->Between(-128, 127);
               s->as.sigmoid.input_radius = g->Wild() & INT32_MAX;
               s->as.sigmoid.result_shift = g->Between(0, 31);
               s->as.sigmoid.result_zero_point = g->Wild();
               s->as.sigmoid.result_min = -(g->Wild() & INT32_MAX);
               s->as.sigmoid.result_max = g->Wild() & INT32_MAX;
             },
             [](Generator* g, lowp_stage* s) {
               s->as.sigmoid.input_multiplier.value = g->Wild();
               s->as.sigmoid.input_exponent.value = Exponent(g);
             });
       }});
}

void AppendActivations(std::vector<Section>* sections) {
  sections->push_back(
      {"tanh", [](Run* run) {
         AddGrids(
             run, LOWP_STAGE_TANH, {}, [](Generator*, lowp_stage*) {},
             [](Generator* g, lowp_stage* s) {
               s->as.tanh.real_zero_as_int32 = g->Between(-(1 << 20), 1 << 20);
               s->as.tanh.real_amplitude_as_int32 =
                   1 + g->Between(0, (1 << g->Between(0, 26)) - 1);
             });
       }});
  sections->push_back(
      {"leaky_relu", [](Run* run) {
         AddGrids(
             run, LOWP_STAGE_LEAKY_RELU,
             {offsetof(lowp_stage, as.leaky_relu.identity_multiplier),
              offsetof(lowp_stage, as.leaky_relu.identity_exponent),
              offsetof(lowp_stage, as.leaky_relu.alpha_multiplier),
              offsetof(lowp_stage, as.leaky_relu.alpha_exponent)},
             [](Generator* g, lowp_stage* s) {
               s->as.leaky_relu.input_zero_point = g->Wild();
               s->as.leaky_relu.result_zero_point = g->Wild();
               s->as.leaky_relu.rounding = g->Between(0, 4);
             },
             [](Generator* g, lowp_stage* s) {
               s->as.leaky_relu.identity_multiplier.value = g->Wild();
               s->as.leaky_relu.identity_exponent.value = Exponent(g);
               s->as.leaky_relu.alpha_multiplier.value = g->Wild();
               s->as.leaky_relu.alpha_exponent.value = Exponent(g);
             });
       }});
  AppendSigmoid("logistic_q4", LOWP_STAGE_LOGISTIC_Q4, sections);
  AppendSigmoid("tanh_q4", LOWP_STAGE_TANH_Q4, sections);
  sections->push_back(
      {"hard_swish", [](Run* run) {
         AddGrids(
             run, LOWP_STAGE_HARD_SWISH, {}, [](Generator*, lowp_stage*) {},
             [](Generator* g, lowp_stage* s) {
               s->as.hard_swish.input_zero_point = g->Between(-128, 127);
               s->as.hard_swish.result_multiplier = g->Between(-32768, 32767);
               s->as.hard_swish.result_exponent = g->Between(-31, 0);
               s->as.hard_swish.share_multiplier = g->Between(-32768, 32767);
               s->as.hard_swish.share_exponent = Exponent(g);
               s->as.hard_swish.result_zero_point = g->Wild();
             });
       }});
}

// One grid for each of two types, with one row.
void AppendTable(std::vector<Section>* sections) {
  sections->push_back({"table", [](Run* run) {
                         for (const lowp_type type : {LOWP_UINT8, LOWP_INT8}) {
                           std::uint8_t table[256];
                           for (std::uint8_t& entry : table) {
                             entry = static_cast<std::uint8_t>(
                                 run->generator().Bits());
                           }
                           Grid grid;
                           grid.rows = {MakeStage(LOWP_STAGE_TABLE)};
                           grid.rows[0].as.table.table = table;
                           grid.rows[0].as.table.type = type;
                           grid.after = {MakeStage(LOWP_STAGE_SATURATING_CAST)};
                           grid.after[0].as.saturating_cast.type = type;
                           grid.result = type;
                           AddGrid(grid, run);
                         }
                       }});
}

// A row of kValues entries of any type, drawn one after another.
struct Line {
  std::vector<std::uint8_t> bytes;
  lowp_matrix matrix;
};
Line DrawLine(lowp_type type, Generator* g) {
  Line line;
  const int size = BytesOf(type);
  for (int i = 0; i < kValues; ++i) {
    const std::uint64_t bits = g->Bits();
    for (int b = 0; b < size; ++b) {
      line.bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * b)));
    }
  }
  line.matrix = lowp_row_major(line.bytes.data(), type, 1, kValues);
  return line;
}

constexpr lowp_type kIntegers[] = {LOWP_UINT8, LOWP_INT8, LOWP_INT16,
                                   LOWP_INT32};

void AppendMatrices(std::vector<Section>* sections) {
  sections->push_back({"matrix_addition", [](Run* run) {
                         for (const lowp_type type : kIntegers) {
                           const Line line = DrawLine(type, &run->generator());
                           Grid grid;
                           grid.rows = {MakeStage(LOWP_STAGE_MATRIX_ADDITION)};
                           grid.rows[0].as.matrix_addition.addend_matrix =
                               line.matrix;
                           AddGrid(grid, run);
                         }
                       }});
  sections->push_back(
      {"residual_addition", [](Run* run) {
         for (int group = 0; group < kGroups; ++group) {
           Generator* const g = &run->generator();
           const Line line = DrawLine(kIntegers[group % 4], g);
           Grid grid;
           grid.rows = {MakeStage(LOWP_STAGE_RESIDUAL_ADDITION)};
           lowp_stage_residual_addition& s = grid.rows[0].as.residual_addition;
           s.residual = line.matrix;
           s.left_shift = g->Between(0, 30);
           s.input_zero_point = g->Wild();
           s.input_multiplier = g->Wild();
           s.input_exponent = Exponent(g);
           s.residual_zero_point = g->Wild();
           s.residual_multiplier = g->Wild();
           s.residual_exponent = Exponent(g);
           s.result_multiplier = g->Wild();
           s.result_exponent = Exponent(g);
           s.result_zero_point = g->Wild();
           s.rounding = g->Between(0, 4);
           AddGrid(grid, run);
         }
       }});
  sections->push_back(
      {"dequantized_addition", [](Run* run) {
         for (int group = 0; group < kGroups; ++group) {
           Generator* const g = &run->generator();
           const Line line = DrawLine(kIntegers[group % 4], g);
           Grid grid;
           grid.before = {MakeStage(LOWP_STAGE_DEQUANTIZE)};
           grid.before[0].as.dequantize.result_scale.value = g->Real();
           grid.rows = {MakeStage(LOWP_STAGE_DEQUANTIZED_ADDITION)};
           lowp_stage_dequantized_addition& s =
               grid.rows[0].as.dequantized_addition;
           s.residual = line.matrix;
           s.residual_zero_point = g->Wild();
           s.residual_scale = g->Real();
           grid.result = LOWP_FLOAT32;
           AddGrid(grid, run);
         }
       }});
}

}  // namespace

void AppendIntegerStages(std::vector<Section>* sections) {
  AppendScales(sections);
  AppendOtherScales(sections);
  AppendClamps(sections);
  AppendActivations(sections);
  AppendTable(sections);
  AppendMatrices(sections);
}

}  // namespace lowp_conform
