// A transform to benchmark, and its tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_TRANSFORM_CASE_H_
#define LOWP_BENCH_TRANSFORM_CASE_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../internal/contract/backend.h"
#include "../public/gemm_context.h"
#include "buffer.h"
#include "require.h"

namespace lowp_bench {

// One call of a transform whose tensors stay in L2.
struct TransformCase {
  std::string name;
  std::size_t bytes;  // read and written per call
  // The call on one thread, with the given backend.
  std::function<std::function<void()>(const gemmlowp::internal::Backend&)> on;
};

std::vector<TransformCase> ElementwiseCases();
std::vector<TransformCase> ActivationCases();
std::vector<TransformCase> RowCases();

// Bytes of a call's input and output together.
constexpr std::size_t kTransformBytes = std::size_t{384} << 10;
// Elements per row.
constexpr std::size_t kTransformColumns = 256;

// Input whose values spread over most of the type's range, and room for the
// output.
template <typename In, typename Out>
struct Tensors {
  const std::size_t rows;
  const std::size_t count;
  Buffer<In> in;
  Buffer<Out> out;
  gemmlowp::GemmContext context;

  explicit Tensors(const gemmlowp::internal::Backend& backend)
      : rows(kTransformBytes / (sizeof(In) + sizeof(Out)) / kTransformColumns),
        count(rows * kTransformColumns),
        in(count),
        out(count) {
    Require(context.set_backend(backend.name));
    context.set_max_num_threads(1);
    std::mt19937 random(1);
    std::normal_distribution<float> normal(
        0, sizeof(In) == 2 ? 8000.0f : (sizeof(In) == 1 ? 40.0f : 3e4f));
    for (In& x : in) x = static_cast<In>(normal(random));
  }
};

// `call` takes the tensors and returns a status.
template <typename In, typename Out, typename Call>
TransformCase Elementwise(const std::string& name, const Call& call) {
  const std::size_t rows =
      kTransformBytes / (sizeof(In) + sizeof(Out)) / kTransformColumns;
  return {name, rows * kTransformColumns * (sizeof(In) + sizeof(Out)),
          [call](const gemmlowp::internal::Backend& backend) {
            const auto tensors = std::make_shared<Tensors<In, Out>>(backend);
            return [call, tensors] { Require(call(tensors.get())); };
          }};
}

}  // namespace lowp_bench

#endif  // LOWP_BENCH_TRANSFORM_CASE_H_
