// Resizes images row by row: the channels of each position are copied, or
// interpolated from four positions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/resize.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

#include "../contract/resize.h"
#include "../runtime/extent.h"
#include "resize_axis.h"
#include "share_out.h"
#include "validate.h"
#include "with_type.h"

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
  const Named sizes[] = {{g.batch, "geometry.batch"},
                         {g.input_height, "geometry.input_height"},
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
         static_cast<std::uint64_t>(p.geometry->batch) *
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
  if (p.input == nullptr) {
    return InvalidArgument("input", 0, "is a null pointer");
  }
  if (p.output == nullptr) {
    return InvalidArgument("output", 0, "is a null pointer");
  }
  return ShareBytes(p.input, static_cast<std::size_t>(input.value()), p.output,
                    static_cast<std::size_t>(output.value()))
             ? InvalidArgument("output", 0, "overlaps the input in memory")
             : Status();
}

// Two positions on each of two rows.
template <typename T>
struct Corners {
  const T *x00, *x01, *x10, *x11;  // x01 is right of x00, x10 below
};

// Sums of 2^20 values of 16 bits need 64 bits.
template <typename T>
void Interpolate(const Corners<T>& x, std::int32_t v, std::int32_t u,
                 int channels, T* result) {
  using Sum = std::conditional_t<(sizeof(T) > 1), std::int64_t, std::int32_t>;
  constexpr Sum kHalf = 1 << 19;
  const Sum w00 = (1024 - v) * (1024 - u), w01 = (1024 - v) * u;
  const Sum w10 = v * (1024 - u), w11 = v * u;
  for (int c = 0; c < channels; ++c) {
    const Sum sum =
        x.x00[c] * w00 + x.x10[c] * w10 + x.x01[c] * w01 + x.x11[c] * w11;
    result[c] =
        static_cast<T>((sum + (sum > 0 ? kHalf : -kHalf)) / (Sum{1} << 20));
  }
}

template <typename T>
void Interpolate(const Corners<T>& x, float v, float u, int channels,
                 T* result) {
  // In images of more positions than a float counts, weights are inexact.
  constexpr float kLow = std::numeric_limits<T>::min();
  constexpr float kHigh = std::numeric_limits<T>::max();
  for (int c = 0; c < channels; ++c) {
    const float sum = static_cast<float>(x.x00[c]) * (1 - v) * (1 - u) +
                      static_cast<float>(x.x10[c]) * v * (1 - u) +
                      static_cast<float>(x.x01[c]) * (1 - v) * u +
                      static_cast<float>(x.x11[c]) * v * u;
    const float rounded = std::floor(sum + 0.5f);
    result[c] = static_cast<T>(std::min(std::max(rounded, kLow), kHigh));
  }
}

template <typename T>
class Resize {
 public:
  explicit Resize(const ResizeProblem& p)
      : form_(p.form),
        g_(*p.geometry),
        height_{g_.input_height, g_.output_height, g_.align_corners,
                g_.half_pixel_centers},
        width_{g_.input_width, g_.output_width, g_.align_corners,
               g_.half_pixel_centers},
        input_(static_cast<const T*>(p.input)),
        output_(static_cast<T*>(p.output)) {}

  // Makes positions begin to end of the output, counted over all images.
  void Run(std::size_t begin, std::size_t end) const {
    const std::size_t width = static_cast<std::size_t>(g_.output_width);
    while (begin < end) {
      const std::size_t line = begin / width, at = begin % width;
      const std::size_t count = std::min(end - begin, width - at);
      RunLine(line, static_cast<int>(at), static_cast<int>(at + count));
      begin += count;
    }
  }

 private:
  void RunLine(std::size_t line, int begin, int end) const {
    const std::size_t height = static_cast<std::size_t>(g_.output_height);
    const int y = static_cast<int>(line % height);
    const T* const image =
        input_ +
        line / height * RowSize() * static_cast<std::size_t>(g_.input_height);
    T* const output =
        output_ + line * static_cast<std::size_t>(g_.output_width) * Channels();
    switch (form_) {
      case ResizeForm::kNearest:
        return CopyNearest(Row(image, NearestPosition(height_, y)), begin, end,
                           output);
      case ResizeForm::kFixedPoint:
        return InterpolateLine(image, y, FixedPointNeighbours, begin, end,
                               output);
      case ResizeForm::kReal:
        return InterpolateLine(image, y, RealNeighbours, begin, end, output);
    }
  }

  void CopyNearest(const T* row, int begin, int end, T* output) const {
    for (int x = begin; x < end; ++x) {
      std::memcpy(At(output, x), At(row, NearestPosition(width_, x)),
                  Channels() * sizeof(T));
    }
  }

  template <typename Distance>
  void InterpolateLine(const T* image, int y,
                       Neighbours<Distance> (*find)(const ResizeAxis&, int),
                       int begin, int end, T* output) const {
    const Neighbours<Distance> rows = find(height_, y);
    const T* const upper = Row(image, rows.lower);
    const T* const lower = Row(image, rows.upper);
    for (int x = begin; x < end; ++x) {
      const Neighbours<Distance> columns = find(width_, x);
      const Corners<T> corners = {
          At(upper, columns.lower), At(upper, columns.upper),
          At(lower, columns.lower), At(lower, columns.upper)};
      Interpolate(corners, rows.distance, columns.distance, g_.channels,
                  At(output, x));
    }
  }

  std::size_t Channels() const { return static_cast<std::size_t>(g_.channels); }
  std::size_t RowSize() const {
    return static_cast<std::size_t>(g_.input_width) * Channels();
  }
  const T* Row(const T* image, int y) const {
    return image + static_cast<std::size_t>(y) * RowSize();
  }
  template <typename Pointer>
  Pointer At(Pointer row, int x) const {
    return row + static_cast<std::size_t>(x) * Channels();
  }

  ResizeForm form_;
  const ResizeGeometry& g_;
  ResizeAxis height_, width_;
  const T* input_;
  T* output_;
};

template <typename T>
void RunTyped(const ResizeProblem& p, const GemmResources& resources) {
  const Resize<T> resize(p);
  const ResizeGeometry& g = *p.geometry;
  const std::size_t positions = static_cast<std::size_t>(g.batch) *
                                static_cast<std::size_t>(g.output_height) *
                                static_cast<std::size_t>(g.output_width);
  ShareOut(resources, positions,
           positions * static_cast<std::size_t>(g.channels),
           kInterpolatedPerThread,
           [&](std::size_t begin, std::size_t end) { resize.Run(begin, end); });
}

}  // namespace

Status RunResize(const ResizeProblem& problem, const GemmResources& resources) {
  const Status status = Validate(problem, resources);
  if (!status.ok()) return status;
  WithType(problem.scalar,
           [&](auto zero) { RunTyped<decltype(zero)>(problem, resources); });
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
