// How much longer a geometry takes than its nearest fast neighbour: nowhere
// should one small difference cost much.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "convolution_layer.h"
#include "table.h"
#include "timer.h"

namespace lowp_bench {
namespace {

using gemmlowp::ConvAxis;
using gemmlowp::ConvGeometry;

// A square convolution with "SAME" padding.
struct Square {
  int size, inputs, outputs, kernel;
  int groups = 1, stride = 1, dilation = 1;

  ConvGeometry Of() const {
    ConvGeometry g;
    g.input_channels = inputs;
    g.output_channels = outputs;
    g.groups = groups;
    g.height.input = size;
    g.height.kernel = kernel;
    g.height.stride = stride;
    g.height.dilation = dilation;
    SetSamePadding(&g.height);
    g.width = g.height;
    return g;
  }
};

ConvAxis SameAxis(int size, int kernel) {
  ConvAxis axis;
  axis.input = size;
  axis.kernel = kernel;
  SetSamePadding(&axis);
  return axis;
}

ConvGeometry Axes(int channels, int groups, const ConvAxis& depth,
                  const ConvAxis& height, const ConvAxis& width) {
  ConvGeometry g;
  g.input_channels = g.output_channels = channels;
  g.groups = groups;
  g.depth = depth;
  g.height = height;
  g.width = width;
  return g;
}

ConvGeometry Depthwise(int size, int channels, int kernel, int stride = 1,
                       int dilation = 1) {
  return Square{size, channels, channels, kernel, channels, stride, dilation}
      .Of();
}

ConvGeometry Transposed(ConvGeometry g, int stride) {
  g.transposed = true;
  g.height.stride = g.width.stride = stride;
  return g;
}

// A geometry and its nearest fast neighbour.
struct Pair {
  std::string name;
  ConvGeometry geometry;
  std::string beside;
  ConvGeometry neighbour;
};

std::vector<Pair> DensePairs() {
  const ConvGeometry usual = Square{28, 128, 128, 3}.Of();
  const ConvGeometry pointwise = Square{28, 128, 128, 1}.Of();
  const ConvAxis one;
  return {
      {"stride 2", Square{56, 128, 128, 3, 1, 2}.Of(), "3x3", usual},
      {"stride 3", Square{84, 128, 128, 3, 1, 3}.Of(), "3x3", usual},
      {"dilation 2", Square{28, 128, 128, 3, 1, 1, 2}.Of(), "3x3", usual},
      {"dilation 3", Square{28, 128, 128, 3, 1, 1, 3}.Of(), "3x3", usual},
      {"5x5", Square{28, 128, 128, 5}.Of(), "3x3", usual},
      {"7x7", Square{28, 128, 128, 7}.Of(), "3x3", usual},
      {"127 channels", Square{28, 127, 127, 3}.Of(), "3x3", usual},
      {"129 channels", Square{28, 129, 129, 3}.Of(), "3x3", usual},
      {"140 channels", Square{28, 140, 140, 3}.Of(), "3x3", usual},
      {"1-D, kernel 9", Axes(128, 1, one, one, SameAxis(784, 9)), "3x3", usual},
      {"kernel 9x1", Axes(128, 1, one, SameAxis(28, 9), SameAxis(28, 1)), "3x3",
       usual},
      {"3-D, 3x3x3",
       Axes(128, 1, SameAxis(9, 3), SameAxis(9, 3), SameAxis(9, 3)), "3x3",
       usual},
      {"transposed", Transposed(usual, 1), "3x3", usual},
      {"transposed, stride 2", Transposed(usual, 2), "3x3", usual},
      {"1x1, stride 2", Square{56, 128, 128, 1, 1, 2}.Of(), "1x1", pointwise},
      {"1x1, 127 channels", Square{28, 127, 127, 1}.Of(), "1x1", pointwise},
      {"2 groups of 64", Square{28, 128, 128, 3, 2}.Of(), "3x3, 64 channels",
       Square{28, 64, 64, 3}.Of()},
      {"4 groups of 32", Square{28, 128, 128, 3, 4}.Of(), "3x3, 32 channels",
       Square{28, 32, 32, 3}.Of()},
      {"8 groups of 16", Square{28, 128, 128, 3, 8}.Of(), "3x3, 16 channels",
       Square{28, 16, 16, 3}.Of()},
      {"16 groups of 8", Square{28, 128, 128, 3, 16}.Of(), "3x3, 8 channels",
       Square{28, 8, 8, 3}.Of()},
      {"32 groups of 4", Square{28, 128, 128, 3, 32}.Of(), "3x3, 4 channels",
       Square{28, 4, 4, 3}.Of()},
      {"64 groups of 2", Square{28, 128, 128, 3, 64}.Of(), "depthwise 3x3",
       Depthwise(28, 256, 3)},
      {"32 groups of 4, stride 2", Square{56, 128, 128, 3, 32, 2}.Of(),
       "32 groups of 4", Square{28, 128, 128, 3, 32}.Of()},
      {"32 groups of 3", Square{28, 96, 96, 3, 32}.Of(), "32 groups of 4",
       Square{28, 128, 128, 3, 32}.Of()},
      {"32 groups of 4 to 8", Square{28, 128, 256, 3, 32}.Of(),
       "32 groups of 4", Square{28, 128, 128, 3, 32}.Of()},
  };
}

std::vector<Pair> DepthwisePairs() {
  const ConvGeometry usual = Depthwise(28, 256, 3);
  const ConvAxis one;
  const auto with = [](ConvGeometry g, int outputs) {
    g.output_channels = outputs;
    return g;
  };
  return {
      {"depthwise, stride 2", Depthwise(56, 256, 3, 2), "depthwise 3x3", usual},
      {"depthwise, stride 3", Depthwise(84, 256, 3, 3), "depthwise 3x3", usual},
      {"depthwise, dilation 2", Depthwise(28, 256, 3, 1, 2), "depthwise 3x3",
       usual},
      {"depthwise, dilation 3", Depthwise(28, 256, 3, 1, 3), "depthwise 3x3",
       usual},
      {"depthwise 4x4", Depthwise(28, 256, 4), "depthwise 3x3", usual},
      {"depthwise 5x5", Depthwise(28, 256, 5), "depthwise 3x3", usual},
      {"depthwise 7x7", Depthwise(28, 256, 7), "depthwise 3x3", usual},
      {"depthwise, 250 channels", Depthwise(28, 250, 3), "depthwise 3x3",
       usual},
      {"depthwise, 257 channels", Depthwise(28, 257, 3), "depthwise 3x3",
       usual},
      {"depthwise, 24 channels", Depthwise(96, 24, 3), "depthwise 3x3", usual},
      {"depthwise, 16 channels", Depthwise(112, 16, 3), "depthwise 3x3", usual},
      {"depthwise, 7x7 input", Depthwise(7, 1024, 3), "depthwise 3x3", usual},
      {"depthwise 3-D, 3x3x3",
       Axes(256, 256, SameAxis(9, 3), SameAxis(9, 3), SameAxis(9, 3)),
       "depthwise 3x3", usual},
      {"depthwise 1-D, kernel 9", Axes(256, 256, one, one, SameAxis(784, 9)),
       "depthwise 3x3", usual},
      {"depthwise 9x1", Axes(256, 256, one, SameAxis(28, 9), SameAxis(28, 1)),
       "depthwise 3x3", usual},
      {"depthwise 1-D, kernel 3", Axes(256, 256, one, one, SameAxis(784, 3)),
       "depthwise 3x1", Axes(256, 256, one, SameAxis(28, 3), SameAxis(28, 1))},
      {"depthwise, transposed", Transposed(usual, 1), "depthwise 3x3", usual},
      {"depthwise 4x4, transposed, stride 2",
       Transposed(Depthwise(28, 256, 4), 2), "depthwise 2x2",
       Depthwise(28, 256, 2)},
      {"multiplier 2", with(Depthwise(28, 128, 3), 256), "depthwise 3x3",
       usual},
      {"multiplier 3", with(Depthwise(28, 85, 3), 255), "depthwise 3x3", usual},
      {"multiplier 8", with(Depthwise(28, 32, 3), 256), "depthwise 3x3", usual},
  };
}

// Channels as they come, and the nearest number that fills registers.
struct Channels {
  int count, beside;
};
constexpr Channels kChannels[] = {{1, 4},   {3, 4},   {4, 8},   {7, 8},
                                  {8, 16},  {16, 32}, {17, 16}, {32, 64},
                                  {33, 32}, {64, 32}};

std::string Named(const char* what, int count) {
  return std::string(what) + " " + std::to_string(count);
}

// Convolutions of 64 channels, each of which differs in one thing from 3x3, and
// depthwise ones in one or in two.
std::vector<Pair> Walk() {
  const ConvGeometry usual = Square{28, 64, 64, 3}.Of();
  const ConvGeometry depthwise = Depthwise(28, 64, 3);
  std::vector<Pair> pairs;
  for (int kernel = 1; kernel <= 7; ++kernel) {
    pairs.push_back({Named("kernel", kernel), Square{28, 64, 64, kernel}.Of(),
                     "kernel 3", usual});
  }
  for (int step = 2; step <= 3; ++step) {
    pairs.push_back({Named("stride", step),
                     Square{28 * step, 64, 64, 3, 1, step}.Of(), "stride 1",
                     usual});
    pairs.push_back({Named("dilation", step),
                     Square{28, 64, 64, 3, 1, 1, step}.Of(), "dilation 1",
                     usual});
  }
  for (const Channels& c : kChannels) {
    pairs.push_back(
        {Named("channels", c.count), Square{56, c.count, c.count, 3}.Of(),
         Named("channels", c.beside), Square{56, c.beside, c.beside, 3}.Of()});
    pairs.push_back(
        {Named("input channels", c.count), Square{56, c.count, 64, 3}.Of(),
         Named("input channels", c.beside), Square{56, c.beside, 64, 3}.Of()});
  }
  for (int inputs : {2, 3, 5, 6, 7, 8, 9, 15, 16, 17}) {
    pairs.push_back({Named("8 groups of", inputs),
                     Square{28, 8 * inputs, 8 * inputs, 3, 8}.Of(),
                     Named("one group of", 8 * inputs),
                     Square{28, 8 * inputs, 8 * inputs, 3}.Of()});
  }
  for (int kernel = 1; kernel <= 7; ++kernel) {
    for (int stride = 1; stride <= 3; ++stride) {
      const std::string name = Named("depthwise, kernel", kernel);
      pairs.push_back(
          {stride == 1 ? name : name + Named(", stride", stride),
           Depthwise(28 * stride, 64, kernel, stride),
           stride == 1 ? "depthwise, kernel 3" : "the same, stride 1",
           stride == 1 ? depthwise : Depthwise(28, 64, kernel)});
    }
    for (int dilation = 2; dilation <= 3 && kernel > 1; ++dilation) {
      pairs.push_back(
          {Named("depthwise, kernel", kernel) + Named(", dilation", dilation),
           Depthwise(28, 64, kernel, 1, dilation), "the same, dilation 1",
           Depthwise(28, 64, kernel)});
    }
  }
  for (const Channels& c : kChannels) {
    pairs.push_back(
        {Named("depthwise, channels", c.count), Depthwise(56, c.count, 3),
         Named("depthwise, channels", c.beside), Depthwise(56, c.beside, 3)});
  }
  for (int multiplier = 2; multiplier <= 8; ++multiplier) {
    ConvGeometry g = Depthwise(28, 32, 3);
    g.output_channels *= multiplier;
    pairs.push_back({Named("multiplier", multiplier), g,
                     Named("depthwise, channels", 32 * multiplier),
                     Depthwise(28, 32 * multiplier, 3)});
  }
  return pairs;
}

struct Timed {
  ConvLayer layer;
  ConvRun run;
  std::vector<std::int8_t> output;
  int calls = 1;
  double best = std::numeric_limits<double>::infinity();

  explicit Timed(const ConvGeometry& g) : layer(g), output(layer.Outputs()) {}
  double PerMultiplyAdd() const { return best / layer.MultiplyAdds(); }
};

// A geometry is a cliff if both its time per multiply-add and its whole time
// exceed its neighbour's by this factor. The whole time counts because, padded
// with zeros to its neighbour, it would take no longer than that.
constexpr double kCliff = 1.5;

// In turns; the fastest turn of each counts.
TableRow RowOf(const Pair& pair, const char* backend, int turns,
               gemmlowp::GemmContext* context, double* ratio) {
  Timed one(pair.geometry), other(pair.neighbour);
  Timer timer(false);
  for (Timed* timed : {&one, &other}) {
    timed->run = MakeLowpConvolution(timed->layer, backend, context);
    timed->calls =
        timer.CallsPerTurn([&] { timed->run(timed->output.data()); });
  }
  for (int turn = 0; turn < turns; ++turn) {
    for (Timed* timed : {&one, &other}) {
      timed->best = std::min(
          timed->best,
          timer.SecondsPerCall([&] { timed->run(timed->output.data()); },
                               timed->calls));
    }
  }
  const double in_all = one.best / other.best;
  const double of_one = one.PerMultiplyAdd() / other.PerMultiplyAdd();
  *ratio = std::min(of_one, in_all);
  return {pair.name,
          Microseconds(one.best),
          Number(1e-9 / one.PerMultiplyAdd()),
          pair.beside,
          Times(of_one),
          Times(in_all),
          *ratio > kCliff ? "cliff" : ""};
}

}  // namespace

int PrintCliffs(const char* backend, int turns,
                gemmlowp::GemmContext* context) {
  Table table({"convolution", "us", "multiply-adds a ns", "beside",
               "time of a multiply-add, times", "of all, times", ""});
  double highest = 0;
  for (const auto& pairs : {DensePairs(), DepthwisePairs(), Walk()}) {
    for (const Pair& pair : pairs) {
      double ratio;
      table.Add(RowOf(pair, backend, turns, context, &ratio));
      highest = std::max(highest, ratio);
    }
  }
  table.Print("convolutions beside their nearest fast neighbours");
  std::printf("the highest ratio: %s\n", Times(highest).c_str());
  return 0;
}

}  // namespace lowp_bench
