// Operators to benchmark, of the shapes that networks have.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_OPERATOR_CASE_H_
#define LOWP_BENCH_OPERATOR_CASE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../public/gemm_context.h"
#include "buffer.h"
#include "require.h"
#include "transform_case.h"

namespace lowp_bench {

std::vector<TransformCase> PoolingCases();
std::vector<TransformCase> TensorOperatorCases();

// The tensors of one operator, and a context of one thread.
struct OperatorTensors {
  Buffer<std::int8_t> in, out;
  gemmlowp::GemmContext context;

  OperatorTensors(const gemmlowp::internal::Backend& backend,
                  std::size_t inputs, std::size_t outputs)
      : in(inputs), out(outputs) {
    Require(context.set_backend(backend.name));
    context.set_max_num_threads(1);
    std::mt19937 random(1);
    for (std::int8_t& x : in) x = static_cast<std::int8_t>(random());
  }
};

// `call` takes the tensors, of so many bytes, and returns a status.
template <typename Call>
TransformCase OperatorCase(const std::string& name, std::size_t inputs,
                           std::size_t outputs, const Call& call) {
  return {name, inputs + outputs,
          [=](const gemmlowp::internal::Backend& backend) {
            const auto tensors =
                std::make_shared<OperatorTensors>(backend, inputs, outputs);
            return [call, tensors] { Require(call(tensors.get())); };
          }};
}

}  // namespace lowp_bench

#endif  // LOWP_BENCH_OPERATOR_CASE_H_
