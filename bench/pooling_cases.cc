// Means of images, averages and maxima of windows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <string>
#include <vector>

#include "../public/operators/pooling.h"
#include "operator_case.h"

namespace lowp_bench {
namespace {

using gemmlowp::AverageForm;
using gemmlowp::AveragePooling;
using gemmlowp::ConvGeometry;

using Cases = std::vector<TransformCase>;

std::size_t Elements(int height, int width, int channels) {
  return static_cast<std::size_t>(height) * static_cast<std::size_t>(width) *
         static_cast<std::size_t>(channels);
}

std::string ShapeOf(const ConvGeometry& g) {
  return std::to_string(g.height.input) + "x" + std::to_string(g.width.input) +
         "x" + std::to_string(g.input_channels);
}

ConvGeometry Image(int height, int width, int channels) {
  ConvGeometry g;
  g.height.input = height;
  g.width.input = width;
  g.input_channels = channels;
  return g;
}

AveragePooling Average(AverageForm form) {
  AveragePooling average;
  average.form = form;
  average.multiplier = {1300000000, -4};
  average.input_scale = 0.02f;
  average.output_scale = 0.015f;
  average.input_zero_point = 3;
  return average;
}

void AddMean(int height, int width, int channels, AverageForm form,
             const std::string& method, Cases* cases) {
  ConvGeometry g = Image(height, width, channels);
  g.height.kernel = height;
  g.width.kernel = width;
  cases->push_back(OperatorCase(
      "mean of " + ShapeOf(g) + method, Elements(height, width, channels),
      Elements(1, 1, channels), [g, form](OperatorTensors* t) {
        return gemmlowp::TryAveragePool(&t->context, t->in.data(), g,
                                        Average(form), t->out.data());
      }));
}

void AddRowMeans(int rows, int channels, Cases* cases) {
  ConvGeometry g = Image(1, channels, 1);
  g.batch = rows;
  g.width.kernel = channels;
  cases->push_back(OperatorCase("mean of each of " + std::to_string(rows) +
                                    " rows of " + std::to_string(channels),
                                Elements(1, rows, channels),
                                Elements(1, rows, 1), [g](OperatorTensors* t) {
                                  return gemmlowp::TryAveragePool(
                                      &t->context, t->in.data(), g,
                                      Average(AverageForm::kRescale),
                                      t->out.data());
                                }));
}

ConvGeometry Windows(int size, int channels, int kernel, int stride) {
  ConvGeometry g = Image(size, size, channels);
  for (gemmlowp::ConvAxis* axis : {&g.height, &g.width}) {
    axis->kernel = kernel;
    axis->stride = stride;
    SetSamePadding(axis);
  }
  return g;
}

std::string NameOf(const char* what, const ConvGeometry& g) {
  const std::string kernel = std::to_string(g.height.kernel);
  return what + kernel + "x" + kernel + "/" + std::to_string(g.height.stride) +
         " of " + ShapeOf(g);
}

std::size_t OutputsOf(const ConvGeometry& g) {
  const auto positions = [](const gemmlowp::ConvAxis& axis) {
    return (axis.input + axis.stride - 1) / axis.stride;
  };
  return Elements(positions(g.height), positions(g.width), g.input_channels);
}

void AddMaxPool(int size, int channels, int kernel, int stride, Cases* cases) {
  const ConvGeometry g = Windows(size, channels, kernel, stride);
  cases->push_back(
      OperatorCase(NameOf("max pool ", g), Elements(size, size, channels),
                   OutputsOf(g), [g](OperatorTensors* t) {
                     return gemmlowp::TryMaxPool(&t->context, t->in.data(), g,
                                                 t->out.data());
                   }));
}

void AddAveragePool(int size, int channels, int kernel, int stride,
                    AverageForm form, const std::string& method, Cases* cases) {
  const ConvGeometry g = Windows(size, channels, kernel, stride);
  cases->push_back(OperatorCase(
      NameOf("average pool ", g) + method, Elements(size, size, channels),
      OutputsOf(g), [g, form](OperatorTensors* t) {
        return gemmlowp::TryAveragePool(&t->context, t->in.data(), g,
                                        Average(form), t->out.data());
      }));
}

}  // namespace

std::vector<TransformCase> PoolingCases() {
  Cases cases;
  AddMean(7, 7, 1280, AverageForm::kRescale, "", &cases);
  AddMean(8, 8, 64, AverageForm::kRescale, "", &cases);
  AddMean(25, 5, 64, AverageForm::kRescale, "", &cases);
  AddMean(25, 5, 64, AverageForm::kDivide, " without rescaling", &cases);
  AddMean(96, 96, 3, AverageForm::kRescale, "", &cases);
  AddRowMeans(196, 192, &cases);
  AddMaxPool(112, 64, 3, 2, &cases);
  AddMaxPool(56, 24, 3, 2, &cases);
  AddMaxPool(28, 192, 3, 1, &cases);
  AddMaxPool(32, 32, 2, 2, &cases);
  AddAveragePool(28, 64, 3, 1, AverageForm::kDivide, "", &cases);
  AddAveragePool(28, 64, 2, 2, AverageForm::kDivide, "", &cases);
  AddAveragePool(28, 64, 3, 1, AverageForm::kRescaleThenDivide,
                 ", rescaled first", &cases);
  AddAveragePool(28, 64, 3, 1, AverageForm::kRealEven, ", in float", &cases);
  return cases;
}

}  // namespace lowp_bench
