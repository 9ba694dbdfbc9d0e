// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "byte_functions.h"

#include <gemmlowp/public/quantization/activation_tables.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "table_step.h"

namespace lowp_network {
namespace {

using Table = gemmlowp::ActivationTable<std::uint8_t>;
using Bytes = std::vector<std::uint8_t>;

constexpr int kBytes = 256;
constexpr int kNone = -1;

// What a tensor is a function of.
struct ByteFunction {
  int root = kNone;  // a tensor of bytes; kNone: it is no function of one
  Bytes values;      // 256 elements of the tensor's type
  int length = 0;    // operators of the longest chain from there
};

bool HoldsBytes(const Tensor& tensor) {
  return tensor.type == ElementType::kInt8 ||
         tensor.type == ElementType::kUInt8;
}

class Folding {
 public:
  Folding(Engine* engine, Graph* graph)
      : engine_(engine), graph_(graph), of_(graph->tensors.size()) {}

  // Whether the output of operator `index` is a function of bytes, which is
  // then known for what comes after it. It may have another type: floats
  // between DEQUANTIZE and QUANTIZE, say.
  bool Find(int index) {
    const Operator& op = OperatorAt(index);
    if (!IsElementwise(op.code) || op.outputs.size() != 1) return false;
    ByteFunction found;
    found.root = RootOf(op);
    if (found.root == kNone || !Evaluate(op, &found.values)) return false;
    for (int input : op.inputs) {
      found.length = std::max(found.length, At(of_, input).length);
    }
    ++found.length;
    At(of_, op.outputs[0]) = std::move(found);
    return true;
  }

  // Lets operator `index`, whose output is such a function, look it up, if that
  // has bytes; else returns null.
  std::unique_ptr<Step> Replace(int index) {
    Operator& op = OperatorAt(index);
    if (!HoldsBytes(At(graph_->tensors, op.outputs[0]))) return nullptr;
    const ByteFunction& function = At(of_, op.outputs[0]);
    Table table;
    std::copy_n(function.values.begin(), kBytes, table.results);
    op.inputs = {function.root};
    const std::size_t count = At(graph_->tensors, op.outputs[0]).elements();
    const std::string words =
        function.length == 1
            ? "a table"
            : "a table, of a chain of " + std::to_string(function.length);
    std::unique_ptr<Step> step;
    MakeTableStep(op, words.c_str(), table, count, &step);
    return step;
  }

 private:
  template <typename T>
  static T& At(std::vector<T>& values, int index) {
    return values[static_cast<std::size_t>(index)];
  }
  Operator& OperatorAt(int index) { return At(graph_->operators, index); }

  // The tensor whose elements alone decide the output's; kNone: there is not
  // exactly one.
  int RootOf(const Operator& op) {
    const Tensor& output = At(graph_->tensors, op.outputs[0]);
    int root = kNone;
    for (int input : op.inputs) {
      if (input < 0) return kNone;
      const Tensor& tensor = At(graph_->tensors, input);
      // A variable may change between the operators of a chain.
      if (tensor.is_variable) return kNone;
      const bool is_constant = tensor.data != nullptr;
      if (tensor.elements() != (is_constant ? 1 : output.elements())) {
        return kNone;
      }
      if (is_constant) continue;
      const int before = At(of_, input).root;
      if (before == kNone && !HoldsBytes(tensor)) return kNone;
      const int begin = before == kNone ? input : before;
      if (root != kNone && begin != root) return kNone;
      root = begin;
    }
    return root;
  }

  // Runs the operator on tensors of 256 elements: what its inputs are for each
  // byte of the root.
  bool Evaluate(const Operator& op, Bytes* results) {
    Graph small;
    std::vector<Bytes> values(op.inputs.size());
    std::vector<void*> places;
    for (std::size_t i = 0; i < op.inputs.size(); ++i) {
      const int input = op.inputs[i];
      Tensor tensor = At(graph_->tensors, input);
      if (tensor.data != nullptr) {
        places.push_back(const_cast<std::uint8_t*>(tensor.data));
      } else {
        tensor.shape = {kBytes};
        values[i] = At(of_, input).values;
        if (At(of_, input).root == kNone) {
          values[i].resize(kBytes);
          std::iota(values[i].begin(), values[i].end(), std::uint8_t{0});
        }
        places.push_back(values[i].data());
      }
      small.tensors.push_back(std::move(tensor));
    }
    small.tensors.push_back(At(graph_->tensors, op.outputs[0]));
    small.tensors.back().shape = {kBytes};
    results->resize(small.tensors.back().size_in_bytes());
    places.push_back(results->data());
    Operator same = op;
    std::iota(same.inputs.begin(), same.inputs.end(), 0);
    same.outputs = {static_cast<int>(op.inputs.size())};
    std::unique_ptr<Step> step;
    return StepOf(small, same)(small, same, engine_, &step).ok() &&
           step->Run(&engine_->context, places.data()).ok();
  }

  Engine* engine_;
  Graph* graph_;
  std::vector<ByteFunction> of_;
};

// Drops the operators marked in `may_go` whose output nothing reads.
void DropUnread(const std::vector<bool>& may_go, Graph* graph,
                std::vector<std::unique_ptr<Step>>* steps) {
  std::vector<bool> is_read(graph->tensors.size());
  const auto read = [&is_read](const std::vector<int>& tensors) {
    for (int i : tensors) {
      if (i >= 0) is_read[static_cast<std::size_t>(i)] = true;
    }
  };
  read(graph->outputs);
  std::vector<Operator> kept;
  std::vector<std::unique_ptr<Step>> steps_kept;
  for (std::size_t i = may_go.size(); i-- > 0;) {
    Operator& op = graph->operators[i];
    if (may_go[i] && !is_read[static_cast<std::size_t>(op.outputs[0])]) {
      continue;
    }
    read(op.inputs);
    kept.push_back(std::move(op));
    steps_kept.push_back(std::move((*steps)[i]));
  }
  std::reverse(kept.begin(), kept.end());
  std::reverse(steps_kept.begin(), steps_kept.end());
  graph->operators = std::move(kept);
  *steps = std::move(steps_kept);
}

}  // namespace

void FoldByteFunctions(Engine* engine, Graph* graph,
                       std::vector<std::unique_ptr<Step>>* steps) {
  Folding folding(engine, graph);
  std::vector<bool> is_folded;
  for (std::size_t i = 0; i < steps->size(); ++i) {
    is_folded.push_back(folding.Find(static_cast<int>(i)));
  }
  for (std::size_t i = 0; i < steps->size(); ++i) {
    std::unique_ptr<Step> table;
    if (is_folded[i]) table = folding.Replace(static_cast<int>(i));
    if (table != nullptr) (*steps)[i] = std::move(table);
  }
  DropUnread(is_folded, graph, steps);
}

}  // namespace lowp_network
