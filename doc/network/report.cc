// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "report.h"

#include <cstddef>
#include <cstdio>

namespace lowp_network {
namespace {

std::string Sizes(const std::vector<int>& shape, std::size_t first,
                  std::size_t end) {
  std::string text;
  for (std::size_t i = first; i < end && i < shape.size(); ++i) {
    if (!text.empty()) text += "x";
    text += std::to_string(shape[i]);
  }
  return text;
}

// What follows `start` in the text, up to one of the characters `ends`.
std::string After(const std::string& text, const char* start,
                  const char* ends) {
  const std::size_t at = text.find(start);
  if (at == std::string::npos) return "";
  const std::size_t from = at + std::string(start).size();
  return text.substr(from, text.find_first_of(ends, from) - from);
}

bool Says(const std::string& text, const char* words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

std::string ShapeWords(const Graph& graph, const Operator& op) {
  const std::vector<int>& out =
      graph.tensors[static_cast<std::size_t>(op.outputs[0])].shape;
  std::string text;
  if (op.code == kConv2d || op.code == kDepthwiseConv2d ||
      op.code == kTransposeConv || op.code == kFullyConnected) {
    const std::vector<int>& filter =
        graph.tensors[static_cast<std::size_t>(op.inputs[1])].shape;
    if (op.code == kDepthwiseConv2d) {
      text = Sizes(filter, 1, 3) + ", ";
    } else {
      text = Sizes(filter, 1, filter.size()) + ", ";
    }
    if (op.options.stride_height > 1) {
      text += "/" + std::to_string(op.options.stride_height) + ", ";
    }
  }
  return text + "to " + Sizes(out, out.size() > 1 ? 1 : 0, out.size());
}

std::string KernelWords(const std::string& description) {
  if (Says(description, "depthwise, with")) {
    return "depthwise, " + After(description, "kernel \"", "\"") +
           (Says(description, "copied, with padding") ? ", lines copied" : "");
  }
  const std::string kernel = After(description, "\nkernel ", ",\n");
  if (kernel.empty()) return description;
  std::string text = kernel;
  if (Says(description, "copied in blocks")) text += ", windows copied";
  if (Says(description, "phases of outputs")) text += ", by phases";
  return text;
}

std::int64_t MultiplyAdds(const Network& network) {
  std::int64_t sum = 0;
  for (int i = 0; i < network.step_count(); ++i) {
    sum += network.step(i).multiply_adds();
  }
  return sum;
}

void PrintLayers(const Network& network, const Measured& measured,
                 double cycles_per_second) {
  std::printf("%4s  %-18s %-26s %-40s %9s %10s %9s\n", "", "operator", "shape",
              "kernel", "us", "MAC", "MAC/cycle");
  for (int i = 0; i < network.step_count(); ++i) {
    const Step& step = network.step(i);
    const Operator& op = network.graph().operators[static_cast<std::size_t>(i)];
    const double seconds = measured.of_steps[static_cast<std::size_t>(i)];
    std::printf("%4d  %-18s %-26s %-40s %9.2f", i, OperatorName(op.code),
                ShapeWords(network.graph(), op).c_str(),
                KernelWords(step.Describe()).c_str(), 1e6 * seconds);
    if (step.multiply_adds() > 0) {
      const auto work = static_cast<double>(step.multiply_adds());
      std::printf(" %10.0f %9.1f", work, work / (seconds * cycles_per_second));
    }
    std::printf("\n");
  }
}

}  // namespace lowp_network
