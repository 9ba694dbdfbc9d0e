// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "resolve_shapes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "operands.h"
#include "size_rules.h"
#include "step.h"

namespace lowp_network {
namespace {

bool HasOpenSize(const Tensor& tensor) {
  return std::find(tensor.is_open.begin(), tensor.is_open.end(), true) !=
         tensor.is_open.end();
}

bool CanFold(const Graph& graph, const Operator& op) {
  for (int output : op.outputs) {
    if (!IsSmallInteger(graph.tensors[static_cast<std::size_t>(output)])) {
      return false;
    }
  }
  if (op.code == kShape) return true;
  return std::all_of(op.inputs.begin(), op.inputs.end(), [&](int input) {
    if (input < 0) return false;
    const Tensor& tensor = graph.tensors[static_cast<std::size_t>(input)];
    return IsConstant(tensor) && IsSmallInteger(tensor);
  });
}

// Runs the operator and keeps its results. False if it is refused.
bool Fold(const Operator& op, Engine* engine, Graph* graph) {
  const PrepareStep prepare = StepOf(*graph, op);
  std::unique_ptr<Step> step;
  if (prepare == nullptr || !prepare(*graph, op, engine, &step).ok()) {
    return false;
  }
  std::vector<void*> memory(graph->tensors.size());
  for (int input : op.inputs) {
    const auto at = static_cast<std::size_t>(input);
    memory[at] = const_cast<std::uint8_t*>(graph->tensors[at].data);
  }
  std::vector<std::vector<std::uint8_t>> results;
  for (int output : op.outputs) {
    const auto at = static_cast<std::size_t>(output);
    results.emplace_back(graph->tensors[at].size_in_bytes());
    memory[at] = results.back().data();
  }
  if (!step->Run(&engine->context, memory.data()).ok()) return false;
  for (std::size_t i = 0; i < results.size(); ++i) {
    Tensor& tensor = graph->tensors[static_cast<std::size_t>(op.outputs[i])];
    tensor.data = results[i].data();
    graph->folded.push_back(std::move(results[i]));
  }
  return true;
}

// TFLite_Detection_PostProcess says in its options how large its outputs are;
// files say it or not.
void SetDetectionShapes(const Operator& op, Graph* graph) {
  const DetectionOptions& options = op.options.detection;
  const std::int64_t count =
      std::int64_t{options.max_detections} * options.max_classes_per_detection;
  constexpr std::int64_t kMax = 1 << 20;
  if (op.outputs.size() != 4 || count < 1 || count > kMax) return;
  const int all = static_cast<int>(count);
  const std::vector<int> shapes[4] = {{1, all, 4}, {1, all}, {1, all}, {1}};
  for (std::size_t i = 0; i < 4; ++i) {
    Tensor& output = graph->tensors[static_cast<std::size_t>(op.outputs[i])];
    output.shape = shapes[i];
    output.is_open.clear();
  }
}

void Resolve(const Graph& graph, const Operator& op, Tensor* output) {
  if (!HasOpenSize(*output)) return;
  const Sizes sizes = SizesOf(graph, op, *output);
  if (sizes.size() != output->shape.size()) return;
  std::vector<int> shape;
  std::int64_t elements = 1;
  for (std::int64_t size : sizes) {
    constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
    if (size < 1 || size > kMax || elements * size > kMax) return;
    elements *= size;
    shape.push_back(static_cast<int>(size));
  }
  output->shape = shape;
  output->is_open.clear();
}

}  // namespace

void ResolveShapes(Graph* graph) {
  std::unique_ptr<Engine> engine;
  for (int input : graph->inputs) {
    graph->tensors[static_cast<std::size_t>(input)].is_open.clear();
  }
  std::vector<Operator> kept;
  for (Operator& op : graph->operators) {
    if (op.code == kDetectionPostProcess) SetDetectionShapes(op, graph);
    for (int output : op.outputs) {
      Resolve(*graph, op, &graph->tensors[static_cast<std::size_t>(output)]);
    }
    if (CanFold(*graph, op)) {
      if (engine == nullptr) engine = std::make_unique<Engine>();
      if (Fold(op, engine.get(), graph)) continue;
    }
    kept.push_back(std::move(op));
  }
  graph->operators = std::move(kept);
}

}  // namespace lowp_network
