#!/bin/sh
# Programs that must not compile, and the message with which the compiler must refuse them; each beside its sound
# version, which must compile.
#   compile_fail_test.sh <compiler> <include directory>
# Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
set -u
compiler=$1
include=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
standard=c++17

cat > "$work/headers.h" <<PROGRAM
#include "public/convolution/int16_product.h"
#include "public/gemmlowp.h"
PROGRAM
# Without this option Clang would instantiate the headers' own templates in every program, in 3x the time.
case $("$compiler" --version) in *clang*) once=-fpch-instantiate-templates ;; *) once= ;; esac
# Both compilers use headers.h.gch instead of headers.h if it has the same standard. older/headers.h has none beside it.
"$compiler" -std=$standard $once -I"$include" -x c++-header "$work/headers.h" -o "$work/headers.h.gch" || exit 1
mkdir "$work/older" && cp "$work/headers.h" "$work/older"
headers=$work/headers.h

# compile <name> <statements>: compiles the statements in a function that has a context, matrices and stages.
compile() {
  cat > "$work/$1.cc" <<PROGRAM
using namespace gemmlowp;
struct NotAStage { int min, max; };
struct DoubleStage { double operator()(std::int32_t x, int, int) const { return x; } };
struct Int16Stage { std::int16_t operator()(std::int32_t x, int, int) const { return static_cast<std::int16_t>(x); } };
struct FloatStage { float operator()(float x, int, int) const { return x; } };
struct ForeignContext {};
template <typename T> using In = MatrixMap<const T, MapOrder::RowMajor>;
template <typename T> using Out = MatrixMap<T, MapOrder::RowMajor>;
void Call(GemmContext* context, In<std::uint8_t> u8, In<std::int8_t> s8, In<float> floats, In<std::int32_t> ints,
          Out<std::uint8_t>* to_u8, Out<std::int8_t>* to_s8, Out<std::int16_t>* to_s16, Out<std::int32_t>* to_s32,
          Out<float>* to_float, Out<double>* to_double, ForeignContext* foreign) {
  const OutputStageClamp clamp = {0, 1};
  const OutputStageSaturatingCastToUint8 cast_u8;
  const OutputStageSaturatingCastToInt8 cast_s8;
  const OutputStageSaturatingCastToInt16 cast_s16;
  const OutputStageTruncatingCastToUint8 truncate;
  const OutputStageDequantize dequantize = {0.5f};
  const OutputStageQuantizeFloat quantize = {0, FloatRounding::kEven, ZeroPointOrder::kAfterRounding};
  const OutputStageBiasAddition<VectorMap<const float, VectorShape::Row>> float_bias;
  const auto either = [](auto x, int, int) { return x; };
  static_cast<void>(context), static_cast<void>(u8), static_cast<void>(s8), static_cast<void>(floats);
  static_cast<void>(ints), static_cast<void>(to_u8), static_cast<void>(to_s8), static_cast<void>(to_s16);
  static_cast<void>(to_s32), static_cast<void>(to_float), static_cast<void>(to_double), static_cast<void>(foreign);
  static_cast<void>(clamp), static_cast<void>(cast_u8), static_cast<void>(cast_s8), static_cast<void>(cast_s16);
  static_cast<void>(truncate), static_cast<void>(dequantize), static_cast<void>(quantize);
  static_cast<void>(float_bias), static_cast<void>(either);
  $2
}
PROGRAM
  "$compiler" -std=$standard -fsyntax-only -I"$include" -include "$headers" "$work/$1.cc" > "$work/$1.log" 2>&1
}

# compiles <name> <statements>
compiles() {
  if compile "$1" "$2"; then
    echo "ok: $1 compiles"
  else
    echo "FAILED: $1 does not compile:"
    head -20 "$work/$1.log"
    failures=$((failures + 1))
  fi
}

# refused <name> <words> <statements>
refused() {
  if compile "$1" "$3"; then
    echo "FAILED: $1 compiles"
    failures=$((failures + 1))
  elif ! grep -q "$2" "$work/$1.log"; then
    echo "FAILED: $1 is refused, but not because \"$2\":"
    grep error "$work/$1.log" | head -5
    failures=$((failures + 1))
  else
    echo "ok: $1 is refused"
  fi
}

compiles every_result '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::tuple<>());
  GemmWithOutputPipeline(context, u8, s8, to_s32, 0, 0, std::make_tuple(clamp));
  GemmWithOutputPipeline(context, s8, u8, to_u8, 0, 0, std::make_tuple(clamp, cast_u8));
  GemmWithOutputPipeline(context, s8, s8, to_u8, 0, 0, std::make_tuple(truncate));
  GemmWithOutputPipeline(context, u8, u8, to_s8, 0, 0, std::make_tuple(cast_s8));
  GemmWithOutputPipeline(context, u8, u8, to_s16, 0, 0, std::make_tuple(cast_s16));
  GemmWithOutputPipeline(context, u8, u8, to_s16, 0, 0, std::make_tuple(clamp, Int16Stage()));
  GemmWithOutputPipeline(context, u8, u8, to_float, 0, 0, std::make_tuple(clamp, dequantize, float_bias, FloatStage()));
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::make_tuple(dequantize, FloatStage(), quantize, clamp));
  GemmWithOutputPipeline(context, u8, u8, to_float, 0, 0, std::make_tuple(either, dequantize, either));
  GemmWithOutputPipeline(context, u8, u8, to_u8, 0, 0, std::make_tuple(dequantize, either, quantize, either, cast_u8));'

# The original's public/gemmlowp.h includes fixedpoint/fixedpoint.h.
compiles fixedpoint_comes_along '
  static_cast<void>(RoundingDivideByPOT(SaturatingRoundingDoublingHighMul(1 << 20, 1 << 30), 3));
  static_cast<void>(FixedPoint<std::int32_t, 3>::One());'

result_type="the result's scalar type is not the one that the last stage"
refused result_without_a_cast "$result_type" '
  GemmWithOutputPipeline(context, u8, u8, to_u8, 0, 0, std::tuple<>());'
refused result_of_another_cast "$result_type" '
  GemmWithOutputPipeline(context, u8, u8, to_u8, 0, 0, std::make_tuple(clamp, cast_s8));'
refused wide_result_of_a_cast "$result_type" '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::make_tuple(cast_u8));'
refused result_of_a_callers_stage "$result_type" '
  GemmWithOutputPipeline(context, u8, u8, to_s8, 0, 0, std::make_tuple(Int16Stage()));'
refused result_in_gemmlowps_form "$result_type" '
  GemmWithOutputPipeline<std::uint8_t, std::int16_t, DefaultL8R8BitDepthParams>(
      context, u8, u8, to_s16, 0, 0, std::make_tuple(cast_u8));'

inner="only the last stage may produce something else than int32_t"
refused cast_before_a_stage "$inner" '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::make_tuple(cast_u8, clamp));'
refused cast_before_a_cast "$inner" '
  GemmWithOutputPipeline(context, u8, u8, to_s8, 0, 0, std::make_tuple(cast_u8, cast_s8));'
refused callers_cast_before_a_stage "$inner" '
  GemmWithOutputPipeline(context, u8, u8, to_u8, 0, 0, std::make_tuple(Int16Stage(), cast_u8));'

# The message names the stage.
refused float_stage_without_floats "StageTakes<gemmlowp.*OutputStageQuantizeFloat" '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::make_tuple(quantize));'
refused int32_stage_of_floats "StageTakes<gemmlowp.*OutputStageClamp" '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::make_tuple(dequantize, clamp));'
refused cast_of_floats "this stage of the output pipeline takes another type of values" '
  GemmWithOutputPipeline(context, u8, u8, to_u8, 0, 0, std::make_tuple(dequantize, cast_u8));'
refused float_bias_of_sums "StageTakes<gemmlowp.*OutputStageBiasAddition" '
  GemmWithOutputPipeline(context, u8, u8, to_float, 0, 0, std::make_tuple(float_bias));'
refused callers_stage_of_floats "StageTakes<FloatStage" '
  GemmWithOutputPipeline(context, u8, u8, to_float, 0, 0, std::make_tuple(clamp, FloatStage()));'
refused callers_stage_of_sums "StageTakes<Int16Stage" '
  GemmWithOutputPipeline(context, u8, u8, to_s16, 0, 0, std::make_tuple(dequantize, Int16Stage()));'
refused dequantized_twice "StageTakes<gemmlowp.*OutputStageDequantize" '
  GemmWithOutputPipeline(context, u8, u8, to_float, 0, 0, std::make_tuple(dequantize, dequantize));'
refused leaky_relu_of_floats "StageTakes<gemmlowp.*OutputStageLeakyRelu" '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::make_tuple(dequantize, OutputStageLeakyRelu()));'
refused table_of_floats "StageTakes<gemmlowp.*OutputStageTable" '
  GemmWithOutputPipeline(context, u8, u8, to_u8, 0, 0,
                         std::make_tuple(dequantize, OutputStageTable<std::uint8_t>(), cast_u8));'
compiles matrices_of_both_types '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::make_tuple(Accumulate(*to_s32)));
  GemmWithOutputPipeline(context, u8, u8, to_float, 0, 0, std::make_tuple(dequantize, Accumulate(*to_float)));'
# Stages that take int64.
int16='
  const OutputStageBiasAdditionInt64 bias; const OutputStageScaleInt64ByFixedPoint scale = {0, 0, 0};
  const OutputStageStoreInt64 store; PreparedConvolution to;
  const auto prepare = [&](auto input, const auto& pipeline) {
    static_cast<void>(PreparedConvolution::Prepare<decltype(input)>(context, {}, {}, {}, pipeline, &to)); };
  static_cast<void>(bias), static_cast<void>(scale), static_cast<void>(store);'
compiles int64_stages "$int16
  prepare(std::int16_t{}, std::tuple<>());
  prepare(std::int16_t{}, std::make_tuple(bias, store));
  prepare(std::int16_t{}, std::make_tuple(bias, clamp));
  prepare(std::int16_t{}, std::make_tuple(bias, scale, clamp, cast_s16));
  prepare(std::int16_t{}, std::make_tuple(scale, dequantize, FloatStage()));"
refused int64_stages_of_int8 "only the sums of int16_t inputs are int64" "$int16
  prepare(std::int8_t{}, std::make_tuple(scale));"
in_order="stages that take int64 come first"
refused int64_bias_behind_the_scale "$in_order" "$int16
  prepare(std::int16_t{}, std::make_tuple(scale, bias));"
refused int64_bias_twice "$in_order" "$int16
  prepare(std::int16_t{}, std::make_tuple(bias, bias));"
refused int64_scale_behind_others "$in_order" "$int16
  prepare(std::int16_t{}, std::make_tuple(clamp, scale));"
refused stages_behind_a_store "$in_order" "$int16
  prepare(std::int16_t{}, std::make_tuple(store, clamp));"
refused store_of_scaled_values "$in_order" "$int16
  prepare(std::int16_t{}, std::make_tuple(scale, store));"
refused float_matrix_on_sums "StageTakes<gemmlowp.*OutputStageMatrixAddition" '
  GemmWithOutputPipeline(context, u8, u8, to_float, 0, 0, std::make_tuple(Accumulate(floats)));'
refused integer_matrix_on_floats "StageTakes<gemmlowp.*OutputStageMatrixAddition" '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::make_tuple(dequantize, Accumulate(ints)));'
refused matrix_after_the_cast "only the last stage may produce" '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::make_tuple(cast_u8, Accumulate(ints)));'
refused dequantized_residual_on_sums "StageTakes<gemmlowp.*OutputStageDequantizedAddition" '
  GemmWithOutputPipeline(context, u8, u8, to_float, 0, 0,
                         std::make_tuple(OutputStageDequantizedAddition<In<std::int8_t>>{s8, 0, 1.0f}));'
refused float_residual "the residual of OutputStageResidualAddition holds integers" '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0,
                         std::make_tuple(OutputStageResidualAddition<In<float>>{floats, {}}));'

operands="lhs and rhs hold uint8_t or int8_t"
refused float_operands "$operands" '
  GemmWithOutputPipeline(context, floats, floats, to_s32, 0, 0, std::tuple<>());'
refused int32_operand "$operands" '
  GemmWithOutputPipeline(context, u8, ints, to_s32, 0, 0, std::tuple<>());'
refused float_result "lowp: " '
  GemmWithOutputPipeline(context, u8, u8, to_float, 0, 0, std::tuple<>());'
refused double_result "lowp: " '
  GemmWithOutputPipeline(context, u8, u8, to_double, 0, 0, std::make_tuple(DoubleStage()));'

refused unknown_stage "lowp: " '
  GemmWithOutputPipeline(context, u8, u8, to_s32, 0, 0, std::make_tuple(clamp, NotAStage()));'
refused foreign_context "the context must be one of lowp" '
  GemmWithOutputPipeline(foreign, u8, u8, to_s32, 0, 0, std::tuple<>());'
refused float_offsets "vectors of parameters hold int32_t" '
  VectorMap<const float, VectorShape::Col> offsets;
  GemmWithOutputPipeline(context, u8, u8, to_s32, offsets, 0, std::tuple<>());'

standard=c++14 headers=$work/older/headers.h
refused older_standard "lowp needs C++17" ''
standard=c++17 headers=$work/headers.h

if [ $failures -ne 0 ]; then
  echo "$failures failed"
  exit 1
fi
