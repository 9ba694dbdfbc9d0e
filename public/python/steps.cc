// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "steps.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "errors.h"

namespace nb = nanobind;

namespace gemmlowp {
inline namespace lowp {
namespace python {

using internal::EpilogueOp;

namespace {

float ReadBound(nb::handle object) {
  const float bound = ReadFloat("clamp", object);
  if (std::isnan(bound)) RefuseReal("clamp", bound, "is not a number");
  return bound;
}

}  // namespace

void Steps::Read(nb::handle steps, int cols, ElementType type) {
  cols_ = cols;
  for (nb::handle step : steps) Add(nb::cast<nb::tuple>(step));
  if (IsByteOrInt16(type)) ops_.push_back(CastOp(type));
  int64_.stores = type == ElementType::kInt64;
  if (ops_.size() > kMaxOps) {
    Refuse("steps", static_cast<std::int64_t>(ops_.size()), "are too many");
  }
}

// The parameter at `index`, from 1 on, of a step.
internal::Int32Parameter Steps::Integers(const nb::tuple& step, int index,
                                         const char* name, Step* kept) const {
  Parameter<std::int32_t>& parameter = kept->integers[index - 1];
  parameter.Read(step[index], name, Shape());
  parameter.Own();
  return Erase(parameter);
}

const Parameter<float>& Steps::Floats(const nb::tuple& step, const char* name,
                                      Step* kept) {
  uses_floats_ = true;
  kept->floats.Read(step[1], name, Shape());
  kept->floats.Own();
  return kept->floats;
}

void Steps::Add(const nb::tuple& step) {
  const std::string kind = nb::cast<std::string>(step[0]);
  steps_.push_back(std::make_unique<Step>());
  Step* const kept = steps_.back().get();
  if (kind == "bias") {
    static_cast<void>(Integers(step, 1, "bias", kept));
    ops_.push_back(BiasOp(kept->integers[0]));
  } else if (kind == "float_bias") {
    ops_.push_back(FloatBiasOp(Floats(step, "bias", kept)));
  } else if (kind == "dequantize") {
    ops_.push_back(DequantizeOp(Floats(step, "scale", kept)));
  } else if (kind == "clamp") {
    ops_.push_back(internal::MakeClampOp(ReadInt32(step[1], "clamp"),
                                         ReadInt32(step[2], "clamp")));
  } else if (kind == "float_clamp") {
    EpilogueOp op;
    op.kind = internal::EpilogueKind::kClampFloat;
    op.float_low = ReadBound(step[1]);
    op.float_high = ReadBound(step[2]);
    ops_.push_back(op);
  } else if (kind == "fixed_point") {
    AddFixedPoint(step, kept);
  } else if (kind == "int64_bias") {
    AddInt64Bias(step[1]);
  } else if (kind == "int64_fixed_point") {
    int64_.scales = true;
    int64_.multiplier = Integers(step, 1, "multiplier", kept);
    int64_.exponent = Integers(step, 2, "exponent", kept);
    int64_.offset = ReadInt32(step[3], "zero_point");
  } else if (kind == "shifts") {
    AddShifts(step, kept);
  } else {
    AddReal(step, kind == "double", kept);
  }
}

void Steps::AddFixedPoint(const nb::tuple& step, Step* kept) {
  ops_.push_back(internal::MakeFixedPointOp(
      Integers(step, 1, "multiplier", kept),
      Integers(step, 2, "exponent", kept), ReadInt32(step[3], "zero_point"),
      static_cast<FixedPointRounding>(nb::cast<int>(step[4])),
      static_cast<FixedPointOverflow>(nb::cast<int>(step[5]))));
}

void Steps::AddInt64Bias(nb::handle bias) {
  Array array;
  array.OpenArray(bias, "bias");
  if (array.type() != ElementType::kInt64 || !array.IsContiguous() ||
      array.dimensions() != 1 || array.count() != cols_) {
    Refuse("bias", "array of shape " + array.ShapeText(),
           "is not int64 of shape (" + std::to_string(cols_) + ",)");
  }
  const auto* const values = static_cast<const std::int64_t*>(array.data());
  bias_.assign(values, values + cols_);
  int64_.bias = {bias_.data(), cols_, internal::Along::kCols};
}

void Steps::AddShifts(const nb::tuple& step, Step* kept) {
  EpilogueOp op;
  op.kind = internal::EpilogueKind::kPreAndPostShift;
  op.first = Integers(step, 1, "pre_shift", kept);
  op.second = Integers(step, 2, "multiplier", kept);
  op.more[0] = Integers(step, 3, "post_shift", kept);
  op.offset = ReadInt32(step[4], "zero_point");
  ops_.push_back(op);
}

void Steps::AddReal(const nb::tuple& step, bool in_double, Step* kept) {
  const RealRounding rounding = {
      ReadInt32(step[2], "zero_point"),
      static_cast<FloatRounding>(nb::cast<int>(step[3])),
      static_cast<ZeroPointOrder>(nb::cast<int>(step[4]))};
  if (in_double) {
    uses_floats_ = true;
    kept->doubles.Read(step[1], "scale", Shape());
    kept->doubles.Own();
    ops_.push_back(ScaleOp(kept->doubles, rounding));
  } else {
    ops_.push_back(ScaleOp(Floats(step, "scale", kept), rounding));
  }
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
