// Checks and prepares dynamic linear layers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "../contract/choose_backend.h"
#include "../contract/dynamic_linear.h"
#include "../contract/engine_state.h"
#include "../gemm/validate.h"
#include "dynamic_state.h"
#include "row_code.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// One entry for all or one for each of `size`, or none where that is allowed.
template <typename T>
Status ValidateSize(const DynamicVector<T>& vector, const char* name, int size,
                    bool allows_none, bool allows_one) {
  const bool fits = vector.size == size || (allows_one && vector.size == 1) ||
                    (allows_none && vector.size == 0);
  if (!fits) {
    return InvalidArgument(name, vector.size,
                           "is not the number of entries that the weights' "
                           "shape asks for");
  }
  if (vector.size > 0 && vector.data == nullptr) {
    return NullPointer(name);
  }
  return Status();
}

Status ValidateFinite(const DynamicVector<float>& vector, const char* name) {
  for (int i = 0; i < vector.size; ++i) {
    if (!std::isfinite(vector.data[i])) {
      return InvalidArgument(name, i,
                             "is the index of a value that is not finite");
    }
  }
  return Status();
}

Status ValidateLayer(const DynamicLinearProblem& problem, int k, int n) {
  const struct {
    const DynamicVector<float>& vector;
    const char* name;
    int size;
    bool allows_none, allows_one;
  } vectors[] = {{problem.scales, "scales", n, false, true},
                 {problem.bias, "bias", n, true, false},
                 {problem.factors, "factors", k, true, false}};
  for (const auto& v : vectors) {
    Status status =
        ValidateSize(v.vector, v.name, v.size, v.allows_none, v.allows_one);
    if (status.ok()) status = ValidateFinite(v.vector, v.name);
    if (!status.ok()) return status;
  }
  const Status status =
      ValidateSize(problem.zero_points, "zero_points", n, true, true);
  if (!status.ok()) return status;
  if (!(problem.low <= problem.high)) {
    return InvalidReal("low", static_cast<double>(problem.low),
                       "is not at most `high`, or is NaN");
  }
  return ValidateArithmetic(problem.arithmetic);
}

template <typename T>
void Copy(const DynamicVector<T>& from, std::vector<T>* to) {
  to->assign(from.data, from.data + from.size);
}

// Below this scale of a row, sum * scale and scale * column scale do not
// overflow, nor does sum * scale * column scale.
float SafeScale(const std::vector<float>& scales) {
  float largest = 1;
  for (const float scale : scales)
    largest = std::max(largest, std::fabs(scale));
  return std::numeric_limits<float>::max() / 0x1p32f / largest;
}

}  // namespace

Status PrepareDynamicLinear(
    const DynamicLinearProblem& problem, const PackedMatrix& weights,
    const GemmResources& resources,
    std::shared_ptr<const DynamicLinearState>* prepared) {
  Status status = ValidateResources(resources);
  if (!status.ok()) return status;
  if (weights.empty() || weights.side() != Side::kRhs) {
    return InvalidArgument("weights.side", static_cast<int>(weights.side()),
                           "is not that of a packed rhs");
  }
  if (weights.rows() < 1 || weights.cols() < 1) {
    return InvalidArgument("weights.rows", weights.rows(),
                           "times the columns leaves no weights");
  }
  status = ValidateLayer(problem, weights.rows(), weights.cols());
  if (!status.ok()) return status;
  try {
    const auto state = std::make_shared<DynamicLinearState>();
    state->weights = weights;
    SetOperand(state->weights, &state->rhs);
    state->k = weights.rows();
    state->n = weights.cols();
    Copy(problem.scales, &state->scales);
    Copy(problem.zero_points, &state->offsets);
    if (state->offsets.empty()) state->offsets.push_back(0);
    for (std::int32_t& offset : state->offsets) {
      offset =
          static_cast<std::int32_t>(0u - static_cast<std::uint32_t>(offset));
    }
    Copy(problem.bias, &state->bias);
    Copy(problem.factors, &state->factors);
    state->low = problem.low;
    state->high = problem.high;
    state->arithmetic = problem.arithmetic;
    state->kernel = resources.state->kernel;
    state->safe_scale = SafeScale(state->scales);
    GemmProblem product = {};
    product.rhs = state->rhs;
    ChosenBackend chosen;
    status = ChooseBackend(product, *resources.state, &chosen);
    if (!status.ok()) return status;
    state->backend = chosen.backend;
    *prepared = state;
  } catch (const std::bad_alloc&) {
    return Status(StatusCode::kResourceExhausted, "layer",
                  static_cast<std::int64_t>(sizeof(DynamicLinearState)),
                  "bytes and more were needed and refused by the system");
  }
  return Status();
}

int InputsOf(const DynamicLinearState& layer) { return layer.k; }
int OutputsOf(const DynamicLinearState& layer) { return layer.n; }

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
