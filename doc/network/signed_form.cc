// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "signed_form.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "operands.h"

namespace lowp_network {
namespace {

constexpr std::int32_t kShift = 128;

// The forms in which a tensor is needed.
struct Forms {
  bool is_signed = false, is_unsigned = false;
};

bool CanShift(const Tensor& tensor) {
  const std::vector<std::int32_t>& zeros = tensor.quantization.zero_points;
  return tensor.type == ElementType::kUInt8 && !tensor.is_variable &&
         !zeros.empty() &&
         std::all_of(zeros.begin(), zeros.end(),
                     [](std::int32_t zero) { return zero >= 0 && zero < 256; });
}

// What forms an operator reads and writes.
enum class Takes { kSigned, kUnsigned, kEither };

Takes FormsOf(const Graph& graph, const Operator& op) {
  const auto is_unlike = [&](int input) {
    return input >= 0 && !CheckSameQuantization(
                              graph.tensors[static_cast<std::size_t>(input)],
                              OutputOf(graph, op))
                              .ok();
  };
  switch (op.code) {
    case kQuantize:
    case kDequantize:
    case kShape:
      return Takes::kEither;
    case kAveragePool2d:
    case kCast:
    case kMatrixDiag:
    case kResizeBilinear:
    case kScatterNd:
    case kSum:
      return Takes::kUnsigned;
    case kConcatenation:
      return !op.outputs.empty() &&
                     std::any_of(op.inputs.begin(), op.inputs.end(), is_unlike)
                 ? Takes::kUnsigned
                 : Takes::kSigned;
    default:
      return Takes::kSigned;
  }
}

class SignedForm {
 public:
  explicit SignedForm(Graph* graph)
      : graph_(*graph), needed_(graph->tensors.size()) {
    signed_.resize(needed_.size());
  }

  void Make() {
    FindNeeded();
    for (std::size_t i = 0; i < needed_.size(); ++i) {
      signed_[i] = static_cast<int>(i);
      if (!needed_[i].is_signed) continue;
      if (needed_[i].is_unsigned) {
        signed_[i] = static_cast<int>(graph_.tensors.size());
        graph_.tensors.push_back(Tensor(graph_.tensors[i]));
      }
      Shift(&graph_.tensors[static_cast<std::size_t>(signed_[i])]);
    }
    std::vector<Operator> operators = std::move(graph_.operators);
    graph_.operators.clear();
    for (int input : graph_.inputs) {
      if (SignedOf(input) != input) AddQuantize(input, SignedOf(input));
    }
    for (std::size_t i = 0; i < operators.size(); ++i) {
      AddOperator(std::move(operators[i]), takes_[i] == Takes::kSigned);
    }
  }

 private:
  void FindNeeded() {
    const auto at = [](int index) { return static_cast<std::size_t>(index); };
    for (int index : graph_.inputs) needed_[at(index)].is_unsigned = true;
    for (int index : graph_.outputs) needed_[at(index)].is_unsigned = true;
    for (const Operator& op : graph_.operators) {
      takes_.push_back(FormsOf(graph_, op));
      if (takes_.back() == Takes::kEither) continue;
      const bool is_signed = takes_.back() == Takes::kSigned;
      for (const std::vector<int>* operands : {&op.inputs, &op.outputs}) {
        for (int index : *operands) {
          if (index < 0 || !CanShift(graph_.tensors[at(index)])) continue;
          Forms& forms = needed_[at(index)];
          (is_signed ? forms.is_signed : forms.is_unsigned) = true;
        }
      }
    }
  }

  void Shift(Tensor* tensor) {
    tensor->type = ElementType::kInt8;
    tensor->is_shifted = true;
    for (std::int32_t& zero : tensor->quantization.zero_points) zero -= kShift;
    if (tensor->data == nullptr) return;
    const std::uint8_t*& shifted = shifted_[tensor->data];
    if (shifted == nullptr) {
      std::vector<std::uint8_t> bytes(tensor->data,
                                      tensor->data + tensor->size_in_bytes());
      for (std::uint8_t& byte : bytes) byte ^= kShift;
      graph_.folded.push_back(std::move(bytes));
      shifted = graph_.folded.back().data();
    }
    tensor->data = shifted;
  }

  int SignedOf(int index) const {
    return signed_[static_cast<std::size_t>(index)];
  }

  void AddQuantize(int from, int to) {
    Operator op;
    op.code = kQuantize;
    op.inputs = {from};
    op.outputs = {to};
    graph_.operators.push_back(std::move(op));
  }

  void AddOperator(Operator op, bool is_signed) {
    const std::vector<int> outputs = op.outputs;
    if (is_signed) {
      for (std::vector<int>* operands : {&op.inputs, &op.outputs}) {
        for (int& index : *operands) {
          if (index >= 0) index = SignedOf(index);
        }
      }
    }
    graph_.operators.push_back(std::move(op));
    for (int output : outputs) {
      const int form = SignedOf(output);
      if (form == output) continue;
      is_signed ? AddQuantize(form, output) : AddQuantize(output, form);
    }
  }

  Graph& graph_;
  std::vector<Forms> needed_;  // of each tensor of the file
  std::vector<Takes> takes_;   // of each operator of the file
  // Of each tensor of the file: the index of its signed form, or its own.
  std::vector<int> signed_;
  // Of each constant's bytes, which tensors of one size may share.
  std::map<const std::uint8_t*, const std::uint8_t*> shifted_;
};

}  // namespace

void MakeSigned(Graph* graph) { SignedForm(graph).Make(); }

}  // namespace lowp_network
