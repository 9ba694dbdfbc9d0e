// Types of tensors in the C API, and random tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_C_TENSORS_IN_C_H_
#define LOWP_TEST_C_TENSORS_IN_C_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "../../public/c/lowp.h"
#include "../support/random_matrix.h"

namespace lowp_test {

template <typename T>
constexpr lowp_type kTypeOf = std::is_same_v<T, std::uint8_t>  ? LOWP_UINT8
                              : std::is_same_v<T, std::int8_t> ? LOWP_INT8
                                                               : LOWP_INT16;

template <typename T>
std::vector<T> RandomTensor(int count, Random* random) {
  std::vector<T> values(static_cast<std::size_t>(count));
  for (T& value : values) value = static_cast<T>(random->Bits());
  return values;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_C_TENSORS_IN_C_H_
