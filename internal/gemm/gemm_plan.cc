// A plan in words.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/gemm_plan.h"

#include <string>

namespace gemmlowp {
inline namespace lowp {
namespace {

const char* NameOf(RowSource source) {
  switch (source) {
    case RowSource::kInPlace:
      return "read in place";
    case RowSource::kCopied:
      return "copied";
    case RowSource::kPrepacked:
      return "prepacked";
  }
  return "";
}

const char* NameOf(PanelSource source) {
  switch (source) {
    case PanelSource::kJustInTime:
      return "packed just in time";
    case PanelSource::kUpFront:
      return "packed up front";
    case PanelSource::kPrepacked:
      return "prepacked";
    case PanelSource::kInPlace:
      return "read in place";
  }
  return "";
}

const char* NameOf(EpiloguePath path) {
  switch (path) {
    case EpiloguePath::kStored:
      return "sums are stored";
    case EpiloguePath::kInRegisters:
      return "fused, in registers";
    case EpiloguePath::kInterpreted:
      return "interpreted, a tile at a time";
  }
  return "";
}

const char* NameOf(Prefetching prefetch) {
  switch (prefetch) {
    case Prefetching::kNothing:
      return "";
    case Prefetching::kPages:
      return ", asked for ahead by the page";
    case Prefetching::kLines:
      return ", asked for ahead by the line";
  }
  return "";
}

}  // namespace

std::string GemmPlan::Describe() const {
  const auto number = [](std::size_t n) { return std::to_string(n); };
  std::string text =
      "backend " + std::string(backend_name) + ": " + backend_reason + "\n";
  if (!has_work) return text + "nothing to do: a dimension is zero\n";
  text += std::string("panel side ") +
          (panel_side == Side::kLhs ? "lhs" : "rhs") + ": " +
          orientation_reason + "\n";
  text += number(panels) + " panels of up to " + number(tile_cols) +
          " of its " + number(panel_cols) + ", " + NameOf(panel_source) +
          (reduced_range ? ", of reduced range" : "") +
          (narrow ? ", narrow" : "") + (direct ? ", direct" : "") +
          (widened ? ", widened" : "") + NameOf(prefetch) + "\n";
  text += "row side of " + number(panel_rows) + ", " + NameOf(row_source) +
          ": " + row_reason + "\n";
  text += "tiles of " + number(tile_rows) + "x" + number(tile_cols) +
          ", blocks of " + number(row_block) + " rows; epilogue " +
          NameOf(epilogue) + "\n";
  text += number(threads) + (threads == 1 ? " thread: " : " threads: ") +
          threads_reason + "\n";
  text += "workspace " + number(workspace_bytes) + " bytes\n";
  return text;
}

}  // namespace lowp
}  // namespace gemmlowp
