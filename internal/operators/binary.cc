// Runs sums and products of two tensors, a block at a time: both operands
// become an int32 each, and what they make is rescaled.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/binary.h"

#include <algorithm>
#include <cstddef>

#include "../../public/operators/elementwise.h"
#include "../backends/backend_list.h"
#include "../contract/threads_for.h"
#include "../runtime/parallel_for.h"
#include "rescaler.h"
#include "share_out.h"
#include "validate.h"
#include "validate_operands.h"
#include "with_type.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr std::size_t kBlock = 1024;

struct NamedExponent {
  std::int32_t exponent;
  const char* name;
};

Status ValidateAddition(const ResidualAdditionNumbers& n) {
  if (n.left_shift < 0 || n.left_shift > 30) {
    return InvalidArgument("addition.left_shift", n.left_shift,
                           "is not in 0..30");
  }
  const NamedExponent exponents[] = {
      {n.input_exponent, "addition.input_exponent"},
      {n.residual_exponent, "addition.residual_exponent"},
      {n.result_exponent, "addition.result_exponent"}};
  for (const NamedExponent& named : exponents) {
    const Status status = ValidateExponent(named.exponent, named.name);
    if (!status.ok()) return status;
  }
  return ValidateRounding(n.rounding, "addition.rounding");
}

Status ValidateParameters(const BinaryProblem& p) {
  Status status = ValidateBounds(p.scalar, p.low, p.high);
  if (!status.ok()) return status;
  if (p.addition != nullptr) {
    status = ValidateAddition(*p.addition);
    return status.ok()
               ? ValidateZeroPoint(p.scalar, p.addition->result_zero_point,
                                   "addition.result_zero_point")
               : status;
  }
  const Multiplication& m = *p.multiplication;
  status = ValidateExponent(m.multiplier.exponent,
                            "multiplication.multiplier.exponent");
  if (status.ok()) {
    status = ValidateRounding(m.rounding, "multiplication.rounding");
  }
  return status.ok() ? ValidateZeroPoint(p.scalar, m.result_zero_point,
                                         "multiplication.result_zero_point")
                     : status;
}

Status Validate(const BinaryProblem& p, const GemmResources& resources,
                std::size_t* count) {
  Status status = ValidateContext(resources);
  if (status.ok()) status = ValidateParameters(p);
  return status.ok()
             ? ValidateOperands(
                   {p.scalar, p.x, p.x_count, p.y, p.y_count, p.result}, count)
             : status;
}

std::int32_t Wrap(std::uint32_t value) {
  return static_cast<std::int32_t>(value);
}
std::uint32_t Bits(std::int32_t value) {
  return static_cast<std::uint32_t>(value);
}

std::int32_t ShiftedDifference(std::int32_t x, std::int32_t y, int shift) {
  return Wrap((Bits(x) - Bits(y)) << shift);
}

// An operand's values as int32: minus a zero point, shifted left and rescaled
// where the operator wants it.
template <typename T>
class Term {
 public:
  Term(const void* data, std::size_t count, std::int32_t zero_point)
      : data_(static_cast<const T*>(data)),
        count_(count),
        zero_point_(zero_point) {}

  void RescaleBy(int left_shift, const Rescaler& rescaler) {
    left_shift_ = left_shift;
    rescaler_ = &rescaler;
    if constexpr (sizeof(T) == 1) {
      std::int32_t values[256];
      for (int i = 0; i < 256; ++i) {
        values[i] = ValueOf(static_cast<T>(static_cast<std::uint8_t>(i)));
      }
      rescaler.Run(values, 256, table_);
    }
  }

  // The values that meet the result's elements from `first` on.
  void Read(std::size_t first, std::size_t count, std::int32_t* values) const {
    std::size_t at = first % count_;
    for (std::size_t done = 0; done < count;) {
      const std::size_t run = std::min(count - done, count_ - at);
      ReadRun(data_ + at, run, values + done);
      done += run;
      at = 0;
    }
    if (sizeof(T) > 1 && rescaler_ != nullptr) {
      rescaler_->Run(values, count, values);
    }
  }

 private:
  std::int32_t ValueOf(T x) const {
    return ShiftedDifference(x, zero_point_, left_shift_);
  }

  void ReadRun(const T* data, std::size_t count, std::int32_t* values) const {
    if (sizeof(T) == 1 && rescaler_ != nullptr) {
      for (std::size_t i = 0; i < count; ++i) {
        values[i] = table_[static_cast<std::uint8_t>(data[i])];
      }
    } else {
      // Copies, since stores of int32 might change the members.
      const std::int32_t zero_point = zero_point_;
      const int left_shift = left_shift_;
      for (std::size_t i = 0; i < count; ++i) {
        values[i] = ShiftedDifference(data[i], zero_point, left_shift);
      }
    }
  }

  const T* data_;
  std::size_t count_;
  std::int32_t zero_point_;
  int left_shift_ = 0;
  const Rescaler* rescaler_ = nullptr;
  std::int32_t table_[256];
};

Rescaler ToResult(const BinaryProblem& p, EngineState* state) {
  if (p.addition != nullptr) {
    const ResidualAdditionNumbers& n = *p.addition;
    return {state,
            n.result_multiplier,
            n.result_exponent,
            n.rounding,
            n.result_zero_point,
            p.scalar,
            p.low,
            p.high};
  }
  const Multiplication& m = *p.multiplication;
  return {state,
          m.multiplier.multiplier,
          m.multiplier.exponent,
          m.rounding,
          m.result_zero_point,
          p.scalar,
          p.low,
          p.high};
}

Rescaler ToInt32(EngineState* state, std::int32_t multiplier,
                 std::int32_t exponent, FixedPointRounding rounding) {
  return {state, multiplier,     exponent,  rounding,
          0,     Scalar::kInt32, INT32_MIN, INT32_MAX};
}

template <typename T>
void RunTyped(const BinaryProblem& p, std::size_t count,
              const GemmResources& resources) {
  const Rescaler to_result = ToResult(p, resources.state);
  const bool adds = p.addition != nullptr;
  const ResidualAdditionNumbers none = {};
  const ResidualAdditionNumbers& n = adds ? *p.addition : none;
  Term<T> x(p.x, p.x_count,
            adds ? n.input_zero_point : p.multiplication->x_zero_point);
  Term<T> y(p.y, p.y_count,
            adds ? n.residual_zero_point : p.multiplication->y_zero_point);
  const Rescaler x_rescaler = ToInt32(resources.state, n.input_multiplier,
                                      n.input_exponent, n.rounding);
  const Rescaler y_rescaler = ToInt32(resources.state, n.residual_multiplier,
                                      n.residual_exponent, n.rounding);
  if (adds) {
    x.RescaleBy(n.left_shift, x_rescaler);
    y.RescaleBy(n.left_shift, y_rescaler);
  }
  const auto run_block = [&](std::size_t first, std::size_t size) {
    std::int32_t values[kBlock], others[kBlock];
    x.Read(first, size, values);
    y.Read(first, size, others);
    if (adds) {
      for (std::size_t i = 0; i < size; ++i) {
        values[i] = Wrap(Bits(values[i]) + Bits(others[i]));
      }
    } else {
      for (std::size_t i = 0; i < size; ++i) {
        values[i] = Wrap(Bits(values[i]) * Bits(others[i]));
      }
    }
    to_result.Run(values, size, static_cast<T*>(p.result) + first);
  };
  ShareOut(resources, count, count, kCalculatedPerThread,
           [&](std::size_t begin, std::size_t end) {
             for (std::size_t first = begin; first < end; first += kBlock) {
               run_block(first, std::min(kBlock, end - first));
             }
           });
}

// Operands with as many elements as the result, by the linear form.
Status RunLinear(const BinaryProblem& p, std::size_t count,
                 const GemmResources& resources) {
  const Backend* backend = nullptr;
  const Status status = BackendOf(*resources.state, &backend);
  if (!status.ok()) return status;
  constexpr std::size_t kShare = std::size_t{1} << 15;
  const Threads threads = ThreadsFor(resources, count, kAddedPerThread);
  ParallelFor({threads.executor, threads.count, -1, false},
              static_cast<int>((count - 1) / kShare + 1), [&](int share) {
                const std::size_t begin =
                    static_cast<std::size_t>(share) * kShare;
                LinearAdditionTask task;
                task.form = p.linear;
                task.x = static_cast<const std::uint8_t*>(p.x) + begin;
                task.y = static_cast<const std::uint8_t*>(p.y) + begin;
                task.result = static_cast<std::uint8_t*>(p.result) + begin;
                task.count = std::min(kShare, count - begin);
                task.flip = p.scalar == Scalar::kInt8 ? 0 : 0x80;
                backend->family->add_linearly(task);
              });
  return status;
}

}  // namespace

Status RunBinary(const BinaryProblem& problem, const GemmResources& resources) {
  std::size_t count = 0;
  const Status status = Validate(problem, resources, &count);
  if (!status.ok() || count == 0) return status;
  if (problem.linear != nullptr && problem.x_count == problem.y_count) {
    return RunLinear(problem, count, resources);
  }
  WithType(problem.scalar, [&](auto zero) {
    RunTyped<decltype(zero)>(problem, count, resources);
  });
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
