// Products of int16 rows and 8-bit weights in the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/convolution/int16_product.h"

#include <memory>

#include "../frontend/front_end.h"
#include "handles.h"
#include "prepare_conv.h"
#include "read_geometry.h"
#include "read_matrix.h"
#include "sized_struct.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr Name kProductNames[] = {
    {"zero_points.input", "product.lhs_zero_point"},
    {"zero_points.filter", "product.rhs_zero_point"},
    {"zero_points.filter_of_channel", "product.rhs_zero_points"}};
constexpr Name kRunNames[] = {{"input", "lhs.data"}, {"output", "result.data"}};

lowp_status ReadMatrices(const lowp_int16_product& product, MatrixRef* lhs,
                         MatrixRef* result, bool* stores_int64) {
  lowp_status status =
      ReadRowMajor(&product.lhs, TypeSet::kQuantized, "lhs", lhs);
  if (status != LOWP_OK) return status;
  if (lhs->scalar != Scalar::kInt16) {
    return Fail(LOWP_INVALID_ARGUMENT, "lhs.type = %d: is not LOWP_INT16",
                product.lhs.type);
  }
  status = ReadRowMajorOrInt64(product.result, "result", result, stores_int64);
  if (status != LOWP_OK) return status;
  if (result->rows == lhs->rows) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT,
              "result.rows = %d: differs from the number of rows of lhs",
              result->rows);
}

lowp_status Run(lowp_context* context, const lowp_int16_product* given) {
  lowp_int16_product product;
  lowp_status status = ReadStruct(given, "product", &product);
  if (status != LOWP_OK) return status;
  if (product.rhs == nullptr) return FailForNull("product.rhs");
  MatrixRef lhs = {}, result = {};
  ConvInC call;
  status = ReadMatrices(product, &lhs, &result, &call.stores_int64);
  if (status != LOWP_OK) return status;
  // Without rows nothing is computed, but everything else is checked.
  const bool has_rows = lhs.rows != 0;
  ConvGeometry geometry =
      ProductGeometry(has_rows ? lhs.rows : 1, lhs.cols, result.cols);
  geometry.input_stride = lhs.stride;
  geometry.output_stride = result.stride;
  call.geometry = &geometry;
  call.filter = product.rhs;
  call.input = Scalar::kInt16;
  call.result_type_name = "result.type";
  call.zero_points = {product.lhs_zero_point, product.rhs_zero_point,
                      product.rhs_zero_points, "product.rhs_zero_point",
                      "rhs_zero_points"};
  call.stages = product.stages;
  call.stage_count = product.stage_count;
  std::shared_ptr<const ConvState> prepared;
  status = PrepareConvInC(call, result, context, kProductNames, &prepared);
  if (status != LOWP_OK || !has_rows) return status;
  const Status ran =
      RunConvolution(*prepared, {lhs.data, const_cast<void*>(result.data)},
                     ResourcesOf(&context->context));
  return ToC(Renamed(ran, kRunNames));
}

lowp_status CheckPositive(std::int32_t value, const char* name) {
  if (value >= 1) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT, "%s = %d: is less than 1", name, value);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::internal::FailForNull;

lowp_status lowp_product_geometry(int32_t rows, int32_t k, int32_t columns,
                                  lowp_conv_geometry* geometry) {
  using gemmlowp::internal::CheckPositive;
  lowp_conv_geometry filled;
  lowp_status status =
      gemmlowp::internal::ReadGeometryStruct(geometry, &filled);
  if (status == LOWP_OK) status = CheckPositive(rows, "rows");
  if (status == LOWP_OK) status = CheckPositive(k, "k");
  if (status == LOWP_OK) status = CheckPositive(columns, "columns");
  if (status != LOWP_OK) return status;
  filled = {};
  filled.size = geometry->size;
  filled.input_channels = k;
  filled.output_channels = columns;
  filled.width.input = rows;
  gemmlowp::internal::WriteStruct(filled, geometry);
  return LOWP_OK;
}

lowp_status lowp_gemm_int16(lowp_context* context,
                            const lowp_int16_product* product) {
  if (context == nullptr) return FailForNull("context");
  return gemmlowp::internal::Guarded(
      [&] { return gemmlowp::internal::Run(context, product); });
}
