// What the C API says about the library, and the parameters that it computes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/backends.h"
#include "../../public/quantization/multiplier_builders.h"
#include "../../public/version.h"
#include "error.h"

using gemmlowp::internal::FailForNull;

const char* lowp_version(void) { return gemmlowp::LibraryVersion(); }

const char* lowp_backend_name(int32_t index) {
  return gemmlowp::BackendName(index);
}

int32_t lowp_backend_is_supported(const char* name) {
  return gemmlowp::BackendIsSupported(name) ? 1 : 0;
}

lowp_status lowp_quantize_multiplier(double scale, int32_t* multiplier,
                                     int32_t* exponent) {
  if (multiplier == nullptr) return FailForNull("multiplier");
  if (exponent == nullptr) return FailForNull("exponent");
  gemmlowp::FixedPointMultiplier quantized;
  const gemmlowp::Status status =
      gemmlowp::QuantizeMultiplier(scale, &quantized);
  if (!status.ok()) return gemmlowp::internal::FailWith(status);
  *multiplier = quantized.multiplier;
  *exponent = quantized.exponent;
  return LOWP_OK;
}
