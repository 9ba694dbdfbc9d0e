// Says how a prepared convolution runs.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>

#include "../contract/panel_format.h"
#include "conv_state.h"
#include "int16_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

std::string SizeOfAxes(const ConvGeometry& g, int ConvAxis::*member) {
  std::string text;
  for (int i = 0; i < kConvAxes; ++i) {
    if (i == 0 && g.depth.input == 1 && g.depth.kernel == 1) continue;
    if (!text.empty()) text += "x";
    text += std::to_string(AxisOf(g, i).*member);
  }
  return text;
}

std::string Headline(const ConvState& state) {
  const ConvGeometry& g = state.geometry;
  std::string text = g.transposed ? "transposed convolution " : "convolution ";
  text += SizeOfAxes(g, &ConvAxis::kernel) + ", stride " +
          SizeOfAxes(g, &ConvAxis::stride) + ", dilation " +
          SizeOfAxes(g, &ConvAxis::dilation) + ", " +
          std::to_string(g.input_channels) + " to " +
          std::to_string(g.output_channels) + " channels";
  if (g.groups > 1) text += " in " + std::to_string(g.groups) + " groups";
  return text + "\n";
}

std::string PlanesText(const PlanarTensors& planes) {
  const auto text = [](const PlanarTensor& tensor, const char* what) {
    return tensor.is_planar() ? what + std::to_string(RowsBytes(tensor)) +
                                    " bytes of the workspace\n"
                              : std::string();
  };
  return text(planes.input,
              "input with channels first: its planes are transposed before the "
              "first share, to rows in ") +
         text(
             planes.output,
             "output with channels first: its planes are transposed behind the "
             "last share, from rows in ");
}

std::string RunsText(const WindowLines& lines) {
  const int zeros = lines.run - lines.values;
  return "runs of " + std::to_string(lines.values) +
         (zeros > 0 ? " values, and " + std::to_string(zeros) +
                          " more that meet zeros of the filter,"
                    : "") +
         " in lines of the input, which are copied as the kernel reads them, "
         "padding included";
}

std::string ProductText(const ConvState& state, const PhaseProduct& phase) {
  std::string text;
  const int together = state.geometry.groups / state.product_geometry.groups;
  if (together > 1) {
    text = "products of " + std::to_string(together) +
           " narrow groups at a time, with zeros between them\n";
  }
  text += std::to_string(phase.rows) + " windows of " +
          std::to_string(phase.windows.k()) + " values: " +
          (phase.in_place ? "rows of the input as they lie"
           : phase.lines.run > 0
               ? RunsText(phase.lines)
               : "copied in blocks, row by row, padding included") +
          "\nblocks of " + std::to_string(phase.row_block) + " rows and " +
          std::to_string(phase.column_block) + " columns\n";
  if (state.scatters) text += "rows of the result are stored by phase\n";
  GemmPlan plan;
  Describe(*phase.products[phase.row_blocks == 1][phase.column_blocks == 1],
           &plan);
  return text + "each block as a product:\n" + DescribeTasks(plan);
}

// Of tiles that meet what others meet once twice (FilterParts).
template <typename Tile>
std::string PartsText(const std::vector<Tile>& tiles, int Tile::*met,
                      int once) {
  const auto twice =
      std::count_if(tiles.begin(), tiles.end(),
                    [=](const Tile& tile) { return tile.*met > once; });
  return twice == 0 ? std::string()
                    : ", met twice in " + std::to_string(twice) + " of " +
                          std::to_string(tiles.size()) +
                          " blocks, where values minus zero points are no "
                          "bytes";
}

std::string InterleavedText(const ConvState& state,
                            const PhaseDepthwise& phase) {
  const InterleavedPlan& plan = phase.interleaved;
  const int quads = plan.quads_of_plane * phase.windows.axis[0].taps;
  return "depthwise, with kernel \"" + std::string(plan.kernel->name) +
         "\" of backend " + state.backend->name + ": lines of the input " +
         "interleaved, " + std::to_string(plan.kernel->lines) + " in each of " +
         std::to_string(quads) + (quads == 1 ? " quad" : " quads") +
         (plan.narrow > 0 ? ", channels repeated for their outputs," : "") +
         " for " + std::to_string(plan.kernel->output_lines) +
         " of the output, at most " + std::to_string(plan.windows_at_once) +
         " windows at a time, as blocks of " +
         std::to_string(4 * plan.kernel->lanes) + " lanes, " +
         std::to_string(plan.tiles) + " for every " +
         (plan.windows_of_block == 1
              ? "window"
              : std::to_string(plan.windows_of_block) + " windows") +
         ", finished in registers" +
         PartsText(plan.tile, &InterleavedTile::quads, quads) + "\n";
}

std::string DepthwiseText(const ConvState& state) {
  const PhaseDepthwise& phase = state.depthwise[0];
  if (phase.interleaved.kernel != nullptr) return InterleavedText(state, phase);
  const DepthwiseFormat& format = phase.kernel->format;
  std::string text =
      IsDepthwise(state.geometry) ? "depthwise" : "channel by channel";
  text += ", with kernel \"" + std::string(phase.kernel->name) +
          "\" of backend " + state.backend->name + ": " +
          std::to_string(phase.groups) + " groups of positions" +
          PartsText(phase.tiles, &DepthwiseTile::groups, phase.groups);
  if (format.value_bytes > 1 && state.backend->depthwise.count > 0) {
    text +=
        ", as int16, since the filter's values minus its zero points are no "
        "bytes";
  }
  text += ", blocks of";
  for (int i = 0; i < kDepthwiseWidths; ++i) {
    const auto count = std::count_if(
        phase.tiles.begin(), phase.tiles.end(),
        [i](const DepthwiseTile& tile) { return tile.width == i; });
    if (count == 0) continue;
    text += " " + std::to_string(count) + " x " +
            std::to_string(DepthwiseLanes(format) >> i);
  }
  return text + " channels, finished in " +
         (phase.tiles[0].in_registers ? "registers" : "memory") +
         "; lines of the input " +
         (phase.copies.slots == 0
              ? "as they lie"
              : "copied, with padding, and a block for each position") +
         "\n";
}

}  // namespace

std::string Describe(const ConvState& prepared) {
  std::string text = Headline(prepared) + PlanesText(prepared.planes);
  if (!prepared.has_images()) return text + "no images: nothing to compute\n";
  if (prepared.whole != nullptr) {
    GemmPlan plan;
    Describe(*prepared.whole, &plan);
    text +=
        "one product, of rows of the input as they lie:\n" + plan.Describe();
    return prepared.planes.bytes == 0
               ? text
               : text + "workspace " +
                     std::to_string(WorkspaceBytes(prepared)) + " bytes\n";
  }
  if (prepared.int16 != nullptr) {
    return text +
           "int16 input, as 256 times its high bytes plus its low ones: the "
           "sums of both are put together, share by share, in " +
           std::to_string(WorkspaceBytes(prepared)) +
           " bytes\nthe high bytes: " + Describe(*prepared.int16->high) +
           "the low bytes: " + Describe(*prepared.int16->low);
  }
  if (!prepared.depthwise.empty()) {
    text += DepthwiseText(prepared);
  } else {
    const std::size_t phases = prepared.products.size();
    if (phases > 1) {
      text += std::to_string(phases) +
              " phases of outputs that meet the same taps; of the first:\n";
    }
    text += ProductText(prepared, prepared.products[0]);
  }
  return text + std::to_string(prepared.shares) + " shares for " +
         std::to_string(prepared.threads) +
         (prepared.threads == 1 ? " thread: " : " threads: ") +
         prepared.threads_reason + "\nworkspace " +
         std::to_string(WorkspaceBytes(prepared)) + " bytes\n";
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
