// Prints tables.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "table.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace lowp_bench {
namespace {

std::string Format(const char* format, double value) {
  if (value <= 0) return "-";
  char text[32];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

std::string Padded(const std::string& cell, std::size_t width, bool left) {
  const std::string blanks(width - std::min(width, cell.size()), ' ');
  return left ? cell + blanks : blanks + cell;
}

bool SaysNothing(const std::string& cell) {
  return cell.empty() || cell == "-";
}

}  // namespace

void Table::Print(const std::string& heading) const {
  if (empty()) return;
  std::vector<std::size_t> widths;  // 0: the column is omitted
  for (std::size_t r = 1; r < rows_.size(); ++r) {
    widths.resize(std::max(widths.size(), rows_[r].size()));
    for (std::size_t i = 0; i < rows_[r].size(); ++i) {
      if (i > 0 && SaysNothing(rows_[r][i])) continue;
      const std::size_t min_width = std::max<std::size_t>(
          3, i < rows_[0].size() ? rows_[0][i].size() : 0);
      widths[i] = std::max({widths[i], min_width, rows_[r][i].size()});
    }
  }
  std::printf("\n### %s\n\n", heading.c_str());
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] == 0) continue;
      const std::string cell = i < rows_[r].size() ? rows_[r][i] : "";
      std::printf("| %s ", Padded(cell, widths[i], i == 0).c_str());
    }
    std::printf("|\n");
    if (r > 0) continue;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] == 0) continue;
      const std::string rule(widths[i], '-');
      std::printf(i == 0 ? "|:%s-" : "|-%s:", rule.c_str());
    }
    std::printf("|\n");
  }
}

std::string Number(double value) {
  return Format(value < 9.995   ? "%.2f"
                : value < 99.95 ? "%.1f"
                                : "%.0f",
                value);
}

std::string Percent(double share) {
  return Format(share < 0.0995 ? "%.1f%%" : "%.0f%%", 100 * share);
}

std::string Times(double ratio) { return Format("%.2f", ratio); }

std::string Times(const Spread& ratio) {
  if (!ratio.measured()) return "-";
  return Times(ratio.median) + " (" + Times(ratio.low) + ".." +
         Times(ratio.high) + ")";
}

std::string Nanoseconds(double seconds) { return Number(1e9 * seconds); }

std::string Microseconds(double seconds) { return Number(1e6 * seconds); }

}  // namespace lowp_bench
