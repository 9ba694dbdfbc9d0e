// Packs 4-bit weights, and reads the blobs that they are.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/int4/packed_int4.h"

#include <cstring>
#include <utility>

#include "../contract/blob_header.h"
#include "../contract/matrix_ref.h"
#include "../epilogue/validate_matrix.h"
#include "int4_panel.h"
#include "pack_teller.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr char kInt4Magic[8] = {'l', 'o', 'w', 'p', 'I', 'N', 'T', '4'};
constexpr std::uint32_t kInt4Version = 1;

const MatrixNames kValuesNames = {"values",      "values.data",   "values.rows",
                                  "values.cols", "values.stride", "values"};

Status ValidateOutput(const PackedInt4* packed) {
  return packed != nullptr ? Status() : NullPointer("packed");
}

std::uint64_t ChecksumOf(const Int4Header& header,
                         const std::uint8_t* payload) {
  return ChecksumOfBlob(
      header,
      Checksum(payload, static_cast<std::size_t>(header.payload_bytes)));
}

// Whether the sizes are ones that a format can have.
bool IsFormat(const Int4Format& format) {
  if (format.k < 0 || format.n < 0 || format.group < 0) return false;
  if (format.scale_type > Int4ScaleType::kInt32) return false;
  if (format.k == 0) return format.group == 0;
  if (format.has_8_bits && format.has_zero_points) return false;
  return format.group >= 1 && format.group <= format.max_group() &&
         (format.group == format.k ||
          (format.group % kInt4Step == 0 && format.k % format.group == 0));
}

Int4Format SourceFormat(const Int4Source& source) {
  return {source.k,
          source.n,
          source.group_size(),
          source.scale_type,
          source.zero_points.data != nullptr,
          source.has_8_bits};
}

Status ValidateShape(const Int4Source& source) {
  if (source.group < 0) {
    return InvalidArgument("group", source.group, "is negative");
  }
  if (source.group != 0 && source.group != source.k &&
      source.group % kInt4Step != 0) {
    return InvalidArgument("group", source.group, "is not a multiple of 16");
  }
  if (source.group != 0 && source.k % source.group != 0) {
    return InvalidArgument("group", source.group,
                           "does not divide k, the rows of the weights");
  }
  if (source.group_size() > SourceFormat(source).max_group()) {
    return InvalidArgument(
        "group", source.group_size(),
        source.has_8_bits
            ? "is more than 2^15, for which int32 holds the sums"
            : "is more than 2^19, for which int32 holds the sums");
  }
  if (source.scale_type > Int4ScaleType::kInt32) {
    return InvalidArgument("scales.type", static_cast<int>(source.scale_type),
                           "is not an Int4ScaleType");
  }
  const bool has_groups = source.groups() > 0 && source.n > 0;
  if (has_groups && source.values.data == nullptr) {
    return NullPointer("values.data");
  }
  if (has_groups && source.scale_type != Int4ScaleType::kNone &&
      source.scales == nullptr) {
    return NullPointer("scales.data");
  }
  return Status();
}

// Fills the blob: the panels, then the header with its checksum.
Status FillBlob(const Int4Source& source, const Int4Format& format,
                std::uint8_t* memory, Int4Header* header) {
  std::uint8_t* panel = memory + sizeof(*header);
  std::memset(panel, 0, static_cast<std::size_t>(header->payload_bytes));
  Int4Bound bound;
  PackTeller teller(source.progress,
                    static_cast<std::size_t>(header->payload_bytes));
  // Columns without values are not looked at, however many.
  for (int i = 0; i < format.panels() && format.groups() > 0; ++i) {
    const Status status = FillInt4Panel(source, format, i, panel, &bound);
    if (!status.ok()) return status;
    const auto bytes = format.panel_bytes(format.padded(format.columns(i)));
    panel += bytes;
    if (!teller.Packed(static_cast<std::size_t>(bytes))) {
      return PackingStopped();
    }
  }
  const bool is_integer = format.scale_type == Int4ScaleType::kNone ||
                          format.scale_type == Int4ScaleType::kInt32;
  if (is_integer && !bound.fits_int64()) {
    return InvalidArgument("scales.data", 0,
                           "are so large that int64 might not hold a sum");
  }
  header->fits_int32 = is_integer && bound.fits_int32() ? 1 : 0;
  header->checksum = ChecksumOf(*header, memory + sizeof(*header));
  std::memcpy(memory, header, sizeof(*header));
  return teller.Finish() ? Status() : PackingStopped();
}

Status ReadInt4Header(const void* blob, std::size_t size, Int4Header* header) {
  constexpr BlobKind kWeights = {
      kInt4Magic, kInt4Version,
      "is smaller than the header of packed 4-bit weights",
      "does not begin like packed 4-bit weights"};
  const Status status = ReadBlobHeader(kWeights, blob, size, header);
  if (!status.ok()) return status;
  const Int4Format format = FormatOf(*header);
  if (header->scale_type < 0 ||
      header->scale_type > static_cast<int>(Int4ScaleType::kInt32) ||
      !IsFormat(format)) {
    return DataLoss("blob.header", header->group, "is damaged");
  }
  if (format.n > 0 && static_cast<double>(format.panels()) *
                              static_cast<double>(format.panel_bytes(kInt4Nr)) >
                          0x1p62) {
    return DataLoss("blob.header", header->k, "is damaged");
  }
  if (static_cast<std::uint64_t>(format.payload_bytes()) !=
      header->payload_bytes) {
    return DataLoss("blob.size",
                    static_cast<std::int64_t>(header->payload_bytes),
                    "is not what the weights' shape needs");
  }
  return Status();
}

Status ValidatePayload(const Int4Header& header, const std::uint8_t* panels) {
  if (ChecksumOf(header, panels) != header.checksum) {
    return DataLoss("blob", 0, "is damaged: its checksum does not match");
  }
  return AreInt4ScalesFinite(FormatOf(header), panels)
             ? Status()
             : DataLoss("blob.scales", 0, "hold a value that is not finite");
}

}  // namespace

Status ValidateInt4Values(const void* data, int rows, int columns, int stride,
                          bool row_major) {
  return ValidateMatrix(
      {data, rows, columns, stride, row_major, Scalar::kUint8}, kValuesNames);
}

}  // namespace internal

using internal::Int4Format;
using internal::Int4Header;

Status PackedInt4::PackSource(const internal::Int4Source& source,
                              PackedInt4* packed) {
  Status status = internal::ValidateOutput(packed);
  if (status.ok()) status = internal::ValidateShape(source);
  if (!status.ok()) return status;
  const Int4Format format = internal::SourceFormat(source);
  const double wanted =
      static_cast<double>(format.panels()) *
      static_cast<double>(format.panel_bytes(internal::kInt4Nr));
  if (wanted > static_cast<double>(PTRDIFF_MAX / 2)) {
    return Status(StatusCode::kResourceExhausted, "values",
                  static_cast<std::int64_t>(format.n),
                  "columns, packed, are more than this machine addresses");
  }
  Int4Header header = {};
  std::memcpy(header.magic, internal::kInt4Magic, sizeof(header.magic));
  header.version = internal::kInt4Version;
  header.header_size = sizeof(header);
  header.k = format.k;
  header.n = format.n;
  header.group = format.group;
  header.scale_type = static_cast<std::int32_t>(format.scale_type);
  header.has_zero_points = format.has_zero_points ? 1 : 0;
  header.has_8_bits = format.has_8_bits ? 1 : 0;
  header.payload_bytes = static_cast<std::uint64_t>(format.payload_bytes());
  const std::size_t bytes =
      sizeof(header) + static_cast<std::size_t>(header.payload_bytes);
  std::shared_ptr<std::uint8_t> memory = internal::SharedMemory(bytes);
  if (memory == nullptr) return internal::OutOfMemory("packed", bytes);
  std::uint8_t* const blob = memory.get();
  status = internal::FillBlob(source, format, blob, &header);
  if (!status.ok()) return status;
  packed->header_ = header;
  packed->panels_ = blob + sizeof(header);
  packed->owner_ = std::move(memory);
  return Status();
}

const void* PackedInt4::data() const {
  return empty() ? nullptr : panels_ - sizeof(header_);
}

std::size_t PackedInt4::size() const {
  return empty() ? 0
                 : sizeof(header_) +
                       static_cast<std::size_t>(header_.payload_bytes);
}

Status PackedInt4::Load(const void* blob, std::size_t size,
                        PackedInt4* packed) {
  Int4Header header;
  Status status = internal::ValidateOutput(packed);
  if (status.ok()) status = internal::ReadInt4Header(blob, size, &header);
  if (!status.ok()) return status;
  std::shared_ptr<std::uint8_t> memory = internal::CopyBlob(header, blob, size);
  if (memory == nullptr) return internal::OutOfMemory("packed", size);
  const std::uint8_t* const panels = memory.get() + sizeof(header);
  status = internal::ValidatePayload(header, panels);
  if (!status.ok()) return status;
  packed->header_ = header;
  packed->panels_ = panels;
  packed->owner_ = std::move(memory);
  return Status();
}

Status PackedInt4::Map(const void* blob, std::size_t size, PackedInt4* packed) {
  Int4Header header;
  Status status = internal::ValidateOutput(packed);
  if (status.ok()) status = internal::ReadInt4Header(blob, size, &header);
  if (!status.ok()) return status;
  const std::uint8_t* const panels =
      static_cast<const std::uint8_t*>(blob) + sizeof(header);
  status = internal::ValidatePayload(header, panels);
  if (status.ok()) {
    status = internal::CheckAlignment(
        "blob", blob, "is not aligned to PackedInt4::kAlignment");
  }
  if (!status.ok()) return status;
  packed->header_ = header;
  packed->panels_ = panels;
  packed->owner_ = nullptr;
  return Status();
}

}  // namespace lowp
}  // namespace gemmlowp
