// A transformer block of a small model in 8 bits, checked against floats:
// layers that quantize their input as it arrives, and attention whose products
// are batches over the heads,
//   scores = softmax(Q K^T / sqrt(d)), heads = scores V
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/dynamic/dynamic_linear.h>
#include <gemmlowp/public/gemmlowp.h>
#include <gemmlowp/public/prepared_gemm.h>
#include <gemmlowp/public/stages/float.h>
#include <gemmlowp/public/tensor/softmax.h>
#include <gemmlowp/public/tensor/transforms.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <tuple>
#include <vector>

namespace {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::Status;
using Floats = std::vector<float>;
using Bytes = std::vector<std::int8_t>;
template <typename T>
using Rows = MatrixMap<T, MapOrder::RowMajor>;

constexpr int kTokens = 48, kWidth = 256, kHeads = 4, kHidden = 1024;
constexpr int kHead = kWidth / kHeads;
constexpr float kScoreScale = 8.0f / 127;  // a step of a score

void Check(const Status& status) {
  if (status.ok()) return;
  std::printf("%s\n", status.message().c_str());
  std::exit(1);
}

std::size_t Size(int rows, int columns) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

Floats Random(int rows, int columns, float deviation) {
  static std::minstd_rand random;
  std::normal_distribution<float> normal(0, deviation);
  Floats values(Size(rows, columns));
  for (float& value : values) value = normal(random);
  return values;
}

float StepFor(const float* values, std::size_t count, std::size_t stride) {
  float largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    largest = std::max(largest, std::fabs(values[i * stride]));
  }
  return largest / 127;
}

// A linear layer: its float weights, k x n, and what is made of them.
struct Linear {
  Linear(gemmlowp::GemmContext* context, int k, int n, bool relu = false)
      : k(k), n(n), relu(relu), weights(Random(k, n, 1 / std::sqrt(k * 1.0f))) {
    Floats scales;
    Bytes quantized(weights.size());
    for (int column = 0; column < n; ++column) {
      scales.push_back(StepFor(weights.data() + column,
                               static_cast<std::size_t>(k),
                               static_cast<std::size_t>(n)));
    }
    for (std::size_t i = 0; i < weights.size(); ++i) {
      quantized[i] = static_cast<std::int8_t>(
          std::lround(weights[i] / scales[i % static_cast<std::size_t>(n)]));
    }
    gemmlowp::DynamicLinearParameters parameters;
    parameters.scales = {scales.data(), n};
    parameters.arithmetic = gemmlowp::AsymmetricRows();
    if (relu) parameters.low = 0;
    Check(gemmlowp::DynamicLinear::Prepare(
        context, Rows<const std::int8_t>(quantized.data(), k, n), parameters,
        &layer));
  }

  Floats Run(gemmlowp::GemmContext* context, const Floats& x) const {
    Floats y(Size(kTokens, n));
    Check(layer.Run(context, Rows<const float>(x.data(), kTokens, k),
                    Rows<float>(y.data(), kTokens, n)));
    return y;
  }

  Floats InFloat(const Floats& x) const {
    Floats y;
    for (int row = 0; row < kTokens; ++row) {
      for (int column = 0; column < n; ++column) {
        double sum = 0;
        for (int i = 0; i < k; ++i) {
          sum += x[Size(row, k) + static_cast<std::size_t>(i)] *
                 weights[Size(i, n) + static_cast<std::size_t>(column)];
        }
        y.push_back(static_cast<float>(relu ? std::max(sum, 0.0) : sum));
      }
    }
    return y;
  }

  int k, n;
  bool relu;
  Floats weights;
  gemmlowp::DynamicLinear layer;
};

struct Block {
  explicit Block(gemmlowp::GemmContext* context)
      : query(context, kWidth, kWidth),
        key(context, kWidth, kWidth),
        value(context, kWidth, kWidth),
        output(context, kWidth, kWidth),
        up(context, kWidth, kHidden, true),
        down(context, kHidden, kWidth) {}
  Linear query, key, value, output, up, down;
};

// s8 with one scale, which is returned.
float Quantize(gemmlowp::GemmContext* context, const Floats& values,
               Bytes* quantized) {
  const float scale = StepFor(values.data(), values.size(), 1);
  quantized->resize(values.size());
  Check(gemmlowp::TryQuantize(
      context, values.data(), gemmlowp::FlatShape(values.size()), {scale, 0},
      gemmlowp::ValueRounding::kEven, quantized->data()));
  return scale;
}

// The rows of q, k and v hold all heads side by side; scores are a matrix for
// each head.
Floats Attention(gemmlowp::GemmContext* context, const Floats& q,
                 const Floats& k, const Floats& v) {
  using gemmlowp::BatchOperand;
  Bytes q8, k8, v8, scores(Size(kHeads * kTokens, kTokens));
  const float q_scale = Quantize(context, q, &q8);
  const float k_scale = Quantize(context, k, &k8);
  const float v_scale = Quantize(context, v, &v8);
  const BatchOperand all_scores =
      BatchOperand::Strided(scores.data(), kTokens * kTokens);

  // Q K^T. The columns of K^T are rows of k.
  gemmlowp::PreparedGemm scores_of;
  Check(gemmlowp::PreparedGemm::Prepare(
      context, Rows<const std::int8_t>(q8.data(), kTokens, kHead, kWidth),
      MatrixMap<const std::int8_t, MapOrder::ColMajor>(k8.data(), kHead,
                                                       kTokens, kWidth),
      Rows<std::int8_t>(scores.data(), kTokens, kTokens), 0, 0,
      std::make_tuple(
          gemmlowp::OutputStageScaleInt32ByFloat{
              q_scale * k_scale / std::sqrt(kHead * 1.0f) / kScoreScale, 0,
              gemmlowp::FloatRounding::kEven,
              gemmlowp::ZeroPointOrder::kAfterRounding},
          gemmlowp::OutputStageSaturatingCastToInt8()),
      &scores_of));
  Check(scores_of.RunBatch(
      context, kHeads, BatchOperand::Strided(q8.data(), kHead),
      BatchOperand::Strided(k8.data(), kHead), all_scores));

  // In place; a step of the result is 1 / 256, from -128 on.
  gemmlowp::SoftmaxTable table;
  Check(gemmlowp::BuildSoftmaxTable(kScoreScale, 1, &table));
  Check(gemmlowp::TrySoftmax(context, scores.data(), Size(kHeads, kTokens),
                             kTokens, table, scores.data()));

  // Each head writes its columns of the result.
  Floats result(Size(kTokens, kWidth));
  gemmlowp::PreparedGemm values_of;
  Check(gemmlowp::PreparedGemm::Prepare(
      context, Rows<const std::int8_t>(scores.data(), kTokens, kTokens),
      Rows<const std::int8_t>(v8.data(), kTokens, kHead, kWidth),
      Rows<float>(result.data(), kTokens, kHead, kWidth), 128, 0,
      std::make_tuple(gemmlowp::OutputStageDequantize{v_scale / 256}),
      &values_of));
  Check(values_of.RunBatch(context, kHeads, all_scores,
                           BatchOperand::Strided(v8.data(), kHead),
                           BatchOperand::Strided(result.data(), kHead)));
  return result;
}

Floats AttentionInFloat(const Floats& q, const Floats& k, const Floats& v) {
  Floats result(Size(kTokens, kWidth));
  const auto at = [](const Floats& m, int row, int head, int i) {
    return m[Size(row, kWidth) + static_cast<std::size_t>(head * kHead + i)];
  };
  for (int head = 0; head < kHeads; ++head) {
    for (int row = 0; row < kTokens; ++row) {
      std::vector<double> weights;
      double total = 0;
      for (int other = 0; other < kTokens; ++other) {
        double score = 0;
        for (int i = 0; i < kHead; ++i) {
          score += at(q, row, head, i) * at(k, other, head, i);
        }
        weights.push_back(std::exp(score / std::sqrt(kHead * 1.0)));
        total += weights.back();
      }
      for (int i = 0; i < kHead; ++i) {
        double sum = 0;
        for (int other = 0; other < kTokens; ++other) {
          sum += weights[static_cast<std::size_t>(other)] / total *
                 at(v, other, head, i);
        }
        result[Size(row, kWidth) + static_cast<std::size_t>(head * kHead + i)] =
            static_cast<float>(sum);
      }
    }
  }
  return result;
}

Floats Sum(Floats a, const Floats& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

Floats Run(gemmlowp::GemmContext* context, const Block& block,
           const Floats& x) {
  const Floats attention =
      Attention(context, block.query.Run(context, x), block.key.Run(context, x),
                block.value.Run(context, x));
  const Floats y = Sum(x, block.output.Run(context, attention));
  return Sum(y, block.down.Run(context, block.up.Run(context, y)));
}

Floats RunInFloat(const Block& block, const Floats& x) {
  const Floats attention = AttentionInFloat(
      block.query.InFloat(x), block.key.InFloat(x), block.value.InFloat(x));
  const Floats y = Sum(x, block.output.InFloat(attention));
  return Sum(y, block.down.InFloat(block.up.InFloat(y)));
}

}  // namespace

int main() {
  gemmlowp::GemmContext context;
  const Block block(&context);
  const Floats x = Random(kTokens, kWidth, 1);
  const Floats y = Run(&context, block, x);
  const Floats expected = RunInFloat(block, x);
  double error = 0, power = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    error += std::pow(y[i] - expected[i], 2);
    power += std::pow(expected[i], 2);
  }
  const double relative = std::sqrt(error / power);
  std::printf("a block of %d tokens, width %d, %d heads: error %.2f%%\n",
              kTokens, kWidth, kHeads, 100 * relative);
  return relative < 0.02 ? 0 : 1;
}
