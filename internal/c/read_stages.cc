// The types of the values in a pipeline, which the C++ front end checks when it
// is compiled; then each stage by itself.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "read_stages.h"

#include <cstdio>
#include <cstring>

#include "../epilogue/validate_stages.h"
#include "error.h"
#include "read_matrix.h"
#include "sized_struct.h"
#include "stage_types.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

const char* NameOf(lowp_type type) {
  return type == LOWP_FLOAT32 ? "LOWP_FLOAT32"
         : type == LOWP_INT64 ? "LOWP_INT64"
                              : "LOWP_INT32";
}

bool IsValueType(lowp_type type) {
  return type == LOWP_INT32 || type == LOWP_FLOAT32;
}

// The types of a stage whose fields or values decide them.
lowp_status CompleteTypes(const lowp_stage& stage, lowp_type values,
                          const StageName& name, StageTypes* types) {
  switch (stage.kind) {
    case LOWP_STAGE_SATURATING_CAST:
      types->yields = stage.as.saturating_cast.type;
      break;
    case LOWP_STAGE_MATRIX_ADDITION: {
      const bool adds_floats =
          stage.as.matrix_addition.addend_matrix.type == LOWP_FLOAT32;
      types->takes = types->yields = adds_floats ? LOWP_FLOAT32 : LOWP_INT32;
      break;
    }
    case LOWP_STAGE_CALL:
      types->takes = stage.as.call.takes;
      types->yields = stage.as.call.yields;
      if (!IsValueType(types->takes) || !IsValueType(types->yields)) {
        const bool takes = !IsValueType(types->takes);
        return Fail(LOWP_INVALID_ARGUMENT,
                    "%s.%s = %d: is not LOWP_INT32 or LOWP_FLOAT32",
                    name.text(), takes ? "takes" : "yields",
                    takes ? types->takes : types->yields);
      }
      break;
    default:
      break;
  }
  const bool wraps = values == LOWP_INT64 && types->takes == LOWP_INT32;
  if (types->takes == values || wraps) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT,
              "%s.kind = %d: takes %s, and the stage before it yields %s",
              name.text(), stage.kind, NameOf(types->takes), NameOf(values));
}

lowp_status CheckHead(const lowp_stage& stage, bool is_last,
                      const StageName& name, StageTypes* types) {
  const StageTypes* const row = StageTypesOf(stage.kind);
  if (row == nullptr) {
    return Fail(LOWP_INVALID_ARGUMENT, "%s.kind = %d: is not a lowp_stage_kind",
                name.text(), stage.kind);
  }
  *types = *row;
  if (stage.per < LOWP_PER_RESULT || stage.per > LOWP_PER_COLUMN) {
    return Fail(LOWP_INVALID_ARGUMENT, "%s.per = %d: is not a lowp_per",
                name.text(), stage.per);
  }
  if (stage.per != LOWP_PER_RESULT && !types->varies) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "%s.per = %d: a stage of this kind has no fields that vary",
                name.text(), stage.per);
  }
  if (types->is_cast && !is_last) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "%s.kind = %d: is a cast, and not the last stage", name.text(),
                stage.kind);
  }
  return LOWP_OK;
}

// The name of a type that results have.
const char* NameOfType(lowp_type type) {
  switch (type) {
    case LOWP_UINT8:
      return "LOWP_UINT8";
    case LOWP_INT8:
      return "LOWP_INT8";
    case LOWP_INT16:
      return "LOWP_INT16";
    case LOWP_FLOAT32:
      return "LOWP_FLOAT32";
    default:
      return "LOWP_INT32";
  }
}

lowp_type ResultTypeOf(Scalar scalar) {
  Scalar found = Scalar::kInt32;
  lowp_type type = LOWP_UINT8;
  while (ScalarOfType(type, &found) && found != scalar) ++type;
  return type;
}

lowp_status CheckResult(lowp_type values, Scalar result, const char* type_name,
                        const Int64Stages* int64) {
  if (int64 != nullptr && values == LOWP_INT64) {
    if (int64->stores) return LOWP_OK;
    values = LOWP_INT32;
  }
  const bool stores_int64 = int64 != nullptr && int64->stores;
  const lowp_type type = stores_int64 ? LOWP_INT64 : ResultTypeOf(result);
  if (type == values) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT,
              "%s = %d: is not %s, which the last stage yields", type_name,
              type, NameOfType(values));
}

}  // namespace

lowp_status StageList::Reserve(std::int32_t count) {
  if (count <= kInline) return LOWP_OK;
  const std::size_t size = static_cast<std::size_t>(count);
  more_ops_.reset(new (std::nothrow) EpilogueOp[size]);
  more_storage_.reset(new (std::nothrow) StageStorage[size]);
  if (more_ops_ == nullptr || more_storage_ == nullptr) {
    return Fail(LOWP_RESOURCE_EXHAUSTED,
                "stage_count = %d: needs memory that the system refused",
                count);
  }
  ops_ = more_ops_.get();
  storage_ = more_storage_.get();
  return LOWP_OK;
}

lowp_status StageList::ReadStage(const lowp_stage& stage, const Place& place,
                                 lowp_type* values) {
  const StageName name(place.index);
  StageTypes types = {};
  lowp_status status =
      CheckHead(stage, place.index + 1 == count_, name, &types);
  if (status == LOWP_OK) status = CompleteTypes(stage, *values, name, &types);
  if (status != LOWP_OK) return status;
  if (types.takes == LOWP_INT64) {
    int* const at =
        stage.kind == LOWP_STAGE_BIAS_INT64 ? &int64_bias_ : &int64_scale_;
    if (*at >= 0) {
      return Fail(LOWP_INVALID_ARGUMENT, "%s.kind = %d: is there twice",
                  name.text(), stage.kind);
    }
    *at = place.index;
    int64_count_ = place.index + 1;
    status = LowerInt64Stage(stage, place.result, name, place.int64);
  } else {
    const int op = place.index - int64_count_;
    status = LowerStage(stage, place.result, name, &ops_[op], &storage_[op]);
  }
  *values = types.yields;
  uses_floats_ |= types.floats;
  return status;
}

lowp_status StageList::ReadStages(const Array& array, const MatrixRef& result,
                                  const char* type_name, Int64Stages* int64) {
  lowp_type values = int64 == nullptr ? LOWP_INT32 : LOWP_INT64;
  for (int i = 0; i < count_; ++i) {
    const char* const at =
        array.first + static_cast<std::size_t>(i) * array.stride;
    std::size_t size;
    std::memcpy(&size, at, sizeof(size));
    if (size != array.stride) {
      return Fail(LOWP_INVALID_ARGUMENT,
                  "%s.size = %lld: differs from that of the first stage",
                  StageName(i).text(), static_cast<long long>(size));
    }
    lowp_status status = LOWP_OK;
    lowp_stage copy;
    const lowp_stage* given = reinterpret_cast<const lowp_stage*>(at);
    if (size != sizeof(lowp_stage)) {
      status = CheckSize<lowp_stage>(at, size, StageName(i).text());
      if (status != LOWP_OK) return status;
      CopyStruct(at, size, &copy);
      given = &copy;
    }
    status = ReadStage(*given, {i, result, int64}, &values);
    if (status != LOWP_OK) return status;
  }
  return CheckResult(values, result.scalar, type_name, int64);
}

lowp_status StageList::Read(const lowp_stage* stages, std::int32_t count,
                            const MatrixRef& result, const char* type_name,
                            Int64Stages* int64) {
  if (count < 0) {
    return Fail(LOWP_INVALID_ARGUMENT, "stage_count = %d: is negative", count);
  }
  if (count > 0 && stages == nullptr) return FailForNull("stages");
  const lowp_status status = Reserve(count);
  if (status != LOWP_OK) return status;
  count_ = count;
  return ReadStages({reinterpret_cast<const char*>(stages),
                     count > 0 ? stages->size : sizeof(lowp_stage)},
                    result, type_name, int64);
}

lowp_status StageList::Refuse(const Status& status,
                              const MatrixRef& result) const {
  int stage = -1;
  for (int i = int64_count_; i < count_ && stage < 0; ++i) {
    const Status of_stage = ValidateStages(ops_ + i - int64_count_, 1, result);
    if (!of_stage.ok() &&
        std::strcmp(of_stage.argument(), status.argument()) == 0) {
      stage = i;
    }
  }
  // If no operation is wrong, the status may be about a stage that takes int64.
  const auto begins = [&status](const char* name) {
    return std::strncmp(status.argument(), name, std::strlen(name)) == 0;
  };
  if (stage < 0 && begins("bias_vector")) stage = int64_bias_;
  if (stage < 0 &&
      (begins("result_fixedpoint_multiplier") || begins("result_exponent"))) {
    stage = int64_scale_;
  }
  if (stage < 0) return FailWith(status);
  char prefix[32];
  std::snprintf(prefix, sizeof(prefix), "stages[%d].", stage);
  return FailWith(status, prefix);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
