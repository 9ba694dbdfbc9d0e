// What follows from the geometry of a convolution.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_GEOMETRY_H_
#define LOWP_INTERNAL_CONV_GEOMETRY_H_

#include "../../public/convolution/conv_geometry.h"
#include "../contract/windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline const ConvAxis& AxisOf(const ConvGeometry& geometry, int axis) {
  return axis == 0   ? geometry.depth
         : axis == 1 ? geometry.height
                     : geometry.width;
}

inline int SizeAlong(const ConvShape& shape, int axis) {
  return axis == 0 ? shape.depth : axis == 1 ? shape.height : shape.width;
}

inline int GroupInputs(const ConvGeometry& g) {
  return g.input_channels / g.groups;
}
inline int GroupOutputs(const ConvGeometry& g) {
  return g.output_channels / g.groups;
}
inline int InputStride(const ConvGeometry& g) {
  return g.input_stride != 0 ? g.input_stride : g.input_channels;
}
inline int OutputStride(const ConvGeometry& g) {
  return g.output_stride != 0 ? g.output_stride : g.output_channels;
}

// Of images and tensors that OutputShape accepts.
inline int PositionsOfImage(const ConvShape& shape) {
  return shape.depth * shape.height * shape.width;
}
inline int InputPositionsOfImage(const ConvGeometry& g) {
  return g.depth.input * g.height.input * g.width.input;
}
inline int InputPositions(const ConvGeometry& g) {
  return g.batch * InputPositionsOfImage(g);
}
inline int Positions(const ConvShape& shape) {
  return shape.batch * PositionsOfImage(shape);
}

inline bool IsOneChannel(const ConvGeometry& g) {
  return g.input_channels == 1 && g.output_channels == 1;
}
// Whether each channel of the input has filters of its own. A single channel
// counts if it has one output.
inline bool IsDepthwise(const ConvGeometry& g) {
  return g.groups == g.input_channels && (g.groups > 1 || IsOneChannel(g));
}

// The outputs of each channel of a depthwise convolution.
inline int MultiplierOf(const ConvGeometry& g) {
  return g.output_channels / g.input_channels;
}

// Groups of fewer outputs leave most of a register empty, and are multiplied
// several at a time.
constexpr int kNarrowGroup = 16;
inline bool HasNarrowGroups(const ConvGeometry& g) {
  return g.groups > 1 && GroupOutputs(g) < kNarrowGroup;
}

// How many channels depthwise kernels have to mix: once the channels of each
// group are repeated to be as many as its outputs, an output depends on an
// aligned run of this length. 1 for depthwise convolutions, else 4 or 8; 0: the
// groups do not suit such kernels.
inline int MixedChannels(const ConvGeometry& g) {
  constexpr int kMax = 8, kMin = 4;
  if (IsDepthwise(g)) return 1;
  const int inputs = GroupInputs(g), outputs = GroupOutputs(g);
  if (!HasNarrowGroups(g) || outputs % inputs != 0 || kMax % inputs != 0) {
    return 0;
  }
  if (inputs >= kMin) return inputs;
  return outputs == inputs && g.input_channels % kMin == 0 ? kMin : 0;
}

// How many neighbours, itself included, may share a group with a channel, if
// groups are narrow and have as many outputs as inputs. 1: groups are not so.
inline int NeighboursInGroup(const ConvGeometry& g) {
  constexpr int kMaxInputs = 8;
  const int inputs = GroupInputs(g);
  return HasNarrowGroups(g) && inputs == GroupOutputs(g) && inputs <= kMaxInputs
             ? 2 * inputs - 1
             : 1;
}

// Whether a packed filter has its values as they were, in the order ODHWI: what
// is made of them depends on the zero points.
inline bool StaysPlain(const ConvGeometry& g) {
  return IsDepthwise(g) || HasNarrowGroups(g);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_GEOMETRY_H_
