// Maxima of windows, axis by axis: those of the rows of a line of windows
// first, then those along each window of what these left. A value is met once
// for each window of its column and of its row, not for each that it is in, and
// where channels are few, registers are full nevertheless.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_MAXIMA_BY_AXES_H_
#define LOWP_INTERNAL_OPERATORS_MAXIMA_BY_AXES_H_

#include <cstddef>
#include <cstdint>

#include "../../public/convolution/conv_geometry.h"
#include "../contract/pool.h"
#include "../contract/pool_windows.h"
#include "../contract/register_family.h"
#include "window_taps.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether a valid problem is of maxima that are found faster so; tensors with
// gaps between positions are not.
bool FindsMaximaByAxes(const PoolProblem& problem, const ConvShape& output);

// Their shares: as many lines of the output as a buffer has room for, or pieces
// of lines.
class MaximaByAxes {
 public:
  MaximaByAxes(const PoolProblem& problem, const ConvShape& output,
               const RegisterFamily& family);

  int shares() const {
    return output_.batch * output_.depth * chunks_ * pieces_;
  }
  void RunShare(int share) const;

 private:
  // Windows x to x + windows of lines y to y + lines of an output plane.
  struct Block {
    int image, z;
    int y, lines;
    int x, windows;
  };

  const std::uint8_t* FindRows(const Block& block, std::uint8_t* rows) const;
  void Fill(int positions, std::uint8_t* to) const;
  void FindColumns(const Block& block, const std::uint8_t* rows) const;
  void PickColumns(const Block& block, const std::uint8_t* rows,
                   std::uint8_t* result) const;
  void TransposeColumns(PoolMaximaTask task) const;
  void Pick(const std::uint8_t* from, int windows, std::uint8_t* to) const;
  // Fills in the taps.
  void FindMaxima(const TapWalk& taps, PoolMaximaTask* task) const;
  std::ptrdiff_t Bytes(std::ptrdiff_t positions) const {
    return positions * bytes_;
  }

  const PoolProblem& problem_;
  const ConvGeometry& geometry_;
  const ConvShape& output_;
  const RegisterFamily& family_;
  const int channels_;
  const int bytes_;    // of a position
  const int extent_;   // positions of a window's row
  const int windows_;  // of a piece of a line
  // Positions from a line of a block to the next one: if there is room, so many
  // that all windows of a block are equally far apart.
  const int pitch_;
  const int lines_;  // of a block
  const int pieces_, chunks_;
  const bool has_one_row_;
  const TapWalk along_width_;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_MAXIMA_BY_AXES_H_
