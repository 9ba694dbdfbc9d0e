// Packing ahead of time, and the blob that a packed matrix is.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/packed_matrix.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "../../public/gemm_context.h"
#include "../backends/backend_list.h"
#include "../contract/blob_header.h"
#include "../contract/gemm.h"
#include "../epilogue/overlap.h"
#include "pack_teller.h"
#include "packed_blob.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Status PackingBackend(const char* name, const Backend** backend) {
  const Status status = FindBackend(name, backend);
  if (!status.ok() || *backend != nullptr) return status;
  const BackendChoice& choice = DefaultBackend();
  *backend = choice.backend;
  return choice.status;
}

std::uint64_t BlobBytes(const MatrixRef& source, Side side,
                        const Backend& backend) {
  return sizeof(PackedHeader) +
         AllPanelsBytes(backend.panel, NExtent(source.rows, source.cols, side),
                        KExtent(source.rows, source.cols, side));
}

// Refuses a matrix whose panels this machine cannot address; tells their bytes.
Status CountBytes(const MatrixRef& source, Side side, const Backend& backend,
                  std::size_t* bytes) {
  const std::uint64_t wanted = BlobBytes(source, side, backend);
  if (wanted > kMaxBytes) {
    return Status(StatusCode::kResourceExhausted, "source",
                  static_cast<std::int64_t>(wanted),
                  "bytes, packed, are more than this machine addresses");
  }
  *bytes = static_cast<std::size_t>(wanted);
  return Status();
}

// The largest magnitude of a matrix's values, moved to -128..127 if they are
// unsigned.
int SignedMagnitude(const MatrixRef& matrix) {
  const std::uint8_t* data = static_cast<const std::uint8_t*>(matrix.data);
  const int outer = matrix.row_major ? matrix.rows : matrix.cols;
  const int inner = matrix.row_major ? matrix.cols : matrix.rows;
  const std::uint8_t flip = matrix.scalar == Scalar::kInt8 ? 0x80 : 0;
  std::uint8_t min = 128, max = 128;  // of the values plus 128
  for (int i = 0; i < outer; ++i) {
    const std::uint8_t* const line = data + std::ptrdiff_t{i} * matrix.stride;
    for (int j = 0; j < inner; ++j) {
      const std::uint8_t value = static_cast<std::uint8_t>(line[j] ^ flip);
      min = std::min(min, value);
      max = std::max(max, value);
    }
  }
  return std::max(128 - min, max - 128);
}

void FillHeader(const MatrixRef& source, Side side, const Backend& backend,
                PackedHeader* header) {
  std::memset(header, 0, sizeof(*header));
  std::memcpy(header->magic, kPackedMagic, sizeof(kPackedMagic));
  header->version = kPackedVersion;
  header->header_size = sizeof(PackedHeader);
  std::strncpy(header->backend, backend.name, sizeof(header->backend) - 1);
  header->nr = backend.panel.nr;
  header->nr_step = backend.panel.nr_step;
  header->kr = backend.panel.kr;
  header->element_size = backend.panel.element_size;
  header->signedness = static_cast<std::int32_t>(backend.panel.signedness);
  header->side = static_cast<std::int32_t>(side);
  header->scalar = static_cast<std::int32_t>(source.scalar);
  header->rows = source.rows;
  header->cols = source.cols;
  header->magnitude = backend.panel.signedness == Signedness::kSigned
                          ? SignedMagnitude(source)
                          : 0;
  header->payload_bytes =
      BlobBytes(source, side, backend) - sizeof(PackedHeader);
}

// False if it was stopped.
bool PackPanels(const MatrixRef& source, Side side, const Backend& backend,
                std::uint8_t* panels, PackTeller* teller) {
  const PanelFormat& format = backend.panel;
  const int columns = NExtent(source.rows, source.cols, side);
  const bool k_contiguous = source.row_major == (side == Side::kLhs);
  // Bytes between aligned parts are zero, so that equal matrices give equal
  // blobs.
  PackTask task;
  task.column_stride = k_contiguous ? source.stride : 1;
  task.k_stride = k_contiguous ? 1 : source.stride;
  task.scalar = source.scalar;
  task.k = KExtent(source.rows, source.cols, side);
  const int count = PanelCount(format, columns);
  for (int i = 0; i < count; ++i) {
    // Columns without values may have no memory, either.
    task.source = static_cast<const std::uint8_t*>(source.data);
    if (task.k > 0) {
      task.source +=
          static_cast<std::ptrdiff_t>(i) * format.nr * task.column_stride;
    }
    task.columns = PanelColumns(format, columns, i);
    task.padded_columns = PaddedColumns(format, task.columns);
    const std::size_t bytes = PanelBytes(format, task.padded_columns, task.k);
    std::memset(panels, 0, bytes);
    task.sums = reinterpret_cast<std::int32_t*>(panels);
    task.panel = panels + PanelDataOffset(task.padded_columns);
    backend.pack(task);
    panels += bytes;
    if (!teller->Packed(bytes)) return false;
  }
  return true;
}

Status ValidateOutput(const PackedMatrix* packed) {
  return packed != nullptr ? Status() : NullPointer("packed");
}

Status ValidatePacking(const MatrixRef& source, Side side,
                       const char* backend_name, const Backend** backend,
                       std::size_t* bytes) {
  if (side != Side::kLhs && side != Side::kRhs) {
    return InvalidArgument("side", static_cast<int>(side),
                           "is neither kLhs nor kRhs");
  }
  Status status = ValidateMatrix(source, kSourceNames);
  if (status.ok()) status = PackingBackend(backend_name, backend);
  return status.ok() ? CountBytes(source, side, **backend, bytes) : status;
}

// Writes the whole blob, unless it is stopped; `memory` is aligned and large
// enough.
Status WriteBlob(const MatrixRef& source, Side side, const Backend& backend,
                 const PackProgress& progress, void* memory,
                 PackedHeader* header) {
  FillHeader(source, side, backend, header);
  std::uint8_t* const panels = PanelsBehind(memory);
  PackTeller teller(progress, static_cast<std::size_t>(header->payload_bytes));
  if (PackPanels(source, side, backend, panels, &teller)) {
    header->checksum = BlobChecksum(*header, panels);
    std::memcpy(memory, header, sizeof(*header));
    if (teller.Finish()) return Status();
  }
  return PackingStopped();
}

}  // namespace

}  // namespace internal

using internal::Backend;
using internal::MatrixRef;
using internal::PackedHeader;

Status PackedMatrix::PackErased(const MatrixRef& source, Side side,
                                const PackOptions& options,
                                PackedMatrix* packed) {
  const Backend* backend = nullptr;
  Status status = internal::ValidateOutput(packed);
  if (!status.ok()) return status;
  std::size_t bytes = 0;
  status = internal::ValidatePacking(source, side, options.backend, &backend,
                                     &bytes);
  if (!status.ok()) return status;
  std::shared_ptr<void> memory = internal::SharedMemory(bytes);
  if (memory == nullptr) return internal::OutOfMemory("packed", bytes);
  PackedHeader header;
  status = internal::WriteBlob(source, side, *backend, options.progress,
                               memory.get(), &header);
  if (!status.ok()) return status;
  const std::uint8_t* const panels = internal::PanelsBehind(memory.get());
  packed->Set(header, panels, std::move(memory));
  return Status();
}

std::size_t PackedMatrix::BytesNeededErased(const MatrixRef& source, Side side,
                                            const char* backend_name) {
  const Backend* backend = nullptr;
  std::size_t bytes = 0;
  return internal::ValidatePacking(source, side, backend_name, &backend, &bytes)
                 .ok()
             ? bytes
             : 0;
}

Status PackedMatrix::PackIntoErased(const MatrixRef& source, Side side,
                                    const PackOptions& options, void* memory,
                                    std::size_t bytes, PackedMatrix* packed) {
  const Backend* backend = nullptr;
  Status status = internal::ValidateOutput(packed);
  if (!status.ok()) return status;
  std::size_t needed = 0;
  status = internal::ValidatePacking(source, side, options.backend, &backend,
                                     &needed);
  if (!status.ok()) return status;
  if (memory == nullptr || !internal::IsSharedAligned(memory)) {
    return internal::InvalidArgument(
        "memory", reinterpret_cast<std::intptr_t>(memory),
        "is null or not aligned to PackedMatrix::kAlignment");
  }
  if (bytes < needed) {
    return Status(StatusCode::kResourceExhausted, "bytes",
                  static_cast<std::int64_t>(bytes),
                  "is smaller than BytesNeeded");
  }
  if (internal::OverlapsBytes(source, memory,
                              static_cast<std::int64_t>(needed))) {
    return internal::InvalidArgument("memory", 0, "overlaps the source");
  }
  PackedHeader header;
  status = internal::WriteBlob(source, side, *backend, options.progress, memory,
                               &header);
  if (!status.ok()) return status;
  packed->Set(header, internal::PanelsBehind(memory), nullptr);
  return Status();
}

void PackedMatrix::Set(const PackedHeader& header, const std::uint8_t* panels,
                       std::shared_ptr<const void> owner) {
  header_ = header;
  panels_ = panels;
  owner_ = std::move(owner);
}

const void* PackedMatrix::data() const {
  return empty() ? nullptr : panels_ - sizeof(header_);
}

std::size_t PackedMatrix::size() const {
  return empty() ? 0
                 : sizeof(header_) +
                       static_cast<std::size_t>(header_.payload_bytes);
}

Status PackedMatrix::Load(const void* blob, std::size_t size,
                          PackedMatrix* packed) {
  PackedHeader header;
  Status status = internal::ValidateOutput(packed);
  if (status.ok()) status = internal::ReadHeader(blob, size, &header);
  if (!status.ok()) return status;
  std::shared_ptr<std::uint8_t> memory = internal::CopyBlob(header, blob, size);
  if (memory == nullptr) return internal::OutOfMemory("packed", size);
  const std::uint8_t* const panels = internal::PanelsBehind(memory.get());
  status = internal::ValidateBlob(header, panels);
  if (status.ok()) packed->Set(header, panels, std::move(memory));
  return status;
}

Status PackedMatrix::Map(const void* blob, std::size_t size,
                         PackedMatrix* packed) {
  PackedHeader header;
  Status status = internal::ValidateOutput(packed);
  if (status.ok()) status = internal::ReadHeader(blob, size, &header);
  if (!status.ok()) return status;
  const std::uint8_t* const panels = internal::PanelsBehind(blob);
  status = internal::ValidateBlob(header, panels);
  if (status.ok()) {
    status = internal::CheckAlignment(
        "blob", blob, "is not aligned to PackedMatrix::kAlignment");
  }
  if (status.ok()) packed->Set(header, panels, nullptr);
  return status;
}

int PackedMatrix::rows() const { return header_.rows; }
int PackedMatrix::cols() const { return header_.cols; }

Side PackedMatrix::side() const { return static_cast<Side>(header_.side); }

const char* PackedMatrix::backend() const { return header_.backend; }

}  // namespace lowp
}  // namespace gemmlowp
