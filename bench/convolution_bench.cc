// Convolutions of ResNet-50, MobileNet v1 and v2, and others beside them: the
// library's, its product after an im2col, the same layer with int16 activations
// as TensorFlow Lite has it, and the peers that are installed, in turns in one
// run.
//
//   convolution_bench [threads] [backend] [turns]
//   convolution_bench --cliffs [backend] [turns]
//   convolution_bench --orders [threads] [backend] [turns]
//
// The second times geometries beside their nearest fast neighbours, the third
// tensors with channels first beside those with channels last.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "../public/convolution/im2col.h"
#include "../public/convolution/prepared_convolution.h"
#include "../public/gemmlowp.h"
#include "../public/prepared_gemm.h"
#include "../public/stages/int64.h"
#include "convolution_layer.h"
#include "mean.h"
#include "require.h"
#include "table.h"
#include "timer.h"

namespace lowp_bench {
namespace {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;

struct Layer {
  const char* name;
  int size, inputs, outputs, kernel, stride, groups, dilation;
};

constexpr Layer kLayers[] = {
    {"ResNet conv1 7x7/2", 224, 3, 64, 7, 2, 1, 1},
    {"ResNet 1x1", 56, 64, 64, 1, 1, 1, 1},
    {"ResNet 3x3", 56, 64, 64, 3, 1, 1, 1},
    {"ResNet 1x1", 56, 64, 256, 1, 1, 1, 1},
    {"ResNet 1x1/2", 56, 256, 512, 1, 2, 1, 1},
    {"ResNet 3x3", 28, 128, 128, 3, 1, 1, 1},
    {"ResNet 1x1", 28, 512, 128, 1, 1, 1, 1},
    {"ResNet 3x3", 14, 256, 256, 3, 1, 1, 1},
    {"ResNet 3x3", 7, 512, 512, 3, 1, 1, 1},
    {"MobileNet first 3x3/2", 224, 3, 32, 3, 2, 1, 1},
    {"MobileNet depthwise 3x3", 112, 32, 32, 3, 1, 32, 1},
    {"MobileNet depthwise 3x3/2", 112, 64, 64, 3, 2, 64, 1},
    {"MobileNet depthwise 3x3", 56, 128, 128, 3, 1, 128, 1},
    {"MobileNet depthwise 3x3", 28, 256, 256, 3, 1, 256, 1},
    {"MobileNet depthwise 3x3", 14, 512, 512, 3, 1, 512, 1},
    {"MobileNet depthwise 3x3", 7, 960, 960, 3, 1, 960, 1},
    {"MobileNet 1x1", 14, 512, 512, 1, 1, 1, 1},
    {"depthwise 5x5", 28, 120, 120, 5, 1, 120, 1},
    {"depthwise 3x3, dilation 2", 28, 256, 256, 3, 1, 256, 2},
    {"depthwise 3x3, multiplier 2", 28, 64, 128, 3, 1, 64, 1},
    {"3x3, dilation 2", 28, 128, 128, 3, 1, 1, 2},
    {"3x3, 32 groups", 28, 128, 128, 3, 1, 32, 1},
    {"3x3, odd channels", 28, 65, 67, 3, 1, 1, 1},
};

gemmlowp::ConvGeometry GeometryOf(const Layer& layer) {
  gemmlowp::ConvGeometry geometry;
  geometry.input_channels = layer.inputs;
  geometry.output_channels = layer.outputs;
  geometry.groups = layer.groups;
  gemmlowp::ConvAxis& axis = geometry.height;
  axis.input = layer.size;
  axis.kernel = layer.kernel;
  axis.stride = layer.stride;
  axis.dilation = layer.dilation;
  SetSamePadding(&axis);
  geometry.width = axis;
  return geometry;
}

// A layer's tensors and what follows from them.
struct Problem : ConvLayer {
  std::vector<std::int8_t> im2col;
  ConvWork work;

  explicit Problem(const Layer& layer) : ConvLayer(GeometryOf(layer)) {
    const gemmlowp::ConvAxis& axis = geometry.height;
    work = {layer.size,      layer.size,      layer.inputs,    layer.outputs,
            layer.groups,    layer.kernel,    layer.stride,    layer.dilation,
            axis.pad_before, axis.pad_before, axis.pad_after,  axis.pad_after,
            shape.height,    shape.width,     kInputZeroPoint, kOutputZeroPoint,
            input.data(),    filter.data(),   bias.data(),     scale.data()};
  }
};

// Of one group.
ConvRun MakeIm2col(Problem* problem, const char* backend,
                   gemmlowp::GemmContext* context) {
  if (problem->work.groups > 1) return nullptr;
  problem->im2col.resize(static_cast<std::size_t>(problem->rows) * problem->k);
  const MatrixMap<std::int8_t, MapOrder::RowMajor> rows(
      problem->im2col.data(), problem->rows, problem->k);
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> filter(
      problem->filter.data(), problem->k, problem->work.output_channels);
  const MatrixMap<std::int8_t, MapOrder::RowMajor> result(
      nullptr, problem->rows, problem->work.output_channels);
  gemmlowp::PackedMatrix packed;
  Require(gemmlowp::PackedMatrix::Pack(filter, gemmlowp::Side::kRhs, &packed,
                                       backend));
  gemmlowp::PreparedGemm product;
  Require(gemmlowp::PreparedGemm::Prepare(context, rows, packed, result,
                                          -problem->work.input_zero_point, 0,
                                          PipelineOf(*problem), &product));
  return [=](std::int8_t* output) {
    Require(gemmlowp::Im2col<std::int8_t>(
        context, problem->geometry, 0, problem->input.data(),
        problem->work.input_zero_point, rows));
    Require(product.Run(context, rows.data(), nullptr, output));
  };
}

// The layer with an int16 input and output, which the contestant has itself.
ConvRun MakeInt16(const Problem& problem, const char* backend,
                  gemmlowp::GemmContext* context) {
  struct Int16Tensors {
    std::vector<std::int16_t> input, output;
    std::vector<std::int64_t> bias;
    std::vector<std::int32_t> multiplier, exponent;
  };
  const auto tensors = std::make_shared<Int16Tensors>();
  for (std::int8_t value : problem.input) {
    tensors->input.push_back(static_cast<std::int16_t>(value * 251));
  }
  tensors->output.resize(problem.Outputs());
  const std::size_t channels =
      static_cast<std::size_t>(problem.work.output_channels);
  tensors->bias.assign(channels, 12345);
  tensors->multiplier.assign(channels, 1 << 30);
  tensors->exponent.assign(channels, -14);
  const int count = problem.work.output_channels;
  gemmlowp::OutputStageScaleInt64ByFixedPointPC scale;
  scale.result_fixedpoint_multiplier = {tensors->multiplier.data(), count};
  scale.result_exponent = {tensors->exponent.data(), count};
  gemmlowp::PackedFilter filter;
  Require(gemmlowp::PackedFilter::Pack(problem.geometry, problem.filter.data(),
                                       gemmlowp::FilterLayout::kODHWI, &filter,
                                       backend));
  gemmlowp::PreparedConvolution convolution;
  Require(gemmlowp::PreparedConvolution::Prepare<std::int16_t>(
      context, problem.geometry, filter, gemmlowp::ConvZeroPoints(),
      std::make_tuple(
          gemmlowp::OutputStageBiasAdditionInt64{{tensors->bias.data(), count}},
          scale, gemmlowp::OutputStageSaturatingCastToInt16()),
      &convolution));
  return [=](std::int8_t*) {
    Require(convolution.Run(context, tensors->input.data(),
                            tensors->output.data()));
  };
}

struct Contestant {
  const char* name;
  ConvRun run;
  std::vector<std::int8_t> output;
  bool compares = true;  // its output is the library's
  int calls = 1;
  double best = std::numeric_limits<double>::infinity();
};

// Turns of a few milliseconds, one contestant after another; the fastest turn
// counts.
void TimeThem(int turns, std::vector<Contestant>* contestants) {
  Timer timer(false);
  for (Contestant& c : *contestants) {
    c.calls = timer.CallsPerTurn([&] { c.run(c.output.data()); });
  }
  for (int turn = 0; turn < turns; ++turn) {
    for (Contestant& c : *contestants) {
      c.best = std::min(c.best, timer.SecondsPerCall(
                                    [&] { c.run(c.output.data()); }, c.calls));
    }
  }
}

std::string TextOf(const Layer& layer) {
  return std::string(layer.name) + ", " + std::to_string(layer.size) + "x" +
         std::to_string(layer.size) + "x" + std::to_string(layer.inputs) +
         " to " + std::to_string(layer.outputs);
}

// A column of the table: microseconds, the ratio to the library's, and how
// many bytes differ if any do.
std::string Beside(const Contestant& other, const Contestant& ours) {
  std::string text =
      Microseconds(other.best) + " (" + Times(other.best / ours.best) + ")";
  std::size_t different = 0;
  for (std::size_t i = 0; other.compares && i < ours.output.size(); ++i) {
    different += ours.output[i] != other.output[i];
  }
  if (different > 0) text += ", " + std::to_string(different) + " differ";
  return text;
}

// What the command line says behind the name of a table.
struct Arguments {
  int threads = 1;
  const char* backend = nullptr;  // null: the best one
  int turns = 20;
};

// The text, or null if it is empty.
const char* BackendOf(const char* text) {
  return text[0] != '\0' ? text : nullptr;
}

std::string TextOfThreads(int threads) {
  return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

// The layers with the input's channels first, the output's, and both.
void PrintOrders(const Arguments& arguments, gemmlowp::GemmContext* context) {
  using gemmlowp::ConvOrder;
  Table table({"layer", "NHWC, us", "input NCHW", "output NCHW", "both"});
  std::vector<double> ratios;
  for (const Layer& layer : kLayers) {
    std::vector<std::unique_ptr<ConvLayer>> problems;
    std::vector<Contestant> contestants;
    for (int orders = 0; orders < 4; ++orders) {
      gemmlowp::ConvGeometry geometry = GeometryOf(layer);
      geometry.input_order = static_cast<ConvOrder>(orders % 2);
      geometry.output_order = static_cast<ConvOrder>(orders / 2);
      problems.push_back(std::make_unique<ConvLayer>(geometry));
      contestants.push_back(
          {"",
           MakeLowpConvolution(*problems.back(), arguments.backend, context),
           std::vector<std::int8_t>(problems.back()->Outputs())});
    }
    TimeThem(arguments.turns, &contestants);
    TableRow row = {TextOf(layer), Microseconds(contestants[0].best)};
    for (std::size_t i = 1; i < contestants.size(); ++i) {
      row.push_back(Times(contestants[i].best / contestants[0].best));
    }
    ratios.push_back(contestants[3].best / contestants[0].best);
    table.Add(row);
  }
  table.Print("orders of convolutions' tensors, s8, " +
              TextOfThreads(arguments.threads) +
              "; times divided by that of channels last");
  std::printf("geometric mean of both: %s\n",
              Times(GeometricMean(ratios)).c_str());
}

struct Peer {
  const char* name;
  MakeConvRun make;
};
// The last one has no name: there may be no other.
constexpr Peer kPeers[] = {
#if defined(LOWP_BENCH_XNNPACK)
    {"XNNPACK", &MakeXnnpackConvolution},
#endif
#if defined(LOWP_BENCH_ONEDNN)
    {"oneDNN", &MakeOnednnConvolution},
#endif
    {nullptr, nullptr}};

// Times a layer beside its other forms and the peers, and adds its row; if a
// peer takes part, also the time of the faster one divided by lowp's.
void AddLayer(const Layer& layer, const Arguments& arguments,
              gemmlowp::GemmContext* context, Table* table,
              std::vector<double>* ratios) {
  Problem problem(layer);
  std::vector<Contestant> contestants;
  const auto add = [&](const char* name, ConvRun run) {
    if (run == nullptr) return false;
    contestants.push_back(
        {name, std::move(run), std::vector<std::int8_t>(problem.Outputs())});
    return true;
  };
  add("lowp", MakeLowpConvolution(problem, arguments.backend, context));
  std::vector<bool> takes_part = {
      add("im2col", MakeIm2col(&problem, arguments.backend, context)),
      add("int16", MakeInt16(problem, arguments.backend, context))};
  contestants.back().compares = false;
  for (const Peer* peer = kPeers; peer->name != nullptr; ++peer) {
    takes_part.push_back(
        add(peer->name, peer->make(problem.work, arguments.threads)));
  }
  TimeThem(arguments.turns, &contestants);
  const Contestant& ours = contestants[0];
  TableRow row = {TextOf(layer), Microseconds(ours.best),
                  Number(problem.MultiplyAdds() / ours.best * 1e-9)};
  std::size_t next = 1;
  double fastest_peer = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < takes_part.size(); ++i) {
    row.push_back(takes_part[i] ? Beside(contestants[next], ours) : "-");
    if (!takes_part[i]) continue;
    if (i > 1) fastest_peer = std::min(fastest_peer, contestants[next].best);
    ++next;
  }
  if (fastest_peer < std::numeric_limits<double>::infinity()) {
    ratios->push_back(fastest_peer / ours.best);
  }
  table->Add(row);
}

void PrintLayers(const Arguments& arguments, gemmlowp::GemmContext* context) {
  TableRow head = {"layer", "lowp, us", "GMAC/s", "im2col + product", "int16"};
  for (const Peer* peer = kPeers; peer->name != nullptr; ++peer) {
    head.push_back(peer->name);
  }
  Table table(head);
  std::vector<double> ratios;
  for (const Layer& layer : kLayers) {
    AddLayer(layer, arguments, context, &table, &ratios);
  }
  table.Print("convolutions, s8, a float scale for each channel, " +
              TextOfThreads(arguments.threads) +
              "; in brackets the time divided by lowp's");
  if (!ratios.empty()) {
    std::printf("geometric mean beside the faster peer: %s\n",
                Times(GeometricMean(ratios)).c_str());
  }
}

int Main(int count, char** words) {
  const bool cliffs = count > 1 && std::strcmp(words[1], "--cliffs") == 0;
  const bool orders = count > 1 && std::strcmp(words[1], "--orders") == 0;
  // The cliffs are those of one thread, whose number is not given.
  const int first = orders ? 2 : 1;
  Arguments arguments;
  if (!cliffs && count > first) arguments.threads = std::atoi(words[first]);
  if (count > first + 1) arguments.backend = BackendOf(words[first + 1]);
  if (count > first + 2) arguments.turns = std::atoi(words[first + 2]);
  gemmlowp::GemmContext context;
  context.set_max_num_threads(arguments.threads);
  Require(context.set_backend(arguments.backend));
  if (cliffs) return PrintCliffs(arguments.backend, arguments.turns, &context);
  if (orders) {
    PrintOrders(arguments, &context);
  } else {
    PrintLayers(arguments, &context);
  }
  return 0;
}

}  // namespace
}  // namespace lowp_bench

int main(int count, char** arguments) {
  return lowp_bench::Main(count, arguments);
}
