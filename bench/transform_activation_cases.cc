// Activations of tensors, including softmax.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../public/tensor/requantization.h"
#include "../public/tensor/softmax.h"
#include "../public/tensor/transforms.h"
#include "require.h"
#include "transform_case.h"

namespace lowp_bench {
namespace {

using Cases = std::vector<TransformCase>;

template <typename T>
void AddLeakyRelu(const std::string& name, Cases* cases) {
  cases->push_back(
      Elementwise<T, T>("leaky ReLU of " + name, [](Tensors<T, T>* t) {
        gemmlowp::OutputStageLeakyRelu leaky_relu;
        leaky_relu.rounding = gemmlowp::FixedPointRounding::kDouble;
        leaky_relu.input_zero_point = 3;
        leaky_relu.result_zero_point = -5;
        leaky_relu.identity_multiplier = 1717986918;
        leaky_relu.identity_exponent = 0;
        leaky_relu.alpha_multiplier = 1374389534;
        leaky_relu.alpha_exponent = -3;
        return gemmlowp::TryLeakyRelu(&t->context, t->in.data(), t->count,
                                      leaky_relu, t->out.data());
      }));
}

void AddSigmoids(Cases* cases) {
  using Wide = Tensors<std::int16_t, std::int16_t>;
  cases->push_back(
      Elementwise<std::int16_t, std::int16_t>("logistic of s16", [](Wide* t) {
        return gemmlowp::TryLogistic(&t->context, t->in.data(), t->count,
                                     0.0003f, t->out.data());
      }));
  cases->push_back(
      Elementwise<std::int16_t, std::int16_t>("tanh of s16", [](Wide* t) {
        return gemmlowp::TryTanh(&t->context, t->in.data(), t->count, 0.0003f,
                                 t->out.data());
      }));
}

void AddTable(Cases* cases) {
  const auto table = std::make_shared<gemmlowp::ActivationTable<std::int8_t>>();
  Require(gemmlowp::BuildLogisticTable({0.05f, 3}, table.get()));
  cases->push_back(Elementwise<std::int8_t, std::int8_t>(
      "table of s8", [table](Tensors<std::int8_t, std::int8_t>* t) {
        return gemmlowp::TryApplyTable(&t->context, t->in.data(), t->count,
                                       *table, t->out.data());
      }));
}

void AddSoftmax(std::size_t columns, Cases* cases) {
  const std::string row = ", rows of " + std::to_string(columns);
  const auto narrow = std::make_shared<gemmlowp::SoftmaxTable>();
  Require(gemmlowp::BuildSoftmaxTable(0.05f, 1, narrow.get()));
  cases->push_back(Elementwise<std::int8_t, std::int8_t>(
      "softmax of s8" + row,
      [narrow, columns](Tensors<std::int8_t, std::int8_t>* t) {
        return gemmlowp::TrySoftmax(&t->context, t->in.data(),
                                    t->count / columns, columns, *narrow,
                                    t->out.data());
      }));
  const auto wide = std::make_shared<gemmlowp::WideSoftmaxTables>();
  Require(gemmlowp::BuildWideSoftmaxTables(
      0.0002f, 1, gemmlowp::FixedPointRounding::kDouble, wide.get()));
  cases->push_back(Elementwise<std::int16_t, std::int16_t>(
      "softmax of s16" + row,
      [wide, columns](Tensors<std::int16_t, std::int16_t>* t) {
        return gemmlowp::TrySoftmax(&t->context, t->in.data(),
                                    t->count / columns, columns, *wide,
                                    t->out.data());
      }));
}

}  // namespace

std::vector<TransformCase> ActivationCases() {
  Cases cases;
  AddLeakyRelu<std::int8_t>("s8", &cases);
  AddLeakyRelu<std::int16_t>("s16", &cases);
  AddTable(&cases);
  AddSigmoids(&cases);
  for (const std::size_t columns : {16, 1024}) AddSoftmax(columns, &cases);
  return cases;
}

}  // namespace lowp_bench
