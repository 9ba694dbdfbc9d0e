// Checks of the parameters of output stages, with the wording of their errors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_VALIDATE_PARAMETER_H_
#define LOWP_INTERNAL_EPILOGUE_VALIDATE_PARAMETER_H_

#include <cstdint>

#include "../../public/status.h"
#include "../contract/matrix_ref.h"
#include "common_bits.h"
#include "overlap.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The names under which a parameter's faults are reported.
struct ParameterNames {
  const char* data;
  const char* size;
};

// Checks that a vector exists, has the length that the result needs, and does
// not overlap the result.
template <typename Parameter>
Status ValidateParameter(const Parameter& parameter, const MatrixRef& result,
                         const ParameterNames& names) {
  if (parameter.along == Along::kAll) return Status();
  const int expected =
      parameter.along == Along::kRows ? result.rows : result.cols;
  if (parameter.size != expected) {
    return InvalidArgument(
        names.size, parameter.size,
        parameter.along == Along::kRows
            ? "differs from the number of rows of the result"
            : "differs from the number of columns of the result");
  }
  if (parameter.data == nullptr && parameter.size > 0) {
    return NullPointer(names.data);
  }
  const std::int64_t size = sizeof(*parameter.data);
  if (OverlapsBytes(result, parameter.data, parameter.size * size)) {
    return InvalidArgument(names.data, 0, "overlaps the result in memory");
  }
  return Status();
}

// Checks that every value of a parameter lies in [low, high].
inline Status ValidateRange(const Int32Parameter& parameter, std::int32_t low,
                            std::int32_t high, const char* name,
                            const char* problem) {
  if (BitsOf(parameter).AreWithin(low, high)) return Status();
  if (parameter.along == Along::kAll) {
    return InvalidArgument(name, parameter.value, problem);
  }
  for (int i = 0; i < parameter.size; ++i) {
    if (parameter.data[i] < low || parameter.data[i] > high) {
      return InvalidArgument(name, parameter.data[i], problem);
    }
  }
  return Status();
}

// The valid values of a parameter, and the message for others.
struct ParameterRange {
  std::int32_t low;
  std::int32_t high;
  const char* name;
  const char* problem;
};

inline Status ValidateNumbers(const Int32Parameter& parameter,
                              const MatrixRef& result,
                              const ParameterNames& names,
                              const ParameterRange& range) {
  const Status status = ValidateParameter(parameter, result, names);
  if (!status.ok()) return status;
  return ValidateRange(parameter, range.low, range.high, range.name,
                       range.problem);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_VALIDATE_PARAMETER_H_
