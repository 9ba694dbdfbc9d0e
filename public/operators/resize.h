// Images of quantized values in another size.
//
//   TryResizeNearest   the nearest position's values
//   TryResizeBilinear  interpolated between two rows and two columns
//
// of uint8_t, int8_t or int16_t, NHWC. Scale and zero point stay as they are.
// The formulas are those of TensorFlow Lite's reference kernels; n is the
// input's size along an axis, m the output's, i a position in the output.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_RESIZE_H_
#define LOWP_PUBLIC_OPERATORS_RESIZE_H_

#include <cstdint>

#include "../../internal/contract/resize.h"
#include "../../internal/frontend/front_end.h"
#include "../status.h"
#include "../tensor/transforms.h"

namespace gemmlowp {
inline namespace lowp {

struct ResizeGeometry {
  int batch = 1;  // 0: everything is checked, images may be null
  int input_height = 1;
  int input_width = 1;
  int output_height = 1;
  int output_width = 1;
  int channels = 1;
  // The first and last positions of both images coincide.
  bool align_corners = false;
  // Positions are the centers of pixels.
  bool half_pixel_centers = false;
};

// The arithmetic of an interpolation.
enum class BilinearForm : std::uint8_t {
  // TensorFlow Lite's for int8 and int16. In integers, quotients truncated:
  //   s = (1024 * n + m / 2) / m, or with align_corners and m > 1
  //   s = (1024 * (n - 1) + (m - 1) / 2) / (m - 1)
  //   p = i * s, plus s / 2 - 512 with half_pixel_centers
  // The value at p / 1024 of four neighbours, their weights p - 1024 * lower
  // and 1024 minus that along each axis, is a sum with 20 bits of fraction,
  // rounded to nearest, ties away from zero.
  kFixedPoint,
  // TensorFlow Lite's for uint8. In float, each operation rounded:
  //   s = n / m, or with align_corners and m > 1  s = (n - 1) / (m - 1)
  //   p = i * s, or with half_pixel_centers  p = (i + 0.5) * s - 0.5
  // With u and v as the distances of p from the lower position of each axis,
  //   floor(x00 * (1 - v) * (1 - u) + x10 * v * (1 - u) +
  //         x01 * (1 - v) * u + x11 * v * u + 0.5),
  // evaluated from left to right; v and the first index belong to the height.
  kReal,
};

namespace internal {
constexpr ResizeForm FormOf(BilinearForm form) {
  return static_cast<ResizeForm>(static_cast<int>(form) + 1);
}
static_assert(FormOf(BilinearForm::kFixedPoint) == ResizeForm::kFixedPoint &&
                  FormOf(BilinearForm::kReal) == ResizeForm::kReal,
              "ResizeForm has the forms in another order");

template <typename T>
ResizeProblem MakeResize(ResizeForm form, const T* input,
                         const ResizeGeometry& geometry, T* output) {
  static_assert(kIsQuantizedScalar<T>,
                "lowp: images of uint8_t, int8_t and int16_t are resized");
  return {form, ScalarOf<T>(), input, &geometry, output};
}
}  // namespace internal

// The values at floor((i + c) * s), or at round((i + c) * s), ties away from
// zero, with align_corners; at most n - 1. c is 0.5 with half_pixel_centers,
// otherwise 0; s is as in BilinearForm::kReal; all in float. Refused, with
// nothing written: a batch below 0, other sizes below 1, images beyond the
// address space, null pointers, and an output that overlaps the input.
template <typename Context, typename T>
Status TryResizeNearest(Context* context, const T* input,
                        const ResizeGeometry& geometry, T* output) {
  return internal::RunResize(
      internal::MakeResize(internal::ResizeForm::kNearest, input, geometry,
                           output),
      internal::ResourcesOf(context));
}

// Interpolates between the positions floor(p) and ceil(p), both moved into
// 0..n - 1. Also refused: align_corners together with half_pixel_centers, as
// TensorFlow Lite does.
template <typename Context, typename T>
Status TryResizeBilinear(Context* context, const T* input,
                         const ResizeGeometry& geometry, BilinearForm form,
                         T* output) {
  if (form > BilinearForm::kReal) {
    return internal::InvalidArgument("form", static_cast<int>(form),
                                     "is not a BilinearForm");
  }
  return internal::RunResize(
      internal::MakeResize(internal::FormOf(form), input, geometry, output),
      internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_RESIZE_H_
