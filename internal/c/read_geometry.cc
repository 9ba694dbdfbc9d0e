// The geometry of convolutions, and windows as matrices.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "read_geometry.h"

#include <cstddef>

#include "../../public/convolution/im2col.h"
#include "../frontend/front_end.h"
#include "error.h"
#include "read_matrix.h"
#include "sized_struct.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

int OneForZero(std::int32_t value) { return value == 0 ? 1 : value; }

ConvAxis AxisFrom(const lowp_conv_axis& from) {
  ConvAxis to;
  to.input = OneForZero(from.input);
  to.kernel = OneForZero(from.kernel);
  to.stride = OneForZero(from.stride);
  to.dilation = OneForZero(from.dilation);
  to.pad_before = from.pad_before;
  to.pad_after = from.pad_after;
  to.output_padding = from.output_padding;
  return to;
}

}  // namespace

int ImagesFrom(std::int32_t batch) {
  return batch == LOWP_NO_IMAGES ? 0 : OneForZero(batch);
}

lowp_status ReadGeometryStruct(const lowp_conv_geometry* from,
                               lowp_conv_geometry* to) {
  // Without the orders.
  constexpr std::size_t kFirstSize = offsetof(lowp_conv_geometry, input_order);
  return ReadStruct<lowp_conv_geometry, kFirstSize>(from, "geometry", to);
}

lowp_status ReadGeometry(const lowp_conv_geometry* from, ConvGeometry* to) {
  lowp_conv_geometry read;
  const lowp_status status = ReadGeometryStruct(from, &read);
  if (status != LOWP_OK) return status;
  to->batch = ImagesFrom(read.batch);
  to->input_channels = read.input_channels;
  to->output_channels = read.output_channels;
  to->groups = OneForZero(read.groups);
  to->depth = AxisFrom(read.depth);
  to->height = AxisFrom(read.height);
  to->width = AxisFrom(read.width);
  to->input_stride = read.input_stride;
  to->output_stride = read.output_stride;
  to->input_order = static_cast<ConvOrder>(read.input_order);
  to->output_order = static_cast<ConvOrder>(read.output_order);
  return ReadBool(read.transposed, "geometry.transposed", &to->transposed);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::ConvGeometry;
using gemmlowp::internal::FailForNull;
using gemmlowp::internal::ReadGeometry;
using gemmlowp::internal::ToC;

lowp_status lowp_conv_output_shape(const lowp_conv_geometry* geometry,
                                   lowp_conv_shape* shape) {
  ConvGeometry read;
  lowp_status status = ReadGeometry(geometry, &read);
  if (status != LOWP_OK) return status;
  lowp_conv_shape filled;
  status = gemmlowp::internal::ReadStruct(shape, "shape", &filled);
  if (status != LOWP_OK) return status;
  gemmlowp::ConvShape found;
  status = ToC(gemmlowp::OutputShape(read, &found));
  if (status != LOWP_OK) return status;
  filled.batch = found.batch;
  filled.depth = found.depth;
  filled.height = found.height;
  filled.width = found.width;
  filled.channels = found.channels;
  gemmlowp::internal::WriteStruct(filled, shape);
  return LOWP_OK;
}

lowp_status lowp_conv_set_same_padding(lowp_conv_axis* axis) {
  if (axis == nullptr) return FailForNull("axis");
  gemmlowp::ConvAxis read = gemmlowp::internal::AxisFrom(*axis);
  gemmlowp::SetSamePadding(&read);
  axis->pad_before = read.pad_before;
  axis->pad_after = read.pad_after;
  return LOWP_OK;
}

lowp_status lowp_im2col(const lowp_conv_geometry* geometry, int32_t group,
                        const void* input, int32_t zero_point,
                        const lowp_matrix* rows) {
  ConvGeometry read;
  lowp_status status = ReadGeometry(geometry, &read);
  if (status != LOWP_OK) return status;
  gemmlowp::internal::MatrixRef matrix;
  status = gemmlowp::internal::ReadRowMajor(
      rows, gemmlowp::internal::TypeSet::kQuantized, "rows", &matrix);
  if (status != LOWP_OK) return status;
  gemmlowp::SingleThreadGemmContext context;
  return ToC(gemmlowp::internal::Im2colErased(
      read, group, input, zero_point, matrix,
      gemmlowp::internal::ResourcesOf(&context)));
}

lowp_status lowp_col2im(const lowp_conv_geometry* geometry, int32_t group,
                        const lowp_matrix* rows, int32_t* output) {
  ConvGeometry read;
  lowp_status status = ReadGeometry(geometry, &read);
  if (status != LOWP_OK) return status;
  gemmlowp::internal::MatrixRef matrix;
  status = gemmlowp::internal::ReadRowMajor(
      rows, gemmlowp::internal::TypeSet::kIntegers, "rows", &matrix);
  if (status != LOWP_OK) return status;
  if (rows->type != LOWP_INT32) {
    return gemmlowp::internal::Fail(
        LOWP_INVALID_ARGUMENT, "rows.type = %d: is not LOWP_INT32", rows->type);
  }
  gemmlowp::SingleThreadGemmContext context;
  return ToC(gemmlowp::internal::Col2imErased(
      read, group, static_cast<const std::int32_t*>(matrix.data), matrix.rows,
      matrix.cols, matrix.stride, output,
      gemmlowp::internal::ResourcesOf(&context)));
}
