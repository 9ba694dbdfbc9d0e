// A matrix packed once, for use in many products: weights, usually.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PACKED_MATRIX_H_
#define LOWP_PUBLIC_PACKED_MATRIX_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "../internal/contract/packed_header.h"
#include "../internal/frontend/erase.h"
#include "export.h"
#include "gemm_plan.h"
#include "map.h"
#include "pack_progress.h"
#include "status.h"

namespace gemmlowp {
inline namespace lowp {

// An operand in the layout of one backend's kernels. Immutable: any number of
// threads and contexts may use one at once, and copies share the memory.
//
// Use it as the lhs or rhs of the entry points that deduce their arguments. It
// is fastest on the side along which the result is contiguous: as the rhs of a
// row-major result, or the lhs of a column-major one. Offsets are arguments of
// the product, not part of the packed form.
class PackedMatrix {
 public:
  // Empty; using it in a product is an error.
  PackedMatrix() = default;

  // Packs `source` for one side of a product. `backend` names the kernels to
  // pack for; null means those that products use by default. Fails, and leaves
  // `packed` as it was, with kInvalidArgument, with kUnsupported if this
  // machine cannot run the backend, and with kResourceExhausted if memory runs
  // out.
  template <typename Scalar, MapOrder Order>
  static Status Pack(const MatrixMap<Scalar, Order>& source, Side side,
                     PackedMatrix* packed, const char* backend = nullptr) {
    return Pack(source, side, packed, PackOptions{backend, {}});
  }
  // The same, telling how far it is. If it is stopped it fails with
  // kInvalidArgument, names `progress`, and leaves `packed` as it was.
  template <typename Scalar, MapOrder Order>
  static Status Pack(const MatrixMap<Scalar, Order>& source, Side side,
                     PackedMatrix* packed, const PackOptions& options) {
    return PackErased(internal::Erase(source), side, options, packed);
  }

  // The number of bytes that PackInto needs; 0 if Pack would refuse an argument
  // or the size exceeds the address space.
  template <typename Scalar, MapOrder Order>
  static std::size_t BytesNeeded(const MatrixMap<Scalar, Order>& source,
                                 Side side, const char* backend = nullptr) {
    return BytesNeededErased(internal::Erase(source), side, backend);
  }

  // Packs into the caller's memory, which must be aligned to kAlignment, hold
  // BytesNeeded(...) bytes and outlive `packed` and its copies.
  template <typename Scalar, MapOrder Order>
  static Status PackInto(const MatrixMap<Scalar, Order>& source, Side side,
                         void* memory, std::size_t bytes, PackedMatrix* packed,
                         const char* backend = nullptr) {
    return PackInto(source, side, memory, bytes, packed,
                    PackOptions{backend, {}});
  }
  template <typename Scalar, MapOrder Order>
  static Status PackInto(const MatrixMap<Scalar, Order>& source, Side side,
                         void* memory, std::size_t bytes, PackedMatrix* packed,
                         const PackOptions& options) {
    return PackIntoErased(internal::Erase(source), side, options, memory, bytes,
                          packed);
  }

  static constexpr std::size_t kAlignment = 64;

  // The bytes to save. They name the backend whose format they hold, and carry
  // a checksum. Any machine of the same endianness loads them if it can run
  // that backend, or another with the same format: "avx2" and "avx_vnni" share
  // one, and so do "amx", "avx512_vnni" and "avx512".
  LOWP_EXPORT const void* data() const;
  LOWP_EXPORT std::size_t size() const;

  // Copies saved bytes. Fails with kDataLoss if they are not a packed matrix,
  // are truncated or are damaged, and with kUnsupported if they have another
  // version, or the format of a backend that this machine cannot run. Bytes
  // forged with a valid checksum give wrong results, but no product with them
  // reads or writes anything but the blob, the operands and the result.
  LOWP_EXPORT static Status Load(const void* blob, std::size_t size,
                                 PackedMatrix* packed);
  // The same without the copy: `blob` must be aligned to kAlignment, as mapped
  // files are, and outlive `packed` and its copies. Its header is read once.
  LOWP_EXPORT static Status Map(const void* blob, std::size_t size,
                                PackedMatrix* packed);

  LOWP_EXPORT int rows() const;
  LOWP_EXPORT int cols() const;
  LOWP_EXPORT Side side() const;
  // The backend whose format this is; "" when empty.
  LOWP_EXPORT const char* backend() const;
  // The largest magnitude of the values, those of a uint8 matrix minus 128; 0
  // if unknown, because the backend's kernels have no use for it. If it is
  // known, a sum of k products of an int8 matrix with uint8 values lies within
  // +- 255 * k * max_magnitude().
  int max_magnitude() const { return header_.magnitude; }
  bool empty() const { return panels_ == nullptr; }

  // Null when empty.
  const internal::PackedHeader* header() const {
    return empty() ? nullptr : &header_;
  }
  const std::uint8_t* panels() const { return panels_; }

 private:
  LOWP_EXPORT static Status PackErased(const internal::MatrixRef& source,
                                       Side side, const PackOptions& options,
                                       PackedMatrix* packed);
  LOWP_EXPORT static std::size_t BytesNeededErased(
      const internal::MatrixRef& source, Side side, const char* backend);
  LOWP_EXPORT static Status PackIntoErased(const internal::MatrixRef& source,
                                           Side side,
                                           const PackOptions& options,
                                           void* memory, std::size_t bytes,
                                           PackedMatrix* packed);
  void Set(const internal::PackedHeader& header, const std::uint8_t* panels,
           std::shared_ptr<const void> owner);

  std::shared_ptr<const void> owner_;  // null if the caller owns the memory
  // The header as validated: later writes to mapped bytes cannot change it.
  internal::PackedHeader header_ = {};
  const std::uint8_t* panels_ = nullptr;  // after the header in the blob
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PACKED_MATRIX_H_
