// Shared parts of the fuzzers of 4-bit weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_FUZZ_FUZZ_INT4_H_
#define LOWP_TEST_FUZZ_FUZZ_INT4_H_

#include "../../public/int4/packed_int4.h"
#include "fuzz_input.h"

namespace lowp_test {

// Imports weights as other programs store them. What is accepted multiplies;
// what is refused leaves the weights empty.
void FuzzInt4Import(ByteSource* in);

// What products with the weights yield. Forged weights, whose parts contradict
// each other under a valid checksum, give other sums in one kernel than in
// another.
enum class Results { kExact, kAny };

// Multiplies any rows with the weights, in every way that they allow: memory
// accesses are checked, and that a row by itself has the bytes that it has
// among others.
void MultiplyInt4(const gemmlowp::PackedInt4& weights, Results results,
                  ByteSource* in);

// A refusal names an argument and says what is wrong with it.
inline void CheckInt4Refusal(const gemmlowp::Status& status,
                             const gemmlowp::PackedInt4& packed) {
  if (status.ok()) Fail("a status is ok that should not be");
  if (*status.argument() == '\0' || *status.problem() == '\0') {
    Fail("a refusal says nothing: " + status.message());
  }
  if (!packed.empty()) Fail("refused weights are not empty");
}

}  // namespace lowp_test

#endif  // LOWP_TEST_FUZZ_FUZZ_INT4_H_
