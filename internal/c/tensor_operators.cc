// Operators of whole tensors in the C API: joining them, copying their elements
// to other places, their extremes and where those lie.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>

#include "../../public/operators/concat.h"
#include "../../public/operators/strided_copy.h"
#include "../contract/extremes.h"
#include "run_operator.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

class ConcatCall {
 public:
  lowp_status Read(const lowp_concatenation& concatenation) {
    const lowp_status status = ReadType(concatenation.type, TypeSet::kQuantized,
                                        "concatenation.type", &problem_.scalar);
    if (status != LOWP_OK) return status;
    problem_.parts = concatenation.parts;
    problem_.part_at = [](const void* all, int index) {
      const lowp_concat_part& part =
          static_cast<const lowp_concat_part*>(all)[index];
      return ConcatPartRef{part.data, part.size, part.quantization.scale,
                           part.quantization.zero_point};
    };
    problem_.part_count = concatenation.part_count;
    problem_.outer = concatenation.outer;
    problem_.inner = concatenation.inner;
    problem_.scale = concatenation.result_quantization.scale;
    problem_.zero_point = concatenation.result_quantization.zero_point;
    problem_.result = concatenation.result;
    return LOWP_OK;
  }
  Status Run(const GemmResources& resources) const {
    return RunConcat(problem_, resources);
  }

 private:
  ConcatProblem problem_;
};

class CopyCall {
 public:
  lowp_status Read(const lowp_strided_copying& copying) {
    problem_.element_size = copying.element_size;
    problem_.input = copying.input;
    problem_.axes = copying.axes == nullptr ? nullptr : axes_;
    problem_.axis_count = copying.axis_count;
    problem_.result = copying.result;
    // The engine refuses other sizes and counts, and then looks at no axis.
    if (copying.axes == nullptr || copying.axis_count > kMaxStridedCopyAxes ||
        !IsStridedCopySize(static_cast<std::size_t>(copying.element_size))) {
      return LOWP_OK;
    }
    for (int i = 0; i < copying.axis_count; ++i) {
      const lowp_copied_axis& axis = copying.axes[i];
      axes_[i].size = axis.size;
      lowp_status status =
          ReadStride("axes.input_stride", axis.input_stride,
                     copying.element_size, &axes_[i].input_stride);
      if (status != LOWP_OK) return status;
      status = ReadStride("axes.result_stride", axis.result_stride,
                          copying.element_size, &axes_[i].result_stride);
      if (status != LOWP_OK) return status;
    }
    return LOWP_OK;
  }
  Status Run(const GemmResources& resources) const {
    return RunStridedCopy(problem_, resources);
  }

 private:
  // From bytes to elements.
  static lowp_status ReadStride(const char* name, std::ptrdiff_t bytes,
                                int element_size, std::ptrdiff_t* elements) {
    if (bytes % element_size != 0) {
      return Fail(LOWP_INVALID_ARGUMENT,
                  "%s = %lld: is not a multiple of the element size", name,
                  static_cast<long long>(bytes));
    }
    *elements = bytes / element_size;
    return LOWP_OK;
  }

  StridedCopyAxis axes_[kMaxStridedCopyAxes];
  StridedCopyProblem problem_;
};

// What both structs of extremes have.
template <typename Struct>
lowp_status ReadExtremes(const Struct& extreme, ExtremesProblem* problem) {
  lowp_status status = ReadType(extreme.type, TypeSet::kQuantized,
                                "extreme.type", &problem->scalar);
  if (status != LOWP_OK) return status;
  status = ReadBool(extreme.finds_minimum, "extreme.finds_minimum",
                    &problem->finds_minimum);
  if (status != LOWP_OK) return status;
  problem->values = extreme.values;
  problem->outer = extreme.shape.outer;
  problem->channels = extreme.shape.channels;
  problem->inner = extreme.shape.inner;
  return LOWP_OK;
}

class IndexCall {
 public:
  lowp_status Read(const lowp_arg_extreme& extreme) {
    if (extreme.index_type != LOWP_INT32 && extreme.index_type != LOWP_INT64) {
      return Fail(LOWP_INVALID_ARGUMENT,
                  "extreme.index_type = %d: is not LOWP_INT32 or LOWP_INT64",
                  extreme.index_type);
    }
    problem_.form = extreme.index_type == LOWP_INT64 ? ExtremeForm::kIndex64
                                                     : ExtremeForm::kIndex32;
    problem_.results = extreme.indices;
    return ReadExtremes(extreme, &problem_);
  }
  Status Run(const GemmResources& resources) const {
    return RunExtremes(problem_, resources);
  }

 private:
  ExtremesProblem problem_;
};

class ExtremeCall {
 public:
  lowp_status Read(const lowp_extreme& extreme) {
    problem_.form = ExtremeForm::kValue;
    problem_.results = extreme.result;
    return ReadExtremes(extreme, &problem_);
  }
  Status Run(const GemmResources& resources) const {
    return RunExtremes(problem_, resources);
  }

 private:
  ExtremesProblem problem_;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::internal::RunOperator;

lowp_status lowp_concat(lowp_context* context,
                        const lowp_concatenation* concatenation) {
  return RunOperator<gemmlowp::internal::ConcatCall>(context, concatenation,
                                                     "concatenation");
}

lowp_status lowp_strided_copy(lowp_context* context,
                              const lowp_strided_copying* copying) {
  return RunOperator<gemmlowp::internal::CopyCall>(context, copying, "copying");
}

lowp_status lowp_find_extreme(lowp_context* context,
                              const lowp_arg_extreme* extreme) {
  return RunOperator<gemmlowp::internal::IndexCall>(context, extreme,
                                                    "extreme");
}

lowp_status lowp_reduce_extreme(lowp_context* context,
                                const lowp_extreme* extreme) {
  return RunOperator<gemmlowp::internal::ExtremeCall>(context, extreme,
                                                      "extreme");
}
