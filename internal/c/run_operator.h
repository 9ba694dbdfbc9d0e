// The shape of the C API's operators: a struct is read into a call, which runs.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_RUN_OPERATOR_H_
#define LOWP_INTERNAL_C_RUN_OPERATOR_H_

#include <cstdint>

#include "../../public/c/lowp.h"
#include "../../public/quantization/quantization_params.h"
#include "../frontend/front_end.h"
#include "error.h"
#include "handles.h"
#include "read_matrix.h"
#include "sized_struct.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A Call has two members: Read(const Struct&), which sets what the engine's
// problem has and returns a lowp_status, and Run(const GemmResources&), which
// returns the engine's status. The names of fields are those that the engine's
// messages have; a table has the others. `name` is the struct's in messages.
template <typename Call, typename Struct>
lowp_status RunOperator(lowp_context* context, const Struct* given,
                        const char* name) {
  if (context == nullptr) return FailForNull("context");
  return Guarded([&]() -> lowp_status {
    Struct read;
    lowp_status status = ReadStruct(given, name, &read);
    if (status != LOWP_OK) return status;
    Call call;
    status = call.Read(read);
    if (status != LOWP_OK) return status;
    return ToC(call.Run(ResourcesOf(&context->context)));
  });
}

// The range of results of a type. Both ends 0: all of its values.
inline QuantizedRange ReadRange(const lowp_range& range, Scalar scalar) {
  if (range.low != 0 || range.high != 0) return {range.low, range.high};
  return scalar == Scalar::kUint8  ? QuantizedRangeOf<std::uint8_t>()
         : scalar == Scalar::kInt8 ? QuantizedRangeOf<std::int8_t>()
                                   : QuantizedRangeOf<std::int16_t>();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_RUN_OPERATOR_H_
