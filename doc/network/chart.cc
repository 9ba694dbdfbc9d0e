// Writes SVG: a text, a bar and a text for each layer, sizes in pixels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "chart.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>

#include "report.h"

namespace lowp_network {
namespace {

constexpr double kMargin = 16, kLabel = 290, kBars = 420, kNote = 310;
constexpr double kTop = 56, kRow = 16, kBar = 11;

// A colour for each kind of layer.
struct Colour {
  int code;
  const char* value;
};
constexpr Colour kColours[] = {{kConv2d, "#1f5fa8"},
                               {kDepthwiseConv2d, "#f0a030"},
                               {kFullyConnected, "#4a9c5d"},
                               {kTransposeConv, "#a05195"}};

const char* ColourOf(int code) {
  for (const Colour& colour : kColours) {
    if (colour.code == code) return colour.value;
  }
  return "#888888";
}

void WriteText(std::FILE* file, double x, double y, const std::string& text,
               const char* attributes) {
  std::fprintf(file, "<text x=\"%.0f\" y=\"%.1f\"%s>%s</text>\n", x, y,
               attributes, text.c_str());
}

std::string NoteOf(const Step& step, double seconds, double cycles_per_second) {
  char text[48];
  std::snprintf(text, sizeof(text), "%.1f us", 1e6 * seconds);
  std::string note = text;
  if (step.multiply_adds() > 0) {
    std::snprintf(text, sizeof(text), ", %.0f a cycle",
                  static_cast<double>(step.multiply_adds()) /
                      (seconds * cycles_per_second));
    note += text;
  }
  return note + "; " + KernelWords(step.Describe());
}

}  // namespace

bool WriteChart(const std::string& path, const std::string& title,
                const Network& network, const Measured& measured,
                double cycles_per_second) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  const std::vector<double>& seconds = measured.of_steps;
  const double longest =
      seconds.empty() ? 1 : *std::max_element(seconds.begin(), seconds.end());
  std::fprintf(file,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
               "height=\"%.0f\" font-family=\"sans-serif\" font-size=\"11\">\n"
               "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
               2 * kMargin + kLabel + kBars + kNote,
               kTop + kRow * network.step_count() + kMargin);
  WriteText(file, kMargin, 24, title, " font-size=\"15\"");
  WriteText(file, kMargin, 42,
            "time of each layer, multiply-adds a cycle, kernel", "");
  for (int i = 0; i < network.step_count(); ++i) {
    const Operator& op = network.graph().operators[static_cast<std::size_t>(i)];
    const double time = seconds[static_cast<std::size_t>(i)];
    const double y = kTop + kRow * i, left = kMargin + kLabel;
    const double width = std::max(1.0, kBars * time / longest);
    WriteText(file, left - 8, y + kBar - 1,
              std::string(OperatorName(op.code)) + " " +
                  ShapeWords(network.graph(), op),
              " text-anchor=\"end\"");
    std::fprintf(file,
                 "<rect x=\"%.0f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\" "
                 "fill=\"%s\"/>\n",
                 left, y, width, kBar, ColourOf(op.code));
    WriteText(file, left + width + 6, y + kBar - 1,
              NoteOf(network.step(i), time, cycles_per_second),
              " fill=\"#444444\"");
  }
  std::fprintf(file, "</svg>\n");
  return std::fclose(file) == 0;
}

}  // namespace lowp_network
