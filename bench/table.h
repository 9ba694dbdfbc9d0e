// A table of text, printed as Markdown with its columns aligned.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_TABLE_H_
#define LOWP_BENCH_TABLE_H_

#include <string>
#include <vector>

#include "results.h"

namespace lowp_bench {

using TableRow = std::vector<std::string>;

// The first column is left-aligned, the others are right-aligned. A row may
// have fewer cells than the header. Columns without measurements are omitted.
class Table {
 public:
  explicit Table(const TableRow& head) : rows_{head} {}
  void Add(const TableRow& row) { rows_.push_back(row); }
  bool empty() const { return rows_.size() == 1; }
  // Prints it under a heading to the standard output; nothing if the table is
  // empty.
  void Print(const std::string& heading) const;

 private:
  std::vector<TableRow> rows_;
};

// Cells; "-" if not measured.
std::string Number(double value);          // three or four digits
std::string Percent(double share);         // "93%"
std::string Times(double ratio);           // "1.25"
std::string Times(const Spread& ratio);    // "1.25 (1.22..1.27)"
std::string Nanoseconds(double seconds);   // "61.5"
std::string Microseconds(double seconds);  // "61.5"

}  // namespace lowp_bench

#endif  // LOWP_BENCH_TABLE_H_
