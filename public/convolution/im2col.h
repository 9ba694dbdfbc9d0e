// Windows of a tensor as rows of a matrix, and back: for programs that multiply
// with GemmWithOutputPipeline themselves. A PreparedConvolution needs no such
// matrix.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_CONVOLUTION_IM2COL_H_
#define LOWP_PUBLIC_CONVOLUTION_IM2COL_H_

#include <cstdint>
#include <type_traits>

#include "../../internal/contract/gemm.h"
#include "../../internal/frontend/erase.h"
#include "../../internal/frontend/front_end.h"
#include "../export.h"
#include "../gemm_context.h"
#include "../map.h"
#include "../status.h"
#include "conv_geometry.h"

namespace gemmlowp {
inline namespace lowp {

namespace internal {
LOWP_EXPORT Status Im2colErased(const ConvGeometry& geometry, int group,
                                const void* input, int zero_point,
                                const MatrixRef& rows,
                                const GemmResources& resources);
LOWP_EXPORT Status Col2imErased(const ConvGeometry& geometry, int group,
                                const std::int32_t* rows, int row_count,
                                int column_count, int stride,
                                std::int32_t* output,
                                const GemmResources& resources);
}  // namespace internal

// Copies the windows of one group of a convolution, which is not transposed, on
// the backend and the threads of the context; the bytes are the same with all:
// row r of `rows` becomes the input that output position r sums, in order of
// depth, height, width and channels, with zero_point in the padding. So `rows`
// has a row for each position of the output, and
// depth.kernel * height.kernel * width.kernel * input_channels / groups
// columns, and
//   rows * (the group's filter, k x output channels, column-major from kODHWI)
// is the convolution. Fails, with nothing written, with the status of
// OutputShape, and with kInvalidArgument if the geometry is transposed or has
// the input's channels first, there is no such group, `rows` has another shape,
// zero_point is not a value of Scalar (for int16_t: not 0), a pointer is null,
// or memory overlaps; with kUnsupported if a window of int16_t has more than
// 2^31 - 1 bytes.
template <typename Scalar, typename Context>
Status Im2col(Context* context, const ConvGeometry& geometry, int group,
              const Scalar* input, int zero_point,
              const MatrixMap<Scalar, MapOrder::RowMajor>& rows) {
  static_assert(internal::kIsOperandScalar<Scalar> ||
                    std::is_same_v<Scalar, std::int16_t>,
                "lowp: tensors hold uint8_t, int8_t or int16_t");
  return internal::Im2colErased(geometry, group, input, zero_point,
                                internal::Erase(rows),
                                internal::ResourcesOf(context));
}

// The same on the default backend and one thread.
template <typename Scalar>
Status Im2col(const ConvGeometry& geometry, int group, const Scalar* input,
              int zero_point,
              const MatrixMap<Scalar, MapOrder::RowMajor>& rows) {
  SingleThreadGemmContext context;
  return Im2col(&context, geometry, group, input, zero_point, rows);
}

// Adds rows into one group of the output of a transposed convolution: the
// reverse of Im2col for a convolution whose input has that output's shape.
// `rows` has a row for each position of the input, and
// depth.kernel * height.kernel * width.kernel * output_channels / groups
// columns: what the position adds to the positions around it, in that order.
// Each element of the group's output becomes the sum, modulo 2^32, of all
// values that are added to it, or 0 if there are none. The threads of the
// context share the lines of the output; the code is the same for all backends.
// Fails as Im2col does; the geometry must be transposed, with the output's
// channels last.
template <typename Scalar, typename Context>
Status Col2im(Context* context, const ConvGeometry& geometry, int group,
              const MatrixMap<Scalar, MapOrder::RowMajor>& rows,
              std::int32_t* output) {
  static_assert(std::is_same_v<std::remove_const_t<Scalar>, std::int32_t>,
                "lowp: Col2im adds int32_t");
  return internal::Col2imErased(geometry, group, rows.data(), rows.rows(),
                                rows.cols(), rows.stride(), output,
                                internal::ResourcesOf(context));
}

// The same on one thread.
template <typename Scalar>
Status Col2im(const ConvGeometry& geometry, int group,
              const MatrixMap<Scalar, MapOrder::RowMajor>& rows,
              std::int32_t* output) {
  SingleThreadGemmContext context;
  return Col2im(&context, geometry, group, rows, output);
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_CONVOLUTION_IM2COL_H_
