// Reads the bytes of a packed matrix.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "packed_blob.h"

#include <algorithm>
#include <cstdlib>

#include "../backends/backend_list.h"
#include "../contract/blob_header.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Whether the header's fields agree with each other and with a backend that
// runs here. Their bytes are known to be as they were written.
Status ValidateFields(const PackedHeader& header) {
  const Backend* backend = BackendNamed(header.backend);
  if (backend == nullptr || ReaderOf(*backend) == nullptr) {
    return Status::OfWord(
        StatusCode::kUnsupported, "blob.backend",
        backend == nullptr ? "unknown" : backend->name,
        "is the backend whose format the blob holds, and this machine can run "
        "neither it nor another that reads it");
  }
  const PanelFormat format = FormatOf(header);
  if (!(backend->panel == format)) {
    return Status::OfWord(StatusCode::kUnsupported, "blob.backend",
                          backend->name,
                          "had another panel format when the blob was saved");
  }
  const bool known_side = header.side == static_cast<int>(Side::kLhs) ||
                          header.side == static_cast<int>(Side::kRhs);
  const bool known_scalar = header.scalar == static_cast<int>(Scalar::kUint8) ||
                            header.scalar == static_cast<int>(Scalar::kInt8);
  if (!known_side || !known_scalar || header.rows < 0 || header.cols < 0) {
    return DataLoss("blob.header", header.rows, "is damaged");
  }
  const Side side = static_cast<Side>(header.side);
  if (header.payload_bytes !=
      AllPanelsBytes(format, NExtent(header.rows, header.cols, side),
                     KExtent(header.rows, header.cols, side))) {
    return DataLoss("blob.size",
                    static_cast<std::int64_t>(header.payload_bytes),
                    "is not what the matrix's shape needs");
  }
  return Status();
}

// Whether the values are as small as the header says. Kernels that cannot
// multiply larger ones are chosen by it.
Status ValidateMagnitude(const PackedHeader& header,
                         const std::uint8_t* panels) {
  if (header.magnitude == 0) return Status();
  const PanelFormat format = FormatOf(header);
  const Side side = static_cast<Side>(header.side);
  const int columns = NExtent(header.rows, header.cols, side);
  const int depth = KExtent(header.rows, header.cols, side);
  bool holds = header.magnitude > 0 && header.magnitude <= 128 &&
               format.signedness == Signedness::kSigned &&
               format.element_size == 1;
  for (int i = 0; holds && i < PanelCount(format, columns); ++i) {
    const int padded = PaddedColumns(format, PanelColumns(format, columns, i));
    const std::size_t bytes = PanelBytes(format, padded, depth);
    int magnitude = 0;
    for (std::size_t at = PanelDataOffset(padded); at < bytes; ++at) {
      magnitude =
          std::max(magnitude, std::abs(static_cast<std::int8_t>(panels[at])));
    }
    holds = magnitude <= header.magnitude;
    panels += bytes;
  }
  return holds ? Status()
               : DataLoss("blob.magnitude", header.magnitude,
                          "is no magnitude, or less than that of a value");
}

}  // namespace

std::uint64_t BlobChecksum(const PackedHeader& header,
                           const std::uint8_t* payload) {
  return ChecksumOfBlob(header, Checksum(payload, header.payload_bytes));
}

Status ReadHeader(const void* blob, std::size_t size, PackedHeader* header) {
  constexpr BlobKind kMatrix = {kPackedMagic, kPackedVersion,
                                "is smaller than a packed matrix's header",
                                "does not begin like a packed matrix"};
  const Status status = ReadBlobHeader(kMatrix, blob, size, header);
  if (!status.ok() || header->payload_bytes % kPackedAlignment == 0) {
    return status;
  }
  return DataLoss("blob.size", static_cast<std::int64_t>(size),
                  "is not that of whole cache lines");
}

Status ValidateBlob(const PackedHeader& header, const std::uint8_t* panels) {
  if (BlobChecksum(header, panels) != header.checksum) {
    return DataLoss("blob", 0, "is damaged: its checksum does not match");
  }
  // The name of the backend is read as a string.
  if (header.backend[sizeof(header.backend) - 1] != '\0') {
    return DataLoss("blob.backend", 0, "is not a name");
  }
  const Status status = ValidateFields(header);
  return status.ok() ? ValidateMagnitude(header, panels) : status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
