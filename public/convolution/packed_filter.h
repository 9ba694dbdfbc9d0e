// The filter of a convolution, packed once and used in many runs.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_CONVOLUTION_PACKED_FILTER_H_
#define LOWP_PUBLIC_CONVOLUTION_PACKED_FILTER_H_

#include <cstddef>
#include <memory>

#include "../../internal/contract/convolution.h"
#include "../../internal/frontend/erase.h"
#include "../export.h"
#include "../status.h"
#include "conv_geometry.h"

namespace gemmlowp {
inline namespace lowp {

// The order of a filter's dimensions, the last one contiguous. O counts output
// channels, I the input channels of a group, D, H and W the taps along depth,
// height and width.
enum class FilterLayout {
  kODHWI,  // OHWI of TFLite, and OWI
  kOIDHW,  // OIHW of ONNX, PyTorch and Caffe
  kDHWIO,  // HWIO of TensorFlow; with I = 1 the 1HWO of TFLite's depthwise
  // IOHW of ONNX's and PyTorch's transposed convolutions: I counts all input
  // channels, O the output channels of a group.
  kIODHW,
};

// A filter in the layout of one backend's kernels, whatever its layout was: the
// same filter gives the same bytes. Immutable: any number of threads and
// prepared convolutions may use one at once, and copies share the memory.
//
// It fits every convolution with the same channels, groups and kernel and, if
// transposed, the same strides and dilations; of any input size, batch and
// padding. Zero points are not part of it.
class PackedFilter {
 public:
  // Empty; preparing a convolution with it is an error.
  PackedFilter() = default;

  // Packs contiguous weights. `backend` names the kernels to pack for; null
  // means those that convolutions use by default. Fails, and changes nothing,
  // with the status of OutputShape, with kInvalidArgument for a null pointer or
  // an unknown backend, with kUnsupported if this machine cannot run the
  // backend, and with kResourceExhausted if memory runs out.
  template <typename Scalar>
  static Status Pack(const ConvGeometry& geometry, const Scalar* weights,
                     FilterLayout layout, PackedFilter* packed,
                     const char* backend = nullptr) {
    static_assert(internal::kIsOperandScalar<Scalar>,
                  "lowp: filters hold uint8_t or int8_t");
    return PackErased(geometry, {weights, internal::ScalarOf<Scalar>(), layout},
                      backend, packed);
  }

  // The bytes to save; null and 0 when empty. They carry a checksum, and like
  // those of a PackedMatrix any machine of the same endianness loads them if it
  // can run the backend that they were packed for, or another with the same
  // format.
  LOWP_EXPORT const void* data() const;
  LOWP_EXPORT std::size_t size() const;

  // Copies saved bytes. Fails with kDataLoss if they are not a packed filter,
  // are truncated or are damaged, and with kUnsupported if they have another
  // version, or the format of a backend that this machine cannot run. Forged
  // bytes with valid checksums give wrong results, and no access outside the
  // blob and the tensors.
  LOWP_EXPORT static Status Load(const void* blob, std::size_t size,
                                 PackedFilter* packed);
  // The same without the copy: `blob` must be aligned to kAlignment, as mapped
  // files are, and outlive `packed`, its copies and what was prepared with
  // them.
  LOWP_EXPORT static Status Map(const void* blob, std::size_t size,
                                PackedFilter* packed);

  static constexpr std::size_t kAlignment = 64;

  bool empty() const { return state_ == nullptr; }
  // The backend whose format this is; "" when empty, "any" if the values are
  // stored plainly and arranged when a convolution is prepared: those of a
  // depthwise filter, and of one whose groups have few outputs.
  LOWP_EXPORT const char* backend() const;

  const std::shared_ptr<const internal::FilterState>& state() const {
    return state_;
  }

 private:
  struct Weights {
    const void* data;
    internal::Scalar scalar;
    FilterLayout layout;
  };
  LOWP_EXPORT static Status PackErased(const ConvGeometry& geometry,
                                       const Weights& weights,
                                       const char* backend,
                                       PackedFilter* packed);

  std::shared_ptr<const internal::FilterState> state_;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_CONVOLUTION_PACKED_FILTER_H_
