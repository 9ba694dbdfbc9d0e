// Writes SVG: text elements, rectangles and diamonds, sizes in pixels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "chart.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "peak.h"

namespace lowp_bench {
namespace {

constexpr double kLabelWidth = 130, kPanelWidth = 420, kGap = 40, kMargin = 16;
constexpr double kTop = 92, kBarHeight = 8, kRowGap = 7, kGroupGap = 12;
// Larger shares are cut off here (those of a peer to which the limit does not
// apply).
constexpr double kLargestShare = 1.1;
constexpr const char* kColors[] = {"#1f5fa8", "#f0a030", "#4a9c5d", "#a05195"};
constexpr const char* kPeerColor = "#c0392b";
constexpr Mode kModes[] = {Mode::kPacked, Mode::kOneShot};
constexpr const char* kTitles[] = {"Weights packed ahead", "One-shot"};

// One shape, in both modes.
struct ChartRow {
  Shape shape;
  const Series* series[2] = {nullptr, nullptr};
};

std::vector<ChartRow> RowsOf(const std::vector<Series>& results) {
  std::vector<ChartRow> rows;
  for (int mode = 0; mode < 2; ++mode) {
    for (const Series& series : results) {
      if (series.mode != kModes[mode] || series.seconds.empty()) continue;
      const auto found =
          std::find_if(rows.begin(), rows.end(), [&](const ChartRow& row) {
            return ShapeName(row.shape) == ShapeName(series.shape);
          });
      ChartRow& row = found != rows.end() ? *found : rows.emplace_back();
      row.shape = series.shape;
      row.series[mode] = &series;
    }
  }
  return rows;
}

class Chart {
 public:
  explicit Chart(std::FILE* file) : file_(file) {
    for (const Library& backend : Backends()) {
      if (PeakLoopOf(backend.name) != nullptr) backends_.push_back(backend);
    }
  }

  void Write(const std::vector<Series>& results, bool cold) {
    if (backends_.empty()) return;
    peak_gops_ = PublishedPeakHere(results, cold);
    const std::vector<ChartRow> rows = RowsOf(results);
    double height = kTop;
    for (std::size_t i = 0; i < rows.size(); ++i) height += Advance(rows, i);
    const double bottom = height;
    const double width = PanelLeft(1) + kPanelWidth + kMargin + 10;
    std::fprintf(file_,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                 "width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" "
                 "font-family=\"sans-serif\" font-size=\"12\">\n"
                 "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                 width, bottom + 40, width, bottom + 40);
    Text(kMargin, 24, "start",
         std::string("Share of what the machine allows, one thread") +
             (cold ? ", cold caches" : ""),
         " font-size=\"16\" font-weight=\"bold\"");
    Legend();
    for (int mode = 0; mode < 2; ++mode) Axis(mode, bottom);
    double y = kTop;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      y += Advance(rows, i);
      Row(rows[i], y - RowHeight() - kRowGap / 2);
    }
    std::fprintf(file_, "</svg>\n");
  }

 private:
  double RowHeight() const {
    return kBarHeight * static_cast<double>(backends_.size());
  }
  static double PanelLeft(int mode) {
    return kMargin + kLabelWidth + mode * (kPanelWidth + kGap);
  }
  static double At(int mode, double share) {
    return PanelLeft(mode) +
           kPanelWidth * std::min(share, kLargestShare) / kLargestShare;
  }
  // The height of a row, plus a wider gap before the next group.
  double Advance(const std::vector<ChartRow>& rows, std::size_t i) const {
    const bool new_group =
        i > 0 && rows[i].shape.group != rows[i - 1].shape.group;
    return RowHeight() + kRowGap + (new_group ? kGroupGap : 0);
  }

  void Text(double x, double y, const char* anchor, const std::string& text,
            const char* attributes = "") {
    std::fprintf(file_,
                 "<text x=\"%g\" y=\"%g\" text-anchor=\"%s\"%s>%s</text>\n", x,
                 y, anchor, attributes, text.c_str());
  }

  void Rectangle(double x, double y, double width, double height,
                 const char* color) {
    std::fprintf(file_,
                 "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                 "fill=\"%s\"/>\n",
                 x, y, width, height, color);
  }

  void Diamond(double x, double y) {
    std::fprintf(file_,
                 "<path d=\"M%.1f %.1fl4.5 -5.5l4.5 5.5l-4.5 5.5z\" "
                 "fill=\"%s\" stroke=\"white\"/>\n",
                 x - 4.5, y, kPeerColor);
  }

  void Legend() {
    double x = kMargin;
    for (std::size_t i = 0; i < backends_.size(); ++i) {
      Rectangle(x, 40, 22, 10, kColors[i % std::size(kColors)]);
      const std::string text =
          std::string("lowp, ") + backends_[i].name + ", of its own limit";
      Text(x + 28, 49, "start", text);
      x += 48 + 6.6 * static_cast<double>(text.size());
    }
    Diamond(x + 5, 45);
    Text(x + 16, 49, "start",
         std::string("the best peer, of the limit of ") + backends_[0].name);
  }

  void Axis(int mode, double bottom) {
    Text(PanelLeft(mode), kTop - 22, "start", kTitles[mode],
         " font-weight=\"bold\"");
    for (int percent = 0; percent <= 100; percent += 20) {
      const double x = At(mode, percent / 100.0);
      std::fprintf(file_,
                   "<line x1=\"%.1f\" y1=\"%g\" x2=\"%.1f\" y2=\"%g\" "
                   "stroke=\"%s\"/>\n",
                   x, kTop - 4, x, bottom + 2,
                   percent % 100 == 0 ? "#888888" : "#dddddd");
      const std::string label = std::to_string(percent) + "%";
      Text(x, kTop - 8, "middle", label, " fill=\"#555555\" font-size=\"10\"");
      Text(x, bottom + 14, "middle", label,
           " fill=\"#555555\" font-size=\"10\"");
    }
    Text(At(mode, 0.5), bottom + 30, "middle",
         "share of the limit: peak of the instruction, or bandwidth",
         " fill=\"#555555\" font-size=\"11\"");
  }

  void Row(const ChartRow& row, double y) {
    Text(PanelLeft(0) - 8, y + RowHeight() / 2 + 4, "end",
         ShapeName(row.shape));
    for (int mode = 0; mode < 2; ++mode) {
      if (row.series[mode] != nullptr) Bars(*row.series[mode], mode, y);
    }
  }

  void Bars(const Series& series, int mode, double y) {
    for (std::size_t i = 0; i < backends_.size(); ++i) {
      const std::string name = backends_[i].name;
      const double share =
          series.ShareOfLimit(VariantName(name, Variants()[0]), name);
      Rectangle(PanelLeft(mode), y + kBarHeight * static_cast<double>(i),
                At(mode, share) - PanelLeft(mode), kBarHeight - 1,
                kColors[i % std::size(kColors)]);
    }
    const double peer_share = BestPeerGops(series, peak_gops_) *
                              series.LimitSeconds(backends_[0].name) /
                              (2e-9 * MultiplyAdds(series.shape));
    if (peer_share > 0) Diamond(At(mode, peer_share), y + kBarHeight / 2);
  }

  std::FILE* const file_;
  std::vector<Library> backends_;
  double peak_gops_ = 0;  // as in BestPeerGops
};

}  // namespace

bool WriteChart(const std::vector<Series>& results, const Options& options) {
  if (options.svg.empty()) return true;
  std::FILE* const file = std::fopen(options.svg.c_str(), "w");
  if (file != nullptr) Chart(file).Write(results, options.cold);
  if (file == nullptr || std::fclose(file) != 0) {
    std::fprintf(stderr, "gemm_bench: %s: %s\n", options.svg.c_str(),
                 std::strerror(errno));
    return false;
  }
  return true;
}

}  // namespace lowp_bench
