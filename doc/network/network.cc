// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "network.h"

#include <cstring>
#include <new>
#include <utility>

#include "byte_functions.h"
#include "memory_plan.h"

namespace lowp_network {

using gemmlowp::Status;
using gemmlowp::StatusCode;
namespace {

void Clear(const Tensor& variable, void* memory) {
  const std::vector<std::int32_t>& zero_points =
      variable.quantization.zero_points;
  const bool is_zero_point =
      variable.type == ElementType::kInt8 && !zero_points.empty();
  std::memset(memory, is_zero_point ? zero_points[0] : 0,
              variable.size_in_bytes());
}

}  // namespace

Status Network::Prepare(const Graph& graph, const NetworkOptions& options,
                        std::unique_ptr<Network>* network,
                        int* operator_index) {
  *operator_index = -1;
  std::unique_ptr<Network> made(new Network(graph));
  Status status = made->engine_.context.set_backend(options.backend);
  if (!status.ok()) return status;
  made->engine_.backend = options.backend;
  made->engine_.fully_connected_scaling = options.fully_connected_scaling;
  made->engine_.context.set_max_num_threads(options.threads);
  for (const Operator& op : graph.operators) {
    ++*operator_index;
    const PrepareStep prepare = StepOf(graph, op);
    if (prepare == nullptr) {
      return Status::OfWord(StatusCode::kUnsupported, "operator",
                            OperatorName(op.code),
                            "is not among those that run here");
    }
    std::unique_ptr<Step> step;
    status = prepare(graph, op, &made->engine_, &step);
    if (!status.ok()) return status;
    made->steps_.push_back(std::move(step));
  }
  *operator_index = -1;
  if (!options.keeps_tensors) made->Fold();
  status = made->PlaceTensors(options.keeps_tensors);
  if (status.ok()) *network = std::move(made);
  return status;
}

void Network::Fold() {
  folded_.tensors = graph_->tensors;
  folded_.operators = graph_->operators;
  folded_.inputs = graph_->inputs;
  folded_.outputs = graph_->outputs;
  graph_ = &folded_;
  FoldByteFunctions(&engine_, &folded_, &steps_);
}

Status Network::PlaceTensors(bool keeps_tensors) {
  const MemoryPlan plan = PlanMemory(*graph_, !keeps_tensors);
  tensor_bytes_ = plan.bytes;
  constexpr std::size_t kSlack = MemoryPlan::kAlignment;
  constexpr std::size_t kMax = std::size_t{1} << 31;
  if (plan.bytes <= kMax) {
    memory_.reset(new (std::nothrow) std::uint8_t[plan.bytes + kSlack]);
  }
  if (memory_ == nullptr) {
    return Status(StatusCode::kResourceExhausted, "tensors",
                  static_cast<std::int64_t>(plan.bytes),
                  "bytes were needed; 2^31, or what the system gives, are the "
                  "limit");
  }
  const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
  std::uint8_t* const base =
      memory_.get() + (kSlack - address % kSlack) % kSlack;
  for (std::size_t i = 0; i < plan.offsets.size(); ++i) {
    const Tensor& tensor = graph_->tensors[i];
    tensors_.push_back(tensor.data != nullptr
                           ? const_cast<std::uint8_t*>(tensor.data)
                           : base + plan.offsets[i]);
    if (tensor.is_variable) Clear(tensor, tensors_.back());
  }
  return Status();
}

Status Network::Run() {
  for (const std::unique_ptr<Step>& step : steps_) {
    const Status status = step->Run(&engine_.context, tensors_.data());
    if (!status.ok()) return status;
  }
  return Status();
}

Status Network::RunStep(int index) {
  return step(index).Run(&engine_.context, tensors_.data());
}

}  // namespace lowp_network
