// Transforms of tensors that lie in the second-level cache, beside a copy of as
// many bytes: bytes_per_second counts what is read and what is written, for
// both. One thread.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "../public/requantization.h"
#include "../public/softmax.h"
#include "../public/transforms.h"

namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::FlatShape;
using gemmlowp::GemmContext;
using gemmlowp::Requantization;
using gemmlowp::TensorQuantization;
using gemmlowp::ValueRounding;

// Of input and output together.
constexpr std::size_t kBytes = std::size_t{384} << 10;

template <typename In, typename Out>
struct Tensors {
  std::size_t count = kBytes / (sizeof(In) + sizeof(Out));
  std::vector<In> in = std::vector<In>(count);
  std::vector<Out> out = std::vector<Out>(count);
  GemmContext context;

  Tensors() {
    context.set_max_num_threads(1);
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0, 40);
    for (In& x : in) x = static_cast<In>(normal(random));
  }

  template <typename Function>
  void Run(benchmark::State& state, const Function& function) {
    for (auto _ : state) {
      if (!function(*this).ok()) state.SkipWithError("refused");
      benchmark::DoNotOptimize(out.data());
      benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(
        state.iterations() * count * (sizeof(In) + sizeof(Out))));
  }
};

void Copy(benchmark::State& state) {
  std::vector<std::uint8_t> in(kBytes / 2, 1), out(kBytes / 2);
  for (auto _ : state) {
    std::memcpy(out.data(), in.data(), kBytes / 2);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(
      static_cast<std::int64_t>(state.iterations() * kBytes));
}
BENCHMARK(Copy);

template <typename Out, ValueRounding kForm>
void Quantize(benchmark::State& state) {
  Tensors<float, Out>().Run(state, [](auto& t) {
    return gemmlowp::TryQuantize(&t.context, t.in.data(), FlatShape(t.count),
                                 TensorQuantization(0.7f, 3), kForm,
                                 t.out.data());
  });
}
BENCHMARK_TEMPLATE(Quantize, std::int8_t, ValueRounding::kEven);
BENCHMARK_TEMPLATE(Quantize, std::int8_t, ValueRounding::kEvenByReciprocal);
BENCHMARK_TEMPLATE(Quantize, std::int8_t, ValueRounding::kAway);
BENCHMARK_TEMPLATE(Quantize, std::int8_t, ValueRounding::kEvenWithZeroPoint);
BENCHMARK_TEMPLATE(Quantize, std::int16_t, ValueRounding::kEven);

template <typename In>
void Dequantize(benchmark::State& state) {
  Tensors<In, float>().Run(state, [](auto& t) {
    return gemmlowp::TryDequantize(&t.context, t.in.data(), FlatShape(t.count),
                                   TensorQuantization(0.7f, 3), t.out.data());
  });
}
BENCHMARK_TEMPLATE(Dequantize, std::int8_t);
BENCHMARK_TEMPLATE(Dequantize, std::int16_t);

template <typename In, typename Out, FixedPointRounding kRounding>
void Requantize(benchmark::State& state) {
  Tensors<In, Out>().Run(state, [](auto& t) {
    return gemmlowp::TryRequantize(&t.context, t.in.data(), FlatShape(t.count),
                                   Requantization({1717986918, -1}, kRounding),
                                   t.out.data());
  });
}
BENCHMARK_TEMPLATE(Requantize, std::int8_t, std::int8_t,
                   FixedPointRounding::kDouble);
BENCHMARK_TEMPLATE(Requantize, std::int16_t, std::int8_t,
                   FixedPointRounding::kDouble);
BENCHMARK_TEMPLATE(Requantize, std::int16_t, std::int8_t,
                   FixedPointRounding::kSingleUpward);
BENCHMARK_TEMPLATE(Requantize, std::int16_t, std::int16_t,
                   FixedPointRounding::kDouble);
BENCHMARK_TEMPLATE(Requantize, std::int32_t, std::int8_t,
                   FixedPointRounding::kDouble);

void Logistic(benchmark::State& state) {
  Tensors<std::int16_t, std::int16_t>().Run(state, [](auto& t) {
    return gemmlowp::TryLogistic(&t.context, t.in.data(), t.count, 0.001f,
                                 t.out.data());
  });
}
BENCHMARK(Logistic);

void Softmax(benchmark::State& state) {
  const std::size_t columns = static_cast<std::size_t>(state.range(0));
  gemmlowp::SoftmaxTable table;
  if (!gemmlowp::BuildSoftmaxTable(0.05f, 1, &table).ok()) return;
  Tensors<std::int8_t, std::int8_t>().Run(state, [&](auto& t) {
    return gemmlowp::TrySoftmax(&t.context, t.in.data(), t.count / columns,
                                columns, table, t.out.data());
  });
}
BENCHMARK(Softmax)->Arg(16)->Arg(1024);

}  // namespace

BENCHMARK_MAIN();
