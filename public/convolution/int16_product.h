// Products of int16 rows and 8-bit weights: fully connected layers of
// TensorFlow Lite's 16x8 mode. A product is a convolution whose positions are
// rows; to prepare one, give its ProductGeometry to a PreparedConvolution.
//
//   const ConvGeometry geometry = ProductGeometry(rows, k, columns);
//   PackedFilter weights;  // once; kODHWI: column by column, kDHWIO: by rows
//   Status status =
//       PackedFilter::Pack(geometry, rhs, FilterLayout::kODHWI, &weights);
//   if (status.ok()) {
//     status = TryGemmInt16(&context, lhs, weights, ConvZeroPoints(), &result,
//                           std::make_tuple(bias, scale, clamp, cast));
//   }
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_CONVOLUTION_INT16_PRODUCT_H_
#define LOWP_PUBLIC_CONVOLUTION_INT16_PRODUCT_H_

#include <cstdint>
#include <tuple>
#include <type_traits>

#include "../map.h"
#include "../status.h"
#include "conv_geometry.h"
#include "packed_filter.h"
#include "prepared_convolution.h"

namespace gemmlowp {
inline namespace lowp {

// The convolution that is a product of rows x k and k x columns. Strides
// between rows are those between positions.
inline ConvGeometry ProductGeometry(int rows, int k, int columns) {
  ConvGeometry geometry;
  geometry.width.input = rows;
  geometry.input_channels = k;
  geometry.output_channels = columns;
  return geometry;
}

// result = pipeline((lhs - zero_points.input) * (rhs - zero_points.filter)),
// with exact int64 sums: see PreparedConvolution::Prepare<std::int16_t>, whose
// errors it has. Also fails with kInvalidArgument if `result` has another
// number of rows than `lhs`. Nothing is written unless the status is ok.
//
// Prepares the product anew in each call: if a shape is used again, a
// PreparedConvolution saves some microseconds and the allocations.
template <typename Context, typename Lhs, typename ResultScalar,
          typename... Stages>
Status TryGemmInt16(Context* context,
                    const MatrixMap<Lhs, MapOrder::RowMajor>& lhs,
                    const PackedFilter& rhs, const ConvZeroPoints& zero_points,
                    MatrixMap<ResultScalar, MapOrder::RowMajor>* result,
                    const std::tuple<Stages...>& pipeline) {
  static_assert(std::is_same_v<std::remove_const_t<Lhs>, std::int16_t>,
                "lowp: the rows of this product hold int16_t");
  static_assert(
      std::is_same_v<ResultScalar, internal::Int64PipelineResult<Stages...>>,
      "lowp: the pipeline yields another type than the result holds");
  if (result == nullptr) {
    return internal::NullPointer("result");
  }
  if (result->rows() != lhs.rows()) {
    return internal::InvalidArgument("result.rows", result->rows(),
                                     "differs from the number of rows of lhs");
  }
  // Without rows nothing is computed, but everything else is checked.
  const bool has_rows = lhs.rows() != 0;
  ConvGeometry geometry =
      ProductGeometry(has_rows ? lhs.rows() : 1, lhs.cols(), result->cols());
  geometry.input_stride = lhs.stride();
  geometry.output_stride = result->stride();
  PreparedConvolution product;
  const Status status = PreparedConvolution::Prepare<std::int16_t>(
      context, geometry, rhs, zero_points, pipeline, &product);
  return status.ok() && has_rows
             ? product.Run(context, lhs.data(), result->data())
             : status;
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_CONVOLUTION_INT16_PRODUCT_H_
