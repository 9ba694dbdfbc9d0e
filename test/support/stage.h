// A stage of an output pipeline for tests: the operation that the library's
// front end makes of it, and the scalar function that specifies it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_STAGE_H_
#define LOWP_TEST_SUPPORT_STAGE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "../../internal/frontend/lower_output_stages.h"
#include "random_matrix.h"
#include "reference_stages.h"

namespace lowp_test {

using gemmlowp::FixedPointRounding;
using gemmlowp::VectorDup;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;
using gemmlowp::internal::Along;
using gemmlowp::internal::EpilogueOp;
constexpr Along kEveryAlong[] = {Along::kAll, Along::kRows, Along::kCols};

struct Stage {
  std::string name;
  EpilogueOp op;
  // Takes and yields the bits of floats if the stage takes or yields floats.
  std::function<std::int32_t(std::int32_t value, int row, int col)> reference;
};

struct Pipeline {
  std::vector<Stage> stages;
  Scalar result = Scalar::kInt32;
};

inline std::string Describe(const Pipeline& pipeline) {
  std::string text = "[";
  for (const Stage& stage : pipeline.stages) text += stage.name + " ";
  return text + "]";
}

// A caller's stage that changes nothing. The library cannot know that, so it
// runs the pipeline one operation at a time.
struct PassThrough {
  std::int32_t operator()(std::int32_t value, int, int) const { return value; }
};
// A caller's stage whose result depends on the position of the call.
struct MixInPosition {
  std::int32_t operator()(std::int32_t value, int row, int col) const {
    return Wrap(value + std::int64_t{1000003} * row - std::int64_t{7919} * col);
  }
};

// One value for the whole result, or one per row or column of it; or the bits
// of floats.
struct Parameter {
  Along along;
  const std::int32_t* data;
  int size;
  std::int32_t operator()(int row, int col) const {
    return data[along == Along::kRows ? row : along == Along::kCols ? col : 0];
  }
  std::string name() const {
    return along == Along::kRows   ? "PerRow"
           : along == Along::kCols ? "PerCol"
                                   : "";
  }
};

// Calls f with the shape of vector that varies like `along`.
template <typename F>
EpilogueOp WithShape(Along along, F f) {
  if (along == Along::kRows) {
    return f(std::integral_constant<VectorShape, VectorShape::Col>());
  }
  return f(std::integral_constant<VectorShape, VectorShape::Row>());
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_STAGE_H_
