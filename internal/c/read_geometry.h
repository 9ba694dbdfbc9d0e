// Reads the geometry of a convolution.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_READ_GEOMETRY_H_
#define LOWP_INTERNAL_C_READ_GEOMETRY_H_

#include <cstdint>

#include "../../public/c/lowp.h"
#include "../../public/convolution/conv_geometry.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Of a batch: 1 for 0, and 0 for LOWP_NO_IMAGES.
int ImagesFrom(std::int32_t batch);

// Copies the struct as the caller's size has it; its fields are not checked.
lowp_status ReadGeometryStruct(const lowp_conv_geometry* from,
                               lowp_conv_geometry* to);

// Zeros that stand for ones become ones. Sizes are left to the engine.
lowp_status ReadGeometry(const lowp_conv_geometry* from, ConvGeometry* to);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_READ_GEOMETRY_H_
