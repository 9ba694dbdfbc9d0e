// A packed filter: a header, and a part for each product.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_FILTER_STATE_H_
#define LOWP_INTERNAL_CONV_FILTER_STATE_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "../../public/convolution/packed_filter.h"
#include "../../public/packed_matrix.h"
#include "geometry.h"
#include "windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

constexpr char kFilterMagic[8] = {'l', 'o', 'w', 'p', 'C', 'O', 'N', 'V'};
constexpr std::uint32_t kFilterVersion = 1;

// The first bytes of a packed filter: little-endian, without pointers. Behind
// it lie the parts: packed matrices of k values for each output channel of a
// group, one for each group of each phase that has taps, phases first. Or there
// are the values themselves, if the filter StaysPlain().
struct FilterHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t header_size;
  std::int32_t scalar;
  std::int32_t is_plain;
  std::int32_t input_channels, output_channels, groups;
  std::int32_t kernel[kConvAxes];
  std::int32_t transposed;
  // Of a transposed convolution; else 1.
  std::int32_t stride[kConvAxes], dilation[kConvAxes];
  std::uint32_t zero;
  std::uint64_t payload_bytes;
  // Of the header with this 0, and of plain values; parts have their own.
  std::uint64_t checksum;
  std::uint8_t padding[32];
};
static_assert(sizeof(FilterHeader) == 2 * kPackedAlignment,
              "the parts behind the header must stay aligned");

struct FilterState {
  std::shared_ptr<const void> owner;  // null if the caller owns the memory
  const std::uint8_t* blob;
  FilterHeader header;              // as validated
  std::vector<PackedMatrix> parts;  // none of a plain one
  const std::uint8_t* plain;        // null unless it is one
  int magnitude;  // the largest one of the parts'; 0: not known
};

// A geometry for a filter alone: one position of input, padded so that the
// output is one position, too. The convolutions that use the filter may have
// any other input and padding.
inline ConvGeometry GeometryOf(const FilterHeader& header) {
  ConvGeometry g;
  g.input_channels = header.input_channels;
  g.output_channels = header.output_channels;
  g.groups = header.groups;
  g.transposed = header.transposed != 0;
  ConvAxis* const axes[] = {&g.depth, &g.height, &g.width};
  for (int i = 0; i < kConvAxes; ++i) {
    axes[i]->kernel = header.kernel[i];
    axes[i]->stride = header.stride[i];
    axes[i]->dilation = header.dilation[i];
    const std::int64_t pad =
        (std::int64_t{header.kernel[i]} - 1) * header.dilation[i];
    if (pad > 0 && pad <= std::numeric_limits<int>::max()) {
      axes[i]->pad_before = static_cast<int>(pad);
    }
  }
  return g;
}

// The phase of each axis.
struct Phase {
  int along[kConvAxes];
};

// Calls f(phase) for each phase, in order.
template <typename Function>
void ForEachPhase(const ConvGeometry& g, const Function& f) {
  for (int z = 0; z < PhasesAlong(g.depth, g.transposed); ++z) {
    for (int y = 0; y < PhasesAlong(g.height, g.transposed); ++y) {
      for (int x = 0; x < PhasesAlong(g.width, g.transposed); ++x) {
        f(Phase{{z, y, x}});
      }
    }
  }
}

// The taps of a phase along all axes, or none.
struct TapsOfPhase {
  PhaseTaps along[kConvAxes];

  explicit TapsOfPhase(const PhaseTaps (&taps)[kConvAxes]) {
    for (int i = 0; i < kConvAxes; ++i) along[i] = taps[i];
  }
  TapsOfPhase(const ConvGeometry& g, const Phase& phase) {
    for (int i = 0; i < kConvAxes; ++i) {
      along[i] = TapsOf(AxisOf(g, i), g.transposed, phase.along[i]);
    }
  }
  int count() const { return along[0].count * along[1].count * along[2].count; }

  // All of them, as positions in the filter.
  std::vector<int> InOrder(const ConvGeometry& g) const {
    std::vector<int> taps;
    const auto at = [&](int axis, int i) {
      return along[axis].first + i * along[axis].step;
    };
    for (int z = 0; z < along[0].count; ++z) {
      for (int y = 0; y < along[1].count; ++y) {
        for (int x = 0; x < along[2].count; ++x) {
          taps.push_back((at(0, z) * g.height.kernel + at(1, y)) *
                             g.width.kernel +
                         at(2, x));
        }
      }
    }
    return taps;
  }
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_FILTER_STATE_H_
