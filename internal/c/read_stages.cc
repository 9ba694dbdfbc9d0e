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
  return type == LOWP_FLOAT32 ? "LOWP_FLOAT32" : "LOWP_INT32";
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
  if (types->takes == values) return LOWP_OK;
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

lowp_status CheckResult(lowp_type values, Scalar result,
                        const char* type_name) {
  Scalar scalar = Scalar::kInt32;
  if (ScalarOfType(values, &scalar) && scalar == result) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT,
              "%s: is not %d, which the last stage yields", type_name, values);
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

lowp_status StageList::ReadStages(const Array& array, const MatrixRef& result,
                                  const char* type_name) {
  lowp_type values = LOWP_INT32;
  for (int i = 0; i < count_; ++i) {
    const StageName name(i);
    const char* const at =
        array.first + static_cast<std::size_t>(i) * array.stride;
    std::size_t size;
    std::memcpy(&size, at, sizeof(size));
    if (size != array.stride) {
      return Fail(LOWP_INVALID_ARGUMENT,
                  "%s.size = %lld: differs from that of the first stage",
                  name.text(), static_cast<long long>(size));
    }
    lowp_status status = LOWP_OK;
    lowp_stage copy;
    const lowp_stage* given = reinterpret_cast<const lowp_stage*>(at);
    if (size != sizeof(lowp_stage)) {
      status = CheckSize<lowp_stage>(at, size, name.text());
      if (status != LOWP_OK) return status;
      CopyStruct(at, size, &copy);
      given = &copy;
    }
    const lowp_stage& stage = *given;
    StageTypes types = {};
    status = CheckHead(stage, i + 1 == count_, name, &types);
    if (status != LOWP_OK) return status;
    status = CompleteTypes(stage, values, name, &types);
    if (status != LOWP_OK) return status;
    status = LowerStage(stage, result, name, &ops_[i], &storage_[i]);
    if (status != LOWP_OK) return status;
    values = types.yields;
    uses_floats_ |= types.floats;
  }
  return CheckResult(values, result.scalar, type_name);
}

lowp_status StageList::Read(const lowp_stage* stages, std::int32_t count,
                            const MatrixRef& result, const char* type_name) {
  if (count < 0) {
    return Fail(LOWP_INVALID_ARGUMENT, "stage_count = %d: is negative", count);
  }
  if (count > 0 && stages == nullptr) return FailForNull("stages");
  const lowp_status status = Reserve(count);
  if (status != LOWP_OK) return status;
  count_ = count;
  return ReadStages({reinterpret_cast<const char*>(stages),
                     count > 0 ? stages->size : sizeof(lowp_stage)},
                    result, type_name);
}

lowp_status FailForStages(const Status& status, const EpilogueOp* ops,
                          int count, const MatrixRef& result) {
  for (int i = 0; i < count; ++i) {
    const Status of_stage = ValidateStages(ops + i, 1, result);
    if (of_stage.ok() ||
        std::strcmp(of_stage.argument(), status.argument()) != 0) {
      continue;
    }
    char prefix[32];
    std::snprintf(prefix, sizeof(prefix), "stages[%d].", i);
    return FailWith(of_stage, prefix);
  }
  return FailWith(status);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
