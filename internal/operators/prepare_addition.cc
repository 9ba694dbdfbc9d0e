// Prepares additions of bytes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "../contract/binary.h"
#include "certify_addition.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

Status PrepareAddition(const BinaryProblem& problem,
                       const GemmResources& resources, LinearAddition* form,
                       bool* is_linear) {
  struct Pairs {
    std::uint8_t x[kPairsOfBytes], y[kPairsOfBytes], sum[kPairsOfBytes];
  };
  const std::unique_ptr<Pairs> pairs(new (std::nothrow) Pairs);
  if (pairs == nullptr) return OutOfMemory("prepared", sizeof(Pairs));
  // In the order of the values of int8: their bytes, or those of uint8 128
  // above.
  const bool is_signed = problem.scalar == Scalar::kInt8;
  const unsigned flip = is_signed ? 0x80 : 0;
  for (unsigned i = 0; i < kPairsOfBytes; ++i) {
    pairs->x[i] = static_cast<std::uint8_t>((i >> 8) ^ flip);
    pairs->y[i] = static_cast<std::uint8_t>((i & 0xff) ^ flip);
  }
  BinaryProblem all = problem;
  all.linear = nullptr;
  all.x = pairs->x;
  all.y = pairs->y;
  all.result = pairs->sum;
  all.x_count = all.y_count = std::size_t{kPairsOfBytes};
  const Status status = RunBinary(all, resources);
  if (!status.ok()) return status;
  const std::int32_t offset = is_signed ? 0 : 128;
  for (std::uint8_t& sum : pairs->sum) {
    sum = static_cast<std::uint8_t>(sum ^ offset);
  }
  *is_linear = CertifyAddition(
      *problem.addition, reinterpret_cast<const std::int8_t*>(pairs->sum),
      problem.low - offset, problem.high - offset, form);
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
