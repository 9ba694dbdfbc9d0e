// Resizes images row by row: the channels of each position are copied, or
// interpolated from four positions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/resize.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../backends/backend_list.h"
#include "../contract/quantized_values.h"
#include "../contract/resize.h"
#include "../contract/share_out.h"
#include "../runtime/extent.h"
#include "resize_axis.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Status ValidateGeometry(const ResizeProblem& p) {
  const ResizeGeometry& g = *p.geometry;
  struct Named {
    int size;
    const char* name;
  };
  if (g.batch < 0) {
    return InvalidArgument("geometry.batch", g.batch, "is negative");
  }
  const Named sizes[] = {{g.input_height, "geometry.input_height"},
                         {g.input_width, "geometry.input_width"},
                         {g.output_height, "geometry.output_height"},
                         {g.output_width, "geometry.output_width"},
                         {g.channels, "geometry.channels"}};
  for (const Named& named : sizes) {
    if (named.size < 1) {
      return InvalidArgument(named.name, named.size, "is not positive");
    }
  }
  return p.form != ResizeForm::kNearest && g.align_corners &&
                 g.half_pixel_centers
             ? InvalidArgument("geometry.half_pixel_centers", 1,
                               "contradicts align_corners")
             : Status();
}

Extent BytesOf(const ResizeProblem& p, int height, int width) {
  return Extent(static_cast<std::uint64_t>(SizeOf(p.scalar))) *
         static_cast<std::uint64_t>(std::max(p.geometry->batch, 1)) *
         static_cast<std::uint64_t>(height) *
         static_cast<std::uint64_t>(width) *
         static_cast<std::uint64_t>(p.geometry->channels);
}

Status Validate(const ResizeProblem& p, const GemmResources& resources) {
  Status status = ValidateContext(resources);
  if (status.ok()) status = ValidateGeometry(p);
  if (!status.ok()) return status;
  const ResizeGeometry& g = *p.geometry;
  const Extent input = BytesOf(p, g.input_height, g.input_width);
  const Extent output = BytesOf(p, g.output_height, g.output_width);
  if (!input.FitsMemory() || !output.FitsMemory()) {
    return InvalidArgument("geometry", g.batch,
                           "images exceed the address space");
  }
  if (g.batch == 0) return Status();
  if (p.input == nullptr) {
    return NullPointer("input");
  }
  if (p.output == nullptr) {
    return NullPointer("output");
  }
  return ShareBytes(p.input, static_cast<std::size_t>(input.value()), p.output,
                    static_cast<std::size_t>(output.value()))
             ? InvalidArgument("output", 0, "overlaps the input in memory")
             : Status();
}

class Resize {
 public:
  Resize(const ResizeProblem& p, const RegisterFamily& family)
      : form_(p.form),
        scalar_(p.scalar),
        range_(RangeOf(p.scalar)),
        g_(*p.geometry),
        family_(family),
        height_{g_.input_height, g_.output_height, g_.align_corners,
                g_.half_pixel_centers},
        width_{g_.input_width, g_.output_width, g_.align_corners,
               g_.half_pixel_centers},
        position_bytes_(static_cast<std::size_t>(g_.channels) *
                        static_cast<std::size_t>(SizeOf(p.scalar))),
        row_bytes_(static_cast<std::size_t>(g_.input_width) * position_bytes_),
        input_(static_cast<const std::uint8_t*>(p.input)),
        output_(static_cast<std::uint8_t*>(p.output)) {}

  // Makes positions begin to end of the output, counted over all images.
  void Run(std::size_t begin, std::size_t end) const {
    const std::size_t width = static_cast<std::size_t>(g_.output_width);
    Places places;
    while (begin < end) {
      const std::size_t line = begin / width, at = begin % width;
      const std::size_t count = std::min({end - begin, width - at, kPlaces});
      places.first = static_cast<int>(at);
      places.count = static_cast<int>(count);
      RunPart(line, output_ + begin * position_bytes_, &places);
      begin += count;
    }
  }

 private:
  static constexpr std::size_t kPlaces = 256;

  // Positions of a line. `between` has those of `known` places from
  // `known_first` on, which are the same for all lines.
  struct Places {
    int first, count;
    int known_first = 0, known = 0;
    PlaceBetween between[kPlaces];
  };

  void RunPart(std::size_t line, std::uint8_t* output, Places* places) const {
    const std::size_t height = static_cast<std::size_t>(g_.output_height);
    const int y = static_cast<int>(line % height);
    const std::uint8_t* const image =
        input_ +
        line / height * row_bytes_ * static_cast<std::size_t>(g_.input_height);
    switch (form_) {
      case ResizeForm::kNearest:
        return CopyNearest(Row(image, NearestPosition(height_, y)),
                           places->first, places->count, output);
      case ResizeForm::kFixedPoint:
        return InterpolatePart(image, FixedPointNeighbours, y, output, places);
      case ResizeForm::kReal:
        return InterpolatePart(image, RealNeighbours, y, output, places);
    }
  }

  void CopyNearest(const std::uint8_t* row, int x, int count,
                   std::uint8_t* output) const {
    for (int i = 0; i < count; ++i) {
      std::memcpy(output, At(row, NearestPosition(width_, x + i)),
                  position_bytes_);
      output += position_bytes_;
    }
  }

  void InterpolatePart(const std::uint8_t* image,
                       Neighbours (*find)(const ResizeAxis&, int), int y,
                       std::uint8_t* output, Places* places) const {
    const Neighbours rows = find(height_, y);
    if (places->first != places->known_first || places->count > places->known) {
      const std::size_t channels = static_cast<std::size_t>(g_.channels);
      for (int i = 0; i < places->count; ++i) {
        const Neighbours columns = find(width_, places->first + i);
        places->between[i] = {
            static_cast<std::size_t>(columns.lower) * channels,
            static_cast<std::size_t>(columns.upper) * channels,
            columns.distance};
      }
      places->known_first = places->first;
      places->known = places->count;
    }
    InterpolateTask task;
    task.scalar = scalar_;
    task.is_real = form_ == ResizeForm::kReal;
    task.upper = Row(image, rows.lower);
    task.lower = Row(image, rows.upper);
    task.distance = rows.distance;
    task.places = places->between;
    task.count = places->count;
    task.channels = g_.channels;
    task.low = range_.low;
    task.high = range_.high;
    task.result = output;
    family_.interpolate(task);
  }

  const std::uint8_t* Row(const std::uint8_t* image, int y) const {
    return image + static_cast<std::size_t>(y) * row_bytes_;
  }
  const std::uint8_t* At(const std::uint8_t* row, int x) const {
    return row + static_cast<std::size_t>(x) * position_bytes_;
  }

  const ResizeForm form_;
  const Scalar scalar_;
  const IntegerRange range_;
  const ResizeGeometry& g_;
  const RegisterFamily& family_;
  const ResizeAxis height_, width_;
  const std::size_t position_bytes_, row_bytes_;
  const std::uint8_t* const input_;
  std::uint8_t* const output_;
};

}  // namespace

Status RunResize(const ResizeProblem& problem, const GemmResources& resources) {
  Status status = Validate(problem, resources);
  if (!status.ok()) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  const ResizeGeometry& g = *problem.geometry;
  if (!status.ok() || g.batch == 0) return status;
  const Resize resize(problem, *backend->family);
  const std::size_t positions = static_cast<std::size_t>(g.batch) *
                                static_cast<std::size_t>(g.output_height) *
                                static_cast<std::size_t>(g.output_width);
  ShareOut(resources, positions,
           positions * static_cast<std::size_t>(g.channels),
           kInterpolatedPerThread,
           [&](std::size_t begin, std::size_t end) { resize.Run(begin, end); });
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
