// Reads the bytes of a packed filter.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "filter_blob.h"

#include <algorithm>
#include <cstring>

#include "../contract/blob_header.h"
#include "../contract/panel_format.h"
#include "../runtime/extent.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Whether a filter may have that form. Those of one channel were once packed
// like a matrix.
bool HasKnownForm(const FilterHeader& header, const ConvGeometry& geometry) {
  return StaysPlain(geometry) == (header.is_plain != 0) ||
         (header.is_plain == 0 && IsOneChannel(geometry));
}

// Whether the sizes are those of some convolution.
Status ValidateSizes(const FilterHeader& header) {
  const bool known_scalar = header.scalar == static_cast<int>(Scalar::kUint8) ||
                            header.scalar == static_cast<int>(Scalar::kInt8);
  const ConvGeometry geometry = GeometryOf(header);
  ConvShape shape;
  if (!known_scalar || (header.transposed & ~1) != 0 ||
      !OutputShape(geometry, &shape).ok() || !HasKnownForm(header, geometry)) {
    return DataLoss("blob.header", header.output_channels, "is damaged");
  }
  return Status();
}

// Finds a part of the filter at `memory`, where `bytes` bytes are left.
Status FindPart(const std::uint8_t* memory, std::uint64_t bytes,
                const FilterHeader& header, int k, PackedMatrix* part) {
  PackedHeader packed;
  if (bytes < sizeof(packed)) {
    return DataLoss("blob.size", static_cast<std::int64_t>(bytes),
                    "ends before the last part of the filter");
  }
  std::memcpy(&packed, memory, sizeof(packed));
  if (packed.payload_bytes > bytes - sizeof(packed)) {
    return DataLoss("blob.size",
                    static_cast<std::int64_t>(std::min<std::uint64_t>(
                        packed.payload_bytes, INT64_MAX)),
                    "bytes of a part are more than the blob has");
  }
  const Status status = PackedMatrix::Map(
      memory, sizeof(packed) + static_cast<std::size_t>(packed.payload_bytes),
      part);
  if (!status.ok()) return status;
  if (part->rows() != k ||
      part->cols() != header.output_channels / header.groups ||
      part->side() != Side::kRhs || part->header()->scalar != header.scalar) {
    return DataLoss("blob.header", part->rows(),
                    "disagrees with a part of the filter");
  }
  return Status();
}

}  // namespace

std::uint64_t PlainBytes(const ConvGeometry& geometry) {
  Extent values = Extent(static_cast<std::uint64_t>(geometry.output_channels)) *
                  static_cast<std::uint64_t>(GroupInputs(geometry));
  for (int i = 0; i < kConvAxes; ++i) {
    values = values * static_cast<std::uint64_t>(AxisOf(geometry, i).kernel);
  }
  return (values + (kPackedAlignment - 1)).value() / kPackedAlignment *
         kPackedAlignment;
}

std::uint64_t FilterChecksum(const FilterHeader& header,
                             const std::uint8_t* payload) {
  return ChecksumOfBlob(
      header,
      header.is_plain == 0
          ? 0
          : Checksum(payload, static_cast<std::size_t>(header.payload_bytes)));
}

Status ReadFilterHeader(const void* blob, std::size_t size,
                        FilterHeader* header) {
  constexpr BlobKind kFilter = {kFilterMagic, kFilterVersion,
                                "is smaller than a packed filter's header",
                                "does not begin like a packed filter"};
  return ReadBlobHeader(kFilter, blob, size, header);
}

Status FindParts(const std::uint8_t* blob, FilterState* state) {
  const FilterHeader& header = state->header;
  const std::uint8_t* payload = blob + sizeof(header);
  Status status = ValidateSizes(header);
  if (!status.ok()) return status;
  const ConvGeometry geometry = GeometryOf(header);
  if (header.is_plain != 0 && header.payload_bytes != PlainBytes(geometry)) {
    return DataLoss("blob.size",
                    static_cast<std::int64_t>(header.payload_bytes),
                    "is not what the filter needs");
  }
  if (FilterChecksum(header, payload) != header.checksum) {
    return DataLoss("blob", 0, "is damaged: its checksum does not match");
  }
  state->blob = blob;
  if (header.is_plain != 0) {
    state->plain = payload;
    return Status();
  }
  std::uint64_t left = header.payload_bytes;
  bool knows_magnitude = true;
  ForEachPhase(geometry, [&](const Phase& phase) {
    const int taps = TapsOfPhase(geometry, phase).count();
    for (int g = 0; taps > 0 && g < header.groups && status.ok(); ++g) {
      PackedMatrix part;
      status =
          FindPart(payload, left, header, taps * GroupInputs(geometry), &part);
      if (!status.ok()) return;
      if (!(FormatOf(*part.header()) ==
            FormatOf(
                *(state->parts.empty() ? part : state->parts[0]).header()))) {
        status = DataLoss("blob.header", 0, "has parts of several formats");
        return;
      }
      knows_magnitude &= part.header()->magnitude > 0;
      state->magnitude =
          std::max(state->magnitude, int{part.header()->magnitude});
      payload += part.size();
      left -= part.size();
      state->parts.push_back(part);
    }
  });
  if (!status.ok()) return status;
  if (!knows_magnitude) state->magnitude = 0;
  return left == 0 ? Status()
                   : DataLoss("blob.size", static_cast<std::int64_t>(left),
                              "has bytes behind the last part of the filter");
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
