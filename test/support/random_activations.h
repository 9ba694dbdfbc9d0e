// Stages for tests, continued: scaling between two shifts, and activations.
// Included by random_pipeline.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_RANDOM_ACTIVATIONS_H_
#define LOWP_TEST_SUPPORT_RANDOM_ACTIVATIONS_H_

#include <cstdint>
#include <string>

#include "matrix_stages.h"
#include "random_pipeline.h"
#include "reference_activations.h"

namespace lowp_test {

// Converts the parameters of a stage, which all vary in the same way.
template <VectorShape kShape>
gemmlowp::VectorMap<const std::int32_t, kShape> VectorOf(const Parameter& p) {
  return gemmlowp::VectorMap<const std::int32_t, kShape>(p.data, p.size);
}

inline Stage MakePreAndPostShift(const Parameter& pre,
                                 const Parameter& multiplier,
                                 const Parameter& post, std::int32_t offset) {
  Stage stage;
  stage.name = "PreAndPostShift" + pre.name();
  if (pre.along == Along::kAll) {
    const gemmlowp::OutputStageScaleInt32ByPreAndPostShift s = {
        pre.data[0], multiplier.data[0], post.data[0], offset};
    stage.op = gemmlowp::internal::Lower(s);
  } else {
    stage.op = WithShape(pre.along, [&](auto shape) {
      constexpr VectorShape kShape = decltype(shape)::value;
      gemmlowp::OutputStageScaleInt32ByPreAndPostShiftPC<kShape> s;
      s.result_pre_shift = VectorOf<kShape>(pre);
      s.result_multiplier = VectorOf<kShape>(multiplier);
      s.result_post_shift = VectorOf<kShape>(post);
      s.result_offset_after_shift = offset;
      return gemmlowp::internal::Lower(s);
    });
  }
  stage.reference = [=](std::int32_t x, int row, int col) {
    return ReferencePreAndPostShift(x, pre(row, col), multiplier(row, col),
                                    post(row, col), offset);
  };
  return stage;
}

// The multiplier and the exponent of a scale, which vary in the same way.
struct ScaleParameters {
  Parameter multiplier, exponent;
};

// `numbers` holds the fields that do not vary.
inline Stage MakeLeakyRelu(const ScaleParameters& identity,
                           const ScaleParameters& alpha,
                           const gemmlowp::OutputStageLeakyRelu& numbers) {
  Stage stage;
  stage.name = "LeakyRelu" +
               std::to_string(static_cast<int>(numbers.rounding)) +
               identity.multiplier.name();
  const auto at = [=](int row, int col) {
    gemmlowp::OutputStageLeakyRelu s = numbers;
    s.identity_multiplier = identity.multiplier(row, col);
    s.identity_exponent = identity.exponent(row, col);
    s.alpha_multiplier = alpha.multiplier(row, col);
    s.alpha_exponent = alpha.exponent(row, col);
    return s;
  };
  if (identity.multiplier.along == Along::kAll) {
    stage.op = gemmlowp::internal::Lower(at(0, 0));
  } else {
    stage.op = WithShape(identity.multiplier.along, [&](auto shape) {
      constexpr VectorShape kShape = decltype(shape)::value;
      gemmlowp::OutputStageLeakyReluPC<kShape> s;
      s.input_zero_point = numbers.input_zero_point;
      s.identity_multiplier = VectorOf<kShape>(identity.multiplier);
      s.identity_exponent = VectorOf<kShape>(identity.exponent);
      s.alpha_multiplier = VectorOf<kShape>(alpha.multiplier);
      s.alpha_exponent = VectorOf<kShape>(alpha.exponent);
      s.result_zero_point = numbers.result_zero_point;
      s.rounding = numbers.rounding;
      return gemmlowp::internal::Lower(s);
    });
  }
  stage.reference = [=](std::int32_t x, int row, int col) {
    return ReferenceLeakyRelu(x, at(row, col));
  };
  return stage;
}

// OutputStageLogisticQ4 or OutputStageTanhQ4, and the per-channel form.
template <typename Scalar, template <VectorShape> class PerChannel>
Stage MakeSigmoid(const char* name, const ScaleParameters& input,
                  const Scalar& numbers) {
  Stage stage;
  stage.name = name + input.multiplier.name();
  const auto at = [=](int row, int col) {
    Scalar s = numbers;
    s.input_multiplier = input.multiplier(row, col);
    s.input_exponent = input.exponent(row, col);
    return s;
  };
  if (input.multiplier.along == Along::kAll) {
    stage.op = gemmlowp::internal::Lower(at(0, 0));
  } else {
    stage.op = WithShape(input.multiplier.along, [&](auto shape) {
      constexpr VectorShape kShape = decltype(shape)::value;
      PerChannel<kShape> s;
      s.input_zero_point = numbers.input_zero_point;
      s.input_multiplier = VectorOf<kShape>(input.multiplier);
      s.input_exponent = VectorOf<kShape>(input.exponent);
      s.input_radius = numbers.input_radius;
      s.result_shift = numbers.result_shift;
      s.result_zero_point = numbers.result_zero_point;
      s.result_min = numbers.result_min;
      s.result_max = numbers.result_max;
      return gemmlowp::internal::Lower(s);
    });
  }
  stage.reference = [=](std::int32_t x, int row, int col) {
    return ReferenceActivation(x, at(row, col));
  };
  return stage;
}

inline Stage MakeHardSwish(const gemmlowp::OutputStageHardSwish& numbers) {
  return {"HardSwish", gemmlowp::internal::Lower(numbers),
          [=](std::int32_t x, int, int) {
            return ReferenceActivation(x, numbers);
          }};
}

// Makes parameters of every magnitude for activations.
class ActivationMaker {
 public:
  ActivationMaker(StageMaker* maker, Along along)
      : maker_(maker), random_(maker->random()), along_(along) {}

  Stage PreAndPostShift() {
    const Parameter pre = Shifts(), multiplier = Wild(), post = Shifts();
    return MakePreAndPostShift(pre, multiplier, post, random_->WildInt32());
  }
  Stage LeakyRelu() {
    const ScaleParameters identity = Scale(), alpha = Scale();
    gemmlowp::OutputStageLeakyRelu numbers = {};
    numbers.input_zero_point = random_->WildInt32();
    numbers.result_zero_point = random_->WildInt32();
    numbers.rounding = random_->Pick(kEveryRounding);
    return MakeLeakyRelu(identity, alpha, numbers);
  }
  Stage Logistic() {
    return MakeSigmoid<gemmlowp::OutputStageLogisticQ4,
                       gemmlowp::OutputStageLogisticQ4PC>(
        "LogisticQ4", Scale(), Sigmoid<gemmlowp::OutputStageLogisticQ4>());
  }
  Stage Tanh() {
    return MakeSigmoid<gemmlowp::OutputStageTanhQ4,
                       gemmlowp::OutputStageTanhQ4PC>(
        "TanhQ4", Scale(), Sigmoid<gemmlowp::OutputStageTanhQ4>());
  }
  Stage HardSwish() {
    const auto int16 = [this] {
      return random_->OneIn(8) ? -32768 : random_->Between(-32768, 32767);
    };
    gemmlowp::OutputStageHardSwish numbers;
    numbers.input_zero_point =
        random_->OneIn(2) ? random_->Between(-128, 255) : random_->WildInt32();
    numbers.result_multiplier = int16();
    numbers.result_exponent = random_->Between(-31, 0);
    numbers.share_multiplier = int16();
    numbers.share_exponent = random_->Between(-31, 31);
    numbers.result_zero_point = random_->WildInt32();
    return MakeHardSwish(numbers);
  }

 private:
  Parameter Wild() {
    return maker_->MakeParameter(along_,
                                 [this] { return random_->WildInt32(); });
  }
  Parameter Shifts() {
    return maker_->MakeParameter(along_,
                                 [this] { return random_->Between(0, 31); });
  }
  ScaleParameters Scale() {
    const Parameter multiplier = Wild();
    return {multiplier, maker_->MakeParameter(along_, [this] {
              return random_->Between(-31, 31);
            })};
  }
  template <typename Numbers>
  Numbers Sigmoid() {
    Numbers numbers = {};
    numbers.input_zero_point = random_->WildInt32();
    numbers.input_radius = random_->OneIn(2)
                               ? std::numeric_limits<std::int32_t>::max()
                               : std::max(random_->WildInt32(), 0);
    numbers.result_shift = random_->Between(0, 31);
    numbers.result_zero_point = random_->WildInt32();
    const std::int32_t ends[] = {random_->WildInt32(), random_->WildInt32()};
    numbers.result_min = std::min(ends[0], ends[1]);
    numbers.result_max = std::max(ends[0], ends[1]);
    return numbers;
  }

  StageMaker* maker_;
  Random* random_;
  Along along_;
};

// A table of random entries, which lives in the test's memory.
template <typename T>
Stage MakeTable(StageMaker* maker) {
  auto* const table = reinterpret_cast<gemmlowp::ActivationTable<T>*>(
      maker->memory()->Get(sizeof(gemmlowp::ActivationTable<T>), 1));
  for (T& entry : table->results) {
    entry = static_cast<T>(maker->random()->Bits());
  }
  maker->memory()->MakeReadOnly(table);
  const gemmlowp::OutputStageTable<T> stage = {table};
  return {"Table", gemmlowp::internal::Lower(stage),
          [table](std::int32_t x, int, int) -> std::int32_t {
            constexpr std::int32_t kLow = std::numeric_limits<T>::min();
            constexpr std::int32_t kHigh = std::numeric_limits<T>::max();
            return (*table)(static_cast<T>(std::clamp(x, kLow, kHigh)));
          }};
}

inline Stage AnyActivation(StageMaker* maker) {
  ActivationMaker make(maker, maker->random()->Pick(kEveryAlong));
  switch (maker->random()->Between(0, 8)) {
    case 0:
      return make.PreAndPostShift();
    case 1:
      return make.LeakyRelu();
    case 2:
      return make.Logistic();
    case 3:
      return make.Tanh();
    case 4:
      return MakeTable<std::uint8_t>(maker);
    case 5:
      return MakeTable<std::int8_t>(maker);
    case 6:
      return AnyMatrixAddition(maker);
    case 7:
      return AnyResidualAddition(maker);
    default:
      return make.HardSwish();
  }
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_RANDOM_ACTIVATIONS_H_
